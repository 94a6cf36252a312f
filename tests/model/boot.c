// SPDX-License-Identifier: BSD-2-Clause
/*
 * Boots firmware and a payload on a machine of the model's harts; the console is
 * standard output.
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"

#define RAM_BYTES (256u << 20)
/*
 * The device tree, with room for the nodes that the firmware adds, is at the
 * end of RAM.
 */
#define DTB (MACHINE_RAM + RAM_BYTES - (2u << 20))
#define DYNAMIC_INFO (DTB - MODEL_PAGE)
#define STATUS_LIMIT 124

static struct {
	unsigned int xlen, harts, kinds, ticks, boot_hart;
	u64 limit;
	const char *firmware, *payload, *dtb, *poison, *nested;
	bool reboot, damage;
	struct model_config kind[MACHINE_HARTS_MAX];
} options = { .xlen = 64, .harts = 1, .ticks = 4, .limit = 400 };

static struct machine machine;
static u64 entry; /* of the payload */

void boot_die(const char *format, ...)
{
	va_list args;

	fputs("boot: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static void output(void *user, u8 byte)
{
	(void)user;
	if (boot_nested_output(byte))
		return;
	putchar(byte);
	if (options.damage)
		boot_damage_output(byte);
}

/* --- options -------------------------------------------------------------- */

static void usage(void)
{
	puts("usage: boot [options] --firmware FILE [--payload ELF --dtb FILE]\n\n"
	     "Boots an M-mode firmware that is fw_dynamic, and after it the\n"
	     "payload in S-mode; or a bare program in M-mode. Exits with 0 when it ends the machine well, 1\n"
	     "when not, 124 when it takes too many steps.\n\n"
	     "  --xlen 32|64    of the harts that follow (default 64)\n"
	     "  --harts N       how many (default 1)\n"
	     "  --kind KIND     of the next hart; the last one holds for the rest\n"
	     "  --poison ELF    each hart begins there, in M-mode; 0x1000 is the\n"
	     "                  way to the firmware\n"
	     "  --reboot        a reset is one, and does not end the machine\n"
	     "  --ticks N       steps to a tick of time (default 4)\n"
	     "  --boot-hart N   comes to the firmware first (default 0)\n"
	     "  --limit N       millions of steps of a hart (default 400)\n"
	     "  --damage        run the payload once for each line of input,\n"
	     "                  \"ADDRESS BYTES CODE\" in hexadecimal, which damages\n"
	     "                  the firmware; a run ends when a point has failed\n"
	     "  --nested WORDS  let the trap entry fault; see tests/model/nested.py");
	boot_kind_usage();
}

static void add_kind(char *words)
{
	if (options.kinds == MACHINE_HARTS_MAX)
		boot_die("there are at most %u harts", MACHINE_HARTS_MAX);
	boot_kind(options.xlen, words, &options.kind[options.kinds++]);
}

static void option(int letter, char *value)
{
	switch (letter) {
	case 'x':
		options.xlen = (unsigned int)strtoul(value, NULL, 0);
		break;
	case 'n':
		options.harts = (unsigned int)strtoul(value, NULL, 0);
		break;
	case 'k':
		add_kind(value);
		break;
	case 'f':
		options.firmware = value;
		break;
	case 'p':
		options.payload = value;
		break;
	case 'd':
		options.dtb = value;
		break;
	case 'o':
		options.poison = value;
		break;
	case 'r':
		options.reboot = true;
		break;
	case 't':
		options.ticks = (unsigned int)strtoul(value, NULL, 0);
		break;
	case 'g':
		options.damage = true;
		break;
	case 'b':
		options.boot_hart = (unsigned int)strtoul(value, NULL, 0);
		break;
	case 'N':
		options.nested = value;
		break;
	case 'l':
		options.limit = strtoull(value, NULL, 0);
		break;
	default:
		usage();
		exit(letter == 'h' ? 0 : 2);
	}
}

static void read_options(int argc, char **argv)
{
	static const struct option list[] = {
		{ "xlen", 1, NULL, 'x' },      { "harts", 1, NULL, 'n' },
		{ "kind", 1, NULL, 'k' },      { "firmware", 1, NULL, 'f' },
		{ "payload", 1, NULL, 'p' },   { "dtb", 1, NULL, 'd' },
		{ "poison", 1, NULL, 'o' },    { "reboot", 0, NULL, 'r' },
		{ "ticks", 1, NULL, 't' },     { "limit", 1, NULL, 'l' },
		{ "boot-hart", 1, NULL, 'b' }, { "damage", 0, NULL, 'g' },
		{ "nested", 1, NULL, 'N' },    { "help", 0, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	static char nothing[] = "";
	int letter;

	while ((letter = getopt_long(argc, argv, "", list, NULL)) >= 0)
		option(letter, optarg);
	if (!options.kinds)
		add_kind(nothing);
	if (!options.firmware || !options.payload != !options.dtb ||
	    !options.harts || options.harts > MACHINE_HARTS_MAX ||
	    !options.ticks)
		boot_die("what to boot on what? See --help");
}

/* --- the machine ---------------------------------------------------------- */

static void build(void)
{
	struct machine_config config = { .harts = options.harts,
					 .ram_bytes = RAM_BYTES,
					 .steps_per_tick = options.ticks,
					 .output = output };
	unsigned int n, last = options.kinds - 1;

	config.rom = calloc(1, MODEL_PAGE);
	config.ram = calloc(RAM_BYTES / MODEL_PAGE, MODEL_PAGE);
	for (n = 0; n < options.harts; n++) {
		config.hart[n] = malloc(sizeof(struct model));
		config.kind[n] = &options.kind[n < last ? n : last];
		if (!config.hart[n])
			boot_die("there is no memory");
	}
	if (!config.rom || !config.ram)
		boot_die("there is no memory");
	if (options.nested) {
		boot_nested(&machine, options.nested);
		config.step = boot_nested_step;
	}
	machine_init(&machine, &config);
}

/*
 * Each hart enters the firmware with its number, the tree and the fw_dynamic
 * information; the hart that shall boot does so first, the others wait.
 */
static void put_rom(u64 first)
{
	u32 load = options.xlen == 64 ? 3u << 12 : 2u << 12;
	const u32 words[] = {
		0x00000297,	   /* auipc t0, 0 */
		0xf1402573,	   /* csrr a0, mhartid */
		0x0482a303,	   /* lw t1, 72(t0) */
		0x00650863,	   /* beq a0, t1, 1f */
		0x00100337,	   /* lui t1, 0x100: 2 million steps */
		0xfff30313,	   /* 2: addi t1, t1, -1 */
		0xfe031ee3,	   /* bnez t1, 2b */
		0x03828583 | load, /* 1: l{w|d} a1, 56(t0) */
		0x04028603 | load, /* l{w|d} a2, 64(t0) */
		0x03028283 | load, /* l{w|d} t0, 48(t0) */
		0x00028067,	   /* jr t0 */
		0,
		(u32)first,
		0,
		(u32)DTB,
		0,
		(u32)DYNAMIC_INFO,
		0,
		options.boot_hart,
	};

	memcpy(machine.config.rom, words, sizeof(words));
}

/* struct fw_dynamic_info of OpenSBI, words of XLEN bits. */
static void put_dynamic_info(void)
{
	const u64 info[] = { 0x4942534f, 2, entry, 1, 0, options.boot_hart };
	unsigned int bytes = options.xlen / 8, i;
	u8 *to = machine_ram(&machine, DYNAMIC_INFO, MODEL_PAGE);

	for (i = 0; i < array_size(info); i++)
		memcpy(to + i * bytes, &info[i], bytes);
}

static void start(void)
{
	unsigned int n;
	u64 poison;

	boot_load(&machine, options.firmware, MACHINE_RAM);
	if (options.payload) {
		entry = boot_load_elf(&machine, options.payload);
		boot_load(&machine, options.dtb, DTB);
		put_dynamic_info();
	}
	put_rom(MACHINE_RAM);
	if (!options.poison)
		return;
	poison = boot_load_elf(&machine, options.poison);
	for (n = 0; n < options.harts; n++)
		machine_start(&machine, n, poison, 0, 0, 0);
}

static enum machine_end run(void)
{
	u64 limit = options.limit * 1000000;
	enum machine_end end;

	start();
	while (machine.steps < limit) {
		end = machine_run(&machine, limit - machine.steps);
		if (end != MACHINE_RESET || !options.reboot)
			return end;
		machine_reset(&machine);
		start();
	}
	return MACHINE_RUNNING;
}

/* The steps until the first hart reaches the payload. */
static void run_firmware(void)
{
	u64 limit = options.limit * 1000000;

	start();
	while (machine.steps < limit && machine.config.hart[0]->priv == MODEL_M)
		machine_run(&machine, 1);
}

/*
 * A hart that is in M-mode at each of several checks will not return to S-mode.
 */
static enum machine_end run_payload(void)
{
	u64 limit = options.limit * 1000000;
	enum machine_end end = MACHINE_RUNNING;
	unsigned int stuck = 0;

	while (end == MACHINE_RUNNING && machine.steps < limit &&
	       stuck < 5000) {
		end = machine_run(&machine, 100);
		stuck = machine.config.hart[0]->priv == MODEL_M ? stuck + 1 : 0;
	}
	return end;
}

static int status_of(enum machine_end end)
{
	switch (end) {
	case MACHINE_PASSED:
	case MACHINE_RESET:
		return 0;
	case MACHINE_FAILED:
		return 1;
	case MACHINE_ASLEEP:
		fputs("boot: all harts sleep for ever\n", stderr);
		return 1;
	default:
		fprintf(stderr, "boot: no end after %llu steps\n",
			(unsigned long long)machine.steps);
		return STATUS_LIMIT;
	}
}

static int run_damaged(void)
{
	return status_of(run_payload());
}

int main(int argc, char **argv)
{
	int status;

	read_options(argc, argv);
	build();
	if (!options.damage) {
		status = status_of(run());
		return status || !options.nested ? status : boot_nested_end();
	}
	run_firmware();
	boot_damage_each(&machine, run_damaged);
	return 0;
}
