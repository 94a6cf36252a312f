// SPDX-License-Identifier: BSD-2-Clause
/* A hart with its PMU, and everything that pmu_glue.c calls. */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/shmem_glue.h"
#include "pmu_rig.h"

/* OpenSBI's libfdt.h gives C's functions other names, so that it is not included. */
int fdt_path_offset(const void *fdt, const char *path);
const void *fdt_getprop(const void *fdt, int node, const char *name, int *len);

/* --- the hart and the board ------------------------------------------------- */

struct pmu_machine pmu_glue_machine;
struct sbi_domain root = { .next_arg1 = 0x8000 };
struct pmu_hart pmu;
struct pmu_rig rig;
static union {
	struct sbi_scratch scratch;
	u8 bytes[4096];
} space;

struct sbi_scratch *pmu_rig_scratch(void)
{
	return &space.scratch;
}

static void check_hart(const struct pmu_hart *h, const char *what)
{
	assert_ptr_equal(h, &pmu);
	wire_note("%s", what);
}

static void check_scratch(const struct sbi_scratch *scratch, const char *what)
{
	assert_ptr_equal(scratch, &space.scratch);
	wire_note("%s", what);
}

unsigned int hart_xlen(void)
{
	return rig.xlen;
}

bool sbi_hart_has_extension(struct sbi_scratch *scratch,
			    enum sbi_hart_extensions ext)
{
	assert_ptr_equal(scratch, &space.scratch);
	return rig.extensions >> ext & 1;
}

u32 pmu_probe(u8 bits[PMU_HW_MAX])
{
	assert_ptr_equal(bits, pmu.hpm_bits);
	wire_note("probe counters");
	return PMU_RIG_HPM_MASK;
}

int sbi_hart_priv_version(struct sbi_scratch *scratch)
{
	assert_ptr_equal(scratch, &space.scratch);
	return rig.priv_version;
}

static int platform_pmu_init(void)
{
	wire_note("board's events");
	pmu_glue_machine.map_count += 2;
	return rig.platform_error;
}

static const struct sbi_platform_operations operations = {
	.pmu_init = platform_pmu_init
};
static struct sbi_platform platform;

int fdt_path_offset(const void *fdt, const char *path)
{
	assert_int_equal((unsigned long)fdt, root.next_arg1);
	assert_string_equal(path, "/chosen");
	return rig.chosen;
}

const void *fdt_getprop(const void *fdt, int node, const char *name, int *len)
{
	const char *value = strcmp(name, "hartscope,pmu-snapshot") ?
				    rig.restart :
				    rig.snapshot;

	assert_int_equal((unsigned long)fdt, root.next_arg1);
	assert_int_equal(node, rig.chosen);
	if (value)
		*len = (int)strlen(value) + 1;
	return value;
}

int sbi_sse_add_event(uint32_t event_id, const struct sbi_sse_cb_ops *cb_ops)
{
	wire_note("SSE event %x", event_id);
	rig.sse = cb_ops;
	return 0;
}

int sbi_sse_inject_event(uint32_t event_id)
{
	wire_note("inject %x", event_id);
	return 0;
}

int sbi_ecall_register_extension(struct sbi_ecall_extension *ext)
{
	wire_note("register %s", ext->name);
	return rig.platform_error;
}

/* --- lib/pmu ------------------------------------------------------------------ */

void pmu_machine_init(struct pmu_machine *m, u32 hpm_mask)
{
	assert_int_equal(hpm_mask, PMU_RIG_HPM_MASK);
	memset(m, 0, sizeof(*m));
	m->num_fw = 32;
	wire_note("no events");
}

void pmu_machine_prepare(struct pmu_machine *m)
{
	assert_ptr_equal(m, &pmu_glue_machine);
	m->hidden = rig.hidden;
	m->loses = rig.loses;
	wire_note("prepare");
}

void pmu_hart_init(struct pmu_hart *h, const struct pmu_machine *m,
		   const struct pmu_hart_features *has)
{
	assert_ptr_equal(m, &pmu_glue_machine);
	assert_int_equal(has->hpm_mask, PMU_RIG_HPM_MASK);
	check_hart(h, "hart's counters");
	h->has = *has;
	h->machine = m;
	h->present = 0x7d;
	h->not_hw = ~0x3dull;
}

void pmu_hart_exit(struct pmu_hart *h)
{
	check_hart(h, "stop counters");
}

