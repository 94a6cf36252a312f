// SPDX-License-Identifier: BSD-2-Clause
/* OpenSBI and hardware for the tests of trace_glue.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_data.h>
#include <sbi/sbi_heap.h>

#include "boot_rig.h"

struct trace trace_glue;
static const struct sbi_hartmask all_harts = { .bits = { -1ul } };
struct sbi_domain boot_other = { .index = 1, .possible_harts = &all_harts };
bool boot_smepmp, boot_trusted;
int boot_protects;
enum trace_shut boot_shut;
u32 boot_armed, boot_blocks = 100;
unsigned long boot_data_size;
SBI_LIST_HEAD(domain_list);
struct sbi_heap_control {
	char nothing;
} global_hpctrl;
static struct sbi_domain *domain_of[2] = { &root, &root };
static void *data_of[2][2];

/* --- OpenSBI ------------------------------------------------------------------- */

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	assert_in_range(hartindex, 0, 1);
	return domain_of[hartindex];
}

int sbi_domain_register_data(struct sbi_domain_data *data)
{
	boot_data_size = data->data_size;
	return BOOT_REGISTERED;
}

void *sbi_domain_data_ptr(struct sbi_domain *dom, struct sbi_domain_data *data)
{
	assert_int_equal(data->data_size, sizeof(data_of[0]));
	return data_of[dom->index];
}

/* Memory with any content */
void *sbi_malloc_from(struct sbi_heap_control *heap, size_t size)
{
	(void)heap;
	if (!boot_blocks)
		return NULL;
	boot_blocks--;
	return memset(malloc(size), 0xa5, size);
}

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	void *block = sbi_malloc_from(heap, size);

	return block ? memset(block, 0, size) : NULL;
}

/* --- the glue's other files ------------------------------------------------------- */

bool trace_domain_smepmp(void)
{
	return boot_smepmp;
}

int trace_domain_protect(struct trace *t, bool trusted)
{
	assert_ptr_equal(t, &trace_glue);
	boot_trusted = trusted;
	return boot_protects;
}

bool trace_domain_is_empty(void)
{
	return !tree_closed_count;
}

void trace_domain_reserve(void *fdt)
{
	(void)fdt;
}

enum trace_shut trace_domain_look(u64 *page)
{
	*page = BOARD_E0;
	return boot_shut;
}

void sbi_hart_hang(void)
{
	assert_non_null(strstr(tree_told(), "the hart stops"));
	_exit(0);
}

void trace_glue_arm(void)
{
	boot_armed++;
}

/* --- the machine ------------------------------------------------------------------ */

static void hardware(void)
{
	const struct fake_trace_design encoder = fake_trace_encoder();
	const struct fake_trace_design ram = fake_trace_ram();
	struct fake_trace_design funnel = fake_trace_funnel();

	funnel.dis_input = 7;
	fake_trace_init();
	fake_trace_add(BOARD_E0, FAKE_FUNNEL, &encoder);
	fake_trace_add(BOARD_E0 + 0x1000, FAKE_FUNNEL, &encoder);
	fake_trace_add(BOARD_E0 + 0x10000, FAKE_SINK, &funnel);
	fake_trace_add(BOARD_E0 + 0x20000, FAKE_NOWHERE, &ram);
}

void boot_machine(const struct tree_edit *edits)
{
	static const struct fake_has has = { .xlen = 64, .ml2hint = true };

	fake_hart_init(&has);
	memset(&trace_glue, 0xa5, sizeof(trace_glue));
	hardware();
	root.possible_harts = &all_harts;
	sbi_list_add_tail(&root.node, &domain_list);
	tree_board_with(edits);
}

void boot_add_funnel(void)
{
	const struct fake_trace_design funnel = fake_trace_funnel();

	fake_trace_add(BOOT_FUNNEL + 0x1000 * (fake_trace_count - FAKE_MORE),
		       FAKE_FUNNEL, &funnel);
}

void boot_fix_sink(u32 base)
{
	struct fake_trace_design *has = &fake_trace[FAKE_SINK].has;

	has->start_mask = has->limit_mask = 0;
	has->start_fixed = base;
	has->limit_fixed = base + 0xff0;
}

void boot_second_domain(void)
{
	sbi_list_add_tail(&boot_other.node, &domain_list);
	domain_of[1] = &boot_other;
}
