// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces without registers and memory: any values that explain a step are
 * accepted, and a step without an explanation is found.
 */
#include "unit.h"
#include "verify_rig.h"

/* To S-mode, at 0x1000, with Sv39 from then on */
#define PAGED "[ init priv=1 c180=8000000000000000 c305=2000 ] "

static const struct vrig_row branches[] = {
	{ "of what is not known, taken and not: beq a0, a1, 16",
	  "[ pc=1010 i=00b50863 ] [ + i=00b50863 ]", "" },
	{ "... anywhere else", "[ pc=1018 i=00b50863 ]", "0 PC 1004 1018\n" },
	{ "the same register: beq a0, a0, 16", "[ + i=00a50863 ]",
	  "0 PC 1010 1004\n" },
	{ "of zero: bnez zero, 16", "[ pc=1010 i=00001863 ]",
	  "0 PC 1004 1010\n" },
	{ "nothing is below zero: bltu a0, zero, 16", "[ pc=1010 i=00056863 ]",
	  "0 PC 1004 1010\n" },
	{ "all is at least zero: bgeu a0, zero, 16", "[ + i=00057863 ]",
	  "0 PC 1010 1004\n" },
	{ "signed: blt a0, a1, 16 and bge a0, a1, 16",
	  "[ pc=1010 i=00b54863 ] [ + i=00b54863 ] "
	  "[ pc=1024 i=00b55863 ] [ + i=00b55863 ]",
	  "" },
	{ "a constant: li a0, 1; bnez a0, 16",
	  "[ + i=00100513 ] [ + i=00051863 ]", "1 PC 1014 1008\n" },
	{ "... li a0, 1; li a1, 2; add a0, a0, a1; li a2, 3; beq a0, a2, 16",
	  "[ + i=00100513 ] [ + i=00200593 ] [ + i=00b50533 ] [ + i=00300613 ] "
	  "[ + i=00c50863 ]",
	  "4 PC 1020 1014\n" },
	{ "... compressed: c.li a0, 0; c.beqz a0, 8",
	  "[ + i=4501 ] [ + i=c501 ]", "1 PC 100a 1004\n" },
	{ "... that a load has overwritten: li a0, 1; lw a0, 0(a1)",
	  "[ + i=00100513 ] [ + i=0005a503 ] [ + i=00051863 ]", "" },
	{ "it tells what a register is: beqz a0, 16; bnez a0, 16",
	  "[ pc=1010 i=00050863 ] [ pc=1020 i=00051863 ]", "1 PC 1014 1020\n" },
	{ "... but not when it is not taken",
	  "[ + i=00050863 ] [ pc=1014 i=00050863 ]", "" },
};

static const struct vrig_row jumps[] = {
	{ "anywhere: jr a0", "[ pc=123456 i=00050067 ]", "" },
	{ "... but not to an odd address", "[ pc=3001 i=00050067 ]",
	  "0 PC 3000 3001\n" },
	{ "auipc a0, 1; jr 8(a0)", "[ + i=00001517 ] [ pc=2008 i=00850067 ]",
	  "" },
	{ "... elsewhere", "[ + i=00001517 ] [ pc=2010 i=00850067 ]",
	  "1 PC 2008 2010\n" },
	{ "jal ra, 16; ret", "[ pc=1010 i=010000ef ] [ pc=1008 i=00008067 ]",
	  "1 PC 1004 1008\n" },
	{ "jal", "[ + i=010000ef ]", "0 PC 1010 1004\n" },
	{ "linear: add a0, a0, a1", "[ pc=1008 i=00b50533 ]",
	  "0 PC 1004 1008\n" },
};

