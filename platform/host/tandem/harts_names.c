// SPDX-License-Identifier: BSD-2-Clause
/* Extensions of the model by their names. */
#include <string.h>
#include "harts.h"
#include "io.h"

static const struct {
	const char *name;
	u64 bits; /* enum model_extension */
} extensions[] = {
	{ "b", MODEL_ZBA | MODEL_ZBB | MODEL_ZBS },
	{ "zba", MODEL_ZBA },
	{ "zbb", MODEL_ZBB },
	{ "zbc", MODEL_ZBC },
	{ "zbs", MODEL_ZBS },
	{ "zbkb", MODEL_ZBKB },
	{ "zbkc", MODEL_ZBKC },
	{ "zbkx", MODEL_ZBKX },
	{ "zicbom", MODEL_ZICBOM },
	{ "zicboz", MODEL_ZICBOZ },
	{ "zicond", MODEL_ZICOND },
	{ "zawrs", MODEL_ZAWRS },
	{ "zicntr", MODEL_TIME },
	{ "zihpm", MODEL_ZIHPM },
	{ "zfa", MODEL_ZFA },
	{ "zfh", MODEL_ZFH | MODEL_ZFHMIN },
	{ "zfhmin", MODEL_ZFHMIN },
	{ "zcb", MODEL_ZCB },
	{ "zimop", MODEL_ZIMOP },
	{ "zcmop", MODEL_ZCMOP },
	{ "sstc", MODEL_SSTC },
	{ "svadu", MODEL_SVADU },
	{ "svinval", MODEL_SVINVAL },
	{ "svnapot", MODEL_SVNAPOT },
	{ "svpbmt", MODEL_SVPBMT },
	{ "sscofpmf", MODEL_SSCOFPMF },
	{ "smcntrpmf", MODEL_SMCNTRPMF },
	{ "smcsrind", MODEL_SMCSRIND },
	{ "sscsrind", MODEL_SSCSRIND },
	{ "sdtrig", MODEL_SDTRIG },
	{ "smstateen", MODEL_SMSTATEEN },
	{ "ssctr", MODEL_SSCTR },
	{ "smctr", MODEL_SMCTR | MODEL_SSCTR },
};

const char *tandem_hart_extension_of(u64 *bits)
{
	size_t i;

	for (i = 0; i < array_size(extensions); i++) {
		if ((extensions[i].bits & *bits) != extensions[i].bits)
			continue;
		*bits &= ~extensions[i].bits;
		return extensions[i].name;
	}
	die("extensions %#llx have no name", (unsigned long long)*bits);
}

u64 tandem_hart_extension(const char *name)
{
	size_t i;

	for (i = 0; i < array_size(extensions); i++) {
		if (!strcmp(extensions[i].name, name))
			return extensions[i].bits;
	}
	return 0;
}
