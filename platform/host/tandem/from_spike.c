// SPDX-License-Identifier: BSD-2-Clause
/*
 * Spike's log: "-l" writes the first and the last two of these lines, and
 * "--log-commits" the second.
 *
 *	core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0
 *	core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
 *	core   0: exception trap_illegal_instruction, epc 0x0000000080000010
 *	core   0:           tval 0x0000000000000000
 */
#include <insn/csrs.h>
#include <string.h>
#include <insn/opcodes.h>
#include "registers.h"
#include "convert.h"
#include "shown.h"

struct spike {
	struct tandem_convert *convert;
	u64 hart;
	bool has_hart;
	/* the last line without a mode: this instruction may trap */
	bool fetched;
	u64 fetched_pc;
	u32 fetched_insn;
	/* a trap, whose handler the next instruction shows */
	bool trapped, interrupt;
	bool by_insn; /* caused by the fetched instruction */
	u32 insn;
	u64 cause, epc, tval;
	/* fields that decide about modes, as far as the log has shown them */
	unsigned int mpp, spp; /* TANDEM_PRIV_UNKNOWN: not shown yet */
	u64 medeleg, mideleg, mtvec, stvec;
	/* mode after MRET or SRET, if that was the last instruction */
	unsigned int returns;
	struct tandem_shown shown; /* of the hart */
};

static const struct cause {
	const char *name;
	unsigned int cause;
} causes[] = {
	{ "trap_instruction_address_misaligned", 0 },
	{ "trap_instruction_access_fault", 1 },
	{ "trap_illegal_instruction", 2 },
	{ "trap_breakpoint", 3 },
	{ "trap_load_address_misaligned", 4 },
	{ "trap_load_access_fault", 5 },
	{ "trap_store_address_misaligned", 6 },
	{ "trap_store_access_fault", 7 },
	{ "trap_user_ecall", 8 },
	{ "trap_supervisor_ecall", 9 },
	{ "trap_virtual_supervisor_ecall", 10 },
	{ "trap_machine_ecall", 11 },
	{ "trap_instruction_page_fault", 12 },
	{ "trap_load_page_fault", 13 },
	{ "trap_store_page_fault", 15 },
	{ "trap_software_check", 18 },
	{ "trap_instruction_guest_page_fault", 20 },
	{ "trap_load_guest_page_fault", 21 },
	{ "trap_virtual_instruction", 22 },
	{ "trap_store_guest_page_fault", 23 },
};

/* The next word; NULL: end of the line */
static char *word(char **rest)
{
	return strtok_r(NULL, " \t", rest);
}

static u64 number(const struct spike *spike, const char *text, const char *what)
{
	u64 value;

	if (!text)
		tandem_convert_die(spike->convert, "%s is missing", what);
	if (!parse_number(text, &value))
		tandem_convert_die(spike->convert, "%s is '%s', not a number",
				   what, text);
	return value;
}

/* "(0x00000297)" */
static u32 insn_word(const struct spike *spike, char *text)
{
	size_t length = text ? strlen(text) : 0;
	u64 value;

	if (length > 2 && text[0] == '(' && text[length - 1] == ')') {
		text[length - 1] = '\0';
		if (parse_number(text + 1, &value) && value <= UINT32_MAX)
			return (u32)value;
	}
	tandem_convert_die(spike->convert,
			   "after the pc comes the instruction, (0x...)");
}

/* --- modes ---------------------------------------------------------------- */

/* The mode that trapped: an ecall's cause has it, or the instruction before. */
static unsigned int caller_mode(const struct spike *spike)
{
	if (!spike->interrupt && spike->cause >= 8 && spike->cause <= 11)
		return (unsigned int)spike->cause - 8;
	return spike->returns != TANDEM_PRIV_UNKNOWN ? spike->returns :
						       spike->convert->priv;
}

/* The mode that takes a trap, if its first instruction does not show it. */
static unsigned int handler_mode(const struct spike *spike, unsigned int from)
{
	u64 deleg = spike->interrupt ? spike->mideleg : spike->medeleg;

	return from != 3 && deleg >> (spike->cause & 63) & 1 ? 1 : 3;
}

static u64 handler_pc(const struct spike *spike, unsigned int mode)
{
	u64 tvec = mode == 3 ? spike->mtvec : spike->stvec;
	u64 base = tvec & ~3ull;

	return spike->interrupt && tvec & 1 ? base + 4 * spike->cause : base;
}

