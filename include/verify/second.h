/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A second trace of the same run, as a model for the verification of the first.
 */
#ifndef VERIFY_SECOND_H
#define VERIFY_SECOND_H

#include <verify/verify.h>

struct verify_second;

/** @return size of struct verify_second, for the caller's memory */
size_t verify_second_bytes(void);

/**
 * Start reading a second trace.
 * @param second verify_second_bytes() bytes of memory, aligned for any type
 * @param element, room	as of tandem_decoder_init()
 * @param more gives the next piece of the trace, valid until the next call;
 *			false: no more
 */
void verify_second_init(struct verify_second *second,
			const struct tandem_params *params,
			struct tandem_element *element, u32 room,
			bool (*more)(void *user, const u8 **bytes, size_t *len),
			void *user);

/**
 * Skip the steps before the first one at an address. Call it before the
 * verification, which must begin there too.
 * @return false: the trace ends before
 */
bool verify_second_from(struct verify_second *second, u64 pc);

/**
 * The trace as a model: its steps are the trace's, and writes have no effect.
 */
struct verify_model verify_second_model(struct verify_second *second);

/** @return the reason for the missing step; TANDEM_OK: the trace has ended */
enum tandem_status verify_second_status(const struct verify_second *second);

/** @return true if the second trace has instructions after the used ones */
bool verify_second_left(struct verify_second *second);

#endif
