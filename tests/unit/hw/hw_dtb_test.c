// SPDX-License-Identifier: BSD-2-Clause
/* Conversion of device trees to designs of trace hardware. */
#include <string.h>

#include <libfdt.h>

#include "hw_dtb.h"
#include "unit_hw.h"

#define PHANDLE_CPU 1
#define PHANDLE_IN(n) (16 + (n))

static u8 tree[8192];
static struct hw_design design[HW_COMPS_MAX];
static unsigned int num;
static const char *error;

/* A test changes a node with this function. */
static const char *spoiled; /* name of the node */
static void (*spoil)(int node);

static void property_cells(const char *name, const u32 *value, unsigned int n)
{
	fdt32_t cells[8];
	unsigned int i;

	for (i = 0; i < n; i++)
		cells[i] = cpu_to_fdt32(value[i]);
	fdt_property(tree, name, cells, (int)(n * sizeof(cells[0])));
}

static void begin(const char *name)
{
	CHECK_EQ(name, fdt_begin_node(tree, name), 0);
}

static void end(void)
{
	fdt_end_node(tree);
}

static void component(const char *name, u32 base, const char *type)
{
	static const char compatible[] = "qemu,trace-component\0"
					 "riscv,trace-component";
	const u32 reg[] = { 0, base, 0, 0x1000 };

	begin(name);
	fdt_property(tree, "compatible", compatible, sizeof(compatible));
	property_cells("reg", reg, 4);
	fdt_property_string(tree, "hartscope,model-type", type);
}

/* The only output of a component. */
static void output(u32 to)
{
	begin("out-ports");
	begin("port");
	begin("endpoint");
	fdt_property_u32(tree, "remote-endpoint", to);
	end();
	end();
	end();
}

static void input(const char *name, u32 number, u32 phandle)
{
	begin(name);
	fdt_property_u32(tree, "reg", number);
	begin("endpoint");
	fdt_property_u32(tree, "phandle", phandle);
	end();
	end();
}

/* An encoder whose messages reach a RAM sink through the funnel's input 3. */
static void make(void)
{
	const u32 range[] = { 1, 0x2000, 0, 0x1000 };

	fdt_create(tree, sizeof(tree));
	fdt_finish_reservemap(tree);
	begin("");
	begin("cpu@7");
	fdt_property_u32(tree, "reg", 7);
	fdt_property_u32(tree, "phandle", PHANDLE_CPU);
	end();
	component("encoder", 0x10000, "encoder");
	fdt_property_u32(tree, "cpus", PHANDLE_CPU);
	output(PHANDLE_IN(0));
	end();
	component("funnel", 0x11000, "funnel");
	begin("in-ports");
	input("port@3", 3, PHANDLE_IN(0));
	end();
	output(PHANDLE_IN(1));
	end();
	component("sink", 0x12000, "ram-sink");
	fdt_property(tree, "hartscope,model-smem", NULL, 0);
	fdt_property_u32(tree, "hartscope,model-sram", 512);
	property_cells("hartscope,model-smem-range", range, 4);
	begin("in-ports");
	input("port", 0, PHANDLE_IN(1));
	end();
	end();
	end();
	CHECK_EQ("tree", fdt_finish(tree), 0);
	CHECK_EQ("room", fdt_open_into(tree, tree, sizeof(tree)), 0);
	if (spoiled)
		spoil(fdt_path_offset(tree, spoiled));
}

/* @return true if the tree is valid */
static bool read_tree(void)
{
	int where;

	make();
	return hw_dtb_read(tree, 32, design, &num, &error, &where);
}

static void dtb_usual(void)
{
	spoiled = NULL;
	CHECK("good", read_tree());
	CHECK_EQ("all", num, 3);
	CHECK_EQ("encoder", design[0].type, TR_COMP_ENCODER);
	CHECK_EQ("its hart", design[0].hart, 7);
	CHECK_EQ("of the machine", design[0].emit.xlen, 32);
	CHECK_EQ("N-Trace 1", design[0].protocol_major, 1);
	CHECK_EQ("goes to", design[0].output[0].comp, 1);
	CHECK_EQ("there to", design[0].output[0].input, 3);
	CHECK_EQ("version", design[1].ver_major << 4 | design[1].ver_minor,
		 0x10);
	CHECK_EQ("inputs", design[1].inputs, 16);
	CHECK_EQ("goes to", design[1].output[0].comp, 2);
	CHECK_EQ("sink", design[2].base, 0x12000);
	CHECK("both modes", design[2].has_sram && design[2].has_smem);
	CHECK_EQ("from", design[2].smem_low, 0x100002000);
	CHECK_EQ("to", design[2].smem_end, 0x100003000);
	CHECK_EQ("of 4 bytes", design[2].width, 4);
	CHECK_EQ("no output", design[2].num_outputs, 0);
}