/* Traps change MPP and SPP without a line in the log. */
static void note_trap(struct spike *spike, unsigned int from, unsigned int to)
{
	if (to == 3)
		spike->mpp = from;
	else
		spike->spp = from;
	spike->returns = TANDEM_PRIV_UNKNOWN;
}

static void note_csr(struct spike *spike, u16 csr, u64 value)
{
	switch (csr) {
	case CSR_MSTATUS:
		spike->mpp = (unsigned int)(value >> 11 & 3);
		spike->spp = (unsigned int)(value >> 8 & 1);
		break;
	case CSR_SSTATUS:
		spike->spp = (unsigned int)(value >> 8 & 1);
		break;
	case CSR_MEDELEG:
		spike->medeleg = value;
		break;
	case CSR_MIDELEG:
		spike->mideleg = value;
		break;
	case CSR_MTVEC:
		spike->mtvec = value;
		break;
	case CSR_STVEC:
		spike->stvec = value;
		break;
	default:
		break;
	}
}

/* The mode to which MRET and SRET return. */
static unsigned int returns_to(const struct spike *spike, u32 insn)
{
	if (insn == CODE_MRET)
		return spike->mpp;
	return insn == CODE_SRET ? spike->spp : TANDEM_PRIV_UNKNOWN;
}

/* Add changes of a trap, without xstatus, which the log lacks */
static void settle_trap(struct spike *spike, u64 pc, unsigned int priv)
{
	struct tandem_convert *convert = spike->convert;
	const unsigned int xlen = convert->trace->params.xlen;
	const unsigned int from = caller_mode(spike);
	const bool by_m = priv == 3;
	const struct tandem_element changes[] = {
		tandem_reg(by_m ? CSR_MEPC : CSR_SEPC, spike->epc),
		tandem_reg(by_m ? CSR_MCAUSE : CSR_SCAUSE,
			   spike->cause | (u64)spike->interrupt << (xlen - 1)),
		tandem_reg(by_m ? CSR_MTVAL : CSR_STVAL, spike->tval),
	};
	unsigned int i;

	if (spike->by_insn) {
		tandem_convert_insn(convert, spike->epc, spike->insn, from);
		for (i = 0; i < array_size(changes); i++)
			tandem_convert_add(convert, changes[i]);
		tandem_convert_trapped(convert);
	} else {
		tandem_convert_lead(convert, spike->epc, from);
		tandem_convert_trap(convert, pc, priv, changes,
				    array_size(changes));
	}
	note_trap(spike, from, priv);
	spike->trapped = false;
}

/* --- lines ---------------------------------------------------------------- */

enum { REGISTER_ROOM = 8 };

/* Join "x 5" of Spike before 2020 to "x5". */
static char *whole_name(char *name, char *room, char **rest)
{
	char *digit;

	if ((name[0] != 'x' && name[0] != 'f') || name[1])
		return name;
	digit = word(rest);
	snprintf(room, REGISTER_ROOM, "%c%.3s", name[0], digit ? digit : "");
	return room;
}

/* "x5 0x...", "f10 0x...", "c768_mstatus 0x..." */
static void register_change(struct spike *spike, u32 insn, char *name,
			    char **rest)
{
	char room[REGISTER_ROOM], *end;
	u64 csr, value;
	u16 reg;

	name = whole_name(name, room, rest);
	value = number(spike, word(rest), name);
	end = strchr(name, '_');
	if (end)
		*end = '\0';
	if (name[0] == 'c' && parse_number(name + 1, &csr) && csr < 0x1000)
		reg = (u16)csr;
	else if ((name[0] != 'x' && name[0] != 'f') ||
		 !register_find(name, &reg))
		tandem_convert_die(spike->convert, "there is no register '%s'",
				   name);
	/* the log has a write of mip also as one of mvip, with and without
	 * AIA */
	if (reg == CSR_MVIP)
		return;
	note_csr(spike, reg, value);
	tandem_shown_csr(&spike->shown, reg, value);
	if (reg >= TANDEM_GPR(0) && insn_is_csr(insn))
		tandem_shown_read(&spike->shown, insn_csr(insn), value);
	tandem_convert_add(spike->convert, tandem_reg(reg, value));
}

