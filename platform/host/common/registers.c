// SPDX-License-Identifier: BSD-2-Clause
/* Names of registers. CSRs are those of the privileged specification. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "registers.h"

enum { GPR = 0x1000, FPR = 0x1020, END = 0x1040 };

static const char *const abi_names[END - GPR] = {
	"zero", "ra",  "sp",   "gp",   "tp",  "t0",  "t1",   "t2",
	"s0",	"s1",  "a0",   "a1",   "a2",  "a3",  "a4",   "a5",
	"a6",	"a7",  "s2",   "s3",   "s4",  "s5",  "s6",   "s7",
	"s8",	"s9",  "s10",  "s11",  "t3",  "t4",  "t5",   "t6",
	"ft0",	"ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
	"fs0",	"fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
	"fa6",	"fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
	"fs8",	"fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

/* One name each */
static const struct csr {
	u16 number;
	const char *name;
} csrs[] = {
	{ 0x001, "fflags" },	   { 0x002, "frm" },
	{ 0x003, "fcsr" },	   { 0x008, "vstart" },
	{ 0x009, "vxsat" },	   { 0x00a, "vxrm" },
	{ 0x00f, "vcsr" },	   { 0x011, "ssp" },
	{ 0x015, "seed" },	   { 0x017, "jvt" },
	{ 0xc00, "cycle" },	   { 0xc01, "time" },
	{ 0xc02, "instret" },	   { 0xc80, "cycleh" },
	{ 0xc81, "timeh" },	   { 0xc82, "instreth" },
	{ 0xc20, "vl" },	   { 0xc21, "vtype" },
	{ 0xc22, "vlenb" },	   { 0x100, "sstatus" },
	{ 0x104, "sie" },	   { 0x105, "stvec" },
	{ 0x106, "scounteren" },   { 0x10a, "senvcfg" },
	{ 0x114, "sieh" },	   { 0x120, "scountinhibit" },
	{ 0x140, "sscratch" },	   { 0x141, "sepc" },
	{ 0x142, "scause" },	   { 0x143, "stval" },
	{ 0x144, "sip" },	   { 0x14d, "stimecmp" },
	{ 0x14e, "sctrctl" },	   { 0x14f, "sctrstatus" },
	{ 0x150, "siselect" },	   { 0x151, "sireg" },
	{ 0x152, "sireg2" },	   { 0x153, "sireg3" },
	{ 0x154, "siph" },	   { 0x155, "sireg4" },
	{ 0x156, "sireg5" },	   { 0x157, "sireg6" },
	{ 0x15c, "stopei" },	   { 0x15d, "stimecmph" },
	{ 0x15f, "sctrdepth" },	   { 0x180, "satp" },
	{ 0x5a8, "scontext" },	   { 0xda0, "scountovf" },
	{ 0xdb0, "stopi" },	   { 0x200, "vsstatus" },
	{ 0x204, "vsie" },	   { 0x205, "vstvec" },
	{ 0x240, "vsscratch" },	   { 0x241, "vsepc" },
	{ 0x242, "vscause" },	   { 0x243, "vstval" },
	{ 0x244, "vsip" },	   { 0x24d, "vstimecmp" },
	{ 0x24e, "vsctrctl" },	   { 0x250, "vsiselect" },
	{ 0x251, "vsireg" },	   { 0x25d, "vstimecmph" },
	{ 0x280, "vsatp" },	   { 0x600, "hstatus" },
	{ 0x602, "hedeleg" },	   { 0x603, "hideleg" },
	{ 0x604, "hie" },	   { 0x605, "htimedelta" },
	{ 0x606, "hcounteren" },   { 0x607, "hgeie" },
	{ 0x60a, "henvcfg" },	   { 0x612, "hedelegh" },
	{ 0x615, "htimedeltah" },  { 0x61a, "henvcfgh" },
	{ 0x643, "htval" },	   { 0x644, "hip" },
	{ 0x645, "hvip" },	   { 0x64a, "htinst" },
	{ 0x680, "hgatp" },	   { 0x6a8, "hcontext" },
	{ 0xe12, "hgeip" },	   { 0xf11, "mvendorid" },
	{ 0xf12, "marchid" },	   { 0xf13, "mimpid" },
	{ 0xf14, "mhartid" },	   { 0xf15, "mconfigptr" },
	{ 0x300, "mstatus" },	   { 0x301, "misa" },
	{ 0x302, "medeleg" },	   { 0x303, "mideleg" },
	{ 0x304, "mie" },	   { 0x305, "mtvec" },
	{ 0x306, "mcounteren" },   { 0x308, "mvien" },
	{ 0x309, "mvip" },	   { 0x30a, "menvcfg" },
	{ 0x310, "mstatush" },	   { 0x312, "medelegh" },
	{ 0x313, "midelegh" },	   { 0x314, "mieh" },
	{ 0x31a, "menvcfgh" },	   { 0x320, "mcountinhibit" },
	{ 0x321, "mcyclecfg" },	   { 0x322, "minstretcfg" },
	{ 0x340, "mscratch" },	   { 0x341, "mepc" },
	{ 0x342, "mcause" },	   { 0x343, "mtval" },
	{ 0x344, "mip" },	   { 0x34a, "mtinst" },
	{ 0x34b, "mtval2" },	   { 0x34e, "mctrctl" },
	{ 0x350, "miselect" },	   { 0x351, "mireg" },
	{ 0x352, "mireg2" },	   { 0x353, "mireg3" },
	{ 0x354, "miph" },	   { 0x355, "mireg4" },
	{ 0x356, "mireg5" },	   { 0x357, "mireg6" },
	{ 0x35c, "mtopei" },	   { 0x721, "mcyclecfgh" },
	{ 0x722, "minstretcfgh" }, { 0x740, "mnscratch" },
	{ 0x741, "mnepc" },	   { 0x742, "mncause" },
	{ 0x744, "mnstatus" },	   { 0x747, "mseccfg" },
	{ 0x757, "mseccfgh" },	   { 0x7a0, "tselect" },
	{ 0x7a1, "tdata1" },	   { 0x7a2, "tdata2" },
	{ 0x7a3, "tdata3" },	   { 0x7a4, "tinfo" },
	{ 0x7a5, "tcontrol" },	   { 0x7a8, "mcontext" },
	{ 0x7b0, "dcsr" },	   { 0x7b1, "dpc" },
	{ 0x7b2, "dscratch0" },	   { 0x7b3, "dscratch1" },
	{ 0xb00, "mcycle" },	   { 0xb02, "minstret" },
	{ 0xb80, "mcycleh" },	   { 0xb82, "minstreth" },
	{ 0xfb0, "mtopi" },
};

