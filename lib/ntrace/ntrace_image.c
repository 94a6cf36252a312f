// SPDX-License-Identifier: BSD-2-Clause
/*
 * Instructions joined to runs, from the end of a region to its start: a run is
 * its first instruction and the run behind that, which is known by then.
 */
#include <base/bits.h>
#include <ntrace/image.h>

/* Limit of direct jumps, in half-words; a longer jump has no offset. */
#define JUMP_MAX (1 << 30)

static struct ntrace_step make_step(unsigned int size, unsigned int halfwords,
				    unsigned int insns, unsigned int end,
				    s64 jump)
{
	return (struct ntrace_step){
		.run = (u32)halfwords << 20 | insns << 8 | size << 4 | end,
		.jump = (s32)jump,
	};
}

bool ntrace_step_set(struct ntrace_step *step, unsigned int halfwords,
		     enum ntrace_end end, s32 jump)
{
	if (!halfwords || halfwords > INSN_BYTES_MAX / 2 ||
	    end == NTRACE_END_NONE || end > NTRACE_END_CUSTOM ||
	    jump >= JUMP_MAX || jump <= -JUMP_MAX)
		return false;
	*step = make_step(halfwords, halfwords, 1, end, jump);
	return true;
}

/* Join the run at i and the run after its first instruction. */
static void join_step(struct ntrace_step *step, size_t i, size_t count)
{
	u32 size = ntrace_step_size(&step[i]);
	const struct ntrace_step *next = &step[i + size];

	if (ntrace_step_end(&step[i]) != NTRACE_END_LINEAR ||
	    i + size >= count || ntrace_step_end(next) == NTRACE_END_NONE ||
	    ntrace_step_halfwords(next) + size > NTRACE_RUN_MAX)
		return;
	step[i] = make_step(size, ntrace_step_halfwords(next) + size,
			    ntrace_step_insns(next) + 1, ntrace_step_end(next),
			    next->jump);
}

void ntrace_steps_link(struct ntrace_step *step, size_t count)
{
	size_t i;

	for (i = count; i-- > 0;)
		join_step(step, i, count);
}

static u64 table_entry(const struct ntrace_scan *scan, s64 index)
{
	unsigned int bytes = scan->isa.xlen / 8u, i;
	const u8 *entry = scan->jump_table + (size_t)index * bytes;
	u64 target = 0;

	for (i = 0; i < bytes; i++)
		target |= (u64)entry[i] << (8 * i);
	return target & ~1ULL;
}

static bool table_has(const struct ntrace_scan *scan, s64 index)
{
	size_t bytes = scan->isa.xlen / 8u;

	return scan->jump_table &&
	       ((size_t)index + 1) * bytes <= scan->jump_table_bytes;
}

/* The kind of an instruction whose target only the hart knows. */
static enum ntrace_end indirect_end(const struct insn *insn)
{
	switch (insn->link) {
	case INSN_LINK_CALL:
		return NTRACE_END_CALL_INDIRECT;
	case INSN_LINK_RETURN:
		return NTRACE_END_RETURN;
	case INSN_LINK_SWAP:
		return NTRACE_END_SWAP;
	default:
		return NTRACE_END_JUMP_INDIRECT;
	}
}

/* Half-words from the end of an instruction to its target, XLEN bits wide. */
static s64 jump_offset(u64 target, u64 pc, unsigned int bytes,
		       unsigned int xlen)
{
	u64 distance = target - (pc + bytes);

	if (xlen == 32)
		return (s32)(u32)distance / 2;
	return (s64)distance / 2;
}

/* A jump to a known target; if the target is too far, an indirect jump. */
static struct ntrace_step jump_step(const struct insn *insn,
				    enum ntrace_end end, s64 jump)
{
	unsigned int size = insn->bytes / 2u;

	if (jump >= JUMP_MAX || jump <= -JUMP_MAX)
		return make_step(size, size, 1, indirect_end(insn), 0);
	return make_step(size, size, 1, end, jump);
}