/* "mem ADDRESS" of a load, "mem ADDRESS DATA" of a store */
static void memory_access(struct spike *spike, u32 insn, char **rest)
{
	u64 address = number(spike, word(rest), "the address of mem"), data = 0;
	char *text = *rest ? *rest + strspn(*rest, " \t") : NULL;
	bool store = text && text[0] == '0';
	size_t digits = 2;

	if (store) {
		text = word(rest);
		digits = strlen(text) - 2;
		data = number(spike, text, "the data of mem");
	}
	if (digits != 2 && digits != 4 && digits != 8 && digits != 16)
		tandem_convert_die(spike->convert,
				   "'%s' has %zu digits, not those "
				   "of 8, 16, 32 or 64 bits",
				   text, digits);
	tandem_shown_access(&spike->shown, insn, address);
	if (digits == 16)
		tandem_shown_store(&spike->shown, data);
	tandem_convert_access(spike->convert, address, 4 * (unsigned int)digits,
			      store, data);
}

/* Instructions for blocks of a cache */
static bool is_cbo(u32 insn)
{
	return (insn & 0x707f) == 0x200f;
}

static void skip_access(char **rest)
{
	word(rest);
	if (*rest && (*rest)[strspn(*rest, " \t")] == '0')
		word(rest);
}

static const char *preset(const struct spike *spike)
{
	return spike->convert->trace->params.xlen == 32 ? "spike-rv32" :
							  "spike-rv64";
}

static void start(struct spike *spike, unsigned int xlen)
{
	struct tandem_trace *trace = spike->convert->trace;

	/* Spike writes f registers with the width of its longest format. */
	if (!trace->has_flen)
		trace->params.flen = 64;
	trace->has_flen = true;
	tandem_convert_start(spike->convert, xlen);
	tandem_shown_begin(&spike->shown, preset(spike));
}

static void commit(struct spike *spike, unsigned int priv, char **rest)
{
	char *text = word(rest), *name;
	u64 pc = number(spike, text, "the pc");
	u32 insn = insn_word(spike, word(rest));

	if (!spike->convert->encoder.buf)
		start(spike, strlen(text) > 10 ? 64 : 32);
	if (spike->trapped)
		settle_trap(spike, pc, priv);
	tandem_convert_insn(spike->convert, pc, insn, priv);
	tandem_shown_insn(&spike->shown, insn);
	spike->fetched = false;
	spike->returns = returns_to(spike, insn);
	while ((name = word(rest))) {
		if (!strcmp(name, "mem") && is_cbo(insn))
			skip_access(rest); /* its block, byte by byte */
		else if (!strcmp(name, "mem"))
			memory_access(spike, insn, rest);
		else if (name[0] == 'e' || name[0] == 'm' || name[0] == 'l')
			continue; /* of vector registers: width and length */
		else if (name[0] == 'v' && word(rest))
			spike->convert->left_out++;
		else
			register_change(spike, insn, name, rest);
	}
}

static unsigned int find_cause(const struct spike *spike, char *name)
{
	size_t i;

	if (name)
		name[strcspn(name, ",")] = '\0';
	for (i = 0; name && i < array_size(causes); i++) {
		if (!strcmp(name, causes[i].name))
			return causes[i].cause;
	}
	tandem_convert_die(spike->convert, "unknown exception '%s'",
			   name ? name : "");
}

/* The handler's first instruction was not executed. */
static void settle_again(struct spike *spike)
{
	unsigned int mode = handler_mode(spike, caller_mode(spike));
	u64 pc = handler_pc(spike, mode);

	if (!pc || caller_mode(spike) == TANDEM_PRIV_UNKNOWN)
		tandem_convert_die(
			spike->convert,
			"two traps without an instruction between them: "
			"the mode that took the first is not known");
	settle_trap(spike, pc, mode);
	tandem_convert_lead(spike->convert, pc, mode);
}

static void trap(struct spike *spike, char **rest)
{
	char *name = word(rest), *at;

	if (spike->trapped)
		settle_again(spike);
	spike->interrupt = name && !strcmp(name, "interrupt");
	if (spike->interrupt) {
		name = word(rest);
		if (!name || name[0] != '#')
			tandem_convert_die(spike->convert,
					   "an interrupt without #number");
		name[strcspn(name, ",")] = '\0';
		spike->cause = number(spike, name + 1, "an interrupt's number");
	} else {
		spike->cause = find_cause(spike, name);
		tandem_shown_trap(&spike->shown, spike->cause);
	}
	at = word(rest);
	if (!at || strcmp(at, "epc") != 0)
		tandem_convert_die(spike->convert, "an exception without epc");
	spike->epc = number(spike, word(rest), "epc");
	spike->tval = 0;
	spike->trapped = true;
	spike->by_insn = spike->fetched && spike->fetched_pc == spike->epc &&
			 !spike->interrupt;
	spike->insn = spike->fetched_insn;
}

