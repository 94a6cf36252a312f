// SPDX-License-Identifier: BSD-2-Clause
/*
 * Debug triggers: a heap that is full, answers of OpenSBI that the judgement before
 * excludes, and harts with more triggers than QEMU's.
 */
#include <sbi/riscv_dbtr.h>
#include <sbi/sbi_dbtr.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_trap.h>

#include "../../../platform/generic/glue/glue.h"
#include "../../../platform/generic/glue/shmem_glue.h"
#include "rig.h"

enum { HARTS = 4, SHARED = 0x1000 };

/* On 64-bit harts an entry has 32 bytes: five of them need 256. */
enum { TRIGGERS = 5 };

#define WATCH ((unsigned long)RISCV_DBTR_TRIG_MCONTROL6 << 60)

int __real_sbi_dbtr_init(struct sbi_scratch *scratch, bool coldboot);
int __wrap_sbi_dbtr_init(struct sbi_scratch *scratch, bool coldboot);

static struct sbi_scratch scratch;
u32 sbi_scratch_hart_count = HARTS;
static struct sbi_domain domain;
struct sbi_heap_control {
	char none;
} global_hpctrl;

/* Returned by OpenSBI's functions. */
static int init_answer, data_answer, read_answer, install_answer;
static int triggers, blocks;

/* Addresses of shared memory, a word for each hart, and shared memory. */
static unsigned long areas[HARTS];
static bool has_areas;
static union sbi_dbtr_shmem_entry shared[TRIGGERS], *lent[HARTS];

/* --- OpenSBI ----------------------------------------------------------------- */

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_int_equal(hartindex, scratch.hartindex);
	return &domain;
}

int sbi_domain_register_data(struct sbi_domain_data *data)
{
	wire_note("register %lu words", data->data_size / sizeof(long));
	return data_answer;
}

void *sbi_domain_data_ptr(struct sbi_domain *dom, struct sbi_domain_data *data)
{
	(void)data;
	assert_ptr_equal(dom, &domain);
	return has_areas ? areas : NULL;
}

/* Two calls for each hart; the first for hart 1 fails, and the second for hart 2. */
static void *memory_of(size_t size)
{
	static unsigned char memory[2 * HARTS][512];

	assert_in_range(size, 1, sizeof(*memory));
	return 0x14 >> blocks & 1 ? (blocks++, NULL) : memory[blocks++];
}

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	assert_ptr_equal(heap, &global_hpctrl);
	wire_note("allocate");
	return memory_of(size);
}

void *sbi_aligned_alloc_from(struct sbi_heap_control *heap, size_t alignment,
			     size_t size)
{
	assert_ptr_equal(heap, &global_hpctrl);
	wire_note("allocate %zu, at a multiple of %zu", size, alignment);
	return memory_of(size);
}

int __real_sbi_dbtr_init(struct sbi_scratch *of, bool coldboot)
{
	assert_ptr_equal(of, &scratch);
	wire_note("init of %s hart", coldboot ? "the first" : "a");
	return init_answer;
}

int sbi_dbtr_get_total_triggers(void)
{
	return triggers;
}

int sbi_dbtr_setup_shmem(const struct sbi_domain *dom, unsigned long smode,
			 unsigned long low, unsigned long high)
{
	wire_note("lend");
	assert_null(dom);
	assert_int_equal(smode, PRV_S);
	assert_int_equal(high, 0);
	lent[scratch.hartindex] = (void *)low;
	return 0;
}

int sbi_dbtr_read_trig(unsigned long smode, unsigned long base,
		       unsigned long count)
{
	wire_note("read %lu+%lu", base, count);
	assert_int_equal(smode, PRV_S);
	return read_answer;
}

/* The first triggers are free. */
int sbi_dbtr_install_trig(unsigned long smode, unsigned long count,
			  unsigned long *out)
{
	unsigned long n;

	(void)out;
	wire_note("install %lu", count);
	assert_int_equal(smode, PRV_S);
	for (n = 0; !install_answer && n < count; n++)
		lent[scratch.hartindex][n].id.idx = n;
	return install_answer;
}

int sbi_dbtr_update_trig(unsigned long smode, unsigned long count)
{
	wire_note("update %lu", count);
	assert_int_equal(smode, PRV_S);
	return 0;
}

int sbi_dbtr_uninstall_trig(unsigned long base, unsigned long mask)
{
	wire_note("uninstall %lu, %lx", base, mask);
	return 0;
}

int sbi_dbtr_enable_trig(unsigned long base, unsigned long mask)
{
	wire_note("enable %lu, %lx", base, mask);
	return 0;
}

int sbi_dbtr_disable_trig(unsigned long base, unsigned long mask)
{
	wire_note("disable %lu, %lx", base, mask);
	return 0;
}

bool shmem_glue_answers(u64 address, unsigned long size, unsigned long access)
{
	wire_note("look at %lx+%lx, for %lx", (long)address, size, access);
	return true;
}

bool shmem_glue_read(void *to, u64 address, unsigned long size)
{
	assert_int_equal(address, SHARED);
	assert_in_range(size, 1, sizeof(shared));
	memcpy(to, shared, size);
	return true;
}

bool shmem_glue_write(u64 address, const void *from, unsigned long size)
{
	wire_note("answer %zu", size / sizeof(*shared));
	assert_int_equal(address, SHARED);
	assert_in_range(size, 1, sizeof(shared));
	memcpy(shared, from, size);
	return true;
}

static int stock(unsigned long extid, unsigned long funcid,
		 struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	(void)funcid;
	(void)regs;
	(void)out;
	return 0;
}

static struct sbi_ecall_extension dbtr = { .handle = stock };

