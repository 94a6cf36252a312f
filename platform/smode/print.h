/* SPDX-License-Identifier: BSD-2-Clause */
/* Console output through SBI, a line at a time. */
#ifndef SMODE_PRINT_H
#define SMODE_PRINT_H

#include <sbi/sbi_types.h>

/**
 * A small printf: %c %s %d %u %x %lu %ld %lx %llu %llx, widths, '-' and '0'.
 * Only the hart that booted may call it.
 */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Write a line that has no end yet. */
void print_flush(void);

void *memset(void *to, int value, size_t size);
void *memcpy(void *to, const void *from, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
