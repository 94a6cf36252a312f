/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * State of the owners of S-mode that take turns on a hart, while they are away.
 */
#ifndef OWNER_GLUE_H
#define OWNER_GLUE_H

#include <ctr/ctr.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_types.h>

struct pmu_context;
struct pmu_hart;
struct sbi_domain;

/** Limit of OpenSBI's features of FWFT: 0 to this - 1. */
enum { OWNER_FEATURES = 8 };

/** A domain on one hart; all zero before it has run there. */
struct owner {
	struct pmu_context *pmu; /* NULL: the owner was never away */
	struct ctr_context ctr;
	void *sse; /* OpenSBI's local events, for sse_glue.c */
	/* A bit for each feature; its value, and the value before the first
	 * set */
	u8 feature_set, feature_locked;
	unsigned long feature_value[OWNER_FEATURES];
	unsigned long feature_found[OWNER_FEATURES];
	unsigned long ssp; /* of Zicfiss, if the owner is away and has set that
		      * feature */
};

/** struct owner of every hart, for each domain; read by owner_glue(). */
extern struct sbi_domain_data owner_states;

/** Claim room in all domains, before the first is registered. @return SBI_E* */
int owner_glue_init(void);

/** @return NULL: too early at boot */
struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex);

/**
 * Allocate the state of the PMU of all owners that share a hart. Once all domains
 * are known; needs owner_glue(). @return false: no room, a line says so
 */
bool owner_memory_pmu(void);

/**
 * Allocate the records of all owners.
 * @param depth the deepest buffer of a hart; 0: it has none that S-mode can use
 * @return false: no room, a line says so
 */
bool owner_memory_ctr(u32 (*depth)(u32 hartindex));

/** This hart goes from one owner to another. */
void pmu_glue_switch(struct pmu_hart *h, struct owner *from, struct owner *to);
void ctr_glue_switch(struct ctr_hart *h, struct owner *from, struct owner *to);
void sse_glue_switch(struct owner *from, const struct owner *to);
void features_glue_switch(struct owner *from, const struct owner *to);

/*
 * A hart holds a lock while it starts or halts harts that it found in its
 * domain. A hart that leaves the domain waits until then, so that the next
 * domain sees no effect. The lock comes before OpenSBI's lock of a domain's
 * harts, and a hart with another lock never takes it. No hart waits for another
 * while it holds this lock.
 */
void owner_glue_act(void);
void owner_glue_acted(void);

/** This hart is assigned to no domain: earlier effects on it are over. */
void owner_glue_leaves(void);

/** This hart stops: in its domain, even if it was about to leave it. */
void owner_glue_stops(void);

#endif
