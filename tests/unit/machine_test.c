// SPDX-License-Identifier: BSD-2-Clause
/* The machine around the model's harts: devices, turns, time. */
#include <string.h>

#include <machine/machine.h>

#include "unit.h"

#define RAM_BYTES (16u * MODEL_PAGE)
#define NOP 0x00000013u
#define JUMP_HERE 0x0000006fu
#define WFI 0x10500073u
#define LR 0x100525afu	/* lr.w x11, (x10) */
#define SC 0x18b525afu	/* sc.w x11, x11, (x10) */
#define SB 0x00b50023u	/* sb x11, 0(x10) */
#define SW 0x00b52023u	/* sw x11, 0(x10) */
#define AMO 0x00b5252fu /* amoadd.w x10, x11, (x10) */
#define HANDLER (MACHINE_RAM + 0x800)

static struct machine machine;
static struct model harts[2];
static u8 ram[RAM_BYTES], rom[MODEL_PAGE];
static char printed[16];
static unsigned int length;

static void output(void *user, u8 byte)
{
	CHECK("the caller's", user == printed);
	if (length < sizeof(printed) - 1)
		printed[length++] = (char)byte;
}

static void make(unsigned int xlen)
{
	struct machine_config config = { .harts = 2,
					 .hart = { &harts[0], &harts[1] },
					 .rom = rom,
					 .ram = ram,
					 .ram_bytes = RAM_BYTES,
					 .steps_per_tick = 16,
					 .user = printed,
					 .output = output };
	struct model_config kind;

	CHECK("preset",
	      model_preset(xlen == 32 ? "qemu-rv32" : "qemu-rv64", &kind));
	config.kind[0] = config.kind[1] = &kind;
	memset(ram, 0, sizeof(ram));
	memset(printed, 0, sizeof(printed));
	length = 0;
	machine_init(&machine, &config);
	machine_start(&machine, 0, MACHINE_RAM, 0, 0, 0);
	machine_start(&machine, 1, MACHINE_RAM + 0x400, 0, 0, 0);
}

/* Store instructions for a hart, and a jump to itself after them. */
static void program(unsigned int hart, const u32 *words, unsigned int count)
{
	u32 end = JUMP_HERE;
	u8 *to = ram + 0x400 * hart;

	memcpy(to, words, count * sizeof(*words));
	memcpy(to + count * sizeof(*words), &end, sizeof(end));
	memcpy(ram + 0x800, &end, sizeof(end));
}

#define PROGRAM(hart, ...)                          \
	program(hart, (const u32[]){ __VA_ARGS__ }, \
		sizeof((const u32[]){ __VA_ARGS__ }) / sizeof(u32))

static u64 get(unsigned int hart, u32 element)
{
	u64 value;

	CHECK("it has this", model_read(&harts[hart], element, &value));
	return value;
}

static void set(unsigned int hart, u32 element, u64 value)
{
	CHECK("it has this", model_write(&harts[hart], element, value));
}

static bool load(u64 paddr, unsigned int bytes, u64 *value)
{
	const struct model_bus *bus = &harts[0].bus;

	return bus->load(bus->user, paddr, bytes, MODEL_LOAD, value);
}

static bool store(u64 paddr, unsigned int bytes, u64 value)
{
	const struct model_bus *bus = &harts[0].bus;

	return bus->store(bus->user, paddr, bytes, MODEL_STORE, value);
}

static u64 loaded(u64 paddr, unsigned int bytes)
{
	u64 value = ~0ull;

	CHECK("no fault", load(paddr, bytes, &value));
	return value;
}

/* --- devices -------------------------------------------------------------- */