static void spoil_design(int node)
{
	static const char stuck[] = "active\0empty";
	static const fdt32_t fixed[] = { 0x08000000, 0xff000000, 0x12000000 };
	fdt32_t version[2] = { cpu_to_fdt32(1), cpu_to_fdt32(15) };

	fdt_setprop(tree, node, "hartscope,model-version", version,
		    sizeof(version));
	fdt_setprop(tree, node, "hartscope,model-stuck", stuck, sizeof(stuck));
	fdt_setprop(tree, node, "hartscope,model-fixed", fixed, sizeof(fixed));
	fdt_setprop_u32(tree, node, "hartscope,model-comp-type", 5);
	fdt_setprop_u32(tree, node, "hartscope,model-i-cnt-bits", 9);
	fdt_setprop_u32(tree, node, "hartscope,model-slow", 77);
	fdt_setprop_empty(tree, node, "hartscope,model-quiet");
}

static void dtb_design(void)
{
	spoiled = "/encoder";
	spoil = spoil_design;
	CHECK("good", read_tree());
	CHECK_EQ("version", design[0].ver_minor, 15);
	CHECK_EQ("stuck", design[0].stuck, HW_STUCK_ACTIVE | HW_STUCK_EMPTY);
	CHECK_EQ("wired", design[0].num_fixed, 1);
	CHECK_EQ("where", design[0].fixed[0].offset, 8);
	CHECK_EQ("which", design[0].fixed[0].mask, 0xff);
	CHECK_EQ("to what", design[0].fixed[0].value, 0x12);
	CHECK_EQ("says", design[0].says_type, 5);
	CHECK_EQ("is", design[0].type, TR_COMP_ENCODER);
	CHECK_EQ("counter", design[0].emit.i_cnt_bits, 9);
	CHECK_EQ("slow", design[0].slow, 77);
	CHECK("quiet", design[0].quiet);
}

static void no_reg(int node)
{
	fdt_delprop(tree, node, "reg");
}

static void bad_type(int node)
{
	fdt_setprop_string(tree, node, "hartscope,model-type", "sink");
}

static void no_cpus(int node)
{
	fdt_delprop(tree, node, "cpus");
}

static void bad_cpus(int node)
{
	fdt_setprop_u32(tree, node, "cpus", 99);
}

static void short_version(int node)
{
	fdt_setprop_u32(tree, node, "hartscope,model-version", 1);
}

static void short_range(int node)
{
	fdt_setprop_u32(tree, node, "hartscope,model-smem-range", 1);
}

static void bad_remote(int node)
{
	fdt_setprop_u32(tree, node, "remote-endpoint", PHANDLE_CPU);
}

static void dtb_errors(void)
{
	static const struct {
		const char *node;
		void (*spoil)(int node);
		const char *about;
	} rows[] = {
		{ "/funnel", no_reg, "reg" },
		{ "/sink", bad_type, "model-type" },
		{ "/encoder", no_cpus, "cpus" },
		{ "/encoder", bad_cpus, "cpus" },
		{ "/sink", short_version, "too few numbers" },
		{ "/sink", short_range, "smem-range" },
		{ "/encoder/out-ports/port/endpoint", bad_remote,
		  "remote-endpoint" },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		spoiled = rows[i].node;
		spoil = rows[i].spoil;
		CHECK(rows[i].about, !read_tree());
		CHECK(error, strstr(error, rows[i].about));
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(dtb_usual, UNIT_ONE),
	UNIT_TEST(dtb_design, UNIT_ONE),
	UNIT_TEST(dtb_errors, UNIT_ONE),
};

UNIT_MAIN("hw_dtb", tests)
