// SPDX-License-Identifier: BSD-2-Clause
/*
 * Debug triggers that start, stop or mark a trace (Sdtrig: action 2, 3, 4)
 * reach the hart through the SBI DBTR extension. QEMU's triggers do not have
 * these actions, but with "-d unimp" QEMU reports one that it gets; run.py
 * looks for that line. "action=N" is the action of this run.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"

#define ACTION_LSB 12
#define ADDRESS 0x88000000ul /* no hart executes code there */

/* mcontrol and mcontrol6 have the same other fields. */
enum { TYPE_MCONTROL = 2, TYPE_MCONTROL6 = 6 };
enum { EXECUTE = 1 << 2, IN_U = 1 << 3, IN_S = 1 << 4, IN_M = 1 << 6 };

/* An entry of the area; the firmware writes only the index to it. */
static struct {
	unsigned long tstate, tdata1, tdata2, tdata3;
} entry;

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi_ecall(SBI_EXT_DBTR, fid, a0, a1, 0, 0, 0, 0);
}

static unsigned long tdata1(unsigned long type, unsigned long action,
			    unsigned long modes)
{
	return type << (XLEN - 4) | action << ACTION_LSB | modes | EXECUTE;
}

static struct sbiret install(unsigned long type, unsigned long action,
			     unsigned long modes)
{
	entry.tstate = 0;
	entry.tdata1 = tdata1(type, action, modes);
	entry.tdata2 = ADDRESS;
	entry.tdata3 = 0;
	return dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0);
}

static void trigger(unsigned long type, unsigned long action)
{
	check_row("type", type);
	CHECK_OK(install(type, action, IN_S | IN_U));
	CHECK_EQ(*(unsigned long *)&entry, 0); /* index of the first trigger */
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	CHECK_EQ(entry.tdata1 & ~(15ul << ACTION_LSB),
		 tdata1(type, 0, IN_S | IN_U));
	CHECK_EQ(entry.tdata2, ADDRESS);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, 1));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 0, 1));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1));
}

static void action_arrives(void)
{
	unsigned long action = option_number("action", 0);

	CHECK(sbi_probe_extension(SBI_EXT_DBTR).value);
	print("# %s: action bit is always zero\n", action ? "has" : "lacks");
	CHECK_OK(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, (unsigned long)&entry, 0));
	trigger(TYPE_MCONTROL, action);
	trigger(TYPE_MCONTROL6, action);
}

/* No trigger of any type may be for M-mode. */
static void machine_mode_is_refused(void)
{
	unsigned long action = option_number("action", 0);

	CHECK_ERROR(install(TYPE_MCONTROL, action, IN_M | IN_S),
		    SBI_ERR_FAILED);
	CHECK_ERROR(install(TYPE_MCONTROL6, action, IN_M), SBI_ERR_FAILED);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1),
		    SBI_ERR_INVALID_PARAM);
}

const struct check_case check_cases[] = {
	{ "the action arrives", action_arrives },
	{ "none in M-mode", machine_mode_is_refused },
	{ NULL, NULL },
};
