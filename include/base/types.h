/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Integer types and the few macros every library here uses.
 *
 * In the firmware these are OpenSBI's own, because its headers and the C
 * library's cannot be used together. Everywhere else (host tests, tools, QEMU
 * plugin) they come from the C library, and OpenSBI's constant headers are
 * told to take them from here: -DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h
 */
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#ifndef OPENSBI_EXTERNAL_SBI_TYPES
#include <sbi/sbi_types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define array_size(x) (sizeof(x) / sizeof((x)[0]))
#define likely(x) __builtin_expect((x), 1)
#define unlikely(x) __builtin_expect((x), 0)
#endif

#endif
