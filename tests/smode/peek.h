/* SPDX-License-Identifier: BSD-2-Clause */
/* The test firmware's look into M-mode, test_peek.h, as functions. */
#ifndef SMODE_PEEK_H
#define SMODE_PEEK_H

#include "test_peek.h"
#include "sbi.h"

/** True if this is the test firmware. */
bool peek_offered(void);

/** State of this hart to *p, and back. */
void peek_save(struct peek *p);
void peek_load(const struct peek *p);

/**
 * Which entry takes the traps of this hart.
 * @param wanted PEEK_STOCK, PEEK_FAST, or PEEK_ASK to change nothing
 * @return what it was before, PEEK_ASK: none that is known, or it cannot be
 */
unsigned long peek_entry(unsigned long wanted);

/** True if our entry takes the traps of this hart; else the case is skipped. */
bool peek_ready(void);

/** A firmware event happens count times. @return how often it had happened */
unsigned long peek_event(unsigned int code, u64 count);

/** num_counters, called by M-mode while it serves this call. */
struct sbiret peek_nest(void);

/** Let M-mode take exceptions that were delegated, or delegate them again. */
void peek_delegate(unsigned long exceptions, bool delegate);

/**
 * Our entry prints bytes to a UART of memory.
 * @param width of its registers, bytes; 0: the machine's UART again
 * @param status of its line
 * @return what it has been sent since the last call, PEEK_UNSENT: nothing
 */
unsigned long peek_console(unsigned int width, unsigned long status);

/**
 * OpenSBI prints to a UART of memory.
 * @param width of its registers, 1, 2 or 4 bytes; 0: the machine's UART again
 * @param status of its line, in each of its bytes
 * @return what it has been sent since the last call, PEEK_UNSENT: nothing
 */
unsigned long peek_uart(unsigned int width, unsigned long status);

/** The entry knows no timer, so that OpenSBI sets it, or as before. */
void peek_timer(bool opensbi);

/** Other harts as the entry sees them: made up, looked at, and true again. */
void peek_peers_set(const struct peek_peers *p);
void peek_peers_get(struct peek_peers *p);
void peek_peers_back(void);

#endif