static void serial_port(void)
{
	u64 value;

	make(64);
	CHECK("a byte", store(MACHINE_UART, 1, 'h'));
	CHECK("divisor", store(MACHINE_UART + 3, 1, 0x83));
	CHECK("not sent", store(MACHINE_UART, 1, 'x'));
	CHECK_EQ("divisor", loaded(MACHINE_UART, 1), 'x');
	CHECK("no divisor", store(MACHINE_UART + 3, 1, 3));
	CHECK("a byte", store(MACHINE_UART, 1, 'i'));
	CHECK("both", !strcmp(printed, "hi"));
	CHECK_EQ("nothing came", loaded(MACHINE_UART, 1), 0);
	CHECK_EQ("empty", loaded(MACHINE_UART + 5, 1), 0x60);
	CHECK_EQ("kept", loaded(MACHINE_UART + 3, 1), 3);
	CHECK("a word", !store(MACHINE_UART, 4, 'x'));
	CHECK("a word", !load(MACHINE_UART, 4, &value));
	CHECK("behind it", !store(MACHINE_UART + 8, 1, 'x'));
}

static void finisher(void)
{
	static const struct {
		u64 value;
		enum machine_end end;
		u32 code;
	} rows[] = {
		{ 0x5555, MACHINE_PASSED, 0 },	{ 0x3333, MACHINE_FAILED, 0 },
		{ 0x73333, MACHINE_FAILED, 7 }, { 0x7777, MACHINE_RESET, 0 },
		{ 0x1234, MACHINE_RUNNING, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		make(64);
		CHECK("stored", store(MACHINE_FINISHER, 4, rows[i].value));
		CHECK_EQ("end", machine_run(&machine, 64), rows[i].end);
		CHECK_EQ("code", machine.code, rows[i].code);
		CHECK_EQ("reads", loaded(MACHINE_FINISHER, 4), 0);
		machine_reset(&machine);
		CHECK_EQ("code after a reset", machine.code, 0);
	}
}

static void clint_registers(void)
{
	u64 value;

	make(64);
	CHECK_EQ("mtimecmp", loaded(MACHINE_CLINT + 0x4000, 8), ~0ull);
	CHECK("half", store(MACHINE_CLINT + 0x400c, 4, 5));
	CHECK_EQ("mtimecmp", loaded(MACHINE_CLINT + 0x4008, 8), 0x5ffffffff);
	CHECK("half", store(MACHINE_CLINT + 0x4008, 4, 6));
	CHECK_EQ("half", loaded(MACHINE_CLINT + 0x400c, 4), 5);
	CHECK_EQ("mtimecmp", machine.mtimecmp[1], 0x500000006);
	CHECK("mtime", store(MACHINE_CLINT + 0xbff8, 8, 77));
	CHECK_EQ("mtime", loaded(MACHINE_CLINT + 0xbff8, 4), 77);
	CHECK("msip", store(MACHINE_CLINT + 4, 4, 3));
	CHECK_EQ("msip", loaded(MACHINE_CLINT + 4, 4), 1);
	CHECK_EQ("another's", loaded(MACHINE_CLINT, 4), 0);
	CHECK("no such hart", store(MACHINE_CLINT + 8, 4, 1));
	CHECK_EQ("no such hart", loaded(MACHINE_CLINT + 8, 4), 0);
	CHECK_EQ("no such hart", loaded(MACHINE_CLINT + 0x4010, 8), 0);
	CHECK("a byte", !load(MACHINE_CLINT, 1, &value));
	CHECK("misaligned", !load(MACHINE_CLINT + 2, 4, &value));
	CHECK("behind it", !load(MACHINE_CLINT + 0xc000, 4, &value));
	CHECK("a byte", !store(MACHINE_CLINT + 4, 1, 0));
	CHECK("misaligned", !store(MACHINE_CLINT + 2, 4, 0));
	CHECK_EQ("as before", loaded(MACHINE_CLINT + 4, 4), 1);
}

/* A device accepts only loads and stores. */
static void no_fetch_no_amo(void)
{
	const struct model_bus *bus = &harts[0].bus;

	make(64);
	CHECK("a page table entry",
	      !bus->store(bus->user, MACHINE_CLINT, 4, MODEL_WALK, 1));
	CHECK_EQ("not stored", loaded(MACHINE_CLINT, 4), 0);
	PROGRAM(0, AMO);
	set(0, 0x305, HANDLER);
	set(0, MODEL_X0 + 10, MACHINE_CLINT);
	machine_run(&machine, 64);
	CHECK_EQ("an AMO", get(0, 0x342), 7);
	machine_start(&machine, 0, MACHINE_CLINT, 0, 0, 0);
	machine_run(&machine, 64);
	CHECK_EQ("a fetch", get(0, 0x342), 1);
}

/* --- harts ---------------------------------------------------------------- */

/* A hart interrupts another one. */
static void software_interrupt(void)
{
	make(64);
	PROGRAM(0, SW);
	PROGRAM(1, WFI);
	set(0, MODEL_X0 + 10, MACHINE_CLINT + 4);
	set(0, MODEL_X0 + 11, 1);
	set(1, 0x305, HANDLER);
	set(1, 0x304, 1 << 3);
	set(1, 0x300, get(1, 0x300) | 1 << 3);
	machine_run(&machine, 64);
	CHECK_EQ("pending", get(1, 0x344) & 1 << 3, 1 << 3);
	CHECK_EQ("taken", get(1, 0x342), 1ull << 63 | 3);
	CHECK_EQ("there", get(1, MODEL_PC), HANDLER);
	CHECK_EQ("not here", get(0, 0x344) & 1 << 3, 0);
	CHECK("no more", store(MACHINE_CLINT + 4, 4, 0));
	machine_run(&machine, 64);
	CHECK_EQ("gone", get(1, 0x344) & 1 << 3, 0);
}

/* If all harts sleep, time advances to the first timer at once. */
static void sleep_until_a_timer(void)
{
	make(64);
	PROGRAM(0, WFI);
	PROGRAM(1, WFI, SB);
	set(0, 0x304, 1 << 7);
	set(1, 0x304, 1 << 7);
	set(1, MODEL_X0 + 10, MACHINE_UART);
	set(1, MODEL_X0 + 11, 'w');
	store(MACHINE_CLINT + 0x4000, 8, 1ull << 40);
	store(MACHINE_CLINT + 0x4008, 8, 1ull << 30);
	machine_run(&machine, 64);
	CHECK("hart 1 is awake", !strcmp(printed, "w"));
	CHECK("hart 0 sleeps", machine.waits[0]);
	CHECK("as late as that", machine.time >= 1ull << 30);
	CHECK("no later", machine.time < (1ull << 30) + 64);
	CHECK_EQ("for nothing", machine.steps < 256, 1);
}

static void sleep_for_ever(void)
{
	make(64);
	PROGRAM(0, WFI);
	PROGRAM(1, WFI);
	CHECK_EQ("asleep", machine_run(&machine, 1000), MACHINE_ASLEEP);
}

/* The same for the timer of S-mode, if M-mode has set none. */
static void sleep_until_stimecmp(void)
{
	make(64);
	PROGRAM(0, WFI);
	PROGRAM(1, WFI, SB);
	set(1, 0x30a, 1ull << 63);
	set(1, 0x304, 1 << 5);
	set(1, 0x14d, 1ull << 30);
	set(1, MODEL_X0 + 10, MACHINE_UART);
	set(1, MODEL_X0 + 11, 'w');
	machine_run(&machine, 64);
	CHECK("hart 1 is awake", !strcmp(printed, "w"));
	CHECK("as late as that", machine.time >= 1ull << 30);
	CHECK("no later", machine.time < (1ull << 30) + 64);
}

static void s_mode_timer(unsigned int xlen)
{
	make(xlen);
	PROGRAM(0, NOP);
	PROGRAM(1, NOP);
	if (xlen == 32)
		set(0, 0x31a, 1u << 31);
	else
		set(0, 0x30a, 1ull << 63);
	set(0, 0x14d, 100);
	set(1, 0x14d, 100);
	machine_run(&machine, 640);
	CHECK_EQ("not yet", get(0, 0x344) & 1 << 5, 0);
	machine_run(&machine, 1280);
	CHECK_EQ("now", get(0, 0x344) & 1 << 5, 1 << 5);
	CHECK_EQ("not without STCE", get(1, 0x344) & 1 << 5, 0);
	CHECK_EQ("time", get(0, 0xc01), machine.time & harts[0].mask);
}

static void timers(void)
{
	s_mode_timer(64);
	s_mode_timer(32);
}

/* A store of a hart changes its own mip at once. */
static void lines_within_a_turn(void)
{
	make(64);
	PROGRAM(0, 0x14d01073, /* csrw stimecmp, x0 */
		0x34402673,    /* csrr x12, mip */
		0x14d59073,    /* csrw stimecmp, x11 */
		0x344026f3,    /* csrr x13, mip */
		SW, 0x34402773 /* csrr x14, mip */);
	PROGRAM(1, NOP);
	set(0, 0x30a, 1ull << 63);
	set(0, 0x14d, ~0ull);
	set(0, MODEL_X0 + 10, MACHINE_CLINT);
	set(0, MODEL_X0 + 11, ~0ull);
	machine_run(&machine, 64);
	CHECK_EQ("the time has come", get(0, MODEL_X0 + 12), 1 << 5);
	CHECK_EQ("a later one", get(0, MODEL_X0 + 13), 0);
	CHECK_EQ("to itself", get(0, MODEL_X0 + 14), 1 << 3);
}

static void time_and_counters(void)
{
	make(64);
	PROGRAM(0, NOP);
	PROGRAM(1, NOP);
	machine_run(&machine, 1600);
	CHECK_EQ("steps", machine.steps, 1600);
	CHECK_EQ("time", machine.time, 100);
	CHECK_EQ("mcycle", get(0, 0xb00), 1600);
	CHECK_EQ("minstret", get(1, 0xb02), 1600);
}

/* A written counter has this value after the instruction. */
static void written_counters(void)
{
	static const struct {
		const char *name;
		u32 write; /* csrw, of x11 */
		unsigned int xlen;
		u64 mcycle, minstret; /* after 64 steps */
	} rows[] = {
		{ "mcycle", 0xb0059073, 64, 1063, 64 },
		{ "minstret", 0xb0259073, 64, 64, 1063 },
		{ "mscratch", 0x34059073, 64, 64, 64 },
		{ "mcycleh", 0xb8059073, 32, 63, 64 },
		{ "minstreth", 0xb8259073, 32, 64, 63 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		make(rows[i].xlen);
		PROGRAM(0, rows[i].write);
		PROGRAM(1, NOP);
		set(0, MODEL_X0 + 11, 1000);
		machine_run(&machine, 64);
		CHECK_EQ(rows[i].name, get(0, 0xb00), rows[i].mcycle);
		CHECK_EQ(rows[i].name, get(0, 0xb02), rows[i].minstret);
	}
}

static unsigned int steps_of[2];

static void own_step(void *user, unsigned int n, const struct model_input *in,
		     struct model_step *out)
{
	CHECK("the caller's", user == printed);
	steps_of[n]++;
	model_step(&harts[n], in, out);
}

static void callers_step(void)
{
	make(64);
	PROGRAM(0, NOP);
	PROGRAM(1, WFI);
	machine.config.step = own_step;
	steps_of[0] = steps_of[1] = 0;
	machine_run(&machine, 64);
	CHECK_EQ("each step", steps_of[0], 64);
	CHECK_EQ("until it waits", steps_of[1], 1);
}

static void start_registers(void)
{
	make(64);
	machine_start(&machine, 1, 0x1234, 5, 6, 7);
	CHECK_EQ("pc", get(1, MODEL_PC), 0x1234);
	CHECK_EQ("a0", get(1, MODEL_X0 + 10), 5);
	CHECK_EQ("a1", get(1, MODEL_X0 + 11), 6);
	CHECK_EQ("a2", get(1, MODEL_X0 + 12), 7);
}

/*
 * Load reserved, and store this number of instructions later.
 * @return value of sc.w: 0 if it stored
 */
static u64 store_after(unsigned int instructions)
{
	u32 words[80];
	unsigned int i;

	make(64);
	PROGRAM(1, NOP);
	for (i = 0; i < array_size(words); i++)
		words[i] = NOP;
	words[0] = LR;
	words[instructions] = SC;
	program(0, words, array_size(words));
	set(0, MODEL_X0 + 10, MACHINE_RAM + 0xc00);
	machine_run(&machine, 128);
	return get(0, MODEL_X0 + 11);
}

/* A reservation ends with the turn, after which another hart may store. */
static void reservations(void)
{
	CHECK_EQ("in a turn", store_after(8), 0);
	CHECK_EQ("after it", store_after(70), 1);
}

static void reset(void)
{
	make(64);
	PROGRAM(0, WFI);
	PROGRAM(1, NOP);
	store(MACHINE_CLINT, 4, 1);
	store(MACHINE_UART + 3, 1, 0x83);
	machine_run(&machine, 1600);
	store(MACHINE_FINISHER, 4, 0x7777);
	CHECK_EQ("reset", machine_run(&machine, 1), MACHINE_RESET);
	machine_reset(&machine);
	CHECK_EQ("hart", get(1, MODEL_PC), 0x1000);
	CHECK_EQ("hartid", get(1, 0xf14), 1);
	CHECK_EQ("msip", loaded(MACHINE_CLINT, 4), 0);
	CHECK_EQ("no interrupt", get(0, 0x344), 0);
	CHECK("awake", !machine.waits[0]);
	CHECK_EQ("RAM", ram[0], WFI & 0xff);
	CHECK_EQ("time goes on", machine.time, 100);
	CHECK_EQ("time of a hart", get(1, 0xc01), 100);
	CHECK_EQ("serial port", loaded(MACHINE_UART + 3, 1), 0);
	CHECK_EQ("running", machine_run(&machine, 1), MACHINE_RUNNING);
}

/* After a reset a hart starts in the ROM, if there is one. */
static void boot_rom(void)
{
	const u32 words[] = { 0xf1402573, JUMP_HERE }; /* csrr a0, mhartid */

	make(64);
	PROGRAM(0, NOP);
	memcpy(rom, words, sizeof(words));
	machine_reset(&machine);
	machine_run(&machine, 64);
	CHECK_EQ("hart 0", get(0, MODEL_X0 + 10), 0);
	CHECK_EQ("hart 1", get(1, MODEL_X0 + 10), 1);
	CHECK_EQ("hart 1", get(1, MODEL_PC), MACHINE_ROM + 4);
	machine.config.rom = NULL;
	machine_reset(&machine);
	set(1, 0x305, HANDLER);
	machine_run(&machine, 1);
	CHECK_EQ("nothing there", get(1, 0x342), 1);
}

static void ram_ends(void)
{
	make(64);
	CHECK("all", machine_ram(&machine, MACHINE_RAM, RAM_BYTES) == ram);
	CHECK("more", !machine_ram(&machine, MACHINE_RAM, RAM_BYTES + 1));
	CHECK("before", !machine_ram(&machine, MACHINE_RAM - 1, 1));
	CHECK("behind", !machine_ram(&machine, MACHINE_RAM + RAM_BYTES, 1));
	CHECK("around", !machine_ram(&machine, MACHINE_RAM + 1, ~0ull));
}

static const struct unit_test tests[] = {
	UNIT_TEST(serial_port, UNIT_ONE),
	UNIT_TEST(finisher, UNIT_ONE),
	UNIT_TEST(clint_registers, UNIT_ONE),
	UNIT_TEST(no_fetch_no_amo, UNIT_ONE),
	UNIT_TEST(software_interrupt, UNIT_ONE),
	UNIT_TEST(sleep_until_a_timer, UNIT_ONE),
	UNIT_TEST(sleep_until_stimecmp, UNIT_ONE),
	UNIT_TEST(sleep_for_ever, UNIT_ONE),
	UNIT_TEST(timers, UNIT_ONE),
	UNIT_TEST(lines_within_a_turn, UNIT_ONE),
	UNIT_TEST(time_and_counters, UNIT_ONE),
	UNIT_TEST(written_counters, UNIT_ONE),
	UNIT_TEST(callers_step, UNIT_ONE),
	UNIT_TEST(start_registers, UNIT_ONE),
	UNIT_TEST(reservations, UNIT_ONE),
	UNIT_TEST(reset, UNIT_ONE),
	UNIT_TEST(boot_rom, UNIT_ONE),
	UNIT_TEST(ram_ends, UNIT_ONE),
};

UNIT_MAIN("machine", tests)
