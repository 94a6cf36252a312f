// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin that is the trace hardware of a machine. Registers are words in
 * the machine's RAM, which is a file that the plugin maps as well: after a store
 * to a window the hardware's model corrects the words, and after a load it
 * prepares the next one. QEMU has to run all harts on one thread. Their code is
 * observed while an encoder or a clock is on, and for some time after.
 *
 * docs/qemu-trace.md has the options, and what the model can do.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <insn/opcodes.h>
#include <libfdt.h>

#include "hw_dtb.h"
#include "record.h"
#include "../observer/retire.h"

/* Start of RAM in QEMU's machine "virt". */
#define RAM_BASE 0x80000000ull

/* Harts are no longer observed after the hardware was idle for this number of
 * instructions: until then software may be using it. */
#define REST 1000000u

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
	const char *dtb, *ram, *record;
	u64 seed;
} option = { .seed = 1 };

static struct {
	struct hw_design design[HW_COMPS_MAX];
	unsigned int num, harts;
	u8 *ram;
	u64 size;
	struct hw *hw;
	u64 idle; /* instructions since it was busy */
} machine;

static void die(const char *what, const char *why)
{
	fprintf(stderr, "plugin_trace: %s: %s\n", what, why);
	exit(1);
}

/* --- the hardware ------------------------------------------------------------ */

static void *read_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	struct stat status;
	void *data;

	if (!file || fstat(fileno(file), &status))
		die(name, strerror(errno));
	data = malloc((size_t)status.st_size);
	if (!data || fread(data, 1, (size_t)status.st_size, file) !=
			     (size_t)status.st_size)
		die(name, "cannot be read");
	fclose(file);
	if (fdt_check_full(data, (size_t)status.st_size))
		die(name, "is no device tree");
	return data;
}

static void read_design(void)
{
	void *fdt = read_file(option.dtb);
	const char *error;
	int where;

	if (!hw_dtb_read(fdt, retire_xlen(), machine.design, &machine.num,
			 &error, &where))
		die(fdt_get_name(fdt, where, NULL), error);
	free(fdt);
}

/* The file exists once the machine is created, which is after plugins load. */
static void map_ram(void)
{
	struct stat status;
	int file = open(option.ram, O_RDWR);

	if (file < 0 || fstat(file, &status))
		die(option.ram, strerror(errno));
	machine.size = (u64)status.st_size;
	machine.ram = mmap(NULL, machine.size, PROT_READ | PROT_WRITE,
			   MAP_SHARED, file, 0);
	if (machine.ram == MAP_FAILED)
		die(option.ram, strerror(errno));
	close(file);
}

static void on_start(void *user, unsigned int hart)
{
	const char *error;

	(void)user;
	(void)hart;
	if (machine.hw)
		return;
	map_ram();
	machine.hw = hw_new(machine.design, machine.num, machine.ram, RAM_BASE,
			    machine.size, option.seed, &error);
	if (!machine.hw)
		die(option.dtb, error);
}

/* --- events of harts ------------------------------------------------------ */

/* After delivery of blocks: stop the observation if nothing needs it. */
static void rest(const struct retire_part *part, size_t num)
{
	size_t i;

	if (!hw_idle(machine.hw)) {
		machine.idle = 0;
		return;
	}
	for (i = 0; i < num; i++)
		machine.idle += part[i].num;
	if (machine.idle >= REST)
		retire_watch(false);
}

static void on_blocks(void *user, unsigned int hart, struct ntrace_block *block,
		      const struct retire_part *part, size_t num)
{
	(void)user;
	if (hw_traces(machine.hw, hart))
		hw_record_blocks(hart, block, part, num);
	hw_retired(machine.hw, hart, block, num);
	rest(part, num);
}

static void on_trap(void *user, unsigned int hart,
		    const struct retire_trap *trap)
{
	struct ntrace_block block;

	(void)user;
	retire_trap_block(trap, &block);
	hw_retired(machine.hw, hart, &block, 1);
}

static void on_context(void *user, unsigned int hart,
		       enum ntrace_process_format format, u64 value)
{
	(void)user;
	hw_context(machine.hw, hart, format, value);
}

static void on_reset(void *user, unsigned int hart, u64 addr)
{
	(void)user;
	(void)addr;
	hw_reset(machine.hw, hart);
}

/* The word in the guest's memory: least significant byte first. */
static u32 word_at(u64 address)
{
	const u8 *byte = machine.ram + (address - RAM_BASE);

	return byte[0] | (u32)byte[1] << 8 | (u32)byte[2] << 16 |
	       (u32)byte[3] << 24;
}

/*
 * The hardware first traces the instructions of all harts up to now, and then
 * changes; its trace may also change the word. Harts that are not at this
 * access are between two blocks of code.
 */