/* Numbered ones: name%u, with "h" behind it for upper halves */
static const struct csr_row {
	u16 first;
	u16 count;
	u16 from; /* number of the first */
	const char *format;
} csr_rows[] = {
	{ 0xc03, 29, 3, "hpmcounter%u" },   { 0xc83, 29, 3, "hpmcounter%uh" },
	{ 0x10c, 4, 0, "sstateen%u" },	    { 0x30c, 4, 0, "mstateen%u" },
	{ 0x31c, 4, 0, "mstateen%uh" },	    { 0x60c, 4, 0, "hstateen%u" },
	{ 0x61c, 4, 0, "hstateen%uh" },	    { 0x323, 29, 3, "mhpmevent%u" },
	{ 0x723, 29, 3, "mhpmevent%uh" },   { 0x3a0, 16, 0, "pmpcfg%u" },
	{ 0x3b0, 64, 0, "pmpaddr%u" },	    { 0xb03, 29, 3, "mhpmcounter%u" },
	{ 0xb83, 29, 3, "mhpmcounter%uh" },
};

static void csr_name(u16 reg, char *name)
{
	const struct csr_row *row;
	size_t i;

	for (i = 0; i < array_size(csrs); i++) {
		if (csrs[i].number == reg) {
			snprintf(name, REGISTER_NAME, "%s", csrs[i].name);
			return;
		}
	}
	for (i = 0; i < array_size(csr_rows); i++) {
		row = &csr_rows[i];
		if (reg >= row->first && reg < row->first + row->count) {
			snprintf(name, REGISTER_NAME, row->format,
				 row->from + reg - row->first);
			return;
		}
	}
	snprintf(name, REGISTER_NAME, "csr_%#x", reg);
}

void register_name(u16 reg, char *name)
{
	if (reg < GPR)
		csr_name(reg, name);
	else if (reg < END)
		snprintf(name, REGISTER_NAME, "%s", abi_names[reg - GPR]);
	else
		snprintf(name, REGISTER_NAME, "%#x", reg);
}

/* "x10", "f10": also with the number of no register, which is none then */
static bool find_numbered(const char *name, u16 *reg)
{
	u64 number;

	if ((name[0] != 'x' && name[0] != 'f') || name[1] < '0' ||
	    name[1] > '9' || !parse_number(name + 1, &number) || number > 31)
		return false;
	*reg = (u16)((name[0] == 'x' ? GPR : FPR) + number);
	return true;
}

bool register_find(const char *name, u16 *reg)
{
	char known[REGISTER_NAME];
	u64 number;
	unsigned int i;

	if (parse_number(name, &number)) {
		*reg = (u16)number;
		return number < END;
	}
	if (find_numbered(name, reg))
		return true;
	if (!strcmp(name, "fp"))
		name = "s0";
	for (i = 0; i < END; i++) {
		register_name((u16)i, known);
		if (!strcmp(name, known)) {
			*reg = (u16)i;
			return true;
		}
	}
	return false;
}
