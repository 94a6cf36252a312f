// SPDX-License-Identifier: BSD-2-Clause
/* The journal and the registers of tests of single files of platform/generic. */
#include <stdbool.h>
#include <stdio.h>

#include "rig.h"

enum { CSRS = 4096, SIZE = 16384 };
static unsigned long csrs[CSRS];
static char journal[SIZE];
const char *wire_misa = "HS";

void wire_note(const char *format, ...)
{
	size_t used = strlen(journal);
	va_list args;

	va_start(args, format);
	vsnprintf(journal + used, SIZE - used, format, args);
	va_end(args);
	used = strlen(journal);
	assert_in_range(used, 1, SIZE - 2);
	memcpy(journal + used, "\n", 2);
}

void wire_forget(void)
{
	journal[0] = '\0';
}

void wire_expect(const char *lines)
{
	assert_string_equal(journal, lines);
	wire_forget();
}

void wire_set_csr(unsigned int csr, unsigned long value)
{
	csrs[csr % CSRS] = value;
}

unsigned long wire_csr(unsigned int csr)
{
	return csrs[csr % CSRS];
}

void wire_csr_write(unsigned int csr, unsigned long value)
{
	wire_note("csr %03x = %lx", csr, value);
	wire_set_csr(csr, value);
}

unsigned long wire_csr_swap(unsigned int csr, unsigned long value)
{
	unsigned long old = wire_csr(csr);

	wire_csr_write(csr, value);
	return old;
}

bool wire_misa_has(char letter)
{
	return strchr(wire_misa, letter) != NULL;
}