static const struct vrig_row csrs[] = {
	{ "csrw mscratch, a0", "[ + i=34051073 c340=1234 ]", "" },
	{ "... of what is known: csrwi mscratch, 5", "[ + i=3402d073 c340=6 ]",
	  "0 CSR c340 5 6\n" },
	{ "... not written: csrwi mscratch, 5", "[ + i=3402d073 ]",
	  "0 CSR c340 5 -\n" },
	{ "... li a0, 5; csrw mscratch, a0",
	  "[ + i=00500513 ] [ + i=34051073 c340=6 ]", "1 CSR c340 5 6\n" },
	{ "csrs sets: csrs mscratch, a0",
	  "[ init c340=f0 ] [ + i=34052073 c340=ff ] [ + i=34052073 c340=1f ]",
	  "2 CSR c340 ff 1f\n" },
	{ "csrc clears: csrc mscratch, a0",
	  "[ init c340=f0 ] [ + i=34053073 c340=30 ] [ + i=34053073 c340=31 ]",
	  "2 CSR c340 30 31\n" },
	{ "what cannot be written: csrw satp, a0",
	  "[ + i=18051073 c180=1000000000000000 ]",
	  "0 CSR c180 0 1000000000000000\n" },
	{ "a view: csrs sstatus, a0", "[ + i=10052073 c300=a00000002 ]", "" },
	{ "... that has not M's bits", "[ + i=10052073 c300=a00000008 ]",
	  "0 CSR c300 a00000000 a00000008\n" },
	{ "another register", "[ + i=34051073 c340=1 c341=4 ]",
	  "0 CSR c341 0 4\n" },
	{ "read: csrwi mscratch, 5; csrr a0, mscratch; csrw mepc, a0",
	  "[ + i=3402d073 c340=5 ] [ + i=34002573 ] [ + i=34151073 c341=8 ]",
	  "2 CSR c341 5 8\n" },
	{ "read of what is not told: csrr a0, mip; csrw mscratch, a0",
	  "[ + i=34402573 ] [ + i=34051073 c340=80 ]", "" },
	{ "flags that arithmetic leaves: csrw fcsr, a0; fadd.s; csrs fflags, 0",
	  "[ init c300=8000000a00006000 ] [ + i=00305073 c3=0 ] [ + i=00b50553 ] "
	  "[ + i=00116073 c3=13 ]",
	  "" },
	{ "... but the rounding mode is none of them: csrsi fflags, 2",
	  "[ init c300=8000000a00006000 ] [ + i=00116073 c3=22 ]",
	  "1 CSR c3 2 22\n" },
};

