/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls of the benchmark's own firmware, the same in hartscope and in stock
 * OpenSBI: the specification has no call with which a payload could cause these
 * operations.
 */
#ifndef BENCH_FIRMWARE_H
#define BENCH_FIRMWARE_H

#define BENCH_EID 0x0a485342ul /* in the range of firmware-specific ones */

enum bench_function {
	BENCH_ENTER, /* this hart continues in the domain that is not its own */
	BENCH_EXIT,  /* it comes back, as a domain does that leaves by itself */
	BENCH_LOSE,  /* from now on suspends return at once, without the
		      * registers if they may lose them */
};

#endif
