// SPDX-License-Identifier: BSD-2-Clause
/* verify/second.h: two traces of one run, and their differences. */
#include <stdio.h>
#include <string.h>

#include <verify/second.h>

#include "unit.h"
#include "verify_rig.h"

static struct verify v;
static struct verify_second second;
static struct tandem_element element[64], second_element[64];
static u8 bytes[VRIG_BYTES], second_bytes[VRIG_BYTES];
static size_t second_len, second_at;
static char text[1024];

/* Single bytes */
static bool more(void *user, const u8 **piece, size_t *len)
{
	CHECK("user", user == &second);
	*piece = second_bytes + second_at;
	*len = 1;
	return second_at++ < second_len;
}

static void found(void *user, const struct verify *verify,
		  const struct verify_finding *f)
{
	size_t used = strlen(text);

	(void)user;
	(void)verify;
	snprintf(text + used, sizeof(text) - used, "%llu %s %llx %llx\n",
		 (unsigned long long)f->insn, verify_finding_info[f->kind].name,
		 (unsigned long long)f->expected, (unsigned long long)f->seen);
}

static const struct row {
	const char *name;
	const char *first, *other;
	const char *text;
	bool left;
	u8 status;
} rows[] = {
	{ "the same", "[ + i=00100293 x5=1 ]", "[ + i=00100293 x5=1 ]", "",
	  false, TANDEM_OK },
	{ "other forms", "[ i=00100293 x5=1 pc=4 ] [ i=0001 + ]",
	  "[ + i=00100293 x5+1 [ pc=6 i=0001 ]", "", false, TANDEM_OK },
	{ "initialisation in other groups",
	  "[ init x5=1 x6=2 pc=80 ] [ + i=0001 ]",
	  "[ init x5=1 ] [ init x6=2 pc=80 ] mtime=5 [ + i=0001 ]", "", false,
	  TANDEM_OK },
	{ "initialisation differs", "[ init x5=1 ] [ + i=0001 ]",
	  "[ init x5=2 ] [ + i=0001 ]", "0 GPR 2 1\n", false, TANDEM_OK },
	{ "instruction", "[ + i=00100293 x5=1 ]", "[ + i=00100313 x5=1 ]",
	  "0 INSN 100313 100293\n", false, TANDEM_OK },
	{ "register", "[ + i=00100293 x5=1 ]", "[ + i=00100293 x5=2 ]",
	  "0 GPR 2 1\n", false, TANDEM_OK },
	{ "one has another register", "[ + i=00100293 x5=1 ]",
	  "[ + i=00100293 x5=1 c340=7 ]", "0 CSR 7 0\n", false, TANDEM_OK },
	{ "pc and privilege", "[ i=0001 pc=80 priv=1 ]",
	  "[ i=0001 pc=84 priv=3 ]", "0 PC 84 80\n0 PRIV 3 1\n", false,
	  TANDEM_OK },
	{ "a trap without an instruction", "[ pc=80 c342=1 ]",
	  "[ pc=80 c342=1 i=0001 ]", "0 INSN 1 0\n", false, TANDEM_OK },
	{ "goes on", "[ + i=00100293 x5=1 ] [ + i=0001 ]",
	  "[ + i=00100293 x5=2 ] [ + i=0001 ]", "0 GPR 2 1\n", false,
	  TANDEM_OK },
	{ "addresses and data", "[ + i=0001 ea=80 pa=90 sd8=7 store8@90:7 ok ]",
	  "[ + i=0001 ea=80 pa=90 sd8=7 store8@90:7 ok ]", "", false,
	  TANDEM_OK },
	{ "... differ", "[ + i=0001 ea=80 pa=90 sd8=7 store8@90:7 ok ]",
	  "[ + i=0001 ea=81 pa=91 sd8=8 store8@91:8 ok ]",
	  "0 EADDR 81 80\n0 PADDR 91 90\n0 SDATA 8 7\n0 MEMREQ 91 90\n", false,
	  TANDEM_OK },
	{ "... are only in one", "[ + i=0001 ea=80 sd8=7 ]", "[ + i=0001 ]", "",
	  false, TANDEM_OK },
	{ "... in the other", "[ + i=0001 ]", "[ + i=0001 ea=80 sd8=7 ]", "",
	  false, TANDEM_OK },
	{ "load", "[ + i=0001 load8@90 ok:5 ]", "[ + i=0001 load8@90 ok:6 ]",
	  "0 MEMRSP 6 5\n", false, TANDEM_OK },
	{ "amo", "[ + i=0001 sd32=5 amoadd32@90:4 ok:1 ]",
	  "[ + i=0001 sd32=5 amoadd32@90:4 ok:1 ]", "", false, TANDEM_OK },
	{ "pc alone, without an instruction", "[ + c342=1 ]", "[ + c342=1 ]",
	  "0 RULE 0 0\n", false, TANDEM_OK },
	{ "state behind the last group", "[ + i=0001 ]", "[ + i=0001 ] mtime=5",
	  "", false, TANDEM_OK },
	{ "increments", "[ + i=0001 x5=1 ] [ + i=0001 x5=2 ]",
	  "[ + i=0001 x5+1 ] [ + i=0001 x5+1 ]", "", false, TANDEM_OK },
	{ "... of what the first one has",
	  "[ + i=0001 x5=1 ] [ + i=0001 x5=2 ]",
	  "[ + i=0001 x5=7 ] [ + i=0001 x5+1 ]", "0 GPR 7 1\n", false,
	  TANDEM_OK },
	{ "the privilege stays", "[ i=0001 pc=80 priv=1 ] [ + i=0001 ]",
	  "[ i=0001 pc=80 priv=1 ] [ + i=0001 ]", "", false, TANDEM_OK },
	{ "pc and privilege go on from the first one's",
	  "[ i=0001 pc=80 priv=1 ] [ + i=0001 ]",
	  "[ i=0001 pc=84 priv=3 ] [ + i=0001 ]", "0 PC 84 80\n0 PRIV 3 1\n",
	  false, TANDEM_OK },
	{ "pc that only the other one is given", "[ i=0001 pc=82 ]",
	  "[ init pc=80 ] [ + i=0001 ]", "", false, TANDEM_OK },
	{ "... and privilege", "[ + i=0001 priv=1 ]",
	  "[ init priv=1 ] [ + i=0001 ]", "", false, TANDEM_OK },
	{ "an address alone", "[ + i=0001 ea=80 ]", "[ + i=0001 ea=80 ]", "",
	  false, TANDEM_OK },
	{ "store data alone", "[ + i=0001 ea=80 sd8=7 ]",
	  "[ + i=0001 ea=80 sd8=8 ]", "0 SDATA 8 7\n", false, TANDEM_OK },
	{ "... of another width", "[ + i=0001 ea=80 sd16=7 ]",
	  "[ + i=0001 ea=80 sd8=7 ]", "0 SDATA 7 7\n", false, TANDEM_OK },
	{ "... behind a load",
	  "[ + i=0001 load64@90 ok:5 ] [ + i=0001 ea=80 sd8=7 ]",
	  "[ + i=0001 load64@90 ok:5 ] [ + i=0001 ea=80 sd8=7 ]", "", false,
	  TANDEM_OK },
	{ "sc", "[ + i=0001 sd8=7 sc8@90:7 ok ]",
	  "[ + i=0001 sd8=7 sc8@90:7 ok ]", "", false, TANDEM_OK },
	{ "an address behind a store",
	  "[ + i=0001 sd64=7 store64@90:7 ] [ + i=0001 ea=80 load8@80 ok:1 ]",
	  "[ + i=0001 sd64=7 store64@90:7 ] [ + i=0001 ea=80 ]", "", false,
	  TANDEM_OK },
	{ "a fetch", "[ + i=0001 fetch16@80 ok:1 ]",
	  "[ + i=0001 fetch16@80 ok:1 ]", "", false, TANDEM_OK },
	{ "the other is shorter", "[ + i=0001 ] [ + i=0001 ]", "[ + i=0001 ]",
	  "1 MODEL 0 0\n", false, TANDEM_OK },
	{ "the other is longer", "[ + i=0001 ]", "[ + i=0001 ] [ + i=0001 ]",
	  "", true, TANDEM_OK },
	{ "the other is cut off", "[ + i=0001 ]", "[ + i=0001 ] [ + i=0001", "",
	  false, TANDEM_TRUNC },
};

