// SPDX-License-Identifier: BSD-2-Clause
/*
 * Software events: the lock and the barriers between harts, the owners of global
 * events, and the answers of OpenSBI that its releases do not give.
 */
#include <stdio.h>

#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_fifo.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_trap.h>

#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/owner_glue.h"
#include "../../../platform/generic/glue/shmem_glue.h"
#include "rig.h"

#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE
#define GLOBAL SBI_SSE_EVENT_GLOBAL_SOFTWARE
#define UNKNOWN SBI_SSE_EVENT_GLOBAL_LOW_PRIO_RAS

enum { HARTID = 7, LOCALS = 0x400, QUEUE = 0x800, OTHER = 0xc00 };

int __wrap_sbi_sse_add_event(uint32_t event_id,
			     const struct sbi_sse_cb_ops *cb_ops);
int __real_sbi_sse_add_event(uint32_t event_id,
			     const struct sbi_sse_cb_ops *cb_ops);
unsigned long __real_sbi_scratch_alloc_offset(unsigned long size);
unsigned long __wrap_sbi_scratch_alloc_offset(unsigned long size);
int __real_sbi_sse_init(struct sbi_scratch *scratch, bool cold_boot);
int __wrap_sbi_sse_init(struct sbi_scratch *scratch, bool cold_boot);
void __wrap_sbi_sse_exit(struct sbi_scratch *scratch);

static union {
	struct sbi_scratch scratch;
	unsigned char bytes[4096];
} space;

/* The hart is in one of the two. */
static struct sbi_hartmask this_hart = { { 1 } };
static struct sbi_domain ours = { .possible_harts = &this_hart };
static struct sbi_domain theirs = { .possible_harts = &this_hart };
static struct sbi_domain *now = &ours;
static struct owner our_state, their_state;
struct sbi_dlist domain_list;

/* Returned by OpenSBI's functions. */
static int init_answer, add_answer, disable_answer, call_answer;
static unsigned int init_odd, init_offsets;
static bool has_overflows;

static spinlock_t *the_lock;
static const void *lent;
#define queue ((struct sbi_fifo *)&space.bytes[QUEUE])

/* --- OpenSBI ----------------------------------------------------------------- */

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_int_equal(hartindex, 0);
	return now;
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	assert_int_equal(hartindex, 0);
	return dom == &ours ? &our_state : &their_state;
}

/* Another hart holds the lock: it injects an event, then it releases. */
static u16 injects_held;

void spin_lock(spinlock_t *lock)
{
	the_lock = lock;
	wire_note("lock");
	queue->avail += injects_held;
	injects_held = 0;
	lock->owner = lock->next++;
}

void spin_unlock(spinlock_t *lock)
{
	wire_note("unlock");
	lock->owner = lock->next;
}

unsigned long __real_sbi_scratch_alloc_offset(unsigned long size)
{
	if (init_offsets++ > 1)
		return OTHER;
	return size == sizeof(void *) ? LOCALS : QUEUE;
}

int __real_sbi_sse_init(struct sbi_scratch *scratch, bool cold_boot)
{
	wire_note("init of %s hart", cold_boot ? "the first" : "a");
	if (cold_boot) {
		__wrap_sbi_scratch_alloc_offset(sizeof(void *) + init_odd);
		__wrap_sbi_scratch_alloc_offset(sizeof(*queue) + init_odd);
	}
	*(void **)&space.bytes[LOCALS] = cold_boot ? "ours" : "theirs";
	(void)scratch;
	return init_answer;
}

int __real_sbi_sse_add_event(uint32_t event_id,
			     const struct sbi_sse_cb_ops *cb_ops)
{
	(void)cb_ops;
	wire_note("add %x", event_id);
	return add_answer;
}

void shmem_glue_lend(const void *own)
{
	lent = own;
}

