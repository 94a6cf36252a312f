/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU, its events, and overflows that M-mode predicts. */
#ifndef PLATFORM_PMU_GLUE_H
#define PLATFORM_PMU_GLUE_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

struct pmu_machine;
struct pmu_hart;

/**
 * At cold boot, after the platform has added its events: if neither it nor the
 * device tree has any, add the events of the boot hart's core.
 * @param mapped the platform has added some
 */
void events_glue_init(const void *fdt, bool mapped);

/**
 * For each hart after events_glue_init(), with events from any source. If
 * mcountinhibit is not reliable, all counters run from now on.
 * @return true if counters stand still while mcountinhibit stops them
 */
bool events_glue_inhibits(struct sbi_scratch *scratch);

/**
 * At cold boot, after events_glue_init(): if a hart without overflow interrupts
 * counts cycles or instructions in only one programmable counter at a time, the
 * map keeps one. The function tests this; the boot hart's counters must stand
 * still.
 */
void events_once_init(struct pmu_machine *m, struct sbi_scratch *scratch);

/** Print a line with the source of the events. */
void events_glue_report(void);

/** Extensions can be called from now on: offer predicted overflows in FWFT, if
 * pmu_glue_predicts(). */
void predict_glue_fwft(void);

/*
 * For harts that predict; all others do nothing.
 */
/** Registers of the hart are about to be lost: look a last time. */
void predict_glue_leave(void);
/**
 * Look at counters that were saved after the last look, in h.
 * @return counters that have overflown since, for predict_glue_back()
 */
u32 predict_glue_saved(const struct pmu_hart *h);
/** The registers are back. */
void predict_glue_enter(void);
/** The owner of S-mode leaves this hart: the same, and the timer is for S-mode
 * alone. The hart still has the owner's branch records. */
void predict_glue_away(void);
/** An owner is back with its counters: look as before. over is the owner's. */
void predict_glue_back(u32 over);
/** The hart stops. */
void predict_glue_stop(struct sbi_scratch *scratch);

/** Drop overflows that were not delivered yet. */
void predict_glue_drop(void);

/** @param all false: the PMU extension and delegated counters are not offered,
 *	since owners that share a hart could lose their counters. Before
 *	extensions are registered. */
void pmu_glue_keeps(bool all);

/**
 * @return true if M-mode has to predict overflows: counters cannot interrupt
 */
bool pmu_glue_predicts(void);

/** @return true if S-mode of this hart has enabled SSE's event of overflows */
bool pmu_glue_has_overflows(void);

/** The hart has changed its domain, and S-mode's registers are the new
 * domain's. */
void pmu_glue_switched(void);

/** This hart belongs to another domain now. */
void pmu_glue_domain_changed(struct sbi_scratch *scratch);

/** The hart is about to enter a suspend that may lose its registers. */
void pmu_glue_suspend(struct sbi_scratch *scratch);

/** The suspend did not happen after all. */
void pmu_glue_suspend_cancel(struct sbi_scratch *scratch);

/** The hart's registers are back at what stock OpenSBI sets. */
void pmu_glue_resume(struct sbi_scratch *scratch);

#endif
