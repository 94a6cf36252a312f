// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hostile loads and stores, of every width and alignment, at registers of trace
 * components, at devices that S-mode does not own, and at addresses without a
 * device; and hostile writes to registers of S-mode, which M-mode must
 * tolerate.
 */
#include "attack.h"
#include "trace.h"

#define UART_SCRATCH 0x10000007ul

/* --- loads and stores ------------------------------------------------------- */

/* Encoders, funnels and sinks; a few of the pages belong to no component. */
static unsigned long component(struct attacker *a)
{
	unsigned int n = attack_one_of(a, attack_harts + 1);

	switch (attack_one_of(a, 4)) {
	case 0:
		return trace_encoder(n);
	case 1:
		return trace_funnel(n);
	default:
		return trace_sink(n);
	}
}

static unsigned long component_register(struct attacker *a)
{
	unsigned long base = component(a);

	switch (attack_one_of(a, 8)) {
	case 0:
		return base + attack_one_of(a, TR_WINDOW_SIZE);
	case 1:
		return base + attack_one_of(a, 8) - 4;
	case 2:
	case 3:
		return base;
	default:
		return base + 4 * attack_one_of(a, 20);
	}
}

/*
 * A value that a driver may store in a register, or one that it must not store.
 */
static unsigned long register_value(struct attacker *a)
{
	unsigned long control = TR_ACTIVE | attack_one_of(a, 8);

	switch (attack_one_of(a, 5)) {
	case 0:
		return control | TR_SMEM | TR_ENABLE;
	case 1:
		return control | TRACE_NTRACE_HTM | TR_ENABLE | TR_TRACING;
	case 2:
		return attack_area(a, 4096 - 256) + 32 * attack_one_of(a, 4);
	case 3:
		return attack_bad_address(a);
	default:
		return attack_boundary(a);
	}
}

static unsigned long device(struct attacker *a)
{
	if (attack_one_of(a, 4))
		return component_register(a);
	return attack_one_of(a, 8) ? attack_bad_address(a) : UART_SCRATCH;
}

/* Stores go to no other device, because the test must go on. */
static unsigned long stored(struct attacker *a)
{
	unsigned long at = device(a);

	return at < 0x80000000ul && at != UART_SCRATCH ? component_register(a) :
							 at;
}

static void load(unsigned long at, unsigned int kind)
{
	unsigned long value;

#define LOAD(name) \
	__asm__ volatile(name " %0, 0(%1)" : "=r"(value) : "r"(at) : "memory")
	switch (kind) {
	case 0:
		LOAD("lbu");
		break;
	case 1:
		LOAD("lh");
		break;
	case 2:
		LOAD("lr.w");
		break;
#if XLEN == 64
	case 3:
		LOAD("ld");
		break;
	case 4:
		LOAD("lwu");
		break;
#endif
	default:
		LOAD("lw");
	}
	(void)value;
}

static void store(unsigned long at, unsigned long value, unsigned int kind)
{
#define STORE(name) \
	__asm__ volatile(name " %1, 0(%0)" ::"r"(at), "r"(value) : "memory")
	switch (kind) {
	case 0:
		STORE("sb");
		break;
	case 1:
		STORE("sh");
		break;
	case 2:
		__asm__ volatile("amoadd.w zero, %1, (%0)" ::"r"(at), "r"(value)
				 : "memory");
		break;
#if XLEN == 64
	case 3:
		STORE("sd");
		break;
#endif
	default:
		STORE("sw");
	}
}

void attack_devices(struct attacker *a)
{
	unsigned int n, kind;
	unsigned long at, value;

	for (n = attack_one_of(a, 8); n; n--) {
		kind = attack_one_of(a, 12);
		if (attack_one_of(a, 3)) {
			at = stored(a);
			value = register_value(a);
			a->last[0] = at;
			a->last[1] = value;
			HART_TRY(store(at, value, kind));
		} else {
			at = device(a);
			a->last[0] = at;
			HART_TRY(load(at, kind));
		}
	}
	a->calls++;
}

/* --- registers -------------------------------------------------------------- */

#define REGISTER(n, csr)                         \
	case n:                                  \
		HART_TRY(csr_write(csr, value)); \
		break

/*
 * Absent registers trap. The table has no register that decides where the hart
 * continues.
 */
void attack_registers(struct attacker *a)
{
	unsigned long value = attack_boundary(a);

	switch (attack_one_of(a, 35)) {
		REGISTER(0, 0x10a);  /* senvcfg */
		REGISTER(1, 0x106);  /* scounteren */
		REGISTER(2, 0x10c);  /* sstateen0 */
		REGISTER(3, 0x5a8);  /* scontext */
		REGISTER(4, 0x142);  /* scause */
		REGISTER(5, 0x143);  /* stval */
		REGISTER(6, 0x150);  /* siselect */
		REGISTER(7, 0x151);  /* sireg */
		REGISTER(8, 0x152);  /* sireg2 */
		REGISTER(9, 0x153);  /* sireg3 */
		REGISTER(10, 0x14d); /* stimecmp */
		REGISTER(11, 0x600); /* hstatus */
		REGISTER(12, 0x602); /* hedeleg */
		REGISTER(13, 0x603); /* hideleg */
		REGISTER(14, 0x604); /* hie */
		REGISTER(15, 0x605); /* htimedelta */
		REGISTER(16, 0x606); /* hcounteren */
		REGISTER(17, 0x60a); /* henvcfg */
		REGISTER(18, 0x60c); /* hstateen0 */
		REGISTER(19, 0x643); /* htval */
		REGISTER(20, 0x644); /* hip */
		REGISTER(21, 0x645); /* hvip */
		REGISTER(22, 0x64a); /* htinst */
		REGISTER(23, 0x680); /* hgatp */
		REGISTER(24, 0x6a8); /* hcontext */
		REGISTER(25, 0x200); /* vsstatus */
		REGISTER(26, 0x204); /* vsie */
		REGISTER(27, 0x205); /* vstvec */
		REGISTER(28, 0x241); /* vsepc */
		REGISTER(29, 0x242); /* vscause */
		REGISTER(30, 0x244); /* vsip */
		REGISTER(31, 0x24d); /* vstimecmp */
		REGISTER(32, 0x250); /* vsiselect */
		REGISTER(33, 0x251); /* vsireg */
		REGISTER(34, 0x280); /* vsatp */
	}
	csr_clear(sip, HART_IRQ_SOFT);
	a->calls++;
}

