/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The journal and the registers of the hart, for the headers in sbi/ and for tests.
 */
#ifndef WIRE_JOURNAL_H
#define WIRE_JOURNAL_H

/** Adds a line to the journal. @format: as for printf(), without '\n' */
void wire_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The value of a CSR. Each one is 0 at first. */
void wire_set_csr(unsigned int csr, unsigned long value);
unsigned long wire_csr(unsigned int csr);

/** Bits of a CSR that are 0 whatever is written. There are none at first. */
void wire_set_csr_zeros(unsigned int csr, unsigned long bits);

/** The same for a file under test: each write is a line of the journal. */
void wire_csr_write(unsigned int csr, unsigned long value);
unsigned long wire_csr_swap(unsigned int csr, unsigned long value);

/** @return true if misa has the letter: those of wire_misa */
_Bool wire_misa_has(char letter);
extern const char *wire_misa;

#endif
