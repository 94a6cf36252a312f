/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CSR seam of include/hart/csr.h, the loads and stores of
 * include/hart/shmem.h, the accesses of include/hart/mmio.h, the words of
 * include/hart/harts.h and the locks of include/hart/lock.h on real harts, over
 * OpenSBI.
 */
#ifndef HART_PORT_H
#define HART_PORT_H

#include <sbi/riscv_asm.h>
#include <sbi/riscv_barrier.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_csr_detect.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_types.h>

static inline unsigned int hart_xlen(void)
{
	return __riscv_xlen;
}

#define hart_csr_read(csr) csr_read(csr)
#define hart_csr_write(csr, value) csr_write(csr, value)
#define hart_csr_set(csr, bits) csr_set(csr, bits)
#define hart_csr_clear(csr, bits) csr_clear(csr, bits)

/* OpenSBI's expected traps: they work before sbi_init() has done anything. */
#define hart_csr_try_read(csr, value)                     \
	({                                                \
		struct sbi_trap_info trap_;               \
                                                          \
		*(value) = csr_read_allowed(csr, &trap_); \
		!trap_.cause;                             \
	})
#define hart_csr_try_write(csr, value)                 \
	({                                             \
		struct sbi_trap_info trap_;            \
                                                       \
		csr_write_allowed(csr, &trap_, value); \
		!trap_.cause;                          \
	})

/* SCTRCLR, which assemblers do not know yet. */
static inline void hart_ctr_clear(void)
{
	__asm__ volatile(".4byte 0x10400073" ::: "memory");
}

/* Like OpenSBI's csr_write_allowed(), whose trap handler needs these
 * registers. */
static inline bool hart_ctr_try_clear(void)
{
	struct sbi_trap_info trap = { .cause = 0 };
	register unsigned long info __asm__("a3") = (unsigned long)&trap;
	register unsigned long scratch __asm__("a4") = info;
	unsigned long mtvec = (unsigned long)sbi_hart_expected_trap;

	__asm__ volatile("csrrw %0, mtvec, %0\n\t"
			 ".4byte 0x10400073\n\t"
			 "csrw mtvec, %0"
			 : "+&r"(mtvec), "+&r"(info), "+&r"(scratch)
			 :
			 : "memory");
	return !trap.cause;
}

static inline unsigned long hart_csr_read_num(unsigned int csr)
{
	return csr_read_num((int)csr);
}

static inline void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	csr_write_num((int)csr, value);
}

/* For traps during accesses to S-mode's memory; shmem_guard.S. */
extern char shmem_pass_over[];

/* OpenSBI's expected traps need registers that its function for run-time
 * numbers uses. */
static inline bool hart_csr_try_read_num(unsigned int csr, unsigned long *value)
{
	unsigned long mtvec;

	csr_write(CSR_MCAUSE, CAUSE_SUPERVISOR_ECALL);
	mtvec = csr_swap(CSR_MTVEC, (unsigned long)shmem_pass_over);
	*value = csr_read_num((int)csr);
	csr_write(CSR_MTVEC, mtvec);
	return csr_read(CSR_MCAUSE) == CAUSE_SUPERVISOR_ECALL;
}

/* Registers of the ecall, which a fault would overwrite. */
struct hart_shmem_guard {
	unsigned long mtvec, mepc;
};

static inline void hart_shmem_guard(struct hart_shmem_guard *g)
{
	g->mepc = csr_read(CSR_MEPC);
	g->mtvec = csr_swap(CSR_MTVEC, (unsigned long)shmem_pass_over);
	__asm__ volatile("" ::: "memory");
}

static inline bool hart_shmem_answered(const struct hart_shmem_guard *g)
{
	return __builtin_expect(csr_read(CSR_MEPC) == g->mepc, 1);
}

/*
 * All calls come from S-mode, so cause and mode have known values. The cause
 * decides if there was a fault: mepc does not, as S-mode may call from any
 * address.
 */
static inline bool hart_shmem_unguard(const struct hart_shmem_guard *g)
{
	__asm__ volatile("" ::: "memory");
	csr_write(CSR_MTVEC, g->mtvec);
	if (__builtin_expect(csr_read(CSR_MCAUSE) == CAUSE_SUPERVISOR_ECALL, 1))
		return true;
	csr_write(CSR_MEPC, g->mepc);
	csr_write(CSR_MCAUSE, CAUSE_SUPERVISOR_ECALL);
	csr_clear(CSR_MSTATUS, MSTATUS_MPP);
	csr_set(CSR_MSTATUS, PRV_S << MSTATUS_MPP_SHIFT);
	return false;
}

static inline u32 hart_shmem_load32(unsigned long address)
{
	return *(const volatile u32 *)address;
}

static inline void hart_shmem_store32(unsigned long address, u32 value)
{
	*(volatile u32 *)address = value;
}

/*
 * A device may answer with a bus error, at any address that S-mode named. Trace
 * in memory is ordinary memory for the hart, so the fences of writel() and
 * readl() are not enough. OpenSBI's handler of expected traps stores its data
 * at a3, overwrites a4, and continues 4 bytes further; the trap itself
 * overwrites mstatus.MPP, which the caller may still need.
 *
 * Executes the instructions ACCESSES, of 4 bytes each, with operands of an asm.
 * Its value is true if none of them trapped.
 */