static void run(const struct tandem_params *params, const struct row *row)
{
	struct verify_model model = verify_second_model(&second);
	struct verify_config config;
	const struct verify_setup setup = { &config, &model,
					    element, array_size(element),
					    found,   NULL };
	size_t len = vrig_bytes(params, row->first, bytes);

	second_len = vrig_bytes(params, row->other, second_bytes);
	second_at = 0;
	text[0] = '\0';
	verify_config_init(&config, params);
	config.latency = 1; /* of interrupts; not in the second trace */
	verify_second_init(&second, params, second_element,
			   array_size(second_element), more, &second);
	verify_init(&v, &setup);
	verify_feed(&v, bytes, len);
	verify_finish(&v);
}

static void two_traces(void)
{
	static const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		run(&params, &rows[i]);
		if (strcmp(text, rows[i].text) != 0)
			print_error("%s: found:\n%s", rows[i].name, text);
		CHECK(rows[i].name, !strcmp(text, rows[i].text));
		CHECK_EQ(rows[i].name, verify_second_left(&second),
			 rows[i].left);
		CHECK_EQ(rows[i].name, second.status, rows[i].status);
	}
}

/* --- state of each trace ------------------------------------------------- */

static void run_both(const char *trace)
{
	static const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };
	const struct row row = { "", trace, trace, "", false, TANDEM_OK };

	run(&params, &row);
	CHECK("the same", !*text);
}

