// SPDX-License-Identifier: BSD-2-Clause
/* Which fence a call of the extension RFENCE asks for. Harts of QEMU forget more than
 * a fence says, so that no payload sees its address space or its guest. */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_tlb.h>

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

#define VMID 0x2bcdul

int fence_glue_request(unsigned long hmask, unsigned long hbase,
		       const struct sbi_tlb_info *info)
{
	wire_note("%lx %lx: %u of %lx+%lx, asid %x, vmid %x", hmask, hbase,
		  (unsigned int)info->type, info->start, info->size, info->asid,
		  info->vmid);
	return -7;
}

static long call(unsigned long fid)
{
	const struct fast_frame frame = { .a0 = 5,
					  .a1 = 64,
					  .a2 = 0x1000,
					  .a3 = 0x3000,
					  .a4 = 0x98765,
					  .a6 = fid };

	wire_forget();
	return fast_call_rfence(&frame).error;
}

static void check(unsigned long fid, const char *want)
{
	assert_int_equal(call(fid), -7);
	wire_expect(want);
}

static void run_fences(void **state)
{
	(void)state;
	wire_set_csr(CSR_HGATP, VMID << HGATP_VMID_SHIFT | 0x12345);
	check(SBI_EXT_RFENCE_REMOTE_FENCE_I,
	      "5 40: 0 of 0+0, asid 0, vmid 0\n");
	check(SBI_EXT_RFENCE_REMOTE_SFENCE_VMA,
	      "5 40: 1 of 1000+3000, asid 0, vmid 0\n");
	check(SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID,
	      "5 40: 2 of 1000+3000, asid 8765, vmid 0\n");
	check(SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA,
	      "5 40: 4 of 1000+3000, asid 0, vmid 0\n");
	check(SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID,
	      "5 40: 3 of 1000+3000, asid 0, vmid 8765\n");
	check(SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA,
	      "5 40: 6 of 1000+3000, asid 0, vmid 2bcd\n");
	check(SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA_ASID,
	      "5 40: 5 of 1000+3000, asid 8765, vmid 2bcd\n");
}

static void run_refused(void **state)
{
	(void)state;
	wire_misa = "S";
	assert_int_equal(call(SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID),
			 SBI_ERR_NOT_SUPPORTED);
	assert_int_equal(call(SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA),
			 SBI_ERR_NOT_SUPPORTED);
	assert_int_equal(call(7), SBI_ERR_NOT_SUPPORTED);
	wire_expect("");
	wire_misa = "HS";
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_fences),
		cmocka_unit_test(run_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
