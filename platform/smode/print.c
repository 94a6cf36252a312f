// SPDX-License-Identifier: BSD-2-Clause
/* Console output, and the memory functions that GCC calls by itself. */
#include <stdarg.h>

#include "print.h"
#include "sbi.h"

static char line[160];
static unsigned int used;

/* --- output --------------------------------------------------------------- */

static void print_legacy(void)
{
	unsigned int n;

	for (n = 0; n < used; n++)
		sbi_ecall(SBI_EXT_0_1_CONSOLE_PUTCHAR, 0,
			  (unsigned long)line[n], 0, 0, 0, 0, 0);
}

void print_flush(void)
{
	struct sbiret ret;

	if (!used)
		return;
	ret = sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE, used,
			(unsigned long)line, 0, 0, 0, 0);
	if (ret.error)
		print_legacy();
	used = 0;
}

static void print_char(char c)
{
	line[used++] = c;
	if (c == '\n' || used == sizeof(line))
		print_flush();
}

/* --- numbers -------------------------------------------------------------- */

/* Without a runtime library RV32 has no 64-bit division. */
static unsigned int divide(u64 *value, unsigned int by)
{
	unsigned int rest = 0, bit;
	u64 quotient = 0;

	for (bit = 64; bit-- > 0;) {
		rest = rest << 1 | (unsigned int)(*value >> bit & 1);
		quotient <<= 1;
		if (rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	*value = quotient;
	return rest;
}

struct style {
	unsigned int width;
	bool left, zeros, negative;
};

static void print_padded(const char *text, unsigned int size,
			 const struct style *s)
{
	unsigned int pad = s->width > size ? s->width - size : 0, n;

	for (n = 0; n < pad && !s->left; n++)
		print_char(s->zeros ? '0' : ' ');
	for (n = 0; n < size; n++)
		print_char(text[n]);
	for (n = 0; n < pad && s->left; n++)
		print_char(' ');
}

static void print_number(u64 value, unsigned int base, const struct style *s)
{
	char digits[24];
	unsigned int n = sizeof(digits);

	do
		digits[--n] = "0123456789abcdef"[divide(&value, base)];
	while (value);
	if (s->negative)
		digits[--n] = '-';
	print_padded(digits + n, sizeof(digits) - n, s);
}

static void print_text(const char *text, const struct style *s)
{
	unsigned int size = 0;

	while (text[size])
		size++;
	print_padded(text, size, s);
}

/* --- formats -------------------------------------------------------------- */

static const char *print_style(const char *f, struct style *s)
{
	*s = (struct style){ 0 };
	for (; *f == '-' || *f == '0'; f++) {
		s->left |= *f == '-';
		s->zeros |= *f == '0';
	}
	for (; *f >= '0' && *f <= '9'; f++)
		s->width = s->width * 10 + (unsigned int)(*f - '0');
	return f;
}

static u64 print_argument(va_list *args, unsigned int longs, bool is_signed)
{
	if (longs > 1)
		return va_arg(*args, unsigned long long);
	if (longs)
		return is_signed ? (u64)va_arg(*args, long) :
				   va_arg(*args, unsigned long);
	return is_signed ? (u64)va_arg(*args, int) :
			   va_arg(*args, unsigned int);
}

static const char *print_one(const char *f, va_list *args)
{
	unsigned int longs = 0;
	struct style s;
	u64 value;

	for (f = print_style(f, &s); *f == 'l'; f++)
		longs++;
	if (*f == 's') {
		print_text(va_arg(*args, const char *), &s);
	} else if (*f == 'c') {
		print_char((char)va_arg(*args, int));
	} else if (*f == '%') {
		print_char('%');
	} else {
		value = print_argument(args, longs, *f == 'd');
		s.negative = *f == 'd' && value >> 63;
		if (s.negative)
			value = -value;
		print_number(value, *f == 'x' ? 16 : 10, &s);
	}
	return f + 1;
}

void print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	while (*format)
		if (*format == '%')
			format = print_one(format + 1, &args);
		else
			print_char(*format++);
	va_end(args);
}

/* --- memory --------------------------------------------------------------- */

void *memset(void *to, int value, size_t size)
{
	u8 *p = to;

	while (size--)
		*p++ = (u8)value;
	return to;
}

/* True if words can be used instead of bytes, the usual case. */
static bool of_words(const void *a, const void *b, size_t size)
{
	return !(((unsigned long)a | (unsigned long)b | size) &
		 (sizeof(unsigned long) - 1));
}

void *memcpy(void *to, const void *from, size_t size)
{
	const unsigned long *w = from;
	unsigned long *v = to;
	const u8 *q = from;
	u8 *p = to;

	if (of_words(to, from, size)) {
		for (size /= sizeof(*v); size--;)
			*v++ = *w++;
		return to;
	}
	while (size--)
		*p++ = *q++;
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const unsigned long *v = a, *w = b;
	const u8 *p, *q;

	if (of_words(a, b, size))
		for (; size && *v == *w; size -= sizeof(*v))
			v++, w++;
	/* The first words that differ, if there are any */
	for (p = (const u8 *)v, q = (const u8 *)w; size--; p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}
