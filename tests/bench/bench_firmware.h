/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SBI calls that the firmware of the benchmark has, ours and OpenSBI's alike:
 * no payload can make a firmware do this through the specification.
 */
#ifndef BENCH_FIRMWARE_H
#define BENCH_FIRMWARE_H

#define BENCH_EID 0x0a485342ul /* in the range of firmware-specific ones */

enum bench_function {
	BENCH_ENTER, /* this hart goes on in the domain that is not its own */
	BENCH_EXIT,  /* and back, as a domain leaves by itself */
	BENCH_LOSE,  /* from now on suspends come back at once, without
		      * the registers if they may */
};

#endif
