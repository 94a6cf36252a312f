// SPDX-License-Identifier: BSD-2-Clause
/* Rows of traces, and the findings they have to have. */
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

void vrig_rows(const char *preset, void (*set)(struct vrig *rig),
	       const struct vrig_row *rows, size_t num)
{
	static u8 bytes[VRIG_BYTES];
	struct vrig *rig = vrig_new(preset);
	size_t i, len, failed = 0;

	if (set)
		set(rig);
	for (i = 0; i < num; i++) {
		const struct vrig_row *row = &rows[i];

		len = vrig_bytes(&rig->config.params, row->trace, bytes);
		vrig_forget(rig);
		vrig_start(rig);
		vrig_run(rig, bytes, len, 1 + i % 7 * 5);
		if (strcmp(vrig_text(rig), row->text) != 0)
			print_error("%s: found:\n%s", row->name,
				    vrig_text(rig));
		failed += strcmp(vrig_text(rig), row->text) != 0;
	}
	vrig_free(rig);
	CHECK_EQ("rows that fail", failed, 0);
}
