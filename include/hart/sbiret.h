/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments and results of an SBI call
 * (SBI specification, Binary Encoding).
 */
#ifndef HART_SBIRET_H
#define HART_SBIRET_H

#include <base/types.h>
#include <hart_port.h>
#include <sbi/sbi_error.h>

/** Result of an SBI call; value is 0 whenever error is not SBI_SUCCESS. */
struct sbiret {
	long error;
	unsigned long value;
};

/** Arguments a0 to a5 of an SBI call, each XLEN bits wide. */
struct sbi_args {
	unsigned long a[6];
};

/** A failed call. @param error SBI_ERR_* */
static inline struct sbiret sbiret_error(long error)
{
	return (struct sbiret){ .error = error };
}

/** A successful call. @param value what a1 returns */
static inline struct sbiret sbiret_value(unsigned long value)
{
	return (struct sbiret){ .error = SBI_SUCCESS, .value = value };
}

/**
 * A 64-bit parameter: one register on RV64, a pair with the low half first
 * on RV32.
 * @param n index of the (first) register, 0 to 4
 */
static inline u64 sbi_args_u64(const struct sbi_args *args, unsigned int n)
{
	if (hart_xlen() == 64)
		return args->a[n];
	return (u64)args->a[n + 1] << 32 | args->a[n];
}

/** True if an XLEN-bit argument is all ones. */
static inline bool sbi_arg_all_ones(unsigned long arg)
{
	return hart_xlen() == 64 ? arg == ~0UL : (u32)arg == ~(u32)0;
}

#endif
