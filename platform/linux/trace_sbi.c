// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls of the SBI trace extension. The firmware writes to physical memory, so
 * each CPU has a page for what it is told.
 */
#include <linux/errno.h>
#include <linux/kernel.h>

#include <asm/sbi.h>

#include "trace.h"

/* Another number of OpenSBI's means another use of the extension's. */
#define IMPL_OPENSBI 1

#define FILTER_ENABLE 0x1u
#define FILTER_MATCH_PRIVILEGE 0x2u

static struct sbiret call(enum trace_sbi_fid fid, unsigned long a0,
			  unsigned long a1, unsigned long a2, unsigned long a3,
			  unsigned long a4)
{
	return sbi_ecall(TRACE_SBI_EID, fid, a0, a1, a2, a3, a4, 0);
}

int trace_sbi_probe(unsigned int *components)
{
	struct sbiret got = sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_GET_IMP_ID, 0,
				      0, 0, 0, 0, 0);

	if (got.error || got.value != IMPL_OPENSBI)
		return -ENODEV;
	got = sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_PROBE_EXT, TRACE_SBI_EID, 0,
			0, 0, 0, 0);
	if (got.error || !got.value)
		return -ENODEV;
	got = call(TRACE_SBI_GET_INFO, 0, 0, 0, 0, 0);
	/* A later minor version only adds. */
	if (got.error || (got.value ^ TRACE_SBI_VERSION) >> 24 & 0xff)
		return -EPROTONOSUPPORT;
	*components = got.value & 0xffff;
	return 0;
}

static const struct {
	long error;
	int number;
	const char *why;
} errors[] = {
	{ SBI_ERR_DENIED, EBUSY, "another domain has it" },
	{ SBI_ERR_NOT_SUPPORTED, EOPNOTSUPP, "the hardware cannot" },
	{ SBI_ERR_INVALID_ADDRESS, EFAULT,
	  "the buffer is out of the sink's reach; try another buffer_kb" },
	{ SBI_ERR_INVALID_PARAM, EINVAL, "the firmware does not know it" },
	{ SBI_ERR_ALREADY_STARTED, EBUSY,
	  "it is on already: another driver uses it" },
	{ SBI_ERR_FAILURE, EIO,
	  "the hardware does not hold what it was given" },
	/* INVALID_STATE and TIMEOUT have no names in older headers. */
	{ -10, EAGAIN, "it is off, or has no buffer" },
	{ -12, ETIMEDOUT, "the hardware did not follow in time" },
};

int trace_sbi_errno(long error, const char **why)
{
	size_t i;

	*why = "done";
	if (!error)
		return 0;
	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		if (errors[i].error == error) {
			*why = errors[i].why;
			return -errors[i].number;
		}
	}
	*why = "an error that SBI does not have";
	return -EIO;
}

static int told(struct sbiret got)
{
	const char *why;

	return trace_sbi_errno(got.error, &why);
}

int trace_sbi_info(struct trace_hart *hart, u32 component)
{
	return told(call(TRACE_SBI_COMPONENT_INFO, component, hart->page_phys,
			 0, 0, 0));
}

int trace_sbi_status(struct trace_hart *hart)
{
	return told(
		call(TRACE_SBI_STATUS, hart->hartid, hart->page_phys, 0, 0, 0));
}

long trace_sbi_set_buffer(const struct trace_sink *sink)
{
	return call(TRACE_SBI_SINK_SET_BUFFER, sink->component, sink->start, 0,
		    sink->size, 0)
		.error;
}

long trace_sbi_release(const struct trace_sink *sink)
{
	return call(TRACE_SBI_SINK_RELEASE, sink->component, 0, 0, 0, 0).error;
}

/* Without a filter everything but M-mode passes, which the firmware hides. */
static bool needs_filter(u32 modes)
{
	return modes != (TRACE_MODES_USER | TRACE_MODES_KERNEL);
}

long trace_sbi_configure(struct trace_hart *hart, u32 modes)
{
	unsigned long filters = 0;
	long error;

	if (hart->modes == modes)
		return 0;
	if (needs_filter(modes)) {
		if (hart->filter < 0)
			return SBI_ERR_NOT_SUPPORTED;
		error = call(TRACE_SBI_ENCODER_SET_FILTER, hart->hartid,
			     hart->filter,
			     FILTER_ENABLE | FILTER_MATCH_PRIVILEGE, modes, 0)
				.error;
		if (error)
			return error;
		filters = BIT(hart->filter);
	}
	error = call(TRACE_SBI_ENCODER_CONFIGURE, hart->hartid, hart->control,
		     hart->features, filters, hart->ts_control)
			.error;
	if (!error)
		hart->modes = modes;
	return error;
}

long trace_sbi_start(const struct trace_hart *hart)
{
	return call(TRACE_SBI_START, hart->hartid, 0, 0, 0, 0).error;
}

long trace_sbi_stop(const struct trace_hart *hart)
{
	return call(TRACE_SBI_STOP, hart->hartid, 0, 0, 0, 0).error;
}