static void store(u64 address)
{
	bool traced[RETIRE_HARTS_MAX];
	u32 value = word_at(address);
	unsigned int i;

	for (i = 0; i < machine.harts; i++) {
		retire_sync(i);
		traced[i] = hw_traces(machine.hw, i);
	}
	hw_stored(machine.hw, address, 4, value);
	for (i = 0; i < machine.harts; i++)
		if (hw_traces(machine.hw, i) && !traced[i])
			hw_record_start(i);
}

static void on_access(unsigned int hart, qemu_plugin_meminfo_t info,
		      uint64_t vaddr, void *user)
{
	struct qemu_plugin_hwaddr *hwaddr = qemu_plugin_get_hwaddr(info, vaddr);
	u64 address;

	(void)hart;
	(void)user;
	if (!hwaddr || qemu_plugin_hwaddr_is_io(hwaddr))
		return;
	address = qemu_plugin_hwaddr_phys_addr(hwaddr);
	if (!hw_decodes(machine.hw, address))
		return;
	if (qemu_plugin_mem_is_store(info))
		store(address);
	else
		hw_loaded(machine.hw, address, 4);
	if (hw_idle(machine.hw))
		return;
	machine.idle = 0;
	retire_watch(true);
}

/* --- during translation --------------------------------------------------- */

/* Registers of the ABI that never point to a device. */
static bool is_frame(unsigned int reg)
{
	return reg >= 2 && reg <= 4; /* sp, gp, tp */
}

/*
 * True if an instruction loads or stores 32 bits with an integer register: all
 * accesses to registers of devices are like this.
 */
static bool accesses_word(const u8 *bytes)
{
	u32 insn = bytes[0] | (u32)bytes[1] << 8;
	unsigned int funct3;

	if ((insn & 3) != 3)
		/* C.LW and C.SW */
		return !(insn & 3) && (insn >> 13 == 2 || insn >> 13 == 6);
	insn |= (u32)bytes[2] << 16 | (u32)bytes[3] << 24;
	funct3 = insn_funct3(insn);
	switch (insn_opcode(insn)) {
	case OPCODE_LOAD:
		return (funct3 == INSN_WIDTH_W || funct3 == INSN_WIDTH_WU) &&
		       !is_frame(insn_rs1(insn));
	case OPCODE_STORE:
		return funct3 == INSN_WIDTH_W && !is_frame(insn_rs1(insn));
	case OPCODE_AMO:
		return funct3 == INSN_WIDTH_W;
	default:
		return false;
	}
}

static void on_translate(void *user, struct qemu_plugin_tb *tb,
			 const struct retire_code *code)
{
	unsigned int i;

	(void)user;
	for (i = 0; i < code->insns; i++)
		if (accesses_word(code->bytes + 2 * code->offset[i]))
			qemu_plugin_register_vcpu_mem_cb(
				qemu_plugin_tb_get_insn(tb, i), on_access,
				QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
				NULL);
}

/* --- begin and end ------------------------------------------------------------ */

static void on_end(void *user)
{
	(void)user;
	hw_record_end();
}

static bool take_text(const char *arg, const char *name, const char **value)
{
	size_t size = strlen(name);

	if (strncmp(arg, name, size))
		return false;
	*value = arg + size;
	return true;
}

static bool take(const char *arg)
{
	const char *number;
	char *end;

	if (take_text(arg, "dtb=", &option.dtb) ||
	    take_text(arg, "ram=", &option.ram) ||
	    take_text(arg, "record=", &option.record))
		return true;
	if (!take_text(arg, "seed=", &number))
		return false;
	option.seed = strtoull(number, &end, 0);
	return end > number && !*end;
}

/* QEMU frees the arguments, so copy them. */
static const char *keep(const char *text)
{
	return text ? strdup(text) : NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	static const struct retire_ops ops = {
		.blocks = on_blocks,
		.trap = on_trap,
		.context = on_context,
		.reset = on_reset,
		.start = on_start,
		.translate = on_translate,
		.end = on_end,
	};
	int i;

	for (i = 0; i < argc; i++) {
		if (take(argv[i]))
			continue;
		fprintf(stderr, "plugin_trace: bad argument '%s'\n", argv[i]);
		return 1;
	}
	if (!option.dtb || !option.ram) {
		fprintf(stderr, "plugin_trace: dtb=FILE and ram=FILE are "
				"needed; record=PREFIX and seed=N are "
				"optional\n");
		return 1;
	}
	option.ram = keep(option.ram);
	option.dtb = keep(option.dtb);
	if (!retire_install(id, info, &ops, NULL))
		return 1;
	machine.harts = (unsigned int)info->system.smp_vcpus;
	if (option.record && !hw_record_begin(option.record, machine.harts))
		return 1;
	read_design();
	return 0;
}
