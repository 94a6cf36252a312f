// SPDX-License-Identifier: BSD-2-Clause
/* See model_rig.h. */
#include <string.h>

#include "unit.h"
#include "model_rig.h"

struct model rig;
struct model_step rig_step;
u8 rig_ram[RIG_RAM_PAGES * MODEL_PAGE];
u8 rig_device[RIG_DEVICE_BYTES];
unsigned int rig_calls;

static u8 *page(void *user, u64 paddr)
{
	(void)user;
	CHECK_EQ("a page", paddr % MODEL_PAGE, 0);
	if (paddr < RIG_RAM || paddr >= RIG_RAM_END)
		return NULL;
	return rig_ram + (paddr - RIG_RAM);
}

static u8 *device(u64 paddr, unsigned int bytes)
{
	rig_calls++;
	if (paddr < RIG_DEVICE || paddr + bytes > RIG_DEVICE + RIG_DEVICE_BYTES)
		return NULL;
	return rig_device + (paddr - RIG_DEVICE);
}

static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	const u8 *from = device(paddr, bytes);

	(void)user;
	(void)kind;
	if (!from)
		return false;
	*value = 0;
	while (bytes--)
		*value = *value << 8 | from[bytes];
	return true;
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	u8 *to = device(paddr, bytes);
	unsigned int i;

	(void)user;
	(void)kind;
	if (!to)
		return false;
	for (i = 0; i < bytes; i++)
		to[i] = (u8)(value >> 8 * i);
	return true;
}

void rig_new_config(const struct model_config *config)
{
	static const struct model_bus bus = { NULL,  page, load,
					      store, NULL, NULL };

	memset(rig_ram, 0, sizeof(rig_ram));
	memset(rig_device, 0, sizeof(rig_device));
	rig_calls = 0;
	model_init(&rig, config, &bus);
	rig_set(MODEL_PC, RIG_RAM);
}

void rig_new(const char *preset)
{
	struct model_config config;

	CHECK(preset, model_preset(preset, &config));
	rig_new_config(&config);
}

const char *rig_preset(unsigned int xlen)
{
	return xlen == 32 ? "qemu-rv32" : "qemu-rv64";
}

void rig_run(u32 insn)
{
	const struct model_input in = { .insn = insn,
					.given = true,
					.interrupt = MODEL_INTERRUPT_NONE };

	memset(&rig_step, 0x5a, sizeof(rig_step));
	model_step(&rig, &in, &rig_step);
}

void rig_go(void)
{
	const struct model_input in = { .interrupt = MODEL_INTERRUPT_ANY };

	memset(&rig_step, 0x5a, sizeof(rig_step));
	model_step(&rig, &in, &rig_step);
}

u64 rig_get(u32 element)
{
	u64 value;

	CHECK("it has this element", model_read(&rig, element, &value));
	return value;
}

void rig_set(u32 element, u64 value)
{
	CHECK("it has this element", model_write(&rig, element, value));
}

u64 rig_peek(u64 paddr, unsigned int bytes)
{
	u64 value = 0;

	while (bytes--)
		value = value << 8 | rig_ram[paddr - RIG_RAM + bytes];
	return value;
}

void rig_poke(u64 paddr, unsigned int bytes, u64 value)
{
	unsigned int i;

	for (i = 0; i < bytes; i++)
		rig_ram[paddr - RIG_RAM + i] = (u8)(value >> 8 * i);
}

static u32 csr_insn(u32 funct3, u32 csr)
{
	return 0x73 | 10 << 7 | funct3 << 12 | 11 << 15 | csr << 20;
}

u32 rig_csrrw(u32 csr)
{
	return csr_insn(1, csr);
}

u32 rig_csrrs(u32 csr)
{
	return csr_insn(2, csr);
}

u32 rig_csrrc(u32 csr)
{
	return csr_insn(3, csr);
}

void rig_csr(u32 csr, u64 value)
{
	u64 pc = rig_get(MODEL_PC), priv = rig_get(MODEL_PRIV);
	u64 x10 = rig_get(RD), x11 = rig_get(RS1);

	rig_set(MODEL_PRIV, MODEL_M);
	rig_set(RS1, value);
	rig_run(rig_csrrw(csr));
	CHECK_EQ("M-mode writes it", rig_step.kind, MODEL_RETIRED);
	rig_set(MODEL_PC, pc);
	rig_set(MODEL_PRIV, priv);
	rig_set(RD, x10);
	rig_set(RS1, x11);
}

void rig_open(void)
{
	rig_csr(0x3b0, ~0ull);
	rig_csr(0x3a0, 0x1f);
}
