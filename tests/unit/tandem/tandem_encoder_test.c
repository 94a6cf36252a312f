// SPDX-License-Identifier: BSD-2-Clause
/*
 * tandem/tandem.h: elements to bytes. Every element in each dialect, and every
 * error.
 */
#include <string.h>

#include "tandem_rows.h"
#include "unit.h"

#define ROOM 256

static struct tandem_encoder encoder;
static u8 out[ROOM];

static struct tandem_element memory(const struct tandem_params *params,
				    enum tandem_mem op, unsigned int bits,
				    bool response)
{
	struct tandem_element request =
		tandem_memreq(params, op, bits, 0x1000, 0x5a);

	return response ? tandem_memrsp(params, &request, 0, 0xa5) : request;
}

/* All elements, in an order without orphans */
static unsigned int every_element(const struct tandem_params *params,
				  struct tandem_element *el)
{
	unsigned int n = 0, i;

	el[n++] = tandem_plain(TANDEM_INCPC);
	el[n++] = tandem_plain(TANDEM_RESET);
	el[n++] = tandem_plain(TANDEM_INIT);
	el[n++] = tandem_insn(16, 0x8d0d);
	el[n++] = tandem_insn(32, 0xdeadbeef);
	el[n++] = tandem_reg(TANDEM_CSR(0xfff), 0x12345678);
	el[n++] = tandem_reg(TANDEM_GPR(31), 0x80000000);
	if (tandem_reg_bits(params, TANDEM_FPR(0)))
		el[n++] = tandem_reg(TANDEM_FPR(31), 0x7fc00000);
	el[n] = tandem_reg(TANDEM_GPR(3), ~0ULL << 7);
	el[n++].op = TANDEM_REGADD;
	el[n] = tandem_reg(TANDEM_CSR(3), 0x80);
	el[n++].op = TANDEM_REGOR;
	for (i = TANDEM_PRIV; i < TANDEM_STATES; i++)
		el[n++] = tandem_state((enum tandem_state)i, i % 4);
	for (i = 0; i < 4 * TANDEM_MEMS; i++) {
		enum tandem_mem op = (enum tandem_mem)(i / 4);

		el[n++] = memory(params, op, 8u << i % 4, false);
		el[n++] = memory(params, op, 8u << i % 4, true);
	}
	return n;
}

/* Encode, decode, compare; the predicted size of each element is right. */
static void check_every(const struct tandem_params *params)
{
	static struct tandem_decoder decoder;
	static u8 bytes[4096];
	struct tandem_element el[160], back[160];
	unsigned int num = every_element(params, el), i;

	tandem_encoder_init(&encoder, params, bytes, sizeof(bytes));
	for (i = 0; i < num; i++) {
		size_t before = encoder.used;

		CHECK_EQ("put",
			 tandem_encoder_raw(&encoder, &el[i],
					    i ? &el[i - 1] : NULL),
			 TANDEM_OK);
		CHECK_EQ("length", encoder.used - before,
			 tandem_element_bytes(params, &el[i]));
		CHECK("longest",
		      encoder.used - before <= TANDEM_ELEMENT_BYTES_MAX);
	}
	tandem_decoder_init(&decoder, params, back, array_size(back));
	tandem_decoder_feed(&decoder, bytes, encoder.used);
	CHECK_EQ("get", tandem_decoder_next(&decoder), TANDEM_MORE);
	CHECK_EQ("get", tandem_decoder_finish(&decoder), TANDEM_OK);
	CHECK_EQ("get", decoder.group.num, num);
	for (i = 0; i < num; i++) {
		CHECK_EQ("op", back[i].op, el[i].op);
		CHECK_EQ("id", back[i].id, el[i].id);
		CHECK_EQ("reg", back[i].reg, el[i].reg);
		CHECK_EQ("result", back[i].result, el[i].result);
		CHECK_EQ("data", back[i].data, el[i].data);
		CHECK_EQ("address", back[i].address, el[i].address);
		CHECK_EQ("value", back[i].value, el[i].value);
	}
}

static void encoder_every(void)
{
	check_every(&tandem_rv64);
	check_every(&tandem_rv32);
	check_every(&tandem_sv32);
	check_every(&tandem_bsv64);
	check_every(&tandem_bsv32);
}