static void traps(void)
{
	run_both("[ + i=0001 ] [ pc=80 c342=8000000000000007 ] "
		 "[ pc=84 c342=2 ] [ + i=0001 ]");
	CHECK_EQ("interrupts", v.totals.interrupts, 1);
	CHECK_EQ("exceptions", v.totals.exceptions, 1);
	CHECK_EQ("cause", v.past[1].cause, 7);
	CHECK_EQ("cause", v.past[2].cause, 2);
	CHECK_EQ("kind", v.past[3].kind, MODEL_RETIRED);
	CHECK_EQ("its pc", second.did.pc, 0x84);
}

static void traps_of_rv32(void)
{
	static const struct tandem_params params = { 32, 32, 32, TANDEM_SPEC };
	const char *trace = "[ pc=80 c342=80000007 ] [ pc=fffffffe ] "
			    "[ + i=0001 ]";
	const struct row row = { "", trace, trace, "", false, TANDEM_OK };

	run(&params, &row);
	CHECK("the same", !*text);
	CHECK_EQ("interrupts", v.totals.interrupts, 1);
	CHECK_EQ("pc", v.state.pc, 0);
}

/* A reset sets all state, except state that the trace gives. */
static void reset(void)
{
	run_both("[ i=0001 pc=80 priv=1 x5=7 ] [ reset ] [ + i=0001 ]");
	CHECK_EQ("pc", v.state.pc, 2);
	CHECK_EQ("privilege", v.state.priv, MODEL_M);
	CHECK_EQ("x5", v.state.reg[TANDEM_GPR(5)], 0);
}

/* --- another begin ---------------------------------------------------------- */