static const struct vrig_row accesses[] = {
	{ "of anything: ld, sd, lr.w, sc.w, amoadd.w",
	  "[ + i=0005b503 ] [ + i=00a5b023 ] [ + i=1005a52f ] [ + i=18c5a52f ] "
	  "[ + i=00c5a52f ]",
	  "" },
	{ "through pages that nobody knows",
	  PAGED "[ + i=0005b503 ] [ + i=00a5b023 ]", "" },
	{ "a page fault: ld a0, 8(a1)",
	  PAGED "[ pc=2000 priv=3 i=0085b503 c300=a00000800 c341=1000 c342=d "
		"c343=7008 ]",
	  "" },
	{ "... of a store's kind",
	  PAGED "[ pc=2000 priv=3 i=0085b503 c300=a00000800 c341=1000 c342=f "
		"c343=7008 ]",
	  "1 PC 1004 2000\n1 PRIV 1 3\n1 CSR c300 a00000000 a00000800\n"
	  "1 CSR c341 0 1000\n1 CSR c342 0 f\n1 CSR c343 0 7008\n" },
	{ "... of no kind: a cause that ends like a load's",
	  PAGED "[ pc=2000 priv=3 i=0085b503 c300=a00000800 c341=1000 c342=10d "
		"c343=7008 ]",
	  "1 PC 1004 2000\n1 PRIV 1 3\n1 CSR c300 a00000000 a00000800\n"
	  "1 CSR c341 0 1000\n1 CSR c342 0 10d\n1 CSR c343 0 7008\n" },
	{ "... without translation",
	  "[ init c305=2000 ] [ pc=2000 i=0085b503 c300=a00001800 c341=1000 "
	  "c342=d c343=7008 ]",
	  "1 PC 1004 2000\n1 CSR c300 a00000000 a00001800\n"
	  "1 CSR c341 0 1000\n1 CSR c342 0 d\n1 CSR c343 0 7008\n" },
	{ "... of an address that is another: li a1, 16; ld a0, 8(a1)",
	  "[ init c305=2000 ] [ + i=01000593 ] [ pc=2000 i=0085b503 "
	  "c300=a00001800 c341=1004 c342=5 c343=20 ]",
	  "2 PC 1008 2000\n2 CSR c300 a00000000 a00001800\n"
	  "2 CSR c341 0 1004\n2 CSR c342 0 5\n2 CSR c343 0 20\n" },
	{ "an access fault there",
	  "[ init c305=2000 ] [ + i=01000593 ] [ pc=2000 i=0085b503 "
	  "c300=a00001800 c341=1004 c342=5 c343=18 ]",
	  "" },
	{ "the second page of a store: sd a0, 0(a1)",
	  PAGED "[ pc=2000 priv=3 i=00a5b023 c300=a00000800 c341=1000 c342=f "
		"c343=7000 ]",
	  "" },
	{ "a fault of a fetch",
	  PAGED "[ pc=2000 priv=3 c300=a00000800 c341=1000 c342=c c343=1000 ]",
	  "" },
	{ "... that is somewhere else",
	  PAGED "[ pc=2000 priv=3 c300=a00000800 c341=1000 c342=c c343=3000 ]",
	  "1 INSN 0 -\n1 CSR c342 2 c\n1 CSR c343 0 3000\n" },
	{ "misaligned: amoadd.w a0, a2, (a1)",
	  "[ init c305=2000 ] [ pc=2000 i=00c5a52f c300=a00001800 c341=1000 "
	  "c342=6 c343=7002 ]",
	  "" },
	{ "... at an address that is not",
	  "[ init c305=2000 ] [ pc=2000 i=00c5a52f c300=a00001800 c341=1000 "
	  "c342=6 c343=7004 ]",
	  "1 PC 1004 2000\n1 CSR c300 a00000000 a00001800\n"
	  "1 CSR c341 0 1000\n1 CSR c342 0 6\n1 CSR c343 0 7004\n" },
};

static const struct vrig_row traps[] = {
	{ "an interrupt",
	  "[ init c300=a00000008 c304=80 c305=2000 ] "
	  "[ pc=2000 c300=a00001880 c341=1000 c342=8000000000000007 ]",
	  "" },
	{ "... that is not enabled",
	  "[ init c300=a00000008 c305=2000 ] "
	  "[ pc=2000 c300=a00001880 c341=1000 c342=8000000000000007 ]",
	  "1 INTERRUPT 2 0 8000000000000007\n" },
	{ "mret",
	  "[ init c341=3000 c300=a00001800 ] [ pc=3004 i=30200073 "
	  "c300=a00000080 ]",
	  "1 PC 3000 3004\n" },
	{ "ecall", "[ pc=0 i=00000073 c300=a00001800 c341=1000 c342=8 ]",
	  "0 CSR c342 b 8\n" },
	{ "after a divergence nothing is known: li a0, 1; bnez a0; bnez a0",
	  "[ + i=00100513 ] [ + i=00051863 ] [ + i=00051863 ]",
	  "1 PC 1014 1008\n" },
};