/* --- guests ------------------------------------------------------------------ */

#define SSTATUS_SPIE (1ul << 5)
#define HSTATUS_SPVP (1ul << 8)
#define GUEST_LEAF 0xdful /* V R W X U A D, of the second stage */
#define HOST_LEAF 0xcful  /* no U */
#define TABLE_ON (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))
#define TABLE_ENTRIES (16384 / sizeof(unsigned long))
#define LEAF_SHIFT (XLEN == 64 ? 28 : 20) /* an entry maps 1 GiB or 4 MiB */

/* HLV and HSV: a1 is the address, a2 the stored value; funct7 from bit 25 on */
#define GUEST_ACCESS(n, insn)                             \
	case n:                                           \
		__asm__ volatile(".insn r 0x73, 4, " insn \
				 :                        \
				 : "r"(at), "r"(value)    \
				 : "memory", "t0");       \
		break

static void host_access(unsigned long at, unsigned long value,
			unsigned int kind)
{
	switch (kind) {
		GUEST_ACCESS(0, "0x30, t0, %0, x0"); /* hlv.b */
		GUEST_ACCESS(1, "0x32, t0, %0, x1"); /* hlv.hu */
		GUEST_ACCESS(2, "0x34, t0, %0, x3"); /* hlvx.wu */
		GUEST_ACCESS(3, "0x31, x0, %0, %1"); /* hsv.b */
		GUEST_ACCESS(4, "0x33, x0, %0, %1"); /* hsv.h */
		GUEST_ACCESS(5, "0x35, x0, %0, %1"); /* hsv.w */
	default:
		__asm__ volatile(".insn r 0x73, 4, 0x34, t0, %0, x0" /* hlv.w */
				 :
				 : "r"(at)
				 : "memory", "t0");
	}
}

/* The guest's addresses are the same as the host's. */
static unsigned long *table_of(unsigned int stage)
{
	static unsigned long tables[2][TABLE_ENTRIES]
		__attribute__((aligned(16384)));
	unsigned long n, flags = stage ? GUEST_LEAF : HOST_LEAF;

	if (!tables[stage][0])
		for (n = XLEN == 64 ? 4 : 1024; n--;)
			tables[stage][n] = n << LEAF_SHIFT | flags;
	return tables[stage];
}

static unsigned long table_register(struct attacker *a, unsigned int stage)
{
	return attack_one_of(a, 2) ?
		       TABLE_ON | (unsigned long)table_of(stage) >> 12 :
		       0;
}

/*
 * Reset registers that other attacks changed: the guest must start at its
 * address.
 */
static void guest_begins(struct attacker *a)
{
	csr_write(0x600, attack_one_of(a, 2) ? HSTATUS_SPVP : 0ul);
	csr_write(0x602, 0ul);		  /* hedeleg */
	csr_write(0x603, 0ul);		  /* hideleg */
	csr_write(0x604, 0ul);		  /* hie */
	HART_TRY(csr_write(0x60a, 0ul));  /* henvcfg */
	csr_write(0x200, 0ul);		  /* vsstatus */
	csr_write(0x204, 0ul);		  /* vsie */
	csr_clear(sstatus, SSTATUS_SPIE); /* else SIE is set later */
	csr_write(0x280, table_register(a, 0));
	csr_write(0x680, table_register(a, 1));
	__asm__ volatile(".insn r 0x73, 0, 0x31, x0, x0, x0\n" /* hfence.gvma */
			 ".insn r 0x73, 0, 0x11, x0, x0, x0"   /* hfence.vvma */
			 ::
				 : "memory");
}

static void guest_works(unsigned long attacker)
{
	attack_devices((struct attacker *)attacker);
	__asm__ volatile("ecall");
}

/* Accesses of a hypervisor to the memory of its guest, and of a guest in VS-mode. */
void attack_guest(struct attacker *a)
{
	unsigned long at;

	a->calls++;
	if (HART_TRY((void)csr_read(0x600)) != HART_NO_TRAP)
		return;
	guest_begins(a);
	if (attack_one_of(a, 2)) {
		hart_guest(guest_works, (unsigned long)a);
	} else {
		at = stored(a);
		HART_TRY(host_access(at, register_value(a),
				     attack_one_of(a, 8)));
	}
	csr_write(0x680, 0ul);
	csr_write(0x280, 0ul);
}