/* A step has no state of the step before. */
static void nothing_stays(void)
{
	static const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };
	struct verify_model model = verify_second_model(&second);
	struct verify_step step = { .before = 1 };

	second_len = vrig_bytes(&params,
				"[ + i=0001 sd64=7 store64@90:7 ] "
				"[ + i=0001 ]",
				second_bytes);
	second_at = 0;
	verify_second_init(&second, &params, second_element,
			   array_size(second_element), more, &second);
	CHECK("step", model.step(model.user, &model_no_input, &step));
	CHECK_EQ("access", step.did->access, MODEL_STORE);
	CHECK_EQ("nobody knows it", step.before, 0);
	CHECK("step", model.step(model.user, &model_no_input, &step));
	CHECK_EQ("access", step.did->access, MODEL_LOAD);
	CHECK_EQ("bytes", step.did->access_bytes, 0);
}

static void from(void)
{
	static const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };
	struct verify_model model = verify_second_model(&second);
	struct verify_step step;
	u64 value;

	second_len = vrig_bytes(&params,
				"[ i=0001 pc=80 x5=7 ] [ i=00000013 pc=90 ] "
				"[ + i=00100293 x5+1 ] [ + i=0001 ]",
				second_bytes);
	second_at = 0;
	verify_second_init(&second, &params, second_element,
			   array_size(second_element), more, &second);
	CHECK("there", verify_second_from(&second, 0x90));
	CHECK("its step",
	      model.step(model.user, &model_no_input, &step) &&
		      step.did->pc == 0x90 && step.did->next_pc == 0x94 &&
		      step.did->insn == 0x100293 && step.did->bytes == 4 &&
		      step.did->priv == MODEL_M);
	CHECK("a register from before",
	      step.writes == 1 && step.write[0].value == 8);
	CHECK("left", verify_second_left(&second));
	CHECK("nowhere", !verify_second_from(&second, 0x1234));
	CHECK("nothing left", !verify_second_left(&second));
	CHECK("no step", !model.step(model.user, &model_no_input, &step));
	CHECK("memory is not followed",
	      !model.read_memory(model.user, 0x80, 1, &value));
	CHECK("state is", model.write(model.user, MODEL_PC, 0x70) &&
				  model.read(model.user, MODEL_PC, &value) &&
				  value == 0x70);
}

/* --- damage ----------------------------------------------------------------- */

static enum tandem_status status_of(size_t less, int behind)
{
	static const struct tandem_params params = { 64, 64, 64, TANDEM_SPEC };

	second_len = vrig_bytes(&params,
				"[ + i=00100293 x5=1 ] [ + i=00100293 x5=1 ]",
				second_bytes) -
		     less;
	if (behind)
		second_bytes[second_len++] = (u8)behind;
	second_at = 0;
	verify_second_init(&second, &params, second_element,
			   array_size(second_element), more, &second);
	CHECK("damaged", !verify_second_from(&second, 0x1234));
	CHECK("no more", !verify_second_left(&second));
	CHECK("no more", !verify_second_left(&second));
	return second.status;
}

static void damaged(void)
{
	CHECK_EQ("whole", status_of(0, 0), TANDEM_OK);
	CHECK_EQ("no end", status_of(1, 0), TANDEM_TRUNC);
	CHECK_EQ("half an element", status_of(3, 0), TANDEM_TRUNC);
	CHECK_EQ("no opcode", status_of(0, 0xff), TANDEM_BAD_OP);
}

static const struct unit_test tests[] = {
	UNIT_TEST(two_traces, UNIT_ONE),    UNIT_TEST(traps, UNIT_ONE),
	UNIT_TEST(traps_of_rv32, UNIT_ONE), UNIT_TEST(reset, UNIT_ONE),
	UNIT_TEST(nothing_stays, UNIT_ONE), UNIT_TEST(from, UNIT_ONE),
	UNIT_TEST(damaged, UNIT_ONE),
};

UNIT_MAIN("verify_second", tests)