static const struct vrig_row solved[] = {
	{ "c.beqz a0, not taken", "[ + i=c501 ]", "" },
	{ "c.jr a0", "[ pc=3000 i=8502 ]", "" },
	{ "equal to a constant: li a0, 5; beq a0, a1, 16",
	  "[ + i=00500513 ] [ pc=1014 i=00b50863 ]", "" },
	{ "... which tells what a1 is: csrw mscratch, a1",
	  "[ + i=00500513 ] [ pc=1014 i=00b50863 ] [ + i=34059073 c340=6 ]",
	  "2 CSR c340 5 6\n" },
	{ "not equal to a constant: li a0, 0; beq a0, a1, 16",
	  "[ + i=00000513 ] [ + i=00b50863 ]", "" },
	{ "... to which it was equal: li a0, 0; beq a1, a0, 16",
	  "[ + i=00000513 ] [ + i=00a58863 ]", "" },
	{ "above a constant, which stays: li a0, 5; blt a0, a1, 16",
	  "[ + i=00500513 ] [ pc=1014 i=00b54863 ] [ + i=34051073 c340=5 ]",
	  "" },
	{ "not below a constant, which stays: li a0, 5; blt a1, a0, 16",
	  "[ + i=00500513 ] [ + i=00a5c863 ] [ + i=34051073 c340=5 ]", "" },
	{ "below a constant: li a0, 5; blt a1, a0, 16",
	  "[ + i=00500513 ] [ pc=1014 i=00a5c863 ]", "" },
	{ "a view that is shifted: csrw frm, a0",
	  "[ init c300=8000000a00006000 ] [ + i=00251073 c3=60 ]", "" },
	{ "... csrs frm, a0",
	  "[ init c300=8000000a00006000 c3=20 ] [ + i=00252073 c3=60 ]", "" },
	{ "... csrc frm, a0",
	  "[ init c300=8000000a00006000 c3=60 ] [ + i=00253073 c3=20 ]", "" },
	{ "a load makes unknown: li a0, 0; lw a0, 0(a1); bnez a0, 16",
	  "[ + i=00000513 ] [ + i=0005a503 ] [ pc=1018 i=00051863 ]", "" },
	{ "... but for zero: lw zero, 0(a1); li a0, 1; bnez a0, 16",
	  "[ + i=0005a003 ] [ + i=00100513 ] [ + i=00051863 ]",
	  "2 PC 1018 100c\n" },
	{ "... but not another register: li a0, 1; fld fa0, 0(a1)",
	  "[ init c300=8000000a00006000 ] [ + i=00100513 ] [ + i=0005b507 ] "
	  "[ + i=00051863 ]",
	  "3 PC 1018 100c\n" },
	{ "a page fault of a store: sd a0, 8(a1)",
	  PAGED "[ pc=2000 priv=3 i=00a5b423 c300=a00000800 c341=1000 c342=f "
		"c343=7008 ]",
	  "" },
	{ "a page fault of the second half of a fetch",
	  PAGED "[ init pc=1ffe ] [ pc=2000 priv=3 c300=a00000800 c341=1ffe "
		"c342=c c343=2000 ]",
	  "" },
	{ "flags do not depend on what is not known: feq.s a0, fa1, fa1",
	  "[ init c300=a00002000 ] [ + i=7f900537 ] "
	  "[ + i=f00505d3 c300=8000000a00006000 ] [ init c300=a00004000 ] "
	  "[ + i=a0b5a553 ]",
	  "" },
	{ "known again after a divergence: li a0, 1; bnez a0, 16",
	  "[ i=00000013 pc=1008 ] [ + i=00100513 ] [ + i=00051863 ]",
	  "0 PC 1004 1008\n2 PC 101c 1010\n" },
	{ "nothing is in doubt", "[ + i=3402d073 c340=6 ]",
	  "0 CSR c340 5 6\n= 0 0\n" },
	{ "a reset of CSRs: csrwi mscratch, 5; csrsi mscratch, 5",
	  "[ + i=3402d073 c340=5 ] [ reset ] [ + i=3402e073 ]",
	  "2 CSR c340 5 -\n" },
	{ "... after which no register is known: li a0, 0; bnez a0, 16",
	  "[ + i=00000513 ] [ reset ] [ pc=1010 i=00051863 ]", "" },
	{ "code that is another one now", "[ i=0000006f ] [ + i=00000013 ]",
	  "" },
};

