// SPDX-License-Identifier: BSD-2-Clause
/*
 * RVFI, the RISC-V Formal Interface, as text: a line for each retired
 * instruction, either "rvfi_order=0 rvfi_insn=0x297 rvfi_pc_rdata=0x80000000 ..."
 * or comma-separated values below a line with the names.
 */
#include <insn/csrs.h>
#include <string.h>
#include "base/bits.h"
#include "registers.h"
#include "convert.h"

enum { COLUMNS = 256, CSRS = 32 };

/* Signals in use. Masks have a bit for each byte. */
enum signal {
	VALID,
	ORDER,
	INSN,
	TRAP,
	INTR,
	MODE,
	RD_ADDR,
	RD_WDATA,
	FRD_ADDR,
	FRD_WVALID,
	FRD_WDATA,
	PC_RDATA,
	PC_WDATA,
	MEM_ADDR,
	MEM_RMASK,
	MEM_WMASK,
	MEM_WDATA,
	SIGNALS,
	OTHER, /* signals without use, such as rs1_rdata */
	CSR_WMASK,
	CSR_WDATA,
};

static const struct {
	const char *name;
	bool decimal; /* if it has no 0x */
} signals[SIGNALS] = {
	[VALID] = { "valid", true },
	[ORDER] = { "order", true },
	[INSN] = { "insn", false },
	[TRAP] = { "trap", true },
	[INTR] = { "intr", true },
	[MODE] = { "mode", true },
	[RD_ADDR] = { "rd_addr", true },
	[RD_WDATA] = { "rd_wdata", false },
	[FRD_ADDR] = { "frd_addr", true },
	[FRD_WVALID] = { "frd_wvalid", true },
	[FRD_WDATA] = { "frd_wdata", false },
	[PC_RDATA] = { "pc_rdata", false },
	[PC_WDATA] = { "pc_wdata", false },
	[MEM_ADDR] = { "mem_addr", false },
	[MEM_RMASK] = { "mem_rmask", false },
	[MEM_WMASK] = { "mem_wmask", false },
	[MEM_WDATA] = { "mem_wdata", false },
};

struct csr {
	u16 reg;
	u64 wmask, wdata;
};

struct rvfi {
	struct tandem_convert *convert;
	bool csv;
	struct column {
		enum signal signal;
		u16 reg;   /* of a CSR */
	} column[COLUMNS]; /* from the line with names */
	size_t columns;

	/* one line */
	u64 value[SIGNALS];
	u32 has; /* bit n: signal n has a column */
	struct csr csr[CSRS];
	size_t num_csrs;

	/* all lines */
	u32 any; /* signals that had columns */
	bool any_csr;
	u32 told; /* bit n: implicit[n] has a column */

	/* the line before */
	bool has_order, has_next;
	u64 order, next;
};

/* "rvfi_csr_mstatus_wmask" */
static struct column csr_column(const struct rvfi *r, char *name)
{
	struct column column = { .signal = OTHER };
	char *end = strrchr(name, '_');

	if (!end)
		return column;
	if (!strcmp(end, "_wmask"))
		column.signal = CSR_WMASK;
	else if (!strcmp(end, "_wdata"))
		column.signal = CSR_WDATA;
	*end = '\0';
	if (column.signal != OTHER && !register_find(name, &column.reg))
		tandem_convert_die(r->convert, "there is no CSR '%s'", name);
	return column;
}

static struct column find_column(const struct rvfi *r, char *name)
{
	struct column column = { .signal = OTHER };
	unsigned int i;

	if (!strncmp(name, "rvfi_", 5))
		name += 5;
	if (!strncmp(name, "csr_", 4))
		return csr_column(r, name + 4);
	for (i = 0; i < SIGNALS; i++) {
		if (!strcmp(name, signals[i].name))
			column.signal = (enum signal)i;
	}
	return column;
}

static struct csr *find_csr(struct rvfi *r, u16 reg)
{
	size_t i;

	for (i = 0; i < r->num_csrs; i++) {
		if (r->csr[i].reg == reg)
			return &r->csr[i];
	}
	if (i == CSRS)
		tandem_convert_die(r->convert, "more than %d CSRs", CSRS);
	r->num_csrs++;
	r->csr[i] = (struct csr){ .reg = reg };
	return &r->csr[i];
}

/* Hexadecimal without 0x; counters are decimal */
static u64 parse_value(const struct rvfi *r, const struct column *column,
		       const char *text)
{
	char hex[24];
	u64 value;

	snprintf(hex, sizeof(hex), "%s%s",
		 (text[0] == '0' && (text[1] | 0x20) == 'x') ||
				 (column->signal < SIGNALS &&
				  signals[column->signal].decimal) ?
			 "" :
			 "0x",
		 text);
	if (strlen(text) > 18 || !parse_number(hex, &value))
		tandem_convert_die(r->convert, "'%s' is not a number", text);
	return value;
}

