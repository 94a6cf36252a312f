// SPDX-License-Identifier: GPL-2.0-or-later
/* Registers of a hart, through QEMU's debugger interface. */
#include <stdlib.h>
#include <string.h>

#include "retire_internal.h"

struct retire_reg {
	const char *name;
	struct qemu_plugin_register *handle;
	GByteArray *bytes; /* of the hart, for one value */
};

struct retire_observer retire;

const struct retire_reg *retire_reg_find(unsigned int hart, const char *name)
{
	const struct retire_hart *h = &retire.hart[hart];
	size_t i;

	for (i = 0; i < h->num_regs; i++)
		if (!strcmp(h->reg[i].name, name))
			return &h->reg[i];
	return NULL;
}

bool retire_reg_read(const struct retire_reg *reg, u64 *value)
{
	int size;

	*value = 0;
	if (!reg)
		return false;
	reg->bytes->len = 0; /* new data then start there */
	size = qemu_plugin_read_register(reg->handle, reg->bytes);
	if (size <= 0)
		return false;
	memcpy(value, reg->bytes->data, size < 8 ? (size_t)size : 8);
	return true;
}

u64 retire_reg_value(const struct retire_reg *reg)
{
	u64 value;

	retire_reg_read(reg, &value);
	return value;
}

/* The debug specification's coding: V is bit 2. */
u8 retire_reg_priv(const struct retire_hart *hart)
{
	u64 value = retire_reg_value(hart->priv_reg);

	if (value & 4)
		return value & 3 ? NTRACE_EMIT_VS : NTRACE_EMIT_VU;
	return (u8)(value & 3);
}

static void regs_of_set(struct retire_hart *h, enum retire_set set,
			const char *const names[5])
{
	struct retire_trap_regs *regs = &h->regs[set];

	regs->tvec = retire_reg_find(h->index, names[0]);
	regs->epc = retire_reg_find(h->index, names[1]);
	regs->cause = retire_reg_find(h->index, names[2]);
	regs->tval = retire_reg_find(h->index, names[3]);
	regs->status = retire_reg_find(h->index, names[4]);
}

static void regs_named(struct retire_hart *h)
{
	static const char *const names[RETIRE_SETS][5] = {
		{ "mtvec", "mepc", "mcause", "mtval", "mstatus" },
		{ "stvec", "sepc", "scause", "stval", "sstatus" },
		{ "vstvec", "vsepc", "vscause", "vstval", "vsstatus" },
	};
	static const char *const x[32] = {
		"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
		"fp",	"s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
		"a6",	"a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
		"s8",	"s9", "s10", "s11", "t3", "t4", "t5", "t6",
	};
	unsigned int i;

	for (i = 0; i < RETIRE_SETS; i++)
		regs_of_set(h, (enum retire_set)i, names[i]);
	for (i = 0; i < 32; i++)
		h->x[i] = retire_reg_find(h->index, x[i]);
	h->pc_reg = retire_reg_find(h->index, "pc");
	h->priv_reg = retire_reg_find(h->index, "priv");
	h->mhartid = retire_reg_find(h->index, "mhartid");
	h->mstatush = retire_reg_find(h->index, "mstatush");
	h->hstatus = retire_reg_find(h->index, "hstatus");
	h->scontext_reg = retire_reg_find(h->index, "scontext");
	h->hcontext_reg = retire_reg_find(h->index, "hcontext");
}

void retire_regs_init(struct retire_hart *hart)
{
	GArray *list = qemu_plugin_get_registers();
	GByteArray *bytes = g_byte_array_new();
	const qemu_plugin_reg_descriptor *d;
	size_t i;

	if (!list || hart->reg)
		return;
	d = (const void *)list->data;
	hart->reg = calloc(list->len + 1, sizeof(*hart->reg));
	for (i = 0; hart->reg && i < list->len; i++) {
		hart->reg[i].name = d[i].name;
		hart->reg[i].handle = d[i].handle;
		hart->reg[i].bytes = bytes;
		hart->num_regs++;
	}
	g_array_free(list, 1);
	regs_named(hart);
}