void pmu_hart_suspend(struct pmu_hart *h)
{
	check_hart(h, "keep counters");
}

void pmu_hart_suspend_cancel(struct pmu_hart *h)
{
	check_hart(h, "drop counters");
}

void pmu_hart_resume(struct pmu_hart *h)
{
	check_hart(h, "write counters");
}

void pmu_snapshot_recheck(struct pmu_hart *h)
{
	check_hart(h, "judge the snapshot area");
}

void pmu_overflow_route(struct pmu_hart *h, bool to_sse)
{
	check_hart(h, to_sse ? "overflows to M-mode" : "overflows to S-mode");
}

void pmu_overflow_enable(struct pmu_hart *h, bool enable, bool drop)
{
	assert_false(enable);
	assert_true(drop);
	check_hart(h, "no overflows");
}

void pmu_overflow_take(struct pmu_hart *h)
{
	check_hart(h, "overflow taken");
}

void pmu_overflow_done(struct pmu_hart *h)
{
	check_hart(h, "overflow done");
}

struct sbiret pmu_call(struct pmu_hart *h, unsigned long fid,
		       const struct sbi_args *args)
{
	check_hart(h, "call");
	wire_note("%lu of %lx %lx %lx %lx %lx %lx", fid, args->a[0], args->a[1],
		  args->a[2], args->a[3], args->a[4], args->a[5]);
	return (struct sbiret){ .error = -5, .value = 77 };
}

/* --- the other files of platform/generic --------------------------------------- */

void hartscope_banner(struct sbi_scratch *scratch)
{
	check_scratch(scratch, "banner");
}

void shmem_glue_init(const void *fdt)
{
	assert_int_equal((unsigned long)fdt, root.next_arg1);
	wire_note("memory");
}

void events_glue_init(const void *fdt, bool mapped)
{
	assert_int_equal((unsigned long)fdt, root.next_arg1);
	wire_note(mapped ? "events of the board" : "events of the core");
}

void events_once_init(struct pmu_machine *m, struct sbi_scratch *scratch)
{
	assert_ptr_equal(m, &pmu_glue_machine);
	check_scratch(scratch, "experiment");
}

bool events_glue_inhibits(struct sbi_scratch *scratch)
{
	assert_ptr_equal(scratch, &space.scratch);
	return rig.inhibits;
}

void events_glue_report(void)
{
	wire_note("source of events");
}

bool fast_double_traps(void)
{
	return rig.double_traps;
}

struct pmu_hart *pmu_glue_hart_alloc(struct sbi_scratch *scratch)
{
	check_scratch(scratch, "memory for the PMU");
	return rig.heap_full ? NULL : &pmu;
}

/* The hart has its PMU by then. */
void pmu_glue_fast_arm(struct sbi_scratch *scratch)
{
	assert_ptr_equal(pmu_glue_hart(scratch), &pmu);
	check_scratch(scratch, "fast entry");
}

void pmu_glue_registered(void)
{
	wire_note("registered");
}

void ctr_glue_delegate(struct sbi_scratch *scratch)
{
	check_scratch(scratch, "delegate branch records");
}

void ctr_glue_overflow(void)
{
	wire_note("freeze branch records");
}

void predict_glue_leave(void)
{
	wire_note("look a last time");
}

u32 predict_glue_saved(const struct pmu_hart *h)
{
	check_hart(h, "look at kept counters");
	return 0;
}

void predict_glue_enter(void)
{
	wire_note("predict again");
}

void predict_glue_stop(struct sbi_scratch *scratch)
{
	check_scratch(scratch, "stop predicting");
}

void predict_glue_drop(void)
{
	wire_note("drop predicted overflows");
}

/* --- a test --------------------------------------------------------------------- */

int pmu_rig_setup(void **state)
{
	(void)state;
	platform.platform_ops_addr = (unsigned long)&operations;
	space.scratch.platform_addr = (unsigned long)&platform;
	space.scratch.options = 0;
	memset(&pmu, 0, sizeof(pmu));
	pmu_glue_hart_set(&space.scratch, NULL);
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&space);
	wire_set_csr(CSR_MENVCFG, 0);
	wire_set_csr(CSR_MENVCFGH, 0);
	rig = (struct pmu_rig){ .xlen = 64,
				.priv_version = SBI_HART_PRIV_VER_1_12,
				.inhibits = true,
				.chosen = 12 };
	wire_forget();
	return 0;
}
