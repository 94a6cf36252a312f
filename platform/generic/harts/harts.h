/* SPDX-License-Identifier: BSD-2-Clause */
/* Fences and IPIs between harts, and the owners of S-mode that take turns on one. */
#ifndef PLATFORM_HARTS_H
#define PLATFORM_HARTS_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

struct aclint_mswi_data;
struct fence_request;
struct sbi_domain;
struct sbi_tlb_info;

/** This hart goes from its domain to another one: exchange all state that is
 * kept. */
void owner_glue_switch(u32 hartindex, struct sbi_domain *next);

/** The board has a device for doorbells; before fence_glue_init(). */
void fence_glue_mswi(const struct aclint_mswi_data *mswi);

/** The register that rings a hart's doorbell. @return NULL: no device has one */
volatile u32 *fence_glue_doorbell(ulong hartid);

/** Memory for requests between harts. @return 0, or SBI_ENOMEM */
int fence_glue_init(void);

/**
 * A remote fence of the SBI. When this returns, each running hart of the mask
 * has made it.
 * @return 0; SBI_EINVAL: a hart of the mask is not in this domain, or an
 *	unknown type
 */
int fence_glue_request(ulong hmask, ulong hbase,
		       const struct sbi_tlb_info *tinfo);

/** Make the fence on this hart. */
void fence_local(const struct fence_request *request);

/** An IPI of the SBI. @return as fence_glue_request() */
int fence_glue_ipi(ulong hmask, ulong hbase);

enum fence_foreign {
	FENCE_FOREIGN_SENDS,  /* OpenSBI sends an IPI by itself next */
	FENCE_FOREIGN_SENT,   /* the IPI is sent */
	FENCE_FOREIGN_FAILED, /* nothing was sent */
};

/** Count an IPI that OpenSBI sends by itself; call it before and after. */
void fence_glue_foreign(ulong hmask, ulong hbase, enum fence_foreign step);

/** IPIs that this hart has sent. */
u64 fence_glue_sent(void);

/** This hart takes an interrupt of OpenSBI right after the present trap, and so
 * does what OpenSBI does at the end of a trap. */
void fence_glue_again(void);

/** True if one is on its way to this hart. */
bool fence_glue_has_foreign(void);

/** The doorbell rang. @param process OpenSBI's handler of it */
void fence_glue_process(void (*process)(void));

/** This hart enters S-mode anew; leaves it; leaves it for ever. */
void fence_glue_hart_start(void);
void fence_glue_hart_stop(void);
void fence_glue_hart_dies(void);

/**
 * This hart goes from its domain to another one; OpenSBI has recorded this; and
 * S-mode's registers are the new domain's.
 */
void fence_glue_switch(const struct sbi_domain *next);
void fence_glue_domain_changed(void);
void fence_glue_look(void);

/** Domains are known: with Smepmp, let M-mode reach its devices in each of them.
 * A line names a device for which there is no PMP entry. */
void reach_glue_domains(void);

/** This hart resets the machine and does not return to S-mode: with Smepmp, let
 * M-mode reach all devices. */
void reach_glue_reset(void);

#endif
