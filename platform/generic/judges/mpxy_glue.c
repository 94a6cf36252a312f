// SPDX-License-Identifier: BSD-2-Clause
/*
 * SBI MPXY on machines with a channel: OpenSBI and the drivers of channels work
 * in the shared memory itself. It is one or more pages of one hart in one
 * domain, so it is judged when it is set: it has to be memory, belong to
 * S-mode, and answer. Channels are limited to one page: for a channel with
 * longer messages OpenSBI takes the number of pages for the size of the memory.
 * Drivers judge the last of the requested attributes, but do not check that it
 * comes after the first.
 */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_mpxy.h>

#include <hooks.h>

#include "shmem_glue.h"

/* All bits of a register for OpenSBI 1.8, on RV64 too */
#define ALL_ONES ((unsigned long)-1U)
#define PAGE 4096

/* Later versions compare with all ones of the register. */
static int mpxy_no_shmem(unsigned long flags)
{
	int rc = __real_sbi_mpxy_set_shmem(-1ul, -1ul, flags);

	return rc ? __real_sbi_mpxy_set_shmem(ALL_ONES, ALL_ONES, flags) : rc;
}

int __wrap_sbi_mpxy_set_shmem(unsigned long shmem_phys_lo,
			      unsigned long shmem_phys_hi, unsigned long flags)
{
	if (shmem_phys_lo == -1ul && shmem_phys_hi == -1ul)
		return mpxy_no_shmem(flags);
	if (!shmem_phys_hi &&
	    !shmem_glue_answers(shmem_phys_lo, sbi_mpxy_get_shmem_size(),
				SBI_DOMAIN_READ | SBI_DOMAIN_WRITE))
		return SBI_ERR_INVALID_ADDRESS;
	return __real_sbi_mpxy_set_shmem(shmem_phys_lo, shmem_phys_hi, flags);
}

int __wrap_sbi_mpxy_register_channel(struct sbi_mpxy_channel *channel)
{
	if (channel && channel->attrs.msg_data_maxlen > PAGE)
		channel->attrs.msg_data_maxlen = PAGE;
	return __real_sbi_mpxy_register_channel(channel);
}

/* OpenSBI refuses a count of 0, after its check of the channel. */
static u32 mpxy_count(u32 base, u32 count)
{
	return base + count < base && base + count ? 0 : count;
}

int __wrap_sbi_mpxy_read_attrs(u32 channel, u32 base, u32 count)
{
	return __real_sbi_mpxy_read_attrs(channel, base,
					  mpxy_count(base, count));
}

int __wrap_sbi_mpxy_write_attrs(u32 channel, u32 base, u32 count)
{
	return __real_sbi_mpxy_write_attrs(channel, base,
					   mpxy_count(base, count));
}
