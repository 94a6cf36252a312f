// SPDX-License-Identifier: BSD-2-Clause
/* The functions that the hooks into OpenSBI call, for override_test.c. */
#include "override_parts.h"

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/glue/glue.h"

struct sbi_scratch scratch;
struct sbi_trap_context context;
char place[64];
int stock, ours;
bool yes;
jmp_buf before;

/* DECLARATION: a function that checks its arguments, writes a line, and returns */
#define PART(type, declaration, check, result, ...) \
	type declaration;                           \
	type declaration                            \
	{                                           \
		check;                              \
		wire_note(__VA_ARGS__);             \
		result;                             \
	}
#define VOID(name) PART(void, name(void), , , #name)
#define HART(name) PART(void, name(struct sbi_scratch *s), THIS, , #name)
#define OURS(declaration, check, ...) \
	PART(int, declaration, check, return ours, __VA_ARGS__)
#define STOCK(declaration, check, ...) \
	PART(int, declaration, check, return stock, "OpenSBI" __VA_ARGS__)
#define LAST(declaration, check, ...)                      \
	PART(void, declaration, check, longjmp(before, 1), \
	     "OpenSBI" __VA_ARGS__)
#define THIS assert_ptr_equal(s, &scratch)
#define OF(value, wanted) assert_ptr_equal(value, wanted)

/* --- ours ------------------------------------------------------------------------- */

VOID(ctr_hart_quiesce)
VOID(ctr_glue_dump)
VOID(ctr_glue_fwft)
VOID(dbcn_glue_register)
VOID(dbtr_glue_register)
VOID(fence_glue_domain_changed)
VOID(fence_glue_hart_dies)
VOID(fence_glue_hart_start)
VOID(fence_glue_hart_stop)
VOID(fence_glue_look)
VOID(owner_glue_act)
VOID(owner_glue_acted)
VOID(owner_glue_leaves)
VOID(owner_glue_stops)
VOID(pmu_glue_switched)
VOID(predict_glue_fwft)
VOID(sse_glue_register)
VOID(trace_glue_crash)
VOID(trace_glue_hart_start)
VOID(trace_glue_hart_stop)
VOID(trace_glue_machine_suspend)
VOID(trace_glue_resume)
VOID(trace_glue_suspend)
bool owner_memory_pmu(void)
{
	wire_note("owner_memory_pmu");
	return true;
}

void pmu_glue_keeps(bool all)
{
	wire_note("pmu_glue_keeps %d", all);
}

VOID(reach_glue_domains)
VOID(reach_glue_reset)
HART(ctr_glue_arrive)
HART(ctr_glue_resume)
HART(ctr_glue_suspend)
HART(pmu_glue_domain_changed)
HART(pmu_glue_resume)
HART(pmu_glue_suspend)
HART(pmu_glue_suspend_cancel)
PART(void, trace_glue_reset_vector(const struct sbi_scratch *s), THIS, ,
     "trace_glue_reset_vector")
PART(void, trace_glue_reset(bool machine), , , "trace_glue_reset %d", machine)
PART(void, trace_glue_fdt(void *fdt), OF(fdt, TREE), , "trace_glue_fdt")
PART(void, ctr_glue_fdt(void *fdt, bool prints), OF(fdt, TREE), ,
     "ctr_glue_fdt %d", prints)
PART(void, fast_calls_states(unsigned long offset), , , "fast_calls_states %lx",
     offset)
PART(void, fast_promises_check(struct sbi_scratch *s, bool tell), THIS, ,
     "promises %d", tell)
PART(void, fence_glue_mswi(const struct aclint_mswi_data *mswi),
     OF(mswi, DEVICE), , "fence_glue_mswi")
PART(void, fence_glue_process(void (*process)(void)), , process(),
     "fence_glue_process")
PART(void, owner_glue_switch(u32 hart, struct sbi_domain *dom), OF(dom, DOMAIN),
     , "owner_glue_switch %u", hart)
PART(bool, system_glue_loses(u32 type, ulong raddr, ulong rmode), , return yes,
     "system_glue_loses %x %lx %lx", type, raddr, rmode)
PART(bool, system_glue_resets(u32 type, u32 reason), , return yes,
     "system_glue_resets %x %x", type, reason)
OURS(ctr_glue_hart_init(struct sbi_scratch *s, bool cold), THIS,
     "ctr_glue_hart_init %d", cold)
OURS(owner_glue_init(void), , "owner_glue_init")
OURS(pmu_glue_scratch_init(void), , "pmu_glue_scratch_init")
OURS(fence_glue_init(void), , "fence_glue_init")
OURS(trace_glue_cold_boot(void), , "trace_glue_cold_boot")
OURS(trace_glue_register(void), , "trace_glue_register")
OURS(system_glue_sleeps(u32 type, ulong raddr), , "system_glue_sleeps %x %lx",
     type, raddr)