int sbi_sse_read_attrs(uint32_t event_id, uint32_t base, uint32_t count,
		       unsigned long low, unsigned long high)
{
	wire_note("read %x: %x+%x", event_id, base, count);
	assert_ptr_equal(lent, (void *)low);
	assert_int_equal(high, 0);
	*(unsigned long *)low = base == SBI_SSE_ATTR_PREFERRED_HART ? HARTID :
								      0;
	return 0;
}

int sbi_sse_write_attrs(uint32_t event_id, uint32_t base, uint32_t count,
			unsigned long low, unsigned long high)
{
	const unsigned long *value = (void *)low;

	wire_note("write %x: %x+%x: %lx %lx %lx", event_id, base, count,
		  value[0], value[1], count > 2 ? value[2] : 0);
	assert_ptr_equal(lent, value);
	assert_int_equal(high, 0);
	return 0;
}

int sbi_sse_disable(uint32_t event_id)
{
	wire_note("disable %x", event_id);
	return disable_answer;
}

int sbi_sse_unregister(uint32_t event_id)
{
	wire_note("unregister %x", event_id);
	return 0;
}

int sbi_sse_complete(struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)regs;
	(void)out;
	wire_note("complete");
	return 0;
}

int sbi_sse_hart_mask(void)
{
	wire_note("mask");
	return 0;
}

void sbi_ipi_process(void)
{
	wire_note("serve IPIs");
}

int sbi_fifo_dequeue(struct sbi_fifo *fifo, void *data)
{
	assert_ptr_equal(fifo, queue);
	wire_note("drop of %u", fifo->avail);
	*(u32 *)data = LOCAL;
	if (!fifo->avail)
		return SBI_ENOENT;
	fifo->avail--;
	return 0;
}

bool shmem_glue_answers(u64 address, unsigned long size, unsigned long access)
{
	(void)address;
	(void)size;
	(void)access;
	return true;
}

bool shmem_glue_read(void *to, u64 address, unsigned long size)
{
	(void)address;
	memset(to, 0, size);
	return true;
}

bool shmem_glue_write(u64 address, const void *from, unsigned long size)
{
	(void)address;
	(void)from;
	(void)size;
	return true;
}

int sbi_hsm_hart_get_state(const struct sbi_domain *dom, u32 hartid)
{
	assert_ptr_equal(dom, now);
	assert_int_equal(hartid, HARTID);
	return SBI_HSM_STATE_STARTED;
}

bool pmu_glue_has_overflows(void)
{
	return has_overflows;
}

static int stock(unsigned long extid, unsigned long funcid,
		 struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	assert_int_equal(extid, SBI_EXT_SSE);
	wire_note("stock call %lu of %lx", funcid, regs->a0);
	(void)out;
	return call_answer;
}

static struct sbi_ecall_extension sse = { .handle = stock }, *found;

struct sbi_ecall_extension *sbi_ecall_find_extension(unsigned long extid)
{
	assert_int_equal(extid, SBI_EXT_SSE);
	return found;
}

/* --- boot -------------------------------------------------------------------- */

/* The first hart starts: what it returns, and the calls. */
static void boot(int answer, const char *want)
{
	init_offsets = 0;
	assert_int_equal(__wrap_sbi_sse_init(&space.scratch, true), answer);
	wire_expect(want);
}

static void run_boot(void **state)
{
	(void)state;
	init_odd = 1;
	boot(SBI_ENOTSUPP, "lock\ninit of the first hart\nunlock\n");
	init_odd = 0;
	init_answer = SBI_ENOMEM;
	boot(SBI_ENOMEM, "lock\ninit of the first hart\nunlock\n");
	init_answer = 0;
	boot(0, "lock\ninit of the first hart\ninit of a hart\nunlock\n");
	assert_string_equal(their_state.sse, "theirs");
	assert_string_equal(*(char **)&space.bytes[LOCALS], "ours");
	/* Of other parts of OpenSBI, later: no queue of injections */
	__wrap_sbi_scratch_alloc_offset(sizeof(*queue));
	__wrap_sbi_scratch_alloc_offset(1);
}

