// SPDX-License-Identifier: BSD-2-Clause
/*
 * The debug console reads and writes memory that S-mode names. It must refuse
 * addresses without memory, stay usable afterwards, and reach every byte of
 * RAM, also RAM that M-mode has to map first.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "memory.h"
#include "print.h"

#define UART 0x10000001ul /* interrupts of the UART, which nobody uses */
#define PLIC 0xc000000ul
#define BOUNDARY 0x88000000ul /* the region around it contains the firmware */

static struct sbiret console(unsigned long fid, unsigned long size,
			     unsigned long low, unsigned long high)
{
	print_flush();
	return sbi_ecall(SBI_EXT_DBCN, fid, size, low, high, 0, 0, 0);
}

static struct sbiret put(unsigned long size, unsigned long low)
{
	return console(SBI_EXT_DBCN_CONSOLE_WRITE, size, low, 0);
}

static struct sbiret get(unsigned long size, unsigned long low)
{
	return console(SBI_EXT_DBCN_CONSOLE_READ, size, low, 0);
}

/*
 * Write text to an address, for a call that prints it; the text ends with a
 * line end.
 */
static void text_at(unsigned long address, const char *text)
{
	volatile char *to = (volatile char *)address;

	while (*text)
		*to++ = *text++;
}

static void nothing_answers(void)
{
	check_row("write", 0x40);
	CHECK_ERROR(put(16, 0x40), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(16, 0x40), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(1, 0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(~0ul, 0x40), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(~0ul, ~0ul), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(1, ~0ul), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(2, ~0ul), SBI_ERR_INVALID_PARAM);
}

/* Memory that the device tree lists, although the machine may not have it. */
static void end_of_memory(void)
{
	unsigned long end = option_given("ram=more") ?
				    0x90000000ul :
				    (unsigned long)fdt_ram_end();

	if (!end) {
		check_skip("RAM ends where addresses end");
		return;
	}
	text_at(end - 15, "# end of RAM: \n");
	CHECK_VALUE(put(15, end - 15), 15);
	CHECK_ERROR(put(1, end), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(1, end), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(4096, end), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(2, end - 1), SBI_ERR_INVALID_PARAM);
}

static void reserved(void)
{
	if (!option_given("ram=reserved")) {
		check_skip("nothing is reserved");
		return;
	}
	CHECK_ERROR(put(1, 0x84000000), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(2, 0x83ffffff), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(0x4000, 0x83fff000), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(1, 0x84001fff), SBI_ERR_INVALID_PARAM);
	CHECK_VALUE(get(0, 0x84002000), 0);
	text_at(0x84002000, "# behind it\n");
	CHECK_VALUE(put(12, 0x84002000), 12);
	text_at(0x84000000 - 12, "# before it\n");
	CHECK_VALUE(put(12, 0x84000000 - 12), 12);
}

/* Pieces of RAM that this domain does not own, see run.py. */
static void domain(void)
{
	if (!option_given("domains=2")) {
		check_skip("all memory is ours");
		return;
	}
	CHECK_ERROR(put(1, 0x84000000), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(2, 0x83ffffff), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(1, 0x84001fff), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(put(4096, 0x84010000), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(1, 0x84010040), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(get(1, 0x84008000), SBI_ERR_INVALID_PARAM);
	CHECK_OK(put(1, 0x84008000)); /* read-only for this domain */
	text_at(0x84010080, "# behind it\n");
	CHECK_VALUE(put(12, 0x84010080), 12);
}

static void every_page(void)
{
	static const unsigned long at[] = { BOUNDARY,	   BOUNDARY - 1,
					    BOUNDARY - 7,  BOUNDARY - 15,
					    BOUNDARY - 16, 0x8a000000ul - 8,
					    0x85000ffful };
	unsigned int n;

	for (n = 0; n < sizeof(at) / sizeof(at[0]); n++) {
		check_row("text at", at[n]);
		text_at(at[n], "# some memory:\n");
		CHECK_VALUE(put(15, at[n]), 15);
		CHECK_VALUE(get(16, at[n]), 0);
	}
#if __riscv_xlen == 64
	if (fdt_ram_end() > 1ull << 32) {
		text_at((1ul << 32) - 7, "# above 4 GiB:\n");
		CHECK_VALUE(put(15, (1ul << 32) - 7), 15);
	}
#endif
}

/* M-mode reaches its devices, and S-mode those that it reached before. */
static void devices_of_m_mode(void)
{
	if (!option_given("alone")) {
		check_skip("the domain has regions for devices");
		return;
	}
	CHECK_EQ(HART_TRY(*(volatile u8 *)UART), HART_NO_TRAP);
	CHECK_EQ(HART_TRY(*(volatile u8 *)UART = 0), HART_NO_TRAP);
	CHECK(HART_TRY(*(volatile u32 *)PLIC) != HART_NO_TRAP);
}

const struct check_case check_cases[] = {
	{ "nothing answers", nothing_answers },
	{ "end of memory", end_of_memory },
	{ "reserved memory", reserved },
	{ "memory of others", domain },
	{ "every page", every_page },
	{ "devices", devices_of_m_mode },
	{ NULL, NULL },
};
