// SPDX-License-Identifier: BSD-2-Clause
/* Addresses that no firmware may accept for shared memory. */
#include "fdt.h"
#include "memory.h"

#define PAGE 4096ul

const struct bad_address *bad_address(unsigned int n)
{
	static struct bad_address bad[] = {
		{ "nothing", 0, 0 },
		{ "boot ROM", 0x1000, 0 },
		{ "interrupt controller", 0x2000000, 0 },
		{ "serial port", 0x10000000, 0 },
		{ "flash", 0x20000000, 0 },
		{ "before RAM", 0x80000000ul - PAGE, 0 },
		{ "firmware", 0x80000000ul, 0 },
		{ "firmware data", 0x80040000ul, 0 },
		{ "end of RAM", 0, 0 },
		{ "far behind RAM", 0, 0 },
		{ "top", -PAGE, 0 },
		{ "more than XLEN bits", 0x88000000ul, 1 },
		{ "many more bits", 0x88000000ul, ~0ul },
		{ "top of all", -PAGE, ~0ul },
#if __riscv_xlen == 64
		{ "not a physical address", 1ul << 60, 0 },
		{ "negative", 1ul << 63, 0 },
		{ "aliased RAM", 1ul << 56 | 0x88000000ul, 0 },
#endif
	};
	unsigned int count = sizeof(bad) / sizeof(bad[0]);

	bad[8].low = (unsigned long)fdt_ram_end();
	bad[9].low = bad[8].low + (256ul << 20);
	return n < count ? &bad[n] : NULL;
}