struct sbi_ecall_extension *sbi_ecall_find_extension(unsigned long extid)
{
	assert_int_equal(extid, SBI_EXT_DBTR);
	return &dbtr;
}

/* --- start ------------------------------------------------------------------- */

static const struct {
	u32 hart;
	int triggers, init, data, answer;
	const char *want;
} starts[] = {
	/* OpenSBI fails; there are no triggers. */
	{ 0, TRIGGERS, SBI_ENOMEM, 0, SBI_ENOMEM, "init of the first hart\n" },
	{ 0, 0, 0, 0, 0, "init of the first hart\n" },
	/* No room in domains: an error of the boot. */
	{ 0, TRIGGERS, 0, SBI_ENOSPC, SBI_ENOSPC,
	  "init of the first hart\nregister 4 words\n" },
	/* The first hart gets the memory of all. */
	{ 0, TRIGGERS, 0, 0, 0,
	  "init of the first hart\nregister 4 words\n"
	  "allocate\nallocate 256, at a multiple of 256\nallocate\n"
	  "allocate\nallocate 256, at a multiple of 256\n"
	  "allocate\nallocate 256, at a multiple of 256\nlend\n" },
	/* Without memory the hart starts, and has no triggers. */
	{ 1, TRIGGERS, 0, 0, 0, "init of a hart\n" },
	{ 2, TRIGGERS, 0, 0, 0, "init of a hart\n" },
	{ 3, 2, 0, 0, 0, "init of a hart\nlend\n" },
};

static void run_starts(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < sizeof(starts) / sizeof(*starts); n++) {
		scratch.hartindex = starts[n].hart;
		triggers = starts[n].triggers;
		init_answer = starts[n].init;
		data_answer = starts[n].data;
		assert_int_equal(
			__wrap_sbi_dbtr_init(&scratch, !scratch.hartindex),
			starts[n].answer);
		wire_expect(starts[n].want);
	}
	dbtr_glue_register();
	triggers = TRIGGERS;
}

/* --- calls ------------------------------------------------------------------- */

static struct sbi_ecall_return out;

static int call(u32 hart, unsigned long funcid, unsigned long a0,
		unsigned long a1)
{
	struct sbi_trap_regs regs = { .a0 = a0, .a1 = a1 };

	scratch.hartindex = hart;
	out.value = 99;
	wire_forget();
	return dbtr.handle(SBI_EXT_DBTR, funcid, &regs, &out);
}

static void run_without(void **state)
{
	(void)state;
	/* No memory for the hart, or no data of the domain: no calls */
	assert_int_equal(call(1, SBI_EXT_DBTR_SETUP_SHMEM, SHARED, 0),
			 SBI_ERR_FAILED);
	assert_int_equal(call(2, SBI_EXT_DBTR_SETUP_SHMEM, SHARED, 0),
			 SBI_ERR_FAILED);
	assert_int_equal(call(0, SBI_EXT_DBTR_SETUP_SHMEM, SHARED, 0),
			 SBI_ERR_FAILED);
	wire_expect("");
	has_areas = true;
	assert_int_equal(call(0, SBI_EXT_DBTR_SETUP_SHMEM, SHARED, 0), 0);
	wire_expect("look at 1000+a0, for 3\n");
}

/* An error of OpenSBI is that of the call, and nothing is changed. */
static void run_errors(void **state)
{
	(void)state;
	read_answer = SBI_ERR_NO_SHMEM;
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_READ, 1, 2),
			 SBI_ERR_NO_SHMEM);
	wire_expect("read 1+2\n");
	shared[0].data.tdata1 = WATCH;
	install_answer = SBI_ERR_NOT_SUPPORTED;
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0),
			 SBI_ERR_NOT_SUPPORTED);
	wire_expect("install 1\n");
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1),
			 SBI_ERR_INVALID_PARAM);
	wire_expect("");
}

/* A value is the number of the entry that is refused; 0: none is. */
static void update(unsigned long last, int answer, unsigned long value)
{
	unsigned long n;

	for (n = 0; n < 3; n++) {
		shared[n].id.idx = n < 2 ? n : last;
		shared[n].data.tdata1 = WATCH;
	}
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_UPDATE, 3, 0), answer);
	assert_int_equal(out.value, value);
	wire_expect(answer ? "" : "update 3\n");
}

static void run_update(void **state)
{
	(void)state;
	install_answer = 0;
	shared[0].data.tdata1 = shared[1].data.tdata1 = WATCH;
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_INSTALL, 2, 0), 0);
	wire_expect("install 2\nanswer 2\n");
	update(1, 0, 0);
	update(TRIGGERS - 1, SBI_ERR_FAILED, 2);
	update(TRIGGERS, SBI_ERR_INVALID_PARAM, 2);
}

/* Of two installed triggers, the last one alone. */
static void run_change(void **state)
{
	(void)state;
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_DISABLE, 1, 1), 0);
	wire_expect("disable 0, 2\n");
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_ENABLE, 1, 1), 0);
	wire_expect("enable 0, 2\n");
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_UNINSTALL, 1, 1), 0);
	wire_expect("uninstall 1, 1\n");
	/* One that does not exist, by its number or by its bit */
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_DISABLE, TRIGGERS, 1),
			 SBI_ERR_INVALID_PARAM);
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_DISABLE, 1, 1 << 4),
			 SBI_ERR_INVALID_PARAM);
	assert_int_equal(call(0, SBI_EXT_DBTR_TRIGGER_DISABLE, 1, 1ul << 63),
			 SBI_ERR_INVALID_PARAM);
	wire_expect("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_starts), cmocka_unit_test(run_without),
		cmocka_unit_test(run_errors), cmocka_unit_test(run_update),
		cmocka_unit_test(run_change),
	};

	wire_set_csr(CSR_MSCRATCH, (unsigned long)&scratch);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
