// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls of the SBI trace extension. The firmware writes to physical memory, so
 * each CPU has a page for the answers.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <asm/sbi.h>

#include "trace.h"

/* Another number than OpenSBI's means another use of the extension's ID. */
#define IMPL_OPENSBI 1

#define FILTER_ENABLE 0x1u
#define FILTER_MATCH_PRIVILEGE 0x2u
#define FILTER_MATCH_COMP1 0x10u
#define FILTER_COMP1 5 /* lowest bit */

/* trTeCompjControl: the address is not below the first value (function 5) and (match
 * mode 1) below the second one (function 2). */
#define COMPARATOR_IN_RANGE (5u << 4 | 2u << 8 | 1u << 12)

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
	/* A later minor version only adds functions. */
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
	/* Older headers have no names for INVALID_STATE and TIMEOUT. */
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

/* Without a filter all modes pass except M-mode, which the firmware hides. */
static bool needs_filter(const struct trace_hart *hart, u32 modes)
{
	return hart->set.num ||
	       modes != (TRACE_MODES_USER | TRACE_MODES_KERNEL);
}

static long set_range(const struct trace_hart *hart, unsigned int comparator,
		      unsigned int i)
{
	return call(TRACE_SBI_ENCODER_SET_COMPARATOR, hart->hartid, comparator,
		    COMPARATOR_IN_RANGE, hart->set.range[i].start,
		    hart->set.range[i].end)
		.error;
}

/* Sets the next of the remaining filters, with the next range if there is
 * one. */
static long set_filter(const struct trace_hart *hart, u32 modes, unsigned int i,
		       u32 *filters, u32 *comparators)
{
	u32 control = FILTER_ENABLE | FILTER_MATCH_PRIVILEGE;
	unsigned int filter, comparator;
	long error = 0;

	if (!*filters || (i < hart->set.num && !*comparators))
		return SBI_ERR_NOT_SUPPORTED;
	filter = __ffs(*filters);
	*filters &= *filters - 1;
	if (i < hart->set.num) {
		comparator = __ffs(*comparators);
		*comparators &= *comparators - 1;
		control |= FILTER_MATCH_COMP1 | comparator << FILTER_COMP1;
		error = set_range(hart, comparator, i);
	}
	if (error)
		return error;
	return call(TRACE_SBI_ENCODER_SET_FILTER, hart->hartid, filter, control,
		    modes, 0)
		.error;
}

/* An instruction passes if it passes one filter: one filter for each range. */
static long set_filters(const struct trace_hart *hart, u32 modes,
			unsigned long *used)
{
	u32 filters = hart->filters, comparators = hart->comparators;
	unsigned int i = 0;
	long error;

	do {
		error = set_filter(hart, modes, i, &filters, &comparators);
		if (error)
			return error;
	} while (++i < hart->set.num);
	*used = hart->filters & ~filters;
	return 0;
}

static bool same_ranges(const struct trace_hart *hart)
{
	static const struct trace_ranges none;

	return !memcmp(&hart->set, hart->ranges ? hart->ranges : &none,
		       sizeof(none));
}

long trace_sbi_configure(struct trace_hart *hart, u32 modes)
{
	unsigned long filters = 0;
	long error = 0;

	if (hart->modes == modes && same_ranges(hart))
		return 0;
	hart->modes = 0;
	memset(&hart->set, 0, sizeof(hart->set));
	if (hart->ranges)
		hart->set = *hart->ranges;
	if (needs_filter(hart, modes))
		error = set_filters(hart, modes, &filters);
	if (error)
		return error;
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