/* All instructions have 32 bits. */
static const struct vrig_row aligned[] = {
	{ "a target that is misaligned: beq a0, a1, 6",
	  "[ init c305=2000 ] [ pc=2000 i=00b50363 c300=a00001800 c341=1000 "
	  "c342=0 c343=1006 ]",
	  "" },
	{ "... bne a0, a1, 6",
	  "[ init c305=2000 ] [ pc=2000 i=00b51363 c300=a00001800 c341=1000 "
	  "c342=0 c343=1006 ]",
	  "" },
	{ "... jr a0",
	  "[ init c305=2000 ] [ pc=2000 i=00050067 c300=a00001800 c341=1000 "
	  "c342=0 c343=3002 ]",
	  "" },
};

static void set_flow(struct vrig *rig)
{
	rig->has_flow = true;
}

static void set_ram(struct vrig *rig)
{
	set_flow(rig);
	verify_memory_range(&rig->memory, 0x1000, 0x1000, VERIFY_MEMORY_RAM);
}

static void set_aligned(struct vrig *rig)
{
	set_flow(rig);
	rig->hart_config.misa &= ~4u;
}

static void registers_are_found(void)
{
	vrig_rows("qemu-rv64", set_flow, solved, array_size(solved));
	vrig_rows("qemu-rv64", set_ram, solved, array_size(solved));
	vrig_rows("qemu-rv64", set_aligned, aligned, array_size(aligned));
}

/* The model passes these operations to the hart's; memory cannot be read. */
static void operations(void)
{
	enum { NO_CSR = 0x5c0 };
	struct vrig *rig = vrig_new("qemu-rv64");
	const struct verify_model *m = &rig->model;
	struct verify_step step = { .unknown = 1, .pending = 7 };
	u64 value = 1;

	vrig_start(rig);
	CHECK("state", m->write(m->user, MODEL_PC, 0x4000) &&
			       m->read(m->user, MODEL_PC, &value) &&
			       value == 0x4000);
	CHECK("no such state", !m->write(m->user, NO_CSR, 1));
	rig->v.group.trace = &rig->v.decoder.group;
	CHECK("a step", m->step(m->user, &model_no_input, &step));
	CHECK_EQ("all is known", step.unknown, 0);
	CHECK_EQ("nothing is pending", step.pending, MODEL_INTERRUPT_NONE);
	rig->has_flow = true;
	verify_memory_range(&rig->memory, 0x1000, 0x1000, VERIFY_MEMORY_RAM);
	vrig_start(rig);
	CHECK("no memory is known in part", !rig->memory.partial);
	CHECK("state", m->write(m->user, MODEL_PC, 0x4000) &&
			       m->read(m->user, MODEL_PC, &value) &&
			       value == 0x4000);
	CHECK("no such state", !m->write(m->user, NO_CSR, 1));
	CHECK("memory", !m->read_memory(m->user, 0x1000, 4, &value) && !value);
	vrig_free(rig);
}

static void branches_have_a_reason(void)
{
	vrig_rows("qemu-rv64", set_flow, branches, array_size(branches));
}

static void jumps_go_where_they_can(void)
{
	vrig_rows("qemu-rv64", set_flow, jumps, array_size(jumps));
}

static void csrs_have_what_was_written(void)
{
	vrig_rows("qemu-rv64", set_flow, csrs, array_size(csrs));
}

static void accesses_fault_where_they_can(void)
{
	vrig_rows("qemu-rv64", set_flow, accesses, array_size(accesses));
}

static void traps_are_as_ever(void)
{
	vrig_rows("qemu-rv64", set_flow, traps, array_size(traps));
}

static const struct unit_test tests[] = {
	UNIT_TEST(branches_have_a_reason, UNIT_ONE),
	UNIT_TEST(jumps_go_where_they_can, UNIT_ONE),
	UNIT_TEST(csrs_have_what_was_written, UNIT_ONE),
	UNIT_TEST(accesses_fault_where_they_can, UNIT_ONE),
	UNIT_TEST(traps_are_as_ever, UNIT_ONE),
	UNIT_TEST(registers_are_found, UNIT_ONE),
	UNIT_TEST(operations, UNIT_ONE),
};

UNIT_MAIN("verify_flow", tests)
