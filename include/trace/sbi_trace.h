/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers of the SBI trace extension, docs/sbi-trace.md, for both sides of an
 * ecall. Structures in shared memory are little-endian; their layout is given
 * in words of 4 bytes, 64-bit values have their low word first.
 */
#ifndef TRACE_SBI_TRACE_H
#define TRACE_SBI_TRACE_H

/**
 * EID of the extension: firmware specific, for OpenSBI's implementation ID 1.
 */
#define TRACE_SBI_EID 0x0a000001ul
/** Version of the extension: 1.0, major in bits 31:24, minor in 23:16. */
#define TRACE_SBI_VERSION 0x01000000ul

/** FID. */
enum trace_sbi_fid {
	TRACE_SBI_GET_INFO = 0,
	TRACE_SBI_COMPONENT_INFO = 1,
	TRACE_SBI_SINK_SET_BUFFER = 2,
	TRACE_SBI_SINK_RELEASE = 3,
	TRACE_SBI_ENCODER_CONFIGURE = 4,
	TRACE_SBI_ENCODER_SET_FILTER = 5,
	TRACE_SBI_ENCODER_SET_COMPARATOR = 6,
	TRACE_SBI_START = 7,
	TRACE_SBI_STOP = 8,
	TRACE_SBI_STATUS = 9,
	TRACE_SBI_SINK_READ = 10,
	TRACE_SBI_CALLS = 11,
};

/** flags of sink_set_buffer. */
enum trace_sbi_buffer {
	TRACE_SBI_BUFFER_STOP_ON_WRAP = 1 << 0,
	TRACE_SBI_BUFFER_SRAM = 1 << 1,
};

/** Words of struct sbi_trace_component, which has 128 bytes. */
enum trace_sbi_info {
	TRACE_INFO_IMPL = 0,
	TRACE_INFO_FLAGS = 1,
	TRACE_INFO_BASE = 2,
	TRACE_INFO_HARTID = 4,
	TRACE_INFO_OUTPUT = 6,
	TRACE_INFO_INPUT = 7,
	/* of an encoder */
	TRACE_INFO_CONTROL = 8,
	TRACE_INFO_FEATURES = 9,
	TRACE_INFO_FILTERS = 10,
	TRACE_INFO_TS_CONTROL = 11,
	TRACE_INFO_CONTROL_BITS = 12,
	TRACE_INFO_FEATURES_BITS = 13,
	TRACE_INFO_TS_BITS = 14,
	TRACE_INFO_MODES = 15,
	TRACE_INFO_TS_MODES = 16,
	TRACE_INFO_SYNC_MAX = 17,
	TRACE_INFO_UNITS = 18,
	TRACE_INFO_FILTER_BITS = 19,
	TRACE_INFO_MATCH_BITS = 20,
	TRACE_INFO_COMP_BITS = 21,
	/* of a RAM sink */
	TRACE_INFO_START_MIN = 8,
	TRACE_INFO_START_MAX = 10,
	TRACE_INFO_LIMIT_MAX = 12,
	TRACE_INFO_SRAM_SIZE = 14,
	TRACE_INFO_WIDTH = 15,
	TRACE_INFO_ALIGNMENT = 16,
	TRACE_INFO_ABILITIES = 17,
	/* of a funnel */
	TRACE_INFO_INPUTS = 8,
	TRACE_INFO_FUNNEL_TS_MODES = 9,
	TRACE_INFO_WORDS = 32,
};

/** Word TRACE_INFO_FLAGS; bits 15:8 have the reason why it is not usable. */
enum trace_sbi_info_flags {
	TRACE_INFO_USABLE = 1 << 0,
	TRACE_INFO_MINE = 1 << 1,
	TRACE_INFO_TAKEN = 1 << 2,
	TRACE_INFO_HIDES_M = 1 << 3,
	TRACE_INFO_DIRECT = 1 << 4,
	TRACE_INFO_TRANSLATED = 1 << 5,
	TRACE_INFO_HANDED = 1 << 6,
	TRACE_INFO_ETRACE = 1 << 7,
	TRACE_INFO_REASON_SHIFT = 8,
};

/** Word TRACE_INFO_ABILITIES. */
enum trace_sbi_abilities {
	TRACE_INFO_SMEM = 1 << 0,
	TRACE_INFO_SRAM = 1 << 1,
	TRACE_INFO_STOP_ON_WRAP = 1 << 2,
};

/** Words of struct sbi_trace_status, which has 64 bytes. */
enum trace_sbi_status {
	TRACE_STATUS_FLAGS = 0,
	TRACE_STATUS_SINK = 1,
	TRACE_STATUS_START = 2,
	TRACE_STATUS_END = 4,
	TRACE_STATUS_WP = 6,
	TRACE_STATUS_WORDS = 16,
};

/** Word TRACE_STATUS_FLAGS. */
enum trace_sbi_status_flags {
	TRACE_STATUS_ENABLED = 1 << 0,
	TRACE_STATUS_TRACING = 1 << 1,
	TRACE_STATUS_EMPTY = 1 << 2,
	TRACE_STATUS_LOST = 1 << 3,
	TRACE_STATUS_ASLEEP = 1 << 4,
	TRACE_STATUS_SINK_ENABLED = 1 << 8,
	TRACE_STATUS_SINK_EMPTY = 1 << 9,
	TRACE_STATUS_WRAPPED = 1 << 10,
	TRACE_STATUS_BUFFER = 1 << 11,
	TRACE_STATUS_SRAM = 1 << 12,
};

#endif
