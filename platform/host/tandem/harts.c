// SPDX-License-Identifier: BSD-2-Clause
/* Harts by their names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "harts.h"
#include "io.h"

void tandem_hart_list(void)
{
	unsigned int i;

	for (i = 0; model_preset_name(i); i++)
		printf("%s\n", model_preset_name(i));
	exit(STATUS_OK);
}

static u64 extension_bits(const char *name, size_t length)
{
	char copy[32];
	u64 bits;

	snprintf(copy, sizeof(copy), "%.*s", (int)length, name);
	bits = tandem_hart_extension(copy);
	if (bits)
		return bits;
	die("'%.*s' is not modelled, or not known", (int)length, name);
}

/* Set fields of the preset that depend on extensions. */
static void settle(struct model_config *config, u64 bits)
{
	const u32 of_b = MODEL_ZBA | MODEL_ZBB | MODEL_ZBS;
	u32 counters = (bits & MODEL_TIME ? 7 : 0) |
		       (bits & MODEL_ZIHPM ? ~7u : 0);

	config->extensions |= bits;
	config->mcounteren_writable |= counters;
	config->scounteren_writable |= counters;
	/* B is these three; QEMU does not name it */
	if (bits && (config->extensions & of_b) == of_b)
		config->misa |= MODEL_MISA('B');
}

bool tandem_hart_find(const char *name, struct model_config *config)
{
	const char *rest = strchr(name, '_');
	size_t length = rest ? (size_t)(rest - name) : strlen(name);
	bool misaligned = false;
	char preset[32];
	u64 bits = 0;

	if (tandem_hart_isa(name, config) ||
	    (strpbrk(name, "./") && tandem_hart_file(name, config)))
		return true;
	snprintf(preset, sizeof(preset), "%.*s", (int)length, name);
	while (rest) {
		name = rest + 1;
		rest = strchr(name, '_');
		length = rest ? (size_t)(rest - name) : strlen(name);
		if (length == 7 && !strncmp(name, "zicclsm", length))
			misaligned = true;
		else
			bits |= extension_bits(name, length);
	}
	if (!model_preset(preset, config))
		return false;
	config->misaligned |= misaligned;
	settle(config, bits);
	return true;
}
