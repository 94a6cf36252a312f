// SPDX-License-Identifier: BSD-2-Clause
/* Memory for the state of the owners between which owner_glue.c switches. */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>

#include "owner_glue.h"

struct sbi_domain_data owner_states;

int owner_glue_init(void)
{
	owner_states.data_size = sizeof(struct owner) * sbi_hart_count();
	return sbi_domain_register_data(&owner_states);
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	struct owner *all = sbi_domain_data_ptr(dom, &owner_states);

	return all ? all + hartindex : NULL;
}