static struct ntrace_step direct_step(const struct insn *insn, u64 pc,
				      const struct ntrace_scan *scan)
{
	enum ntrace_end end = insn->link == INSN_LINK_CALL ? NTRACE_END_CALL :
							     NTRACE_END_JUMP;
	unsigned int xlen = scan->isa.xlen;
	u64 target;

	if (insn->table && !table_has(scan, insn->imm))
		return jump_step(insn, end, JUMP_MAX);
	target = insn->table ? table_entry(scan, insn->imm) :
			       insn_target(insn, pc, xlen);
	return jump_step(insn, end, jump_offset(target, pc, insn->bytes, xlen));
}

/* One instruction alone. */
static struct ntrace_step scan_insn(const struct insn *insn, u64 pc,
				    const struct ntrace_scan *scan)
{
	static const u8 ends[] = {
		[INSN_LINEAR] = NTRACE_END_LINEAR,
		[INSN_TRAP_RETURN] = NTRACE_END_TRAP_RETURN,
		[INSN_TRAP] = NTRACE_END_TRAP,
		[INSN_CUSTOM] = NTRACE_END_CUSTOM,
	};
	unsigned int size = insn->bytes / 2u;

	switch (insn->flow) {
	case INSN_BRANCH:
		return make_step(size, size, 1, NTRACE_END_BRANCH,
				 insn->imm / 2 - (s64)size);
	case INSN_JUMP:
		return direct_step(insn, pc, scan);
	case INSN_JUMP_INDIRECT:
		return make_step(size, size, 1, indirect_end(insn), 0);
	default:
		return make_step(size, size, 1, ends[insn->flow], 0);
	}
}

/*
 * LUI or AUIPC and the jump after it together end a run (N-Trace 1.0,
 * Sequential Jump Optimization). A jump that pops a return address keeps its
 * own end.
 */
static bool scan_pair(struct ntrace_step *step, const struct insn *first,
		      u64 pc, const u8 *behind, size_t avail,
		      const struct ntrace_scan *scan)
{
	unsigned int size = first->bytes / 2u;
	struct insn jump;
	enum ntrace_end end;
	u64 target;
	s64 offset;

	if (!scan->sequential_jump || !first->constant ||
	    !insn_decode(behind, avail, &scan->isa, &jump) ||
	    jump.link == INSN_LINK_RETURN || jump.link == INSN_LINK_SWAP ||
	    !insn_sequential_target(first, pc, &jump, scan->isa.xlen, &target))
		return false;
	offset = jump_offset(target, pc + first->bytes, jump.bytes,
			     scan->isa.xlen);
	if (offset >= JUMP_MAX || offset <= -JUMP_MAX)
		return false;
	end = jump.link == INSN_LINK_CALL ? NTRACE_END_CALL_SEQUENTIAL :
					    NTRACE_END_JUMP_SEQUENTIAL;
	*step = make_step(size, size + jump.bytes / 2u, 2, end, offset);
	return true;
}

void ntrace_steps_scan(struct ntrace_step *step, u64 base, const u8 *code,
		       size_t bytes, const struct ntrace_scan *scan)
{
	size_t count = bytes / 2, i;
	struct insn insn;
	u64 pc;

	for (i = count; i-- > 0;) {
		step[i] = (struct ntrace_step){ 0 };
		if (!insn_decode(code + 2 * i, 2 * (count - i), &scan->isa,
				 &insn))
			continue;
		pc = base + 2 * i;
		if (scan_pair(&step[i], &insn, pc, code + 2 * i + insn.bytes,
			      2 * (count - i) - insn.bytes, scan))
			continue;
		step[i] = scan_insn(&insn, pc, scan);
		join_step(step, i, count);
	}
}

/* True if a region is mapped in this mode and context. */
static bool region_fits(const struct ntrace_region *region, unsigned int mode,
			u64 scontext, u64 hcontext)
{
	if (mode == NTRACE_PRIV_UNKNOWN)
		return true;
	if (region->modes && !(region->modes >> mode & 1))
		return false;
	if (region->match_scontext && region->scontext != scontext)
		return false;
	return !region->match_hcontext || region->hcontext == hcontext;
}

const struct ntrace_region *ntrace_image_find(const struct ntrace_image *image,
					      u64 addr, unsigned int mode,
					      u64 scontext, u64 hcontext)
{
	const struct ntrace_region *region = image->region;
	u32 i;

	for (i = 0; i < image->num_regions; i++, region++)
		if (addr - region->base < 2 * (u64)region->count &&
		    region_fits(region, mode, scontext, hcontext))
			return region;
	return NULL;
}