#define HART_INPUTS(...) __VA_ARGS__
#define HART_OUTPUTS(...) , ##__VA_ARGS__
#define HART_FENCE "fence	iorw, iorw\n"
/* clang-format off */
#define HART_GUARDED(accesses, outputs, inputs)                               \
	({                                                                    \
		struct sbi_trap_info trap_;                                   \
		register unsigned long handed_ __asm__("a3") =                \
			(unsigned long)&trap_;                                \
		unsigned long mtvec_ = (unsigned long)sbi_hart_expected_trap; \
		unsigned long mstatus_ = csr_read(CSR_MSTATUS);               \
		bool good_;                                                   \
                                                                              \
		trap_.cause = 0;                                              \
		__asm__ volatile("csrrw	%[mtvec], mtvec, %[mtvec]\n"          \
				 ".option push\n"                             \
				 ".option norvc\n" accesses ".option pop\n"   \
				 "csrw	mtvec, %[mtvec]\n"                     \
				 : [mtvec] "+r"(mtvec_),                      \
				   "+r"(handed_) HART_OUTPUTS outputs         \
				 : HART_INPUTS inputs                         \
				 : "a4", "memory");                           \
		good_ = !trap_.cause;                                         \
		if (!good_)                                                   \
			csr_write(CSR_MSTATUS, mstatus_);                     \
		good_;                                                        \
	})
/* clang-format on */

static inline bool hart_mmio_load32(unsigned long address, u32 *value)
{
	unsigned long got = 0;
	bool good = HART_GUARDED("lw	%[got], 0(%[address])\n" HART_FENCE,
				 ([got] "+r"(got)), ([address] "r"(address)));

	*value = (u32)got;
	if (good)
		return true;
	*value = 0;
	return false;
}

static inline bool hart_mmio_store32(unsigned long address, u32 value)
{
	return HART_GUARDED(HART_FENCE "sw	%[value], 0(%[address])\n", (),
			    ([address] "r"(address), [value] "r"(value)));
}

/* The same with one change of mtvec: a boot reads thousands of registers
 * twice. */
static inline bool hart_mmio_load32_twice(unsigned long address, u32 *value,
					  u32 *again)
{
	unsigned long got = 0, more = 0;
	bool good = HART_GUARDED("lw	%[got], 0(%[address])\n" HART_FENCE
				 "lw	%[more], 0(%[address])\n" HART_FENCE,
				 ([got] "+r"(got), [more] "+r"(more)),
				 ([address] "r"(address)));

	*value = (u32)got;
	*again = (u32)more;
	if (good)
		return true;
	*value = *again = 0;
	return false;
}

static inline bool hart_mmio_try(unsigned long address, u32 store, u32 *value,
				 u32 *again)
{
	unsigned long got = store, more = 0;
	bool good = HART_GUARDED(
		HART_FENCE "sw	%[got], 0(%[address])\n" HART_FENCE
			   "lw	%[got], 0(%[address])\n" HART_FENCE
			   "lw	%[more], 0(%[address])\n" HART_FENCE,
		([got] "+r"(got), [more] "+r"(more)), ([address] "r"(address)));

	*value = (u32)got;
	*again = (u32)more;
	if (good)
		return true;
	*value = *again = 0;
	return false;
}

/* Words are compared in the form of lw, sign-extended. */
static inline __attribute__((always_inline)) bool
hart_mmio_try_two(unsigned long address, u32 first, u32 second, u32 seen[2])
{
	long a = (s32)first, b = 0, c = (s32)second, d = 0;
	bool good = HART_GUARDED(
		HART_FENCE "sw	%[a], 0(%[address])\n" HART_FENCE
			   "lw	%[a], 0(%[address])\n" HART_FENCE
			   "lw	%[b], 0(%[address])\n" HART_FENCE
			   "sw	%[c], 0(%[address])\n" HART_FENCE
			   "lw	%[c], 0(%[address])\n" HART_FENCE
			   "lw	%[d], 0(%[address])\n" HART_FENCE,
		([a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d)),
		([address] "r"(address)));

	seen[0] = (u32)a;
	seen[1] = (u32)c;
	return good && a == b && c == d;
}

/* After a bus error the loop continues with the next word. */
static inline bool hart_mmio_clear(unsigned long address, u32 words)
{
	unsigned long end = address + 4ul * words;

	return HART_GUARDED("fence	iorw, iorw\n"
			    "1:\n"
			    "sw	zero, 0(%[address])\n"
			    "fence	iorw, iorw\n"
			    "addi	%[address], %[address], 4\n"
			    "bne	%[address], %[end], 1b\n",
			    ([address] "+r"(address)), ([end] "r"(end)));
}

/* This also orders accesses to devices: most locks are for one. */
static inline bool hart_lock_try(u32 *lock)
{
	unsigned long before;

	__asm__ volatile("amoswap.w.aq	%0, %2, %1"
			 : "=r"(before), "+A"(*lock)
			 : "r"(1)
			 : "memory");
	return !before;
}

static inline void hart_lock_free(u32 *lock)
{
	RISCV_FENCE(iorw, ow);
	*(volatile u32 *)lock = 0;
}

/* Early at boot there is no timer yet, and each look takes time of its own. */
static inline bool hart_mmio_poll(void)
{
	if (sbi_timer_get_device())
		sbi_timer_udelay(1);
	return true;
}

#define hart_atomic_read(word) __atomic_load_n(word, __ATOMIC_SEQ_CST)
#define hart_atomic_write(word, value) \
	__atomic_store_n(word, value, __ATOMIC_SEQ_CST)
#define hart_atomic_or(word, bits) \
	__atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST)
#define hart_atomic_and(word, bits) \
	__atomic_fetch_and(word, bits, __ATOMIC_SEQ_CST)
#define hart_atomic_add(word, addend) \
	__atomic_fetch_add(word, addend, __ATOMIC_SEQ_CST)
#define hart_atomic_swap(word, value) \
	__atomic_exchange_n(word, value, __ATOMIC_SEQ_CST)

static inline void hart_wait_hint(void)
{
	cpu_relax();
}

#endif
