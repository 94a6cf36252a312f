// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sizes of groups: Appendix D of the specification. Its table is for an older
 * layout. In every row with an instruction the printed size is 4 bytes greater
 * than that of the layout of chapter 2, as if an instruction took 9 bytes;
 * "branch, jump" is another 6 greater. Only "interrupt" is as printed.
 */
#include <tandem/tandem.h>

#include "tandem_rows.h"
#include "unit.h"

/* Elements, with the table's words; one bit each */
enum {
	INC = 1 << 0, /* "pc": increment */
	PC = 1 << 1,  /* "pc": full value */
	INSTR = 1 << 2,
	GPR = 1 << 3,
	FPR = 1 << 4,
	CSR = 1 << 5,
	XEPC = 1 << 6, /* xepc, xcause, xstatus and xtval */
	FCSR = 1 << 7, /* by OR */
	PADDR = 1 << 8,
	EADDR = 1 << 9,
	MEMDATA = 1 << 10,
	PRIV = 1 << 11,
};

static const struct row {
	const char *category;
	unsigned int elements;
	unsigned int printed;
	unsigned int bytes;
} rows[] = {
	{ "integer computation", INC | INSTR | GPR, 23, 19 },
	{ "nop", INC | INSTR, 12, 8 },
	{ "branch, jump", PC | INSTR, 27, 17 },
	{ "branch and link, jump and link", PC | INSTR | GPR, 32, 28 },
	{ "load", INC | INSTR | GPR | PADDR, 33, 29 },
	{ "load (virtual address)", INC | INSTR | GPR | PADDR | EADDR, 43, 39 },
	{ "store", INC | INSTR | PADDR | MEMDATA, 32, 28 },
	{ "store (virtual address)", INC | INSTR | PADDR | EADDR | MEMDATA, 42,
	  38 },
	{ "sc, amo", INC | INSTR | GPR | PADDR | EADDR | MEMDATA, 53, 49 },
	{ "csr read-write", INC | INSTR | CSR | GPR, 34, 30 },
	{ "csr read only", INC | INSTR | GPR, 23, 19 },
	{ "csr write only", INC | INSTR | CSR, 23, 19 },
	{ "floating point computation", INC | INSTR | FPR | FCSR, 27, 23 },
	{ "floating point move", INC | INSTR | GPR, 23, 19 },
	{ "floating point conversion", INC | INSTR | GPR | FCSR, 27, 23 },
	{ "floating point load", INC | INSTR | FPR | PADDR | EADDR, 43, 39 },
	{ "floating point store", INC | INSTR | PADDR | EADDR | MEMDATA, 42,
	  38 },
	{ "interrupt", PC | XEPC | PRIV, 59, 59 },
	{ "exception", PC | INSTR | XEPC | PRIV, 68, 64 },
};

/* Elements in the order of the bits; XEPC means four */
static unsigned int make(unsigned int elements, struct tandem_element *el)
{
	const struct tandem_element fcsr = { .op = TANDEM_REGOR,
					     .reg = TANDEM_CSR(3),
					     .value = 1 };
	const struct tandem_element all[] = {
		tandem_plain(TANDEM_INCPC),
		tandem_state(TANDEM_PC, 0x10000),
		tandem_insn(32, 0x13),
		tandem_reg(TANDEM_GPR(3), 0x1234),
		tandem_reg(TANDEM_FPR(7), ~0ull),
		tandem_reg(TANDEM_CSR(0x304), 0x880),
		tandem_reg(TANDEM_CSR(0x341), 0x81234),
		fcsr,
		tandem_state(TANDEM_PADDR, 0x1000008),
		tandem_state(TANDEM_EADDR, 0x1000008),
		tandem_state(TANDEM_SDATA64, 5),
		tandem_state(TANDEM_PRIV, 3),
	};
	unsigned int i, num = 0;

	for (i = 0; i < array_size(all); i++)
		if (elements >> i & 1)
			el[num++] = all[i];
	if (elements & XEPC) {
		el[num++] = tandem_reg(TANDEM_CSR(0x342), 2);
		el[num++] = tandem_reg(TANDEM_CSR(0x300), 0xa000018b0);
		el[num++] = tandem_reg(TANDEM_CSR(0x343), 0);
	}
	return num;
}

static void size_appendix_d(void)
{
	static struct tandem_encoder encoder;
	struct tandem_element el[16];
	unsigned int i, num, less;
	u8 bytes[128];

	for (i = 0; i < array_size(rows); i++) {
		num = make(rows[i].elements, el);
		tandem_encoder_init(&encoder, &tandem_rv64, bytes,
				    sizeof(bytes));
		CHECK_EQ(rows[i].category,
			 tandem_encoder_group(&encoder, el, num), TANDEM_OK);
		CHECK_EQ(rows[i].category, encoder.used, rows[i].bytes);
		less = rows[i].elements & INSTR ? 4 : 0;
		if (rows[i].elements == (PC | INSTR))
			less += 6;
		CHECK_EQ(rows[i].category, rows[i].printed - less,
			 rows[i].bytes);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(size_appendix_d, UNIT_ONE),
};

UNIT_MAIN("tandem_size", tests)
