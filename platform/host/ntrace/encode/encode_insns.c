// SPDX-License-Identifier: BSD-2-Clause
/* encode: executed instructions, line by line, become the ingress port's blocks. */
#include <string.h>
#include "encode.h"
#include "straight.h"

struct feeder {
	struct nt_encode *encode;
	struct lines lines;
	struct ntrace_block block;	/* the growing block; iretire 0: none */
	u32 insns;			/* in it */
	struct nt_insn insn;		/* the last one, not in the block yet */
	struct nt_straights *straights; /* NULL: blocks may end anywhere */
	bool waiting;			/* there is such an instruction */
	u64 time;
	u64 tval;   /* of the next trap */
	u8 ecause;  /* likewise */
	u32 impdef; /* of all blocks from now on */
	u8 priv;
	u64 skipped; /* addresses before the first known one */
};

/* A longer block is cut, so that periodic synchronization keeps its period. */
enum { BLOCK_MAX = 256 };

static void __attribute__((noreturn))
fail(const struct feeder *feeder, const char *what)
{
	die("'%s', line %llu: %s", feeder->lines.in.name,
	    (unsigned long long)feeder->lines.number, what);
}

static void send_block(struct feeder *feeder, const struct ntrace_block *block)
{
	struct nt_encode *encode = feeder->encode;

	while (!ntrace_emit_blocks(&encode->emit, block, 1))
		nt_encode_drain(encode);
}

/* Add the hart's state to a block. */
static void complete_block(const struct feeder *feeder,
			   struct ntrace_block *block, enum insn_itype itype)
{
	block->itype = (u8)itype;
	block->priv = feeder->priv;
	block->time = feeder->time;
	block->impdef = feeder->impdef;
	block->ecause = feeder->ecause;
	block->tval = feeder->tval;
}

/* Send a trap in place of the instruction at an address. */
static void send_trap(struct feeder *feeder, u64 address, enum insn_itype itype)
{
	struct ntrace_block block = { .iaddr = address };

	complete_block(feeder, &block, itype);
	send_block(feeder, &block);
}

/* End the growing block with the effect of its last instruction. */
static void end_block(struct feeder *feeder, enum insn_itype itype)
{
	struct ntrace_block *block = &feeder->block;

	if (!block->iretire)
		return;
	complete_block(feeder, block, itype);
	block->cycles = feeder->insns;
	send_block(feeder, block);
	block->iretire = 0;
	feeder->insns = 0;
}

static enum insn_itype itype_of(const struct nt_insn *insn)
{
	switch (insn->end) {
	case NTRACE_END_BRANCH:
		return insn->not_taken ? INSN_ITYPE_BRANCH_NOT_TAKEN :
					 INSN_ITYPE_BRANCH_TAKEN;
	case NTRACE_END_JUMP:
		return INSN_ITYPE_JUMP;
	case NTRACE_END_CALL:
		return INSN_ITYPE_CALL;
	case NTRACE_END_JUMP_INDIRECT:
	case NTRACE_END_JUMP_SEQUENTIAL:
		return INSN_ITYPE_JUMP_INDIRECT;
	case NTRACE_END_CALL_INDIRECT:
	case NTRACE_END_CALL_SEQUENTIAL:
		return INSN_ITYPE_CALL_INDIRECT;
	case NTRACE_END_RETURN:
		return INSN_ITYPE_RETURN;
	case NTRACE_END_SWAP:
		return INSN_ITYPE_SWAP;
	case NTRACE_END_TRAP_RETURN:
		return INSN_ITYPE_TRAP_RETURN;
	default:
		return INSN_ITYPE_NONE;
	}
}

/* Append the last instruction to the block, and end the block if it has to. */
static void retire(struct feeder *feeder)
{
	const struct nt_insn *insn = &feeder->insn;
	enum insn_itype itype = itype_of(insn);
	struct ntrace_block *block = &feeder->block;

	if (!feeder->waiting)
		return;
	feeder->waiting = false;
	if (nt_encode_is_edge(feeder->encode, insn->address))
		end_block(feeder, INSN_ITYPE_NONE);
	if (!block->iretire)
		block->iaddr = insn->address;
	block->iretire += insn->bytes / 2;
	block->ilastsize = insn->bytes / 2;
	block->sijump = insn->end == NTRACE_END_JUMP_SEQUENTIAL ||
			insn->end == NTRACE_END_CALL_SEQUENTIAL;
	feeder->insns++;
	feeder->encode->insns++;
	if (itype != INSN_ITYPE_NONE || block->iretire >= BLOCK_MAX)
		end_block(feeder, itype);
}

/* The next instruction is at an address: find the effect of the last one. */
static void go_on(struct feeder *feeder, u64 address)
{
	struct nt_insn *insn = &feeder->insn;
	bool next = address == insn->address + insn->bytes;
	bool linear;

	if (!feeder->waiting)
		return;
	linear = itype_of(insn) == INSN_ITYPE_NONE ||
		 itype_of(insn) == INSN_ITYPE_BRANCH_NOT_TAKEN;
	retire(feeder);
	if (next || !linear)
		return;
	/* Execution left without a jump: only an interrupt does that */
	if (feeder->block.iretire) {
		end_block(feeder, INSN_ITYPE_INTERRUPT);
		return;
	}
	send_trap(feeder, insn->address + insn->bytes, INSN_ITYPE_INTERRUPT);
}