/* Elements that no stream can have */
static const struct refused {
	const struct tandem_params *params;
	struct tandem_element el;
	enum tandem_status status;
} refused[] = {
	{ &tandem_rv64, { .op = 0 }, TANDEM_BAD_OP },
	{ &tandem_rv64, { .op = 12 }, TANDEM_BAD_OP },
	{ &tandem_rv64, { .op = 18 }, TANDEM_BAD_OP },
	{ &tandem_rv64, { .op = 255 }, TANDEM_BAD_OP },
	{ &tandem_rv64, { .op = TANDEM_REG, .reg = 0x1040 }, TANDEM_BAD_REG },
	{ &tandem_rv32, { .op = TANDEM_REG, .reg = 0x1020 }, TANDEM_BAD_REG },
	{ &tandem_rv64, { .op = TANDEM_REGOR, .reg = 0xc000 }, TANDEM_BAD_REG },
	{ &tandem_rv32,
	  { .op = TANDEM_REG, .reg = 0x1001, .value = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_sv32,
	  { .op = TANDEM_REG, .reg = 0x1021, .value = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_REGADD, .reg = 0x1001, .value = 0x80 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_REGADD, .reg = 0x1001, .value = -129ULL },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_REGOR, .reg = 0x1001, .value = 0x100 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64, { .op = TANDEM_STATE, .id = 0 }, TANDEM_BAD_STATE },
	{ &tandem_rv64, { .op = TANDEM_STATE, .id = 11 }, TANDEM_BAD_STATE },
	{ &tandem_rv64,
	  { .op = TANDEM_STATE, .id = TANDEM_PRIV, .value = 0x100 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_STATE, .id = TANDEM_SDATA16, .value = 0x10000 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv32,
	  { .op = TANDEM_STATE, .id = TANDEM_PC, .value = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_bsv32,
	  { .op = TANDEM_STATE, .id = TANDEM_EADDR, .value = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_INSN16, .value = 0x10000 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_INSN32, .value = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_MEMREQ, .id = 14, .bits = 8 },
	  TANDEM_BAD_MEMOP },
	{ &tandem_rv64, { .op = TANDEM_MEMREQ, .bits = 128 }, TANDEM_BAD_SIZE },
	{ &tandem_rv64, { .op = TANDEM_MEMREQ, .bits = 0 }, TANDEM_BAD_SIZE },
	{ &tandem_rv32,
	  { .op = TANDEM_MEMREQ, .bits = 8, .address = 1ULL << 32 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64,
	  { .op = TANDEM_MEMREQ, .bits = 8, .data = true },
	  TANDEM_BAD_DATA },
	{ &tandem_rv64,
	  { .op = TANDEM_MEMREQ, .id = TANDEM_STORE, .bits = 8 },
	  TANDEM_BAD_DATA },
	{ &tandem_rv64,
	  { .op = TANDEM_MEMREQ,
	    .id = TANDEM_STORE,
	    .bits = 8,
	    .data = true,
	    .value = 0x100 },
	  TANDEM_BAD_VALUE },
	{ &tandem_rv64, { .op = TANDEM_MEMRSP, .bits = 8 }, TANDEM_RSP_ORPHAN },
};

static void encoder_refuses(void)
{
	struct tandem_element el[2];
	unsigned int i;

	for (i = 0; i < array_size(refused); i++) {
		tandem_encoder_init(&encoder, refused[i].params, out, ROOM);
		el[0] = tandem_state(TANDEM_MTIME, 1);
		el[1] = refused[i].el;
		CHECK_EQ("raw", tandem_encoder_raw(&encoder, &el[1], NULL),
			 refused[i].status);
		CHECK_EQ("group", tandem_encoder_group(&encoder, el, 2),
			 refused[i].status);
		CHECK_EQ("group", encoder.bad, 1);
		CHECK_EQ("outside", tandem_encoder_outside(&encoder, el, 2),
			 refused[i].status);
		CHECK_EQ("used", encoder.used, 0);
	}
}

/* Parts of the request that a response needs */
static void encoder_responses(void)
{
	struct tandem_element el[2] = { memory(&tandem_rv64, TANDEM_LOAD, 32,
					       false) };

	tandem_encoder_init(&encoder, &tandem_rv64, out, ROOM);
	el[1] = memory(&tandem_rv64, TANDEM_STORE, 32, true);
	CHECK_EQ("no data", tandem_encoder_group(&encoder, el, 2),
		 TANDEM_BAD_DATA);
	el[1] = memory(&tandem_rv64, TANDEM_LOAD, 32, true);
	el[1].result = 16;
	CHECK_EQ("result", tandem_encoder_group(&encoder, el, 2),
		 TANDEM_BAD_VALUE);
	el[1].result = 2;
	CHECK_EQ("reserved", tandem_encoder_group(&encoder, el, 2),
		 TANDEM_BAD_RULE);
	CHECK_EQ("reserved", encoder.rules, TANDEM_RULE(TANDEM_MEMRESULT));
	el[1] = memory(&tandem_rv64, TANDEM_LOAD, 16, true);
	CHECK_EQ("size", tandem_encoder_group(&encoder, el, 2),
		 TANDEM_BAD_RULE);
	CHECK_EQ("size", encoder.rules, TANDEM_RULE(TANDEM_RSPSIZE));
	el[1].bits = 24;
	CHECK_EQ("no size", tandem_encoder_group(&encoder, el, 2),
		 TANDEM_BAD_SIZE);
	CHECK_EQ("used", encoder.used, 0);
}

/* Groups that break a rule, and elements that must be in a group */
static const struct broken {
	struct tandem_element el[2];
	u32 in_group, outside;
} broken[] = {
	{ { { .op = TANDEM_INCPC }, { .op = TANDEM_RESET } },
	  TANDEM_RULE(TANDEM_INCPC_NOINSN),
	  TANDEM_RULE(TANDEM_INCPC_OUTSIDE) |
		  TANDEM_RULE(TANDEM_RESET_OUTSIDE) },
	{ { { .op = TANDEM_INSN16 }, { .op = TANDEM_INIT } },
	  TANDEM_RULE(TANDEM_INIT_WITH_INSN),
	  TANDEM_RULE(TANDEM_INSN_OUTSIDE) | TANDEM_RULE(TANDEM_INIT_OUTSIDE) },
	{ { { .op = TANDEM_RESET }, { .op = TANDEM_INIT } },
	  TANDEM_RULE(TANDEM_INIT_WITH_RESET),
	  TANDEM_RULE(TANDEM_RESET_OUTSIDE) |
		  TANDEM_RULE(TANDEM_INIT_OUTSIDE) },
	{ { { .op = TANDEM_RESET }, { .op = TANDEM_INSN32 } },
	  TANDEM_RULE(TANDEM_RESET_WITH_INSN),
	  TANDEM_RULE(TANDEM_RESET_OUTSIDE) |
		  TANDEM_RULE(TANDEM_INSN_OUTSIDE) },
	{ { { .op = TANDEM_REG, .reg = 5, .value = 1 },
	    { .op = TANDEM_REG, .reg = 5, .value = 2 } },
	  TANDEM_RULE(TANDEM_CONFLICT),
	  0 },
	{ { { .op = TANDEM_STATE, .id = TANDEM_PRIV, .value = 2 },
	    { .op = TANDEM_STATE, .id = TANDEM_PADDR, .value = 1ULL << 34 } },
	  TANDEM_RULE(TANDEM_PRIVRANGE) | TANDEM_RULE(TANDEM_ADDRRANGE),
	  TANDEM_RULE(TANDEM_PRIVRANGE) | TANDEM_RULE(TANDEM_ADDRRANGE) },
};

static void encoder_rules(void)
{
	unsigned int i;

	for (i = 0; i < array_size(broken); i++) {
		const struct tandem_element *el = broken[i].el;

		tandem_encoder_init(&encoder, &tandem_sv32, out, ROOM);
		CHECK_EQ("group", tandem_encoder_group(&encoder, el, 2),
			 TANDEM_BAD_RULE);
		CHECK_EQ("group", encoder.rules, broken[i].in_group);
		CHECK_EQ("used", encoder.used, 0);
		CHECK_EQ("outside", tandem_encoder_outside(&encoder, el, 2),
			 broken[i].outside ? TANDEM_BAD_RULE : TANDEM_OK);
		CHECK_EQ("outside", encoder.rules, broken[i].outside);
	}
}

/* Each element alone outside groups, where some break a rule */
static void encoder_outside(void)
{
	struct tandem_element all[] = {
		tandem_reg(TANDEM_GPR(1), 2), tandem_reg(TANDEM_CSR(3), 0x80),
		tandem_state(TANDEM_MTIME, 1),
		memory(&tandem_rv64, TANDEM_STORE, 16, false)
	};
	unsigned int i;

	all[1].op = TANDEM_REGOR;
	tandem_encoder_init(&encoder, &tandem_rv64, out, ROOM);
	for (i = 0; i < array_size(all); i++) {
		size_t before = encoder.used;

		CHECK_EQ("outside",
			 tandem_encoder_outside(&encoder, &all[i], 1),
			 TANDEM_OK);
		CHECK_EQ("outside", encoder.rules, 0);
		CHECK_EQ("outside", encoder.used - before,
			 tandem_element_bytes(&tandem_rv64, &all[i]));
	}
	/*
	 * The request is checked as a request, not as a response to the other
	 * one.
	 */
	all[0] = memory(&tandem_rv64, TANDEM_LOAD, 32, false);
	all[1] = memory(&tandem_rv64, TANDEM_LOAD, 16, false);
	all[2] = memory(&tandem_rv64, TANDEM_LOAD, 16, true);
	CHECK_EQ("all", tandem_encoder_outside(&encoder, all, 3), TANDEM_OK);
	CHECK_EQ("all", encoder.rules, 0);
}

/* Fields that an element does not have are ignored. */
static void encoder_ignores(void)
{
	struct tandem_element el[2] = { tandem_insn(16, 1),
					tandem_reg(TANDEM_CSR(3), 0x80) };

	el[0].address = ~0ULL;
	el[1].op = TANDEM_REGOR;
	tandem_encoder_init(&encoder, &tandem_sv32, out, ROOM);
	CHECK_EQ("insn", tandem_encoder_group(&encoder, el, 2), TANDEM_OK);
}

/* The whole group or nothing, and no byte beyond the buffer */
static void encoder_room(void)
{
	struct tandem_element el[3] = { tandem_plain(TANDEM_INCPC),
					tandem_insn(16, 1),
					tandem_reg(TANDEM_GPR(1), 2) };
	const size_t whole = 2 + 1 + 3 + 11;
	size_t room, i;

	for (room = 0; room <= whole; room++) {
		memset(out, 0xee, sizeof(out));
		tandem_encoder_init(&encoder, &tandem_rv64, out, room);
		CHECK_EQ("group", tandem_encoder_group(&encoder, el, 3),
			 room < whole ? TANDEM_NO_SPACE : TANDEM_OK);
		CHECK_EQ("group", encoder.used, room < whole ? 0 : whole);
		for (i = room; i < sizeof(out); i++)
			CHECK_EQ("beyond", out[i], 0xee);
	}
	CHECK_EQ("begin", out[0], TANDEM_BEGIN);
	CHECK_EQ("end", out[whole - 1], TANDEM_END);
	encoder.used = 0;
	CHECK_EQ("emptied", tandem_encoder_group(&encoder, el, 3), TANDEM_OK);
	CHECK_EQ("begin is ours",
		 (el[0] = tandem_plain(TANDEM_BEGIN), encoder.used = 0,
		  tandem_encoder_group(&encoder, el, 1)),
		 TANDEM_BAD_OP);
}

/* The same full value twice is allowed, and written twice. */
static void encoder_twice(void)
{
	struct tandem_element el[2] = { tandem_reg(TANDEM_GPR(1), 2),
					tandem_reg(TANDEM_GPR(1), 2) };

	tandem_encoder_init(&encoder, &tandem_rv64, out, ROOM);
	CHECK_EQ("twice", tandem_encoder_group(&encoder, el, 2), TANDEM_OK);
	CHECK_EQ("twice", encoder.used, 24);
}

static const struct unit_test tests[] = {
	UNIT_TEST(encoder_every, UNIT_ONE),
	UNIT_TEST(encoder_refuses, UNIT_ONE),
	UNIT_TEST(encoder_responses, UNIT_ONE),
	UNIT_TEST(encoder_rules, UNIT_ONE),
	UNIT_TEST(encoder_outside, UNIT_ONE),
	UNIT_TEST(encoder_ignores, UNIT_ONE),
	UNIT_TEST(encoder_room, UNIT_ONE),
	UNIT_TEST(encoder_twice, UNIT_ONE),
};

UNIT_MAIN("tandem_encoder", tests)