static void take(struct rvfi *r, const struct column *column, const char *text)
{
	u64 value;

	if (column->signal == OTHER || !text[0])
		return;
	value = parse_value(r, column, text);
	if (column->signal == CSR_WMASK) {
		find_csr(r, column->reg)->wmask = value;
	} else if (column->signal == CSR_WDATA) {
		find_csr(r, column->reg)->wdata = value;
	} else {
		r->value[column->signal] = value;
		r->has |= 1u << column->signal;
	}
}

static char *trim(char *text)
{
	size_t length;

	text += strspn(text, " \t");
	length = strlen(text);
	while (length && strchr(" \t\"", text[length - 1]))
		text[--length] = '\0';
	return text[0] == '"' ? text + 1 : text;
}

static void read_names(struct rvfi *r, char *line)
{
	char *name;

	while ((name = strsep(&line, ","))) {
		if (r->columns == COLUMNS)
			tandem_convert_die(r->convert, "more than %d columns",
					   COLUMNS);
		r->column[r->columns++] = find_column(r, trim(name));
	}
}

static void read_csv(struct rvfi *r, char *line)
{
	size_t i = 0;
	char *text;

	while ((text = strsep(&line, ","))) {
		if (i == r->columns)
			tandem_convert_die(r->convert, "more than %zu values",
					   r->columns);
		take(r, &r->column[i++], trim(text));
	}
	if (i != r->columns)
		tandem_convert_die(r->convert, "%zu values for %zu names", i,
				   r->columns);
}

static void read_pairs(struct rvfi *r, char *line)
{
	char *pair, *value, *rest = NULL;
	struct column column;

	for (pair = strtok_r(line, " \t,;", &rest); pair;
	     pair = strtok_r(NULL, " \t,;", &rest)) {
		value = strchr(pair, '=');
		if (!value)
			tandem_convert_die(r->convert, "'%s' is no KEY=VALUE",
					   pair);
		*value++ = '\0';
		column = find_column(r, pair);
		take(r, &column, value);
	}
}

static bool has(const struct rvfi *r, enum signal signal)
{
	return r->has >> signal & 1;
}

static void need(const struct rvfi *r, enum signal signal)
{
	if (!has(r, signal))
		tandem_convert_die(r->convert, "rvfi_%s is missing",
				   signals[signal].name);
}

/* Bytes of a mask without holes, and the first of them */
static void access_of(struct rvfi *r, enum signal signal)
{
	u64 mask = r->value[signal], data = r->value[MEM_WDATA];
	unsigned int first, bytes;

	if (!mask)
		return;
	need(r, MEM_ADDR);
	first = bits_ffs64(mask);
	mask >>= first;
	bytes = bits_fls64(mask) + 1;
	if (mask != bits_low64(bytes) || bytes > 8 || (bytes & (bytes - 1)))
		tandem_convert_die(r->convert,
				   "rvfi_%s is not 1, 2, 4 or 8 bytes in a row",
				   signals[signal].name);
	if (signal == MEM_WMASK)
		need(r, MEM_WDATA);
	tandem_convert_access(r->convert, r->value[MEM_ADDR] + first, 8 * bytes,
			      signal == MEM_WMASK,
			      data >> (8 * first) & bits_low64(8 * bytes));
}

static void add_changes(struct rvfi *r)
{
	struct tandem_convert *convert = r->convert;
	size_t i;

	if (r->value[RD_ADDR] && !r->value[TRAP]) {
		need(r, RD_WDATA);
		if (r->value[RD_ADDR] > 31)
			tandem_convert_die(
				convert, "there is no x%llu",
				(unsigned long long)r->value[RD_ADDR]);
		tandem_convert_add(convert,
				   tandem_reg(TANDEM_GPR(r->value[RD_ADDR]),
					      r->value[RD_WDATA]));
	}
	if (r->value[FRD_WVALID] && !r->value[TRAP])
		tandem_convert_add(
			convert, tandem_reg(TANDEM_FPR(r->value[FRD_ADDR] & 31),
					    r->value[FRD_WDATA]));
	for (i = 0; i < r->num_csrs; i++) {
		if (r->csr[i].wmask)
			tandem_convert_add(
				convert,
				tandem_reg(r->csr[i].reg, r->csr[i].wdata));
	}
	if (r->value[MEM_RMASK])
		access_of(r, MEM_RMASK);
	access_of(r, MEM_WMASK);
}

