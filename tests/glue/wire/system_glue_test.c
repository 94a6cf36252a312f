// SPDX-License-Identifier: BSD-2-Clause
/* Resets, sleeps and suspends that will happen, by the answers of OpenSBI and of its
 * device: state is saved for these alone, and a refusal is the one that OpenSBI has. */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_locks.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_system.h>

#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

enum { HARTS = 3, HART = 1, SLEEP = 5, RESUME = 0x2000, DEVICE_ERROR = -9 };
#define MPP(mode) ((unsigned long)(mode) << MSTATUS_MPP_SHIFT)

static struct sbi_scratch scratch;
static struct sbi_domain domain, *domain_now;
static struct sbi_system_suspend_device device;
static const struct sbi_system_suspend_device *device_now;
static int device_says, hart_state[HARTS];
static bool executable, supported;

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_int_equal(hartindex, HART);
	return domain_now;
}

const struct sbi_system_suspend_device *sbi_system_suspend_get_device(void)
{
	return device_now;
}

bool sbi_system_reset_supported(u32 type, u32 reason)
{
	wire_note("supported %x %x", type, reason);
	return supported;
}

bool sbi_domain_check_addr(const struct sbi_domain *dom, unsigned long addr,
			   unsigned long mode, unsigned long access_flags)
{
	assert_ptr_equal(dom, &domain);
	wire_note("address %lx, mode %lu, access %lx", addr, mode,
		  access_flags);
	return executable;
}

int __sbi_hsm_hart_get_state(u32 hartindex)
{
	wire_note("hart %u", hartindex);
	return hart_state[hartindex];
}

void spin_lock(spinlock_t *lock)
{
	assert_ptr_equal(lock, &domain.assigned_harts_lock);
	wire_note("lock");
}

void spin_unlock(spinlock_t *lock)
{
	assert_ptr_equal(lock, &domain.assigned_harts_lock);
	wire_note("unlock");
}

unsigned long find_next_bit(const unsigned long *bits, unsigned long size,
			    unsigned long from)
{
	while (from < size && !(bits[BIT_WORD(from)] & BIT_MASK(from)))
		from++;
	return from;
}

unsigned long find_first_bit(const unsigned long *bits, unsigned long size)
{
	return find_next_bit(bits, size, 0);
}

static int device_check(u32 type)
{
	wire_note("device %x", type);
	return device_says;
}

static int device_suspend(u32 type, unsigned long resume)
{
	fail_msg("suspended %x %lx", type, resume);
	return 0;
}

/* A domain of all harts that may do anything, whose other harts are stopped */
static int begin(void **state)
{
	int n;

	(void)state;
	memset(&domain, 0, sizeof(domain));
	for (n = 0; n < HARTS; n++) {
		sbi_hartmask_set_hartindex((u32)n, &domain.assigned_harts);
		hart_state[n] = SBI_HSM_STATE_STOPPED;
	}
	hart_state[HART] = SBI_HSM_STATE_STARTED;
	domain.system_suspend_allowed = domain.system_reset_allowed = true;
	domain_now = &domain;
	device.system_suspend_check = device_check;
	device.system_suspend = device_suspend;
	device_now = &device;
	device_says = 0;
	executable = supported = true;
	scratch.hartindex = HART;
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&scratch);
	wire_set_csr(CSR_MSTATUS, MPP(PRV_S));
	wire_forget();
	return 0;
}

static void check(int result, int wanted, const char *asked)
{
	assert_int_equal(result, wanted);
	wire_expect(asked);
}

static void run_reset(void **state)
{
	(void)state;
	check(system_glue_resets(1, 2), true, "supported 1 2\n");
	supported = false;
	check(system_glue_resets(1, 2), false, "supported 1 2\n");
	supported = true;
	domain.system_reset_allowed = false;
	check(system_glue_resets(1, 2), false, "");
}

/* --- sleep of the machine ------------------------------------------------------- */

#define ALONE "device 5\nlock\nhart 0\nhart 2\nunlock\n"

static void check_sleep(int wanted, const char *asked)
{
	check(system_glue_sleeps(SLEEP, RESUME), wanted, asked);
}

