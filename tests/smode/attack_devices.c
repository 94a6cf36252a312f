// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hostile loads and stores, of every width and alignment, at registers of trace
 * components and where other devices, M-mode or nothing is; and registers of S-mode
 * that M-mode finds as it left them, or not.
 */
#include "attack.h"
#include "trace.h"

#define UART_SCRATCH 0x10000007ul

/* --- loads and stores ------------------------------------------------------- */

/* Encoders, funnels, sinks; one page in a few is of no component. */
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

/* A value that a driver might store there, or that it must not. */
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

/* No store to other devices: the test has to go on. */
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

/* Absent ones trap; of those that decide where the hart goes next there is none. */
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
