// SPDX-License-Identifier: BSD-2-Clause
/*
 * The numbers that trap.S shares with C: the compiler computes them, and the
 * build copies them from its assembly output into offsets.h. This file is never
 * linked.
 */
#include <fence/fence.h>
#include <hart/fields.h>
#include <pmu/pmu.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_version.h>

#include "calls.h"

/** A line NAME VALUE in the output, which the build reads. */
#define DEFINE(name, value) \
	__asm__ volatile("\n.ascii \"=> " #name " %0\"" ::"i"(value))
#define OFFSET(name, type, field) DEFINE(name, offsetof(struct type, field))
#define SHIFT(mask) __builtin_ctzll(mask)

void fast_offsets(void);
void fast_offsets(void)
{
	OFFSET(FAST_EID, pmu_hart, eid);
	OFFSET(FAST_NUM_FAST, pmu_hart, num_fast);
	OFFSET(FAST_NUM_HW, pmu_hart, num_hw);
	OFFSET(FAST_NUM, pmu_hart, num);
	OFFSET(FAST_NOT_HW, pmu_hart, not_hw);
	OFFSET(FAST_STARTED, pmu_hart, started);
	OFFSET(FAST_PRESENT, pmu_hart, present);
	OFFSET(FAST_CONFIGURED, pmu_hart, configured);
	OFFSET(FAST_ALL_OURS, pmu_hart, all_ours);
	OFFSET(FAST_SSCOFPMF, pmu_hart, has.sscofpmf);
	OFFSET(FAST_SMCNTRPMF, pmu_hart, has.smcntrpmf);
	OFFSET(FAST_PREFER_HPM, pmu_hart, has.prefer_hpm);
	OFFSET(FAST_TOUCHED, pmu_hart, touched);
	OFFSET(FAST_SNAPSHOT, pmu_hart, snapshot);
	OFFSET(FAST_MACHINE, pmu_hart, machine);
	OFFSET(FAST_EVENTS, pmu_hart, events);
	OFFSET(FAST_VALUE, pmu_hart, value);
	OFFSET(FAST_HW_EVENT, pmu_hart, hw_event);
	OFFSET(FAST_INFO, pmu_hart, info);
}

_Static_assert(offsetof(struct pmu_hart, has.smcntrpmf) ==
		       offsetof(struct pmu_hart, has.sscofpmf) + 1,
	       "trap.S finds who has filters with a sum");

/* Bits of pmu_hart.info; events[] has eight bytes for each code */
_Static_assert(1 << PMU_FW_CODE_SHIFT == sizeof(u64), "the code is an offset");

void fast_info_bits(void);
void fast_info_bits(void)
{
	DEFINE(FAST_INFO_STOPPED, PMU_FW_STOPPED);
	DEFINE(FAST_INFO_HIGH, PMU_FW_HIGH);
	DEFINE(FAST_INFO_CODE, -(1 << PMU_FW_CODE_SHIFT));
	DEFINE(FAST_INFO_SHIFT, PMU_FW_CODE_SHIFT);
	DEFINE(FAST_INFO_EMPTY,
	       PMU_FW_NONE << PMU_FW_CODE_SHIFT | PMU_FW_STOPPED);
}

_Static_assert(offsetof(struct pmu_machine, known) == 0,
	       "trap.S takes the machine's address for that of known[]");
_Static_assert(__builtin_popcount(sizeof(struct pmu_known_event)) == 1,
	       "an index becomes an offset with a shift");

void fast_events(void);
void fast_events(void)
{
	DEFINE(FAST_KNOWN_SHIFT, SHIFT(sizeof(struct pmu_known_event)));
	OFFSET(FAST_KNOWN_SELECT, pmu_known_event, select);
	OFFSET(FAST_KNOWN_COUNTERS, pmu_known_event, counters);
	DEFINE(FAST_CACHE_FIRST, PMU_CACHE_FIRST);
	DEFINE(FAST_CACHE_CODES, PMU_CACHE_CODES);
	DEFINE(FAST_FW_CODES, SBI_PMU_FW_MAX);
	/* The first event_idx of a type, for lui */
	DEFINE(FAST_CACHE_EVENT_LUI,
	       SBI_PMU_EVENT_TYPE_HW_CACHE << SBI_PMU_EVENT_IDX_TYPE_OFFSET >>
		       12);
	DEFINE(FAST_FW_EVENT_LUI,
	       SBI_PMU_EVENT_TYPE_FW << SBI_PMU_EVENT_IDX_TYPE_OFFSET >> 12);
}

_Static_assert(SBI_EXT_PMU_NUM_COUNTERS == 0, "trap.S compares a6 with x0");
_Static_assert(__builtin_popcount(-SBI_ERR_ALREADY_STOPPED) == 1,
	       "FAST_STOP_RESULT makes the error with a shift");

void fast_calls(void);
void fast_calls(void)
{
	DEFINE(FAST_CALLS, PMU_CALLS);
	DEFINE(FAST_FID_CONFIG, SBI_EXT_PMU_COUNTER_CFG_MATCH);
	DEFINE(FAST_FID_START, SBI_EXT_PMU_COUNTER_START);
	DEFINE(FAST_FID_STOP, SBI_EXT_PMU_COUNTER_STOP);
	DEFINE(FAST_FID_FW_READ, SBI_EXT_PMU_COUNTER_FW_READ);
	DEFINE(FAST_START_SET_INIT, SBI_PMU_START_FLAG_SET_INIT_VALUE);
	DEFINE(FAST_START_SNAPSHOT, SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT);
	DEFINE(FAST_STOP_RESET, SBI_PMU_STOP_FLAG_RESET);
	DEFINE(FAST_STOP_SNAPSHOT, SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT);
	DEFINE(FAST_ALREADY_STOPPED_SHIFT, SHIFT(-SBI_ERR_ALREADY_STOPPED));
}

/* Mode bits of config_flags, and their places in mhpmevent */
#define INHIBITS                                                   \
	(SBI_PMU_CFG_FLAG_SET_VUINH | SBI_PMU_CFG_FLAG_SET_VSINH | \
	 SBI_PMU_CFG_FLAG_SET_UINH | SBI_PMU_CFG_FLAG_SET_SINH)
#define INHIBIT_SHIFT                              \
	(SHIFT(FIELD_MASK(MHPMEVENT, VUINHIBIT)) - \
	 SHIFT(SBI_PMU_CFG_FLAG_SET_VUINH))

_Static_assert((u64)INHIBITS << INHIBIT_SHIFT ==
		       (FIELD_MASK(MHPMEVENT, VUINHIBIT) |
			FIELD_MASK(MHPMEVENT, VSINHIBIT) |
			FIELD_MASK(MHPMEVENT, UINHIBIT) |
			FIELD_MASK(MHPMEVENT, SINHIBIT)),
	       "one shift takes all flags to their places");

void fast_config_flags(void);
void fast_config_flags(void)
{
	DEFINE(FAST_CONFIG_FLAGS, 0xff & ~(SBI_PMU_CFG_FLAG_SKIP_MATCH |
					   SBI_PMU_CFG_FLAG_AUTO_START));
	DEFINE(FAST_CONFIG_CLEAR, SBI_PMU_CFG_FLAG_CLEAR_VALUE);
	DEFINE(FAST_CONFIG_INHIBIT, INHIBITS);
	/* In the upper half of mhpmevent */
	DEFINE(FAST_EVENT_FLAGS_SHIFT, INHIBIT_SHIFT - 32);
	DEFINE(FAST_EVENT_MINH_LUI,
	       FIELD_MASK(MHPMEVENT, MINHIBIT) >> (32 + 12));
	DEFINE(FAST_EVENT_SELECT_HIGH_BITS, MHPMEVENT_SELECT_WIDTH - 32);
}

/* Calls that calls.inc serves */
void fast_hart_offsets(void);
void fast_hart_offsets(void)
{
	OFFSET(FAST_CALLS_HARTID, fast_hart, hartid);
	OFFSET(FAST_CALLS_ASIDE, fast_hart, aside);
	OFFSET(FAST_CALLS_MTIMECMP, fast_hart, mtimecmp);
	OFFSET(FAST_CALLS_TIMER, fast_hart, timer);
	OFFSET(FAST_CALLS_IMPLEMENTATION, fast_hart, implementation);
	OFFSET(FAST_CALLS_EID_TIME, fast_hart, eid_time);
	OFFSET(FAST_CALLS_EID_RFENCE, fast_hart, eid_rfence);
	OFFSET(FAST_CALLS_EID_IPI, fast_hart, eid_ipi);
	OFFSET(FAST_CALLS_EID_HSM, fast_hart, eid_hsm);
	OFFSET(FAST_CALLS_EID_DBCN, fast_hart, eid_dbcn);
	OFFSET(FAST_CALLS_EID_FWFT, fast_hart, eid_fwft);
	OFFSET(FAST_CALLS_SOFT, fast_hart, soft);
	OFFSET(FAST_CALLS_PAGES, fast_hart, pages);
	OFFSET(FAST_CALLS_ACCESS, fast_hart, access);
	OFFSET(FAST_CALLS_HYP, fast_hart, hyp);
	DEFINE(FAST_RFENCE_SFENCE_VMA, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA);
	DEFINE(FAST_RFENCE_SFENCE_VMA_ASID,
	       SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID);
	OFFSET(FAST_CALLS_MTIME, fast_hart, mtime);
	OFFSET(FAST_CALLS_RDTIME, fast_hart, rdtime);
	OFFSET(FAST_CALLS_MISALIGNED, fast_hart, misaligned);
	OFFSET(FAST_CALLS_SERVED, fast_hart, served);
	DEFINE(FAST_OPCODE_LOAD, 0x03);
	DEFINE(FAST_OPCODE_STORE, 0x23);
	/* Sets of funct3: LH, LW, LHU; SH, SW; LD, LWU, SD */
	DEFINE(FAST_LOADS, __riscv_xlen == 64 ? 0x6e : 0x26);
	DEFINE(FAST_STORES, __riscv_xlen == 64 ? 0x0e : 0x06);
	DEFINE(FAST_EVENT_MISALIGNED_LOAD, SBI_PMU_FW_MISALIGNED_LOAD);
	DEFINE(FAST_EVENT_MISALIGNED_STORE, SBI_PMU_FW_MISALIGNED_STORE);
	DEFINE(FAST_EVENT_ILLEGAL_INSN, SBI_PMU_FW_ILLEGAL_INSN);
	OFFSET(FAST_CALLS_PEERS, fast_hart, peers);
	OFFSET(FAST_CALLS_SELF, fast_hart, self);
	OFFSET(FAST_CALLS_FOREIGN, fast_hart, foreign);
	OFFSET(FAST_CALLS_DOMAIN_BIT, fast_hart, domain_bit);
	OFFSET(FAST_CALLS_HARTS, fast_hart, harts);
	DEFINE(FAST_TIMER_WIDE, FAST_TIMER_WIDE);
	DEFINE(FAST_TIMER_SSTC, FAST_TIMER_SSTC);
	/* Later releases leave MTIE alone if S-mode has a timer of its own */
	DEFINE(FAST_SSTC_TAKES_MTIE,
	       __builtin_types_compatible_p(__typeof__(sbi_timer_event_start),
					    void(u64)));
	DEFINE(FAST_EVENT_SET_TIMER, SBI_PMU_FW_SET_TIMER);
}

_Static_assert(SBI_TRAP_REGS_zero == 0 && SBI_TRAP_REGS_sp == 2 &&
		       SBI_TRAP_REGS_a0 == 10 && SBI_TRAP_REGS_s2 == 18 &&
		       SBI_TRAP_REGS_t6 == 31,
	       "calls.inc saves xN as word N");

#define FRAME(reg, name) OFFSET(FAST_FRAME_##name, fast_frame, reg)

void fast_frame_offsets(void);
void fast_frame_offsets(void)
{
	FRAME(a0, A0);
	FRAME(a1, A1);
	FRAME(a2, A2);
	FRAME(a3, A3);
	FRAME(a4, A4);
	FRAME(a5, A5);
	FRAME(a6, A6);
	FRAME(a7, A7);
	FRAME(ra, RA);
	FRAME(sp, SP);
	FRAME(t0, T0);
	FRAME(t1, T1);
	FRAME(t2, T2);
	FRAME(t3, T3);
	FRAME(t4, T4);
	FRAME(t5, T5);
	FRAME(t6, T6);
	DEFINE(FAST_FRAME_SIZE, sizeof(struct fast_frame));
#if __riscv_xlen == 64
	DEFINE(FAST_MDT_SHIFT, SHIFT(MSTATUS_MDT));
	DEFINE(FAST_MPV_SHIFT, SHIFT(MSTATUS_MPV));
	/* 2, 64 bits, has this bit, and 1, 32 bits, does not */
	DEFINE(FAST_UXL_SHIFT, SHIFT(MSTATUS_UXL & (MSTATUS_UXL << 1)));
#endif
}

void fast_base_offsets(void);
void fast_base_offsets(void)
{
	DEFINE(FAST_EID_BASE, SBI_EXT_BASE);
	DEFINE(FAST_BASE_IMPLEMENTATION, SBI_EXT_BASE_GET_IMP_ID);
	DEFINE(FAST_BASE_IMPLEMENTATION_VERSION, SBI_EXT_BASE_GET_IMP_VERSION);
	DEFINE(FAST_BASE_PROBE, SBI_EXT_BASE_PROBE_EXT);
	DEFINE(FAST_BASE_MVENDORID, SBI_EXT_BASE_GET_MVENDORID);
	DEFINE(FAST_BASE_MARCHID, SBI_EXT_BASE_GET_MARCHID);
	DEFINE(FAST_BASE_MIMPID, SBI_EXT_BASE_GET_MIMPID);
	DEFINE(FAST_SPEC_VERSION,
	       SBI_ECALL_VERSION_MAJOR << SBI_SPEC_VERSION_MAJOR_OFFSET |
		       SBI_ECALL_VERSION_MINOR);
	DEFINE(FAST_IMPLEMENTATION_VERSION, OPENSBI_VERSION);
}

/* Calls that status.inc serves */
void fast_status_offsets(void);
void fast_status_offsets(void)
{
	OFFSET(FAST_CALLS_STATES, fast_hart, states);
	OFFSET(FAST_CALLS_UART_STATUS, fast_hart, uart_status);
	OFFSET(FAST_CALLS_UART_SEND, fast_hart, uart_send);
	OFFSET(FAST_CALLS_UART_WIDE, fast_hart, uart_wide);
	OFFSET(FAST_CALLS_FEATURE, fast_hart, feature);
	DEFINE(FAST_HSM_STATUS, SBI_EXT_HSM_HART_GET_STATUS);
	DEFINE(FAST_DBCN_WRITE_BYTE, SBI_EXT_DBCN_CONSOLE_WRITE_BYTE);
	DEFINE(FAST_UART_EMPTY, FAST_UART_THRE);
	DEFINE(FAST_FWFT_GET, SBI_EXT_FWFT_GET);
	DEFINE(FAST_FEATURES, FAST_FEATURES);
	DEFINE(FAST_FEATURE_MISALIGNED, SBI_FWFT_MISALIGNED_EXC_DELEG);
	DEFINE(FAST_FEATURE_PMLEN, SBI_FWFT_POINTER_MASKING_PMLEN);
	DEFINE(FAST_MISALIGNED,
	       1 << CAUSE_MISALIGNED_LOAD | 1 << CAUSE_MISALIGNED_STORE);
}

/* The low bits of the IDs, by which calls.inc divides them */
#define PARTS(eid) ((eid)&5)
_Static_assert(PARTS(SBI_EXT_TIME) == 5 && PARTS(SBI_EXT_HSM) == 5 &&
		       PARTS(SBI_EXT_RFENCE) == 1 && PARTS(SBI_EXT_IPI) == 1 &&
		       !(SBI_EXT_BASE & 1) && !(SBI_EXT_DBCN & 1) &&
		       !(SBI_EXT_FWFT & 1),
	       "calls.inc looks for each where it is");

_Static_assert(SBI_EXT_BASE_GET_SPEC_VERSION == 0,
	       "calls.inc compares a6 with x0");
void fast_peer_offsets(void);
void fast_peer_offsets(void)
{
	DEFINE(FAST_PEER_SHIFT, SHIFT(sizeof(struct fast_peer)));
	OFFSET(FAST_PEER_DOMAIN, fast_peer, domain);
	OFFSET(FAST_PEER_FENCE, fast_peer, fence);
	OFFSET(FAST_PEER_DOORBELL, fast_peer, doorbell);
	OFFSET(FAST_PEER_HARTID, fast_peer, hartid);
	OFFSET(FAST_FENCE_OWED, fence_hart, owed);
	OFFSET(FAST_FENCE_IPIS, fence_hart, ipis);
	OFFSET(FAST_FENCE_UP, fence_hart, up);
	DEFINE(FAST_FENCE_WORDS, FENCE_WORDS);
	DEFINE(FAST_EVENT_IPI_SENT, SBI_PMU_FW_IPI_SENT);
	DEFINE(FAST_EVENT_IPI_RECVD, SBI_PMU_FW_IPI_RECVD);
}

_Static_assert(__builtin_popcount(sizeof(struct fast_peer)) == 1,
	       "an index becomes an offset with a shift");
_Static_assert(offsetof(struct fence_hart, pending) == 0,
	       "calls.inc reads pending[] first");

_Static_assert(SBI_EXT_TIME_SET_TIMER == 0 && SBI_EXT_IPI_SEND_IPI == 0 &&
		       SBI_EXT_RFENCE_REMOTE_FENCE_I == 0,
	       "calls.inc compares a6 with x0");
_Static_assert(FAST_TIMER_OFF == 0, "calls.inc compares with x0");