static void run_register(void **state)
{
	(void)state;
	found = NULL;
	sse_glue_register();
	assert_ptr_equal(sse.handle, stock);
	found = &sse;
	sse_glue_register();
	assert_ptr_not_equal(sse.handle, stock);
}

/* --- calls --------------------------------------------------------------------- */

static int call(unsigned long funcid, u32 event)
{
	struct sbi_trap_regs regs = { .a0 = event, .a1 = 1, .a2 = 2 };
	struct sbi_ecall_return out = { 0 };

	wire_forget();
	return sse.handle(SBI_EXT_SSE, funcid, &regs, &out);
}

static void run_calls(void **state)
{
	(void)state;
	assert_int_equal(
		call(SBI_EXT_SSE_ENABLE, SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW),
		SBI_ERR_NOT_SUPPORTED);
	wire_expect("");
	has_overflows = true;
	assert_int_equal(
		call(SBI_EXT_SSE_ENABLE, SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW), 0);
	wire_expect("stock call 4 of 10000\n");
	/* No attributes are read of an event that is not there. */
	assert_int_equal(call(SBI_EXT_SSE_ENABLE, UNKNOWN), 0);
	wire_expect("lock\nstock call 4 of 108000\nunlock\n");
}

/* An event belongs to the domain that registered it, whatever else succeeds. */
static void run_owner(void **state)
{
	(void)state;
	/* Attributes alone make no owner. */
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_WRITE_ATTR, GLOBAL), 0);
	now = &ours;
	assert_int_equal(call(SBI_EXT_SSE_REGISTER, GLOBAL), 0);
	wire_expect("lock\nstock call 2 of ffff8000\n"
		    "write ffff8000: 1+3: 0 0 7\nunlock\n");
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_DISABLE, GLOBAL), SBI_ERR_DENIED);
	wire_expect("lock\nunlock\n");
	now = &ours;
	assert_int_equal(call(SBI_EXT_SSE_WRITE_ATTR, GLOBAL), 0);
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_DISABLE, GLOBAL), SBI_ERR_DENIED);
	now = &ours;
	call_answer = SBI_ERR_INVALID_STATE;
	assert_int_equal(call(SBI_EXT_SSE_UNREGISTER, GLOBAL),
			 SBI_ERR_INVALID_STATE);
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_DISABLE, GLOBAL), SBI_ERR_DENIED);
	now = &ours;
	call_answer = 0;
	wire_forget();
}

/* The next owner does not find the attributes that another domain wrote. */
static void run_next_owner(void **state)
{
	(void)state;
	assert_int_equal(call(SBI_EXT_SSE_UNREGISTER, GLOBAL), 0);
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_WRITE_ATTR, GLOBAL), 0);
	now = &ours;
	assert_int_equal(call(SBI_EXT_SSE_REGISTER, GLOBAL), 0);
	wire_expect("lock\nstock call 2 of ffff8000\n"
		    "write ffff8000: 1+3: 0 0 7\nunlock\n");
}

/* --- stop ---------------------------------------------------------------------- */

/* The local event is always forgotten, the global one if this hart enabled it. */
#define STOP_BEGINS                                        \
	"lock\ncomplete\ncomplete\n"                       \
	"disable ffff0000\nunregister ffff0000\n"          \
	"write ffff0000: 1+2: 0 0 0\nread ffff8000: 3+1\n" \
	"disable ffff8000\n"

static void stop(const char *want)
{
	wire_forget();
	__wrap_sbi_sse_exit(&space.scratch);
	wire_expect(want);
}

static void run_stop(void **state)
{
	(void)state;
	disable_answer = SBI_ERR_INVALID_STATE;
	stop(STOP_BEGINS "mask\nunlock\n");
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_REGISTER, GLOBAL), SBI_ERR_DENIED);
	now = &ours;
	disable_answer = 0;
	stop(STOP_BEGINS "unregister ffff8000\nmask\nunlock\n");
	now = &theirs;
	assert_int_equal(call(SBI_EXT_SSE_REGISTER, GLOBAL), 0);
	now = &ours;
}

