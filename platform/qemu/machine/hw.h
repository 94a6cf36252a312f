/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A model of trace hardware: encoders, funnels, RAM sinks, PIB sinks, ATB
 * bridges and timestamp units, with the registers of the Trace Control
 * Interface 1.0 in windows of the machine's RAM. It knows nothing of QEMU.
 *
 * The windows hold the words that software reads next. The caller that runs the
 * machine tells the model of every access afterwards: hw_stored() corrects the
 * word, and hw_loaded() prepares what the next load finds.
 */
#ifndef HW_H
#define HW_H

#include <base/types.h>
#include <hart/trace_regs.h>
#include <ntrace/emit.h>

#define HW_COMPS_MAX 64
#define HW_HARTS_MAX 64
#define HW_OUTPUTS_MAX 4
#define HW_INPUTS_MAX 16
#define HW_FIXED_MAX 16
#define HW_WINDOWS_MAX 8
#define HW_WIDTH_MAX 64

/** Registers for tests, among the vendor's own of an encoder. */
enum hw_vendor_offset {
	HW_TRIG_FIRE = 0xe00,  /* 1: fire this external trigger input */
	HW_TRIG_FIRED = 0xe04, /* RW1C: external trigger outputs that fired */
};

/** Changes that a component refuses (stuck). */
enum {
	HW_STUCK_ACTIVE = 1 << 0, /* Active never changes */
	HW_STUCK_ENABLE = 1 << 1, /* Enable stays 0 */
	HW_STUCK_EMPTY = 1 << 2,  /* after Enable was set once, Empty stays 0 */
};

/** Components of CoreSight, instead of TCI's. */
enum hw_coresight {
	HW_CS_NONE,
	HW_CS_FUNNEL,	  /* a funnel */
	HW_CS_ETF,	  /* a funnel, of one input */
	HW_CS_ETR,	  /* a RAM sink with SMEM */
	HW_CS_REPLICATOR, /* a funnel that can close its outputs */
};

/** RAM on the bus of a RAM sink: addresses there, and those of harts. */
struct hw_window {
	u64 bus, hart, size;
};

/** Bits of a register that are fixed, for any use. */
struct hw_fixed {
	u32 offset, mask, value;
};

/** The receiver of a component's messages: another component, and its input. */
struct hw_output {
	u8 comp, input;
};

/** Choices that the specification leaves to a component's design. */
struct hw_design {
	u64 base; /* of its window, a multiple of TR_WINDOW_SIZE */
	u8 type;  /* enum tr_comp_type: its real type */
	u8 says_type, ver_major, ver_minor; /* values in tr??Impl */
	u8 protocol_major, protocol_minor;  /* encoder */
	u8 stuck;			    /* HW_STUCK_... */
	bool old;	    /* registers of version 0: encoder, RAM sink */
	u8 coresight;	    /* enum hw_coresight */
	bool quiet;	    /* registers without a reset value start as 0 */
	unsigned int slow;  /* loads of tr??Control before Active follows */
	unsigned int drain; /* and before Empty, after Enable was cleared */
	unsigned int late;  /* and before Enable follows; not for encoders */
	unsigned int land;  /* accesses until a RAM sink writes its data */
	unsigned int noise; /* one load of tr??Control in this many lacks Empty,
			     * or has a wrong one; 0: none */
	unsigned int spurious; /* one load in this many has noise */
	unsigned int num_fixed, num_outputs;
	struct hw_fixed fixed[HW_FIXED_MAX];
	struct hw_output output[HW_OUTPUTS_MAX];

	/* encoder */
	unsigned int hart;
	struct ntrace_emit_design emit;
	u32 modes;	    /* bit n: trTeInstMode n; 3, 6 or both */
	u8 filters, comps;  /* how many */
	u8 ext_in, ext_out; /* external triggers, up to 8 each */
	u32 fifo;	    /* bytes; also of a funnel */

	/* timestamp unit of an encoder or a funnel */
	u32 ts_modes;	   /* bit n: trTsMode n; 0: no unit */
	u8 ts_width;	   /* bits, 1 to 63 */
	bool ts_own_reset; /* trTsActive is not a copy of tr??Active */

	u8 inputs; /* of a funnel, and of an old RAM sink */

	/* sinks: bytes taken in 1024 cycles, 0: no limit */
	u32 rate;

	/* RAM sink */
	bool has_sram, has_smem;
	u32 width;		  /* of an access to SMEM: 4 to HW_WIDTH_MAX */
	u32 sram_size;		  /* bytes */
	u64 smem_low, smem_end;	  /* range of addresses that software can set */
	bool smem_fixed;	  /* trRamStart is fixed to it */
	bool unlocked;		  /* pointers accept stores while it writes */
	bool limit_follows;	  /* each store to trRamStart sets trRamLimit to
				 * its maximum */
	unsigned int num_windows; /* of its bus; 0: it has all of RAM */
	struct hw_window window[HW_WINDOWS_MAX];

	u32 pib_modes; /* PIB sink, bit n: trPibMode n */
};

struct hw;

/**
 * A machine's trace hardware.
 * @param design num of them, which are copied; outputs are their indices
 * @param ram the machine's RAM: the caller's, size bytes from address base on;
 *	windows of components and SMEM are in it
 * @param seed of the noise in what is undefined
 * @return NULL, with the reason in error: too many components, a value out of
 *	range, a window that is outside of RAM or overlaps another, an output
 *	that does not exist, no memory. hw_free() frees it.
 */
struct hw *hw_new(const struct hw_design *design, unsigned int num, u8 *ram,
		  u64 base, u64 size, u64 seed, const char **error);

/** Free it; hw may be NULL. */
void hw_free(struct hw *hw);

/** @return true if there is a component's window at an address */
bool hw_decodes(const struct hw *hw, u64 address);

/**
 * A hart stored to a window; effects on the RAM are undone. Only aligned stores
 * of 4 bytes reach registers; others change nothing.
 * @param address hw_decodes() holds for it
 * @param value the stored value, of 4 bytes
 */
void hw_stored(struct hw *hw, u64 address, unsigned int size, u32 value);

/** A hart loaded from a window. @param address hw_decodes() holds for it */
void hw_loaded(struct hw *hw, u64 address, unsigned int size);

/**
 * Blocks retired, or traps were taken. They need iaddr, iretire, cycles, itype,
 * ilastsize, priv and sijump; time is set here.
 * @param block changed
 */
void hw_retired(struct hw *hw, unsigned int hart, struct ntrace_block *block,
		size_t num);

/** A hart wrote scontext or hcontext. @param value at most 59 bits */
void hw_context(struct hw *hw, unsigned int hart,
		enum ntrace_process_format format, u64 value);

/** A hart restarts at its reset vector. */
void hw_reset(struct hw *hw, unsigned int hart);

/** @return true if the encoder of a hart is tracing: blocks become messages */
bool hw_traces(const struct hw *hw, unsigned int hart);

/**
 * @return true if the execution and the time of harts have no effect: no
 *	encoder is enabled, no data are under way, no timestamps are counted
 */
bool hw_idle(const struct hw *hw);

#endif