/* The next instruction is at another place: an interrupt came between */
static void interrupt(struct rvfi *r, unsigned int priv)
{
	u64 pc = r->value[PC_RDATA];

	if (!r->has_next || pc == r->next)
		return;
	if (!r->value[INTR])
		tandem_convert_die(
			r->convert,
			"rvfi_pc_rdata is %#llx; rvfi_pc_wdata before it "
			"was %#llx, and rvfi_intr is not set",
			(unsigned long long)pc, (unsigned long long)r->next);
	tandem_convert_lead(r->convert, r->next, TANDEM_PRIV_UNKNOWN);
	tandem_convert_trap(r->convert, pc, priv, NULL, 0);
}

static void check_order(struct rvfi *r)
{
	if (!has(r, ORDER))
		return;
	if (r->has_order && r->value[ORDER] != r->order + 1)
		tandem_convert_die(r->convert, "rvfi_order %llu follows %llu",
				   (unsigned long long)r->value[ORDER],
				   (unsigned long long)r->order);
	r->has_order = true;
	r->order = r->value[ORDER];
}

static void retire(struct rvfi *r)
{
	unsigned int priv = TANDEM_PRIV_UNKNOWN;

	if (has(r, VALID) && !r->value[VALID])
		return;
	need(r, INSN);
	need(r, PC_RDATA);
	if (r->value[INSN] > UINT32_MAX)
		tandem_convert_die(r->convert,
				   "an instruction of more than 32 bits");
	check_order(r);
	if (has(r, MODE))
		priv = (unsigned int)r->value[MODE] & 3;
	interrupt(r, priv);
	tandem_convert_insn(r->convert, r->value[PC_RDATA], (u32)r->value[INSN],
			    priv);
	add_changes(r);
	if (r->value[TRAP])
		tandem_convert_trapped(r->convert);
	r->has_next = has(r, PC_WDATA);
	r->next = r->value[PC_WDATA];
}

/* CSRs that change without an instruction for them */
static const struct {
	const char *name;
	u16 reg;
} implicit[] = {
	{ "fcsr", CSR_FCSR },	  { "mstatus", CSR_MSTATUS },
	{ "mepc", CSR_MEPC },	  { "mcause", CSR_MCAUSE },
	{ "mtval", CSR_MTVAL },	  { "sepc", CSR_SEPC },
	{ "scause", CSR_SCAUSE }, { "stval", CSR_STVAL },
};

static void note_csrs(struct rvfi *r)
{
	size_t i, n;

	r->any_csr |= r->num_csrs != 0;
	for (n = 0; n < r->num_csrs; n++) {
		for (i = 0; i < array_size(implicit); i++)
			if (r->csr[n].reg == implicit[i].reg)
				r->told |= 1u << i;
	}
}

static void read_line(struct rvfi *r, char *line)
{
	if (!line[strspn(line, " \t,")] || line[0] == '#')
		return;
	memset(r->value, 0, sizeof(r->value));
	r->has = 0;
	r->num_csrs = 0;
	if (r->csv)
		read_csv(r, line);
	else
		read_pairs(r, line);
	r->any |= r->has;
	note_csrs(r);
	retire(r);
}

/* Report CSRs without a column: RVFI has no other way to show them. */
static void say_absent(const struct rvfi *r)
{
	char line[32];
	size_t i;

	if (!r->any_csr)
		tandem_convert_absent(r->convert, "absent csr");
	for (i = 0; r->any_csr && i < array_size(implicit); i++) {
		snprintf(line, sizeof(line), "absent %s", implicit[i].name);
		if (!(r->told >> i & 1))
			tandem_convert_absent(r->convert, line);
	}
	if (!(r->any >> FRD_WDATA & 1))
		tandem_convert_absent(r->convert, "absent fpr");
	if (!(r->any >> MODE & 1))
		tandem_convert_absent(r->convert, "absent priv");
	tandem_convert_absent(r->convert, "mip-unknown yes");
}

void tandem_from_rvfi(struct tandem_convert *convert, char *line)
{
	static struct rvfi r;

	r.convert = convert;
	r.csv = !strchr(line, '=');
	tandem_convert_start(convert, 0);
	if (r.csv) {
		read_names(&r, line);
		line = lines_next(&convert->lines);
	}
	while (line) {
		read_line(&r, line);
		line = lines_next(&convert->lines);
	}
	say_absent(&r);
	if (r.has_next)
		tandem_convert_lead(convert, r.next, TANDEM_PRIV_UNKNOWN);
}
