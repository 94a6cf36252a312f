// SPDX-License-Identifier: BSD-2-Clause
/* Names of registers. CSRs are those of the privileged specification. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <insn/csrs.h>
#include "io.h"
#include "registers.h"

enum { GPR = 0x1000, FPR = 0x1020, END = 0x1040 };

static const char *const abi_names[END - GPR] = {
	"zero", "ra",  "sp",   "gp",   "tp",  "t0",  "t1",   "t2",
	"s0",	"s1",  "a0",   "a1",   "a2",  "a3",  "a4",   "a5",
	"a6",	"a7",  "s2",   "s3",   "s4",  "s5",  "s6",   "s7",
	"s8",	"s9",  "s10",  "s11",  "t3",  "t4",  "t5",   "t6",
	"ft0",	"ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
	"fs0",	"fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
	"fa6",	"fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
	"fs8",	"fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

/* CSRs with a name of their own */
static const struct csr {
	u16 number;
	const char *name;
} csrs[] = {
#define NAMED(id, text, csr) { .number = (csr), .name = #text },
	INSN_CSRS(NAMED)
#undef NAMED
};

/* Numbered CSRs: name%u, with "h" after it for upper halves */
static const struct csr_row {
	u16 first;
	u16 count;
	u16 from; /* number of the first */
	const char *format;
} csr_rows[] = {
#define ROW(id, text, csr, num, index) { csr, num, index, text },
	INSN_CSR_ROWS(ROW)
#undef ROW
};

static void csr_name(u16 reg, char *name)
{
	const struct csr_row *row;
	size_t i;

	for (i = 0; i < array_size(csrs); i++) {
		if (csrs[i].number == reg) {
			snprintf(name, REGISTER_NAME, "%s", csrs[i].name);
			return;
		}
	}
	for (i = 0; i < array_size(csr_rows); i++) {
		row = &csr_rows[i];
		if (reg >= row->first && reg < row->first + row->count) {
			snprintf(name, REGISTER_NAME, row->format,
				 row->from + reg - row->first);
			return;
		}
	}
	snprintf(name, REGISTER_NAME, "csr_%#x", reg);
}

void register_name(u16 reg, char *name)
{
	if (reg < GPR)
		csr_name(reg, name);
	else if (reg < END)
		memcpy(name, abi_names[reg - GPR],
		       strlen(abi_names[reg - GPR]) + 1);
	else
		snprintf(name, REGISTER_NAME, "%#x", reg);
}

/* "x10", "f10": true also for a number without a register, which gives none */
static bool find_numbered(const char *name, u16 *reg)
{
	u64 number;

	if ((name[0] != 'x' && name[0] != 'f') || name[1] < '0' ||
	    name[1] > '9' || !parse_number(name + 1, &number) || number > 31)
		return false;
	*reg = (u16)((name[0] == 'x' ? GPR : FPR) + number);
	return true;
}

bool register_find(const char *name, u16 *reg)
{
	char known[REGISTER_NAME];
	u64 number;
	unsigned int i;

	if (parse_number(name, &number)) {
		*reg = (u16)number;
		return number < END;
	}
	if (find_numbered(name, reg))
		return true;
	if (!strcmp(name, "fp"))
		name = "s0";
	for (i = 0; i < END; i++) {
		register_name((u16)i, known);
		if (!strcmp(name, known)) {
			*reg = (u16)i;
			return true;
		}
	}
	return false;
}
