// SPDX-License-Identifier: BSD-2-Clause
/* The instructions of a fence: each page of a range, its address space and its guest.
 * Harts of QEMU forget more than a fence says. */
#include <fence/fence.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_hfence.h>
#include <sbi/sbi_tlb.h>

#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

#define GUEST 0x1234000000000000ul /* the present value of hgatp */

void __sbi_sfence_vma_all(void)
{
	wire_note("sfence.vma");
}

void __sbi_hfence_gvma_all(void)
{
	wire_note("hfence.gvma");
}

void __sbi_hfence_gvma_gpa(unsigned long gpa_divby_4)
{
	wire_note("hfence.gvma %lx", gpa_divby_4);
}

void __sbi_hfence_gvma_vmid(unsigned long vmid)
{
	wire_note("hfence.gvma x0, vmid %lx", vmid);
}

void __sbi_hfence_gvma_vmid_gpa(unsigned long gpa_divby_4, unsigned long vmid)
{
	wire_note("hfence.gvma %lx, vmid %lx", gpa_divby_4, vmid);
}

void __sbi_hfence_vvma_all(void)
{
	wire_note("hfence.vvma");
}

void __sbi_hfence_vvma_va(unsigned long va)
{
	wire_note("hfence.vvma %lx", va);
}

void __sbi_hfence_vvma_asid(unsigned long asid)
{
	wire_note("hfence.vvma x0, asid %lx", asid);
}

void __sbi_hfence_vvma_asid_va(unsigned long va, unsigned long asid)
{
	wire_note("hfence.vvma %lx, asid %lx", va, asid);
}

static void check(u8 kind, unsigned long size, const char *want)
{
	const struct fence_request request = { .start = 0x5000,
					       .size = size,
					       .asid = 0x9876,
					       .vmid = 0x2bcd,
					       .kind = kind };

	wire_set_csr(CSR_HGATP, GUEST);
	wire_forget();
	fence_local(&request);
	wire_expect(want);
	assert_int_equal(wire_csr(CSR_HGATP), GUEST);
}

static void run_pages(void **state)
{
	(void)state;
	check(SBI_TLB_SFENCE_VMA, 0x2000, "sfence.vma 5000\nsfence.vma 6000\n");
	check(SBI_TLB_SFENCE_VMA_ASID, 0x2000,
	      "sfence.vma 5000, asid 9876\nsfence.vma 6000, asid 9876\n");
	/* Addresses of guests' memory in units of 4 bytes */
	check(SBI_TLB_HFENCE_GVMA, 0x2000,
	      "hfence.gvma 1400\nhfence.gvma 1800\n");
	check(SBI_TLB_HFENCE_GVMA_VMID, 0x2000,
	      "hfence.gvma 1400, vmid 2bcd\nhfence.gvma 1800, vmid 2bcd\n");
	/* The guest is the one in hgatp */
	check(SBI_TLB_HFENCE_VVMA, 0x2000,
	      "csr 680 = 2bcd00000000000\n"
	      "hfence.vvma 5000\nhfence.vvma 6000\n"
	      "csr 680 = 1234000000000000\n");
	check(SBI_TLB_HFENCE_VVMA_ASID, 0x2000,
	      "csr 680 = 2bcd00000000000\n"
	      "hfence.vvma 5000, asid 9876\nhfence.vvma 6000, asid 9876\n"
	      "csr 680 = 1234000000000000\n");
}

static void run_part_of_page(void **state)
{
	(void)state;
	check(SBI_TLB_SFENCE_VMA, 0x1001, "sfence.vma 5000\nsfence.vma 6000\n");
	check(SBI_TLB_SFENCE_VMA, 0, "");
}

static void run_all_addresses(void **state)
{
	(void)state;
	check(SBI_TLB_FENCE_I, SBI_TLB_FLUSH_ALL, "fence.i\n");
	check(SBI_TLB_SFENCE_VMA, SBI_TLB_FLUSH_ALL, "sfence.vma\n");
	check(SBI_TLB_SFENCE_VMA_ASID, SBI_TLB_FLUSH_ALL,
	      "sfence.vma x0, asid 9876\n");
	check(SBI_TLB_HFENCE_GVMA, SBI_TLB_FLUSH_ALL, "hfence.gvma\n");
	check(SBI_TLB_HFENCE_GVMA_VMID, SBI_TLB_FLUSH_ALL,
	      "hfence.gvma x0, vmid 2bcd\n");
	check(SBI_TLB_HFENCE_VVMA, SBI_TLB_FLUSH_ALL,
	      "csr 680 = 2bcd00000000000\nhfence.vvma\n"
	      "csr 680 = 1234000000000000\n");
	check(SBI_TLB_HFENCE_VVMA_ASID, SBI_TLB_FLUSH_ALL,
	      "csr 680 = 2bcd00000000000\nhfence.vvma x0, asid 9876\n"
	      "csr 680 = 1234000000000000\n");
}

/* A hart with guests asks a hart that has none. */
static void run_no_guests(void **state)
{
	u8 kind;

	(void)state;
	wire_set_csr(CSR_MISA, 1ul << ('S' - 'A'));
	for (kind = SBI_TLB_HFENCE_GVMA_VMID; kind <= SBI_TLB_HFENCE_VVMA;
	     kind++)
		check(kind, 0x2000, "");
	check(SBI_TLB_SFENCE_VMA, 0x1000, "sfence.vma 5000\n");
	wire_set_csr(CSR_MISA, 0);
}

/* Stores of page tables come before the fences; only harts with the hypervisor
 * extension have those of guests. */
static void run_everything(void **state)
{
	(void)state;
	wire_set_csr(CSR_MISA, 1ul << ('H' - 'A'));
	hart_fence_all();
	wire_expect("mb\nfence.i\nsfence.vma\nhfence.gvma\nhfence.vvma\n");
	wire_set_csr(CSR_MISA, 1ul << ('S' - 'A'));
	hart_fence_all();
	wire_expect("mb\nfence.i\nsfence.vma\n");
}

/* OpenSBI's own source of it may know more. */
static void run_misa_zero(void **state)
{
	(void)state;
	wire_set_csr(CSR_MISA, 0);
	hart_fence_all();
	wire_expect("mb\nfence.i\nsfence.vma\nhfence.gvma\nhfence.vvma\n");
	wire_misa = "S";
	hart_fence_all();
	wire_expect("mb\nfence.i\nsfence.vma\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_pages),
		cmocka_unit_test(run_part_of_page),
		cmocka_unit_test(run_all_addresses),
		cmocka_unit_test(run_no_guests),
		cmocka_unit_test(run_everything),
		cmocka_unit_test(run_misa_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
