// SPDX-License-Identifier: BSD-2-Clause
/*
 * SBI FWFT in front of OpenSBI, which keeps features and their locks for each
 * hart: after a change of domain the next owner would have them. Here OpenSBI
 * never locks. Each owner has its locks and the values that it has set, which
 * leave the hart and come back with it.
 *
 * Only the hart itself touches what its owners have.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_fwft.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_scratch.h>

#include <hooks.h>

#include "../harts/owner_glue.h"

static struct owner *owner_here(void)
{
	return owner_glue(sbi_domain_thishart_ptr(), current_hartindex());
}

/* --- the pointer to shadow stacks -------------------------------------------- */

/* True if the owner has set the feature once: only then it has the register. */
static bool features_have_ssp(const struct owner *o)
{
	return o->feature_set & 1u << SBI_FWFT_SHADOW_STACK;
}

/* OpenSBI's switch leaves the register to the next domain, which could move the
 * shadow stack of this one. */
static void features_ssp_switch(struct owner *from, const struct owner *to)
{
	if (features_have_ssp(from)) {
		from->ssp = csr_read(CSR_SSP);
		csr_write(CSR_SSP, 0);
	}
	if (features_have_ssp(to))
		csr_write(CSR_SSP, to->ssp);
}

static void features_ssp_drop(const struct owner *o)
{
	if (features_have_ssp(o))
		csr_write(CSR_SSP, 0);
}

/* --- values and locks -------------------------------------------------------- */

/*
 * A hart starts with the values from before its owner set any, and without
 * locks. OpenSBI resets only some of them; the next owner would get the others.
 */
int __wrap_sbi_fwft_init(struct sbi_scratch *scratch, bool cold_boot)
{
	struct owner *o = cold_boot ? NULL : owner_here();
	u32 n;

	for (n = 0; o && n < OWNER_FEATURES; n++)
		if (o->feature_set & 1u << n)
			__real_sbi_fwft_set(n, o->feature_found[n], 0);
	if (o) {
		features_ssp_drop(o);
		o->feature_set = o->feature_locked = 0;
	}
	return __real_sbi_fwft_init(scratch, cold_boot);
}

/*
 * SBI 3.0 gives PTE_AD_HW_UPDATING the reset value 0, which a hart with Svadu
 * alone does not have: there is no such feature then. Releases before 1.9 offer
 * it, with the value 1.
 */
static bool features_refuse(enum sbi_fwft_feature_t feature)
{
	struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	return feature == SBI_FWFT_PTE_AD_HW_UPDATING &&
	       !(sbi_hart_has_extension(scratch, SBI_HART_EXT_SVADU) &&
		 sbi_hart_has_extension(scratch, SBI_HART_EXT_SVADE));
}

int __wrap_sbi_fwft_get(enum sbi_fwft_feature_t feature, unsigned long *value)
{
	if (features_refuse(feature))
		return SBI_ENOTSUPP;
	return __real_sbi_fwft_get(feature, value);
}

/* Checks in the same order as in OpenSBI's function. */
int __wrap_sbi_fwft_set(enum sbi_fwft_feature_t feature, unsigned long value,
			unsigned long flags)
{
	struct owner *o = owner_here();
	unsigned long before;
	int rc = __wrap_sbi_fwft_get(feature, &before);
	u8 bit;

	if (rc || !o || (u32)feature >= OWNER_FEATURES)
		return rc ? rc : __real_sbi_fwft_set(feature, value, flags);
	bit = (u8)(1u << feature);
	if (flags & ~(unsigned long)SBI_FWFT_SET_FLAG_LOCK)
		return SBI_EINVAL;
	if (o->feature_locked & bit)
		return SBI_EDENIED_LOCKED;
	rc = __real_sbi_fwft_set(feature, value, 0);
	if (rc)
		return rc;
	if (!(o->feature_set & bit))
		o->feature_found[feature] = before;
	o->feature_set |= bit;
	if (flags)
		o->feature_locked |= bit;
	return SBI_SUCCESS;
}

/* Both calls set values that the hart had before, so none is refused. */
void features_glue_switch(struct owner *from, const struct owner *to)
{
	u32 n;

	features_ssp_switch(from, to);
	for (n = 0; n < OWNER_FEATURES; n++) {
		if (from->feature_set & 1u << n) {
			sbi_fwft_get(n, &from->feature_value[n]);
			__real_sbi_fwft_set(n, from->feature_found[n], 0);
		}
	}
	for (n = 0; n < OWNER_FEATURES; n++)
		if (to->feature_set & 1u << n)
			__real_sbi_fwft_set(n, to->feature_value[n], 0);
}
