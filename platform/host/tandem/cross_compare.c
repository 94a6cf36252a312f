// SPDX-License-Identifier: BSD-2-Clause
/* Decoding an N-Trace beside a tandem trace, instruction by instruction. */
#include <string.h>
#include "cross.h"

struct compare {
	struct nt_decode decode;
	struct cross_steps steps;
	struct cross_result *result;
	bool align;
};

/* --- decoding of the N-Trace ---------------------------------------------- */

static error_t parse(int key, char *text, struct argp_state *state)
{
	(void)text;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	nt_decode_inputs(state, state->input);
	return 0;
}

struct words {
	char **word;
	size_t num;
};

static void add_word(struct words *words, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = must_alloc(size);

	memcpy(copy, text, size);
	words->word = grow(words->word, words->num, sizeof(*words->word));
	words->word[words->num++] = copy;
}

static void parse_ntrace(struct nt_decode *decode,
			 const struct cross_options *options,
			 const char *ntrace)
{
	static const struct argp argp = {
		NULL, parse, "NTRACE", NULL, nt_decode_children, NULL, NULL
	};
	struct words words = { 0 };
	size_t i;

	add_word(&words, tool_name);
	if (options->trace.params.xlen == 32)
		add_word(&words, "--xlen=32");
	if (options->trace.quiet)
		add_word(&words, "--quiet");
	for (i = 0; i < options->num_words; i++)
		add_word(&words, options->word[i]);
	add_word(&words, "--");
	add_word(&words, ntrace);
	/* The options keep pointers into the words, so these are not freed */
	nt_decode_parse(&argp, (int)words.num, words.word, decode, decode);
}

/* --- side by side ---------------------------------------------------------- */

static void differ(struct compare *compare, const struct ntrace_source *source,
		   u64 pc)
{
	struct cross_result *result = compare->result;

	result->differs = true;
	result->has_ntrace = true;
	result->has_tandem = true;
	result->number = compare->steps.number;
	result->ntrace_pc = pc;
	result->ntrace_offset = source->offset;
	result->tandem_pc = compare->steps.pc;
	result->tandem_offset = compare->steps.offset;
}

/* Skip instructions before the start of the N-Trace, if the user wants this. */
static void skip(struct compare *compare, u64 pc)
{
	struct cross_steps *steps = &compare->steps;

	while (compare->align && !steps->over && steps->pc != pc) {
		compare->result->skipped++;
		tandem_cross_steps_next(steps);
	}
	compare->align = false;
}

static void step(struct compare *compare, const struct ntrace_source *source,
		 u64 *pc)
{
	struct cross_steps *steps = &compare->steps;

	skip(compare, *pc);
	if (steps->over) {
		compare->result->more++;
	} else if (steps->pc != *pc) {
		differ(compare, source, *pc);
	} else {
		*pc += steps->bytes;
		compare->result->same++;
		tandem_cross_steps_next(steps);
	}
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct compare *compare = user;
	struct cross_result *result = compare->result;
	u32 insn;
	size_t i;
	u64 pc;

	if (!nt_is_wanted(&compare->decode, source))
		return;
	for (; times && !result->differs; times--)
		for (i = 0; i < num && !result->differs; i++) {
			pc = range[i].start;
			insn = range[i].insns;
			for (; insn && !result->differs; insn--)
				step(compare, source, &pc);
		}
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct compare *compare = user;
	u8 class = ntrace_finding_info[finding->kind].class;

	if (nt_is_wanted(&compare->decode, source) &&
	    class == NTRACE_CLASS_ERROR && !compare->result->differs &&
	    !compare->steps.over)
		compare->result->errors++;
}

/* The N-Trace is over; check the tandem trace for more instructions. */
static void finish(struct compare *compare)
{
	struct cross_result *result = compare->result;
	struct cross_steps *steps = &compare->steps;

	if (result->differs || steps->over)
		return;
	result->differs = true;
	result->has_tandem = true;
	result->number = steps->number;
	result->tandem_pc = steps->pc;
	result->tandem_offset = steps->offset;
	for (; !steps->over; tandem_cross_steps_next(steps))
		result->left++;
}

void tandem_cross_compare(const struct cross_options *options,
			  const struct cross_code *code, const char *ntrace,
			  struct cross_result *result)
{
	struct compare compare = { .result = result, .align = options->align };
	const struct ntrace_sink sink = { .user = &compare,
					  .ranges = on_ranges,
					  .finding = on_finding };
	struct nt_result total;

	memset(result, 0, sizeof(*result));
	result->ntrace = ntrace;
	parse_ntrace(&compare.decode, options, ntrace);
	compare.decode.settings.flow.partial = true;
	if (!compare.decode.program.code)
		tandem_cross_code_add(code, &compare.decode.program);
	tandem_cross_steps_open(&compare.steps, &options->trace);
	nt_decode_run(&compare.decode, &sink, &total);
	finish(&compare);
	result->errors += compare.steps.error != TANDEM_OK;
	tandem_cross_steps_close(&compare.steps);
	nt_program_free(&compare.decode.program);
}
