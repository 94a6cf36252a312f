/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions for the calls of test_peek.h, by which the test firmware shows
 * state of M-mode.
 */
#ifndef SMODE_PEEK_H
#define SMODE_PEEK_H

#include "test_peek.h"
#include "sbi.h"

/** True if the firmware has these calls. */
bool peek_offered(void);

/** Copy the state of this hart to *p, and set it from *p. */
void peek_save(struct peek *p);
void peek_load(const struct peek *p);

/**
 * Select the entry that takes the traps of this hart.
 * @param wanted PEEK_STOCK, PEEK_FAST, or PEEK_ASK to change nothing
 * @return the entry before the call; PEEK_ASK if it is another one, or if the
 * hart cannot use the wanted entry
 */
unsigned long peek_entry(unsigned long wanted);

/**
 * True if the firmware's own entry takes the traps of this hart; else skips the
 * case.
 */
bool peek_ready(void);

/** Add count to a firmware event. @return its count before */
unsigned long peek_event(unsigned int code, u64 count);

/**
 * Let M-mode call num_counters while it serves this call.
 * @return its result
 */
struct sbiret peek_nest(void);

/** Let M-mode take exceptions that were delegated, or delegate them again. */
void peek_delegate(unsigned long exceptions, bool delegate);

/**
 * Let the firmware's own entry print bytes to a UART in memory.
 * @param width of its registers, bytes; 0: use the machine's UART again
 * @param status value of its line status register
 * @return the last byte sent to it since the last call; PEEK_UNSENT: none
 */
unsigned long peek_console(unsigned int width, unsigned long status);

/**
 * Let OpenSBI print to a UART in memory.
 * @param width of its registers, 1, 2 or 4 bytes; 0: use the machine's UART
 * again
 * @param status value of each byte of its line status register
 * With PEEK_UART_AT the UART is in the payload's memory: width 1, status is the
 * address.
 * @return the last byte sent to it since the last call; PEEK_UNSENT: none
 */
unsigned long peek_uart(unsigned int width, unsigned long status);

/**
 * Hide the timer from the entry, so that OpenSBI sets it; false undoes this.
 */
void peek_timer(bool opensbi);

/**
 * Replace other harts, for the entry alone; read the replacements; remove them.
 */
void peek_peers_set(const struct peek_peers *p);
void peek_peers_get(struct peek_peers *p);
void peek_peers_back(void);

#endif