OURS(fence_glue_request(ulong hmask, ulong hbase,
			const struct sbi_tlb_info *info),
     OF(info, FENCE), "fence_glue_request %lx %lx", hmask, hbase)
OURS(fence_glue_ipi(ulong hmask, ulong hbase), , "fence_glue_ipi %lx %lx",
     hmask, hbase)

void fence_glue_foreign(ulong hmask, ulong hbase, enum fence_foreign step)
{
	static const char *const steps[] = { [FENCE_FOREIGN_SENDS] = "sends",
					     [FENCE_FOREIGN_SENT] = "sent",
					     [FENCE_FOREIGN_FAILED] =
						     "failed" };

	wire_note("fence_glue_foreign %lx %lx %s", hmask, hbase, steps[step]);
}

bool pmu_glue_predicts(void)
{
	return yes;
}

/* --- OpenSBI's --------------------------------------------------------------------- */

LAST(__real_sbi_init(struct sbi_scratch *s), THIS)
LAST(__real_sbi_exit(struct sbi_scratch *s), THIS)
LAST(__real_sbi_hart_hang(void), )
LAST(__real_sbi_system_reset(u32 type, u32 reason), , " %x %x", type, reason)
LAST(__real_sbi_hsm_hart_start_finish(struct sbi_scratch *s, u32 hartid), THIS,
     " %u", hartid)
STOCK(__real_sbi_hsm_init(struct sbi_scratch *s, bool cold), THIS, " %d", cold)
STOCK(__real_sbi_hart_init(struct sbi_scratch *s, bool cold), THIS, " %d", cold)
STOCK(__real_sbi_scratch_init(struct sbi_scratch *s), THIS)
STOCK(__real_sbi_hart_reinit(struct sbi_scratch *s), THIS)
STOCK(__real_sbi_domain_finalize(struct sbi_scratch *s), THIS)
STOCK(__real_sbi_ecall_init(void), )
STOCK(__real_sbi_hsm_hart_suspend(struct sbi_scratch *s, u32 type, ulong raddr,
				  ulong rmode, ulong arg1),
      THIS, " %x %lx %lx %lx", type, raddr, rmode, arg1)
STOCK(__real_sbi_system_suspend(u32 type, ulong raddr, ulong opaque), ,
      " %x %lx %lx", type, raddr, opaque)
STOCK(__real_sbi_hsm_hart_start(struct sbi_scratch *s,
				const struct sbi_domain *dom, u32 hartid,
				ulong saddr, ulong smode, ulong arg1),
      THIS;
      OF(dom, DOMAIN), " %u %lx %lx %lx", hartid, saddr, smode, arg1)
STOCK(__real_sbi_hsm_hart_stop(struct sbi_scratch *s, bool exitnow), THIS,
      " %d", exitnow)
STOCK(__real_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data),
      OF(data, place), " %lx %lx %x", hmask, hbase, event)
STOCK(__real_sbi_ipi_send_halt(ulong hmask, ulong hbase), , " %lx %lx", hmask,
      hbase)
STOCK(__real_aclint_mswi_cold_init(struct aclint_mswi_data *mswi),
      OF(mswi, DEVICE))
STOCK(__real_sbi_domain_context_enter(struct sbi_domain *dom), OF(dom, DOMAIN))
STOCK(__real_sbi_domain_context_exit(void), )
STOCK(__real_sbi_double_trap_handler(struct sbi_trap_context *tcntx),
      OF(tcntx, &context))
PART(void, __real_sbi_ipi_process(void), , , "OpenSBI")
PART(void, __real_fdt_cpu_fixup(void *fdt), OF(fdt, TREE), , "OpenSBI")
PART(void, __real_sbi_fp_save(void *registers), OF(registers, REGISTERS), ,
     "OpenSBI saves")
PART(void, __real_sbi_fp_restore(const void *registers),
     OF(registers, REGISTERS), , "OpenSBI restores")
PART(void,
     __real_sbi_update_hartindex_to_domain(u32 hart, struct sbi_domain *dom),
     OF(dom, DOMAIN), , "OpenSBI %u", hart)
PART(void *, __real_sbi_memcpy(void *dest, const void *src, size_t count), ,
     return memcpy(dest, src, count), "OpenSBI %zu", count)
OURS(sbi_trap_redirect(struct sbi_trap_regs *regs,
		       const struct sbi_trap_info *trap),
     OF(regs, &context.regs);
     OF(trap, &context.trap), "sbi_trap_redirect")

unsigned long sbi_scratch_used_space(void)
{
	return 0x340;
}