/* Get the kind of an instruction from the program. */
static bool look_up(struct feeder *feeder, struct nt_insn *insn)
{
	const struct nt_program *program = &feeder->encode->program;

	if (!program->num_images)
		fail(feeder, "a list of addresses needs --image for the types "
			     "of instructions");
	if (nt_insn_look_up(program, insn))
		return true;
	/* Simulators list their boot code, which is in no image */
	if (feeder->encode->insns || feeder->waiting)
		fail(feeder, "no image has an instruction there");
	feeder->skipped++;
	return false;
}

/* from_program: a branch has its target, and the next address tells if it was
 * taken */
static void add_insn(struct feeder *feeder, const struct nt_insn *insn,
		     bool from_program)
{
	struct nt_insn *last = &feeder->insn;

	/* Neither of its two addresses: a trap came right after the branch */
	if (feeder->waiting && last->end == NTRACE_END_BRANCH && last->has_dest)
		last->not_taken = insn->address != last->dest;
	go_on(feeder, insn->address);
	*last = *insn;
	last->has_dest = from_program;
	feeder->waiting = true;
}

/*
 * Take the lines after a known one, if the block has room. Their last
 * instruction waits, as usual.
 */
static void go_straight(struct feeder *feeder,
			const struct nt_straight *straight)
{
	struct ntrace_block *block = &feeder->block;

	if (!straight->insns ||
	    block->iretire + straight->halfwords >= BLOCK_MAX ||
	    !lines_skip(&feeder->lines, straight->text + straight->line,
			straight->length - straight->line, straight->insns))
		return;
	if (!block->iretire)
		block->iaddr = straight->first.address;
	block->iretire += straight->halfwords;
	feeder->insns += straight->insns;
	feeder->encode->insns += straight->insns;
	feeder->insn = straight->last;
}

static void add_address(struct feeder *feeder, struct nt_insn *insn)
{
	if (!look_up(feeder, insn))
		return;
	add_insn(feeder, insn, true);
	if (feeder->straights)
		go_straight(feeder,
			    nt_straights_add(feeder->straights, insn->address));
}

/* Take the next lines, if their text is known. */
static bool feed_known(struct feeder *feeder)
{
	struct lines *lines = &feeder->lines;
	const struct nt_straight *straight = NULL;

	if (feeder->straights)
		straight = nt_straights_guess(feeder->straights, lines->piece,
					      lines->left);
	if (!straight || !lines_skip(lines, straight->text, straight->line, 1))
		return false;
	add_insn(feeder, &straight->first, true);
	go_straight(feeder, straight);
	return true;
}

static void trap(struct feeder *feeder, enum insn_itype itype, u64 epc,
		 bool has_epc)
{
	u64 next = feeder->insn.address + feeder->insn.bytes;

	retire(feeder);
	if (feeder->encode->single)
		end_block(feeder, INSN_ITYPE_NONE);
	if (feeder->block.iretire) {
		end_block(feeder, itype);
		return;
	}
	send_trap(feeder, has_epc ? epc : next, itype);
}

static void set_mode(struct feeder *feeder, const char *value)
{
	static const struct {
		const char *name;
		enum ntrace_priv priv;
	} modes[] = {
		{ "U", NTRACE_EMIT_U },	  { "S", NTRACE_EMIT_S },
		{ "M", NTRACE_EMIT_M },	  { "VU", NTRACE_EMIT_VU },
		{ "VS", NTRACE_EMIT_VS },
	};
	size_t i;

	for (i = 0; i < array_size(modes); i++) {
		if (!strcmp(value, modes[i].name)) {
			feeder->priv = (u8)modes[i].priv;
			return;
		}
	}
	fail(feeder, ".@mode is U, S, M, VU or VS");
}

static u64 number_of(struct feeder *feeder, const char *value)
{
	u64 number;

	if (!parse_number(value, &number))
		fail(feeder, "a number must follow");
	return number;
}

static void set_context(struct feeder *feeder,
			enum ntrace_process_format format, u64 value)
{
	struct nt_encode *encode = feeder->encode;

	while (!ntrace_emit_context(&encode->emit, format, value, feeder->time))
		nt_encode_drain(encode);
}

