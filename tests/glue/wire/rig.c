// SPDX-License-Identifier: BSD-2-Clause
/* The journal and the registers of tests of single files of platform/generic. */
#include <stdio.h>

#include <sbi/sbi_console.h>

#include "rig.h"

enum { CSRS = 4096, SIZE = 16384, WATCHED = 8 };
static unsigned long csrs[CSRS], zeros[CSRS];
static char journal[SIZE];
const char *wire_misa = "HS";
void (*wire_meanwhile)(const char *line);

static struct {
	const char *name;
	const volatile uint32_t *word;
	uint32_t last;
} watched[WATCHED];

static void __attribute__((format(printf, 1, 0)))
add_line(const char *format, va_list args)
{
	size_t begin = strlen(journal), used;

	vsnprintf(journal + begin, SIZE - begin, format, args);
	used = strlen(journal);
	assert_in_range(used, 1, SIZE - 2);
	if (wire_meanwhile)
		wire_meanwhile(journal + begin);
	memcpy(journal + used, "\n", 2);
}

static void __attribute__((format(printf, 1, 2)))
note_change(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_line(format, args);
	va_end(args);
}

static void look_at_words(void)
{
	uint32_t value;
	int i;

	for (i = 0; i < WATCHED && watched[i].word; i++) {
		value = *watched[i].word;
		if (value != watched[i].last)
			note_change("%s = %x", watched[i].name, value);
		watched[i].last = value;
	}
}

void wire_watch(const char *name, const volatile uint32_t *word)
{
	int i;

	for (i = 0; i < WATCHED && watched[i].word; i++)
		;
	assert_in_range(i, 0, WATCHED - 1);
	watched[i].name = name;
	watched[i].word = word;
	watched[i].last = *word;
}

void wire_note(const char *format, ...)
{
	va_list args;

	look_at_words();
	va_start(args, format);
	add_line(format, args);
	va_end(args);
}

/* The console: a line of it is one of the journal. */
int sbi_printf(const char *format, ...)
{
	char line[256];
	va_list args;
	size_t end;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	end = strcspn(line, "\n");
	assert_string_equal(line + end, "\n");
	line[end] = '\0';
	wire_note("%s", line);
	return 0;
}

void wire_forget(void)
{
	look_at_words();
	journal[0] = '\0';
}

void wire_expect(const char *lines)
{
	look_at_words();
	assert_string_equal(journal, lines);
	wire_forget();
}

void wire_set_csr(unsigned int csr, unsigned long value)
{
	csrs[csr % CSRS] = value & ~zeros[csr % CSRS];
}

void wire_set_csr_zeros(unsigned int csr, unsigned long bits)
{
	zeros[csr % CSRS] = bits;
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