static void run_sleep(void **state)
{
	(void)state;
	check_sleep(0, ALONE "address 2000, mode 1, access 4\n");
	wire_set_csr(CSR_MSTATUS, MPP(PRV_U));
	check_sleep(0, ALONE "address 2000, mode 0, access 4\n");
	executable = false;
	check_sleep(SBI_EINVALID_ADDR,
		    ALONE "address 2000, mode 0, access 4\n");
}

/* The device is not asked where the domain may not sleep, or nothing can. */
static void run_no_device(void **state)
{
	(void)state;
	device.system_suspend_check = NULL;
	check_sleep(SBI_EFAIL, "");
	device.system_suspend_check = device_check;
	device.system_suspend = NULL;
	check_sleep(SBI_EFAIL, "");
	device_now = NULL;
	check_sleep(SBI_EFAIL, "");
	begin(state);
	domain.system_suspend_allowed = false;
	check_sleep(SBI_EFAIL, "");
	domain_now = NULL;
	check_sleep(SBI_EFAIL, "");
}

/* Its error is the caller's; it comes before the other checks. */
static void run_device_refuses(void **state)
{
	(void)state;
	device_says = DEVICE_ERROR;
	hart_state[0] = SBI_HSM_STATE_STARTED;
	executable = false;
	wire_set_csr(CSR_MSTATUS, MPP(PRV_M));
	check_sleep(DEVICE_ERROR, "device 5\n");
	device_says = 0;
	check_sleep(SBI_EFAIL, "device 5\n"); /* M-mode called */
}

/* All harts are looked at under the domain's lock, which is free at the end. */
static void run_not_alone(void **state)
{
	(void)state;
	hart_state[0] = SBI_HSM_STATE_SUSPENDED;
	executable = false;
	check_sleep(SBI_ERR_DENIED, ALONE);
	hart_state[0] = SBI_HSM_STATE_STOPPED;
	hart_state[2] = SBI_HSM_STATE_START_PENDING;
	check_sleep(SBI_ERR_DENIED, ALONE);
}

/* --- suspend of the hart -------------------------------------------------------- */

static void run_suspend(void **state)
{
	/* Of each half of the types, the default and those of platforms */
	static const struct {
		u32 type;
		bool loses;
	} rows[] = {
		{ SBI_HSM_SUSPEND_RET_DEFAULT, false },
		{ SBI_HSM_SUSPEND_RET_PLATFORM, false },
		{ SBI_HSM_SUSPEND_RET_LAST, false },
		{ SBI_HSM_SUSPEND_NON_RET_DEFAULT, true },
		{ SBI_HSM_SUSPEND_NON_RET_DEFAULT + 1, false },
		{ SBI_HSM_SUSPEND_NON_RET_PLATFORM - 1, false },
		{ SBI_HSM_SUSPEND_NON_RET_PLATFORM, true },
		{ SBI_HSM_SUSPEND_NON_RET_LAST, true },
	};
	size_t n;

	(void)state;
	for (n = 0; n < array_size(rows); n++)
		check(system_glue_loses(rows[n].type, RESUME, PRV_S),
		      rows[n].loses,
		      rows[n].loses ? "address 2000, mode 1, access 4\n" : "");
}

/* A suspend that OpenSBI will refuse loses nothing. */
static void run_suspend_refused(void **state)
{
	const u32 type = SBI_HSM_SUSPEND_NON_RET_DEFAULT;

	(void)state;
	check(system_glue_loses(type, RESUME, PRV_U), true,
	      "address 2000, mode 0, access 4\n");
	check(system_glue_loses(type, RESUME, PRV_M), false, "");
	executable = false;
	check(system_glue_loses(type, RESUME, PRV_S), false,
	      "address 2000, mode 1, access 4\n");
	domain_now = NULL;
	check(system_glue_loses(type, RESUME, PRV_S), false, "");
}

#define TEST(name) cmocka_unit_test_setup(run_##name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reset),	       TEST(sleep),	TEST(no_device),
		TEST(device_refuses),  TEST(not_alone), TEST(suspend),
		TEST(suspend_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