/* Without a mode: a line of "-l", written before the execution */
static void fetch(struct spike *spike, const char *pc, char **rest)
{
	spike->fetched = true;
	spike->fetched_pc = number(spike, pc, "the pc");
	spike->fetched_insn = insn_word(spike, word(rest));
}

static void read_line(struct spike *spike, char *line)
{
	char *rest = NULL, *text = strtok_r(line, " \t", &rest);
	u64 hart;

	if (!text || strcmp(text, "core") != 0)
		tandem_convert_die(spike->convert, "lines start with 'core'");
	text = word(&rest);
	if (text && strlen(text) > 1)
		text[strlen(text) - 1] = '\0';
	hart = number(spike, text, "the number of the core");
	if (!spike->has_hart)
		spike->hart = hart;
	spike->has_hart = true;
	if (hart != spike->hart)
		tandem_convert_die(
			spike->convert,
			"core %llu after core %llu: a tandem trace is of "
			"one hart; take out the others' lines with grep",
			(unsigned long long)hart,
			(unsigned long long)spike->hart);
	text = word(&rest);
	if (!text)
		tandem_convert_die(spike->convert, "nothing but a core");
	if (!strcmp(text, "exception"))
		trap(spike, &rest);
	else if (!strcmp(text, "tval"))
		spike->tval = number(spike, word(&rest), "tval");
	else if (text[0] == '0' && text[1] == 'x')
		fetch(spike, text, &rest);
	else if (text[0] >= '0' && text[0] <= '3' && !text[1])
		commit(spike, (unsigned int)(text[0] - '0'), &rest);
	else if (text[0] != '>' && /* names of functions */
		 strcmp(text, "trigger") != 0 && strcmp(text, "Executed") != 0)
		tandem_convert_die(spike->convert,
				   "'%s' is no mode, pc, exception or tval",
				   text);
}

static void say(void *user, const char *line)
{
	tandem_convert_absent(user, line);
}

/* Spike's log lacks --isa, but shows effects of extensions. */
static void say_hart(const struct spike *spike)
{
	char name[TANDEM_SHOWN_NAME], line[TANDEM_SHOWN_NAME + 16];

	if (tandem_shown_name(&spike->shown, preset(spike), name))
		complain("by its instructions the hart is %s", name);
	snprintf(line, sizeof(line), "hart-model %s", name);
	tandem_convert_absent(spike->convert, line);
	tandem_shown_initial(&spike->shown, name, say, spike->convert);
}

void tandem_from_spike(struct tandem_convert *convert, char *line)
{
	static struct spike spike;

	spike.convert = convert;
	spike.mpp = TANDEM_PRIV_UNKNOWN;
	spike.spp = TANDEM_PRIV_UNKNOWN;
	spike.returns = TANDEM_PRIV_UNKNOWN;

	do {
		if (line[strspn(line, " \t")])
			read_line(&spike, line);
		line = lines_next(&convert->lines);
	} while (line);
	convert->cut = convert->lines.cut;
	if (!convert->encoder.buf)
		die("'%s' has no commits; run Spike with --log-commits",
		    convert->lines.in.name);
	if (spike.trapped)
		convert->left_out++;
	say_hart(&spike);
	/* start of Spike's memory; all its devices are below */
	tandem_convert_absent(convert, "ram 0x80000000 0x80000000");
	/* at first all accesses are permitted, without a write in the log */
	tandem_convert_absent(convert,
			      convert->trace->params.xlen == 32 ?
				      "initial pmpaddr0=0xffffffff" :
				      "initial pmpaddr0=0x3fffffffffffff");
	/* the log of a trap lacks xstatus, and mip is never in the log */
	tandem_convert_absent(convert, "absent mstatus");
	if (convert->trace->params.xlen == 32)
		tandem_convert_absent(convert, "absent mstatush");
	tandem_convert_absent(convert, "mip-unknown yes");
}
