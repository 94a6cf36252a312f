/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In place of OpenSBI's header: the fuzzer's harts take turns on one host
 * thread.
 */
#ifndef FUZZ_RISCV_BARRIER_H
#define FUZZ_RISCV_BARRIER_H

#define mb() __asm__ volatile("" ::: "memory")
#define wmb() mb()
#define smp_rmb() mb()
#define smp_wmb() mb()
#define __smp_load_acquire(p) (*(p))
#define __smp_store_release(p, value) (*(p) = (value))

#endif