/* --- from a domain to another one ---------------------------------------------- */

/* Another hart injects an event into this one while this hart leaves its domain. */
static void takes_lock(const char *line)
{
	if (!strcmp(line, "mb"))
		the_lock->next++;
}

static void takes_lock_and_injects(const char *line)
{
	if (!strcmp(line, "mb")) {
		the_lock->next++;
		injects_held = 2;
	}
}

static void injects(const char *line)
{
	if (!strcmp(line, "smp_rmb"))
		queue->avail = 1;
}

static const struct {
	void (*meanwhile)(const char *line);
	u16 pending;
	const char *want;
} switches[] = {
	/* Nobody injects: this hart does not wait. */
	{ NULL, 0, "mb\nsmp_rmb\n" },
	/* An event of before. Its IPI is served while its domain is there. */
	{ NULL, 1,
	  "mb\nsmp_rmb\nlock\nunlock\nserve IPIs\ndrop of 1\ndrop of 0\n" },
	/* The lock is taken before this hart reads it: it waits for that hart. */
	{ takes_lock, 0, "mb\nsmp_rmb\nlock\nunlock\ndrop of 0\n" },
	{ takes_lock_and_injects, 0,
	  "mb\nsmp_rmb\nlock\nunlock\nserve IPIs\n"
	  "drop of 2\ndrop of 1\ndrop of 0\n" },
	{ NULL, 0, "mb\nsmp_rmb\n" },
	/* The lock is free again, and its event has come before that. */
	{ injects, 0,
	  "mb\nsmp_rmb\nlock\nunlock\nserve IPIs\ndrop of 1\ndrop of 0\n" },
	{ NULL, 0, "mb\nsmp_rmb\n" },
};

static void run_switch(void **state)
{
	char want[256];
	size_t n;

	(void)state;
	for (n = 0; n < sizeof(switches) / sizeof(*switches); n++) {
		our_state.sse = NULL;
		*(const void **)&space.bytes[LOCALS] = "ours";
		queue->avail = switches[n].pending;
		wire_meanwhile = switches[n].meanwhile;
		wire_forget();
		sse_glue_switch(&our_state, &their_state);
		wire_meanwhile = NULL;
		snprintf(want, sizeof(want), "%slock\nunlock\n",
			 switches[n].want);
		wire_expect(want);
		assert_string_equal(our_state.sse, "ours");
		assert_string_equal(*(char **)&space.bytes[LOCALS], "theirs");
	}
}

/* --- more events --------------------------------------------------------------- */

/* With the two that OpenSBI has, 32 fit. */
static void run_add(void **state)
{
	unsigned int n;

	(void)state;
	add_answer = SBI_EINVAL;
	assert_int_equal(__wrap_sbi_sse_add_event(0x8000, NULL), SBI_EINVAL);
	add_answer = 0;
	for (n = 0; n < 30; n++)
		assert_int_equal(__wrap_sbi_sse_add_event(0xc000 + n, NULL), 0);
	wire_forget();
	assert_int_equal(__wrap_sbi_sse_add_event(0x8001, NULL), SBI_ENOSPC);
	wire_expect("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_boot),
		cmocka_unit_test(run_register),
		cmocka_unit_test(run_calls),
		cmocka_unit_test(run_owner),
		cmocka_unit_test(run_next_owner),
		cmocka_unit_test(run_stop),
		cmocka_unit_test(run_switch),
		cmocka_unit_test(run_add),
	};

	space.scratch.hartindex = 0;
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&space);
	wire_set_csr(CSR_MHARTID, HARTID);
	SBI_INIT_LIST_HEAD(&domain_list);
	sbi_list_add_tail(&ours.node, &domain_list);
	sbi_list_add_tail(&theirs.node, &domain_list);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