static bool ingress(struct feeder *feeder, const char *name)
{
	static const struct {
		const char *name;
		enum ntrace_ingress what;
	} names[] = {
		{ "external-trigger", NTRACE_INGRESS_EXTERNAL_TRIGGER },
		{ "notify", NTRACE_INGRESS_NOTIFY },
		{ "trace-on", NTRACE_INGRESS_TRACE_ON },
		{ "trace-off", NTRACE_INGRESS_TRACE_OFF },
		{ "debug-entry", NTRACE_INGRESS_DEBUG_ENTRY },
		{ "debug-exit", NTRACE_INGRESS_DEBUG_EXIT },
		{ "low-power", NTRACE_INGRESS_LOW_POWER },
		{ "power-up", NTRACE_INGRESS_POWER_UP },
		{ "reset", NTRACE_INGRESS_RESET },
	};
	struct nt_encode *encode = feeder->encode;
	size_t i;

	for (i = 0; i < array_size(names); i++) {
		if (strcmp(name, names[i].name) != 0)
			continue;
		while (!ntrace_emit_ingress(&encode->emit, names[i].what,
					    feeder->time))
			nt_encode_drain(encode);
		return true;
	}
	return false;
}

/* The next word of a line, terminated; "" after the last one. */
static char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");

	*rest = word + strcspn(word, " \t");
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

/* ".@exception EPC CAUSE TVAL"; the last values are optional. */
static bool trap_directive(struct feeder *feeder, const char *name,
			   const char *epc, char *rest)
{
	enum insn_itype itype = INSN_ITYPE_INTERRUPT;
	const char *cause, *tval;

	if (!strcmp(name, "exception"))
		itype = INSN_ITYPE_EXCEPTION;
	else if (strcmp(name, "interrupt") != 0 && strcmp(name, "trap") != 0)
		return false;
	cause = next_word(&rest);
	tval = next_word(&rest);
	if (*cause && number_of(feeder, cause) > UINT8_MAX)
		fail(feeder, "a cause is at most 255");
	/* The instructions before it did not cause this trap */
	retire(feeder);
	feeder->ecause = *cause ? (u8)number_of(feeder, cause) : 0;
	feeder->tval = *tval ? number_of(feeder, tval) : 0;
	trap(feeder, itype, *epc ? number_of(feeder, epc) : 0, *epc);
	feeder->ecause = 0;
	feeder->tval = 0;
	return true;
}

/* An event between instructions: ".@NAME VALUE". */
static void directive(struct feeder *feeder, char *line)
{
	char *rest = strstr(line, ".@") + 2;
	const char *name = next_word(&rest), *value = next_word(&rest);

	if (trap_directive(feeder, name, value, rest))
		return;
	retire(feeder);
	end_block(feeder, INSN_ITYPE_NONE);
	if (!strcmp(name, "mode"))
		set_mode(feeder, value);
	else if (!strcmp(name, "time"))
		feeder->time = number_of(feeder, value);
	else if (!strcmp(name, "impdef"))
		feeder->impdef = (u32)number_of(feeder, value);
	else if (!strcmp(name, "scontext"))
		set_context(feeder, NTRACE_PROCESS_SCONTEXT,
			    number_of(feeder, value));
	else if (!strcmp(name, "hcontext"))
		set_context(feeder, NTRACE_PROCESS_HCONTEXT,
			    number_of(feeder, value));
	else if (!ingress(feeder, name))
		fail(feeder, "unknown directive; the manual lists them");
}

static bool feed_line(struct feeder *feeder, char *line)
{
	struct nt_insn insn = { 0 };
	const char *error = NULL;

	switch (nt_text_parse(line, &insn, &error)) {
	case NT_LINE_END:
		return false;
	case NT_LINE_EMPTY:
		break;
	case NT_LINE_DIRECTIVE:
		directive(feeder, line);
		break;
	case NT_LINE_ADDRESS:
		add_address(feeder, &insn);
		break;
	case NT_LINE_INSN:
		add_insn(feeder, &insn, false);
		break;
	default:
		fail(feeder, error);
	}
	return true;
}

/* Clear trTeEnable, which ends the trace with ProgTraceCorrelation. */
static void finish(struct feeder *feeder)
{
	struct nt_encode *encode = feeder->encode;

	retire(feeder);
	end_block(feeder, INSN_ITYPE_NONE);
	while (!ntrace_emit_control(&encode->emit, 0, feeder->time))
		nt_encode_drain(encode);
	nt_encode_drain(encode);
	encode->count = encode->emit.messages;
	if (feeder->skipped)
		complain("'%s': the first %llu addresses are in no image and "
			 "were left out",
			 encode->path, (unsigned long long)feeder->skipped);
	if (!encode->insns)
		die("'%s' has no instructions", encode->path);
}

void nt_encode_insns(struct nt_encode *encode)
{
	struct feeder feeder = { .encode = encode, .priv = NTRACE_EMIT_M };
	struct progress progress;
	char *line;

	if (!encode->single && !encode->comps)
		feeder.straights = nt_straights_new(&encode->program);
	lines_open(&feeder.lines, encode->path);
	progress_begin(&progress, feeder.lines.in.size, encode->quiet);
	while (feed_known(&feeder) ||
	       ((line = lines_next(&feeder.lines)) && feed_line(&feeder, line)))
		progress_update(&progress, feeder.lines.in.offset);
	progress_end(&progress);
	finish(&feeder);
	nt_straights_free(feeder.straights);
	lines_close(&feeder.lines);
}
