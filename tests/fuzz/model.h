/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A second implementation of the SBI PMU extension, slow and simple: one loop
 * per rule, no registers, written from the specification and docs/pmu.md. The
 * fuzzer compares it with lib/pmu after every step.
 */
#ifndef MODEL_H
#define MODEL_H

#include <base/types.h>

#include "../unit/fake/fake_hart.h"

enum {
	MODEL_COUNTERS = 64,
	MODEL_ROWS = 8,
	MODEL_NO_EVENT = -1,
};

#define MODEL_NO_AREA (~0ull)

struct model_row {
	bool raw;
	u32 first, last, counters;
	u64 select, select_mask;
};

struct model {
	struct fake_has has;
	struct model_row row[MODEL_ROWS];
	unsigned int rows, num_hw, num_fw;
	u8 csr[32]; /* of a hardware counter, by index */
	bool snapshot, linux_restart, prefer_hpm;
	u64 present, configured, started, overflown;
	u64 open; /* hardware counters that are not inhibited */
	s64 event[MODEL_COUNTERS];
	u64 event_data[MODEL_COUNTERS];
	u64 flags[MODEL_COUNTERS];
	u64 value[MODEL_COUNTERS];
	u64 platform_value[MODEL_COUNTERS];
	u64 area;
	u32 irq_enabled;
	bool pending, sse; /* the overflow interrupt waits; M-mode takes it */
	u8 ram[FAKE_RAM_TOTAL];
};

struct model_result {
	long error;
	u64 value;
};

/**
 * Choose the counters of the machine from those of its boot hart; call this
 * after the machine's rows are set.
 */
void model_machine_init(struct model *m, u32 boot_mask);

/** A hart begins; call this after the machine's fields are set. */
void model_hart_init(struct model *m);

struct model_result model_call(struct model *m, u64 fid, const u64 arg[6]);

void model_run(struct model *m, enum fake_mode mode, u64 count);
void model_fw_event(struct model *m, u32 code);
void model_platform_event(struct model *m, u64 event_data, u64 count);

/** Registers were lost and written again. */
void model_resume(struct model *m);

/** @return the value of mhpmevent n (0, 2: mcyclecfg, minstretcfg) */
u64 model_event_register(const struct model *m, unsigned int n);

/** @return the value that a counter shows */
u64 model_value(const struct model *m, unsigned int idx);

/** @return the counters that can count an event on a free PMU */
u64 model_able(const struct model *m, u64 event_idx, u64 event_data);

/* model_shmem.c */
struct model_result model_set_shmem(struct model *m, const u64 arg[6]);
struct model_result model_event_info(struct model *m, const u64 arg[6]);
bool model_memory(u64 address, u64 size);
void model_take(struct model *m, u64 base, u64 set);
u64 model_slot(const struct model *m, u64 slot);

#endif
