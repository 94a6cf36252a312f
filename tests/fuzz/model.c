// SPDX-License-Identifier: BSD-2-Clause
/*
 * A second implementation of the SBI PMU extension: counters and their calls.
 */
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>

#include "model.h"

#define BIT(n) (1ull << (n))
#define OF BIT(63)

static struct model_result error(long code)
{
	return (struct model_result){ code, 0 };
}

static bool exists(const struct model *m, u64 idx)
{
	return idx < 64 && (m->present >> idx & 1);
}

static bool is_platform(const struct model *m, unsigned int idx)
{
	return m->event[idx] == 0xfffff;
}

u64 model_value(const struct model *m, unsigned int idx)
{
	return is_platform(m, idx) ? m->platform_value[idx] : m->value[idx];
}

static void set_value(struct model *m, unsigned int idx, u64 value)
{
	unsigned int bits = idx > 2 && idx < m->num_hw ? m->has.hpm_bits : 64;

	if (bits < 64)
		value &= BIT(bits) - 1;
	if (is_platform(m, idx))
		m->platform_value[idx] = value;
	else
		m->value[idx] = value;
}

/* --- events --------------------------------------------------------------- */

static u64 raw_data(const struct model *m, u64 type, u64 data)
{
	if (m->has.xlen == 32 && !m->has.sscofpmf)
		return (u32)data;
	return data & (BIT(type == 2 ? 48 : 56) - 1);
}

/* Convert a set of hardware counters by CSR into one by index. */
static u64 indices(const struct model *m, u64 csrs)
{
	u64 set = 0;
	unsigned int n;

	for (n = 0; n < m->num_hw; n++)
		if (csrs >> m->csr[n] & 1)
			set |= BIT(n);
	return set;
}

static u64 mapped(const struct model *m, u64 event_idx, u64 data, bool raw)
{
	unsigned int i;
	u64 able = 0;

	for (i = 0; i < m->rows; i++) {
		const struct model_row *r = &m->row[i];

		if (r->raw != raw)
			continue;
		if (raw ? (data & r->select_mask) == r->select :
			  event_idx >= r->first && event_idx <= r->last)
			able |= r->counters;
	}
	if (raw ? !data : event_idx == m->has.no_event)
		return 0;
	return indices(m, able) & m->present & ~7ull;
}

static u64 platform_able(const struct model *m, u64 data)
{
	u64 able = 0;
	unsigned int fw;

	if (!data || data > m->has.fw_events)
		return 0;
	for (fw = 0; fw < m->num_fw; fw++)
		if (m->has.fw_counters >> fw & 1)
			able |= BIT(m->num_hw + fw);
	return able;
}

u64 model_able(const struct model *m, u64 event_idx, u64 data)
{
	u64 type = event_idx >> 16, code = event_idx & 0xffff;

	if (type == 0 && code >= 1 && code <= 10 && !data)
		return mapped(m, event_idx, 0, false) | (code == 1) |
		       (code == 2 ? 4 : 0);
	if (type == 1 && code >> 3 < 7 && (code >> 1 & 3) < 3 && !data)
		return mapped(m, event_idx, 0, false);
	if ((type == 2 || type == 3) && !code)
		return mapped(m, event_idx, raw_data(m, type, data), true);
	if (type == 15 && code == 0xffff)
		return platform_able(m, data);
	if (type == 15 && code < 22 && !data)
		return m->present & ~(BIT(m->num_hw) - 1);
	return 0;
}

static u64 filter_bits(u64 flags)
{
	/* config_flags[7:3] and mhpmevent[62:58] have the same order. */
	return (flags & 0xf8) << 55 | BIT(62);
}

u64 model_event_register(const struct model *m, unsigned int n)
{
	u64 type = m->event[n] >> 16, value;

	/* M-mode is never counted, with or without an event. */
	if (n < 3)
		return m->has.smcntrpmf ? filter_bits(m->flags[n]) : 0;
	value = m->has.sscofpmf && (m->overflown >> n & 1) ? OF : 0;
	value |= m->has.sscofpmf ? BIT(62) : 0;
	if (m->event[n] == MODEL_NO_EVENT ||
	    (!m->has.inhibit && !(m->open >> n & 1)))
		return value;
	value |= type == 2 || type == 3 ? raw_data(m, type, m->event_data[n]) :
					  (u64)m->event[n];
	return value | (m->has.sscofpmf ? filter_bits(m->flags[n]) : 0);
}

/* --- counting ------------------------------------------------------------- */

static bool counts(const struct model *m, unsigned int n, enum fake_mode mode)
{
	static const u8 flag[] = { [FAKE_M] = 7,
				   [FAKE_S] = 6,
				   [FAKE_U] = 5,
				   [FAKE_VS] = 4,
				   [FAKE_VU] = 3 };
	bool own = n < 3 ? m->has.smcntrpmf : m->has.sscofpmf;
	bool filtered = m->flags[n] >> flag[mode] & 1;

	if (!(m->open >> n & 1) && (n > 2 || m->has.inhibit))
		return false;
	if (m->event[n] == MODEL_NO_EVENT && n > 2)
		return false;
	if (own && (mode == FAKE_M || filtered))
		return false;
	return !(m->has.filter && filtered);
}

void model_run(struct model *m, enum fake_mode mode, u64 count)
{
	unsigned int n;
	u64 max;

	for (n = 0; n < m->num_hw; n++) {
		if (!exists(m, n) || !counts(m, n, mode))
			continue;
		max = n < 3 || m->has.hpm_bits == 64 ? ~0ull :
						       BIT(m->has.hpm_bits) - 1;
		if (n > 2 && m->has.sscofpmf && count > max - m->value[n] &&
		    !(m->overflown >> n & 1)) {
			m->overflown |= BIT(n);
			m->pending = true;
		}
		m->value[n] = (m->value[n] + count) & max;
	}
}

static void fw_count(struct model *m, u32 code)
{
	unsigned int n;

	for (n = m->num_hw; n < m->num_hw + m->num_fw; n++)
		if ((m->started >> n & 1) && m->event[n] == 0xf0000 + code &&
		    !++m->value[n])
			m->overflown |= BIT(n);
}

void model_fw_event(struct model *m, u32 code)
{
	if (code < 22)
		fw_count(m, code);
}

void model_platform_event(struct model *m, u64 event_data, u64 count)
{
	unsigned int n;

	for (n = m->num_hw; n < m->num_hw + m->num_fw; n++)
		if ((m->started >> n & 1) && is_platform(m, n) &&
		    m->event_data[n] == event_data)
			m->platform_value[n] += count;
}

/* --- the hart ------------------------------------------------------------- */

void model_hart_init(struct model *m)
{
	unsigned int n;

	m->present = indices(m, m->has.hpm_mask & ~7u) | 5;
	for (n = 0; n < m->num_fw; n++)
		m->present |= BIT(m->num_hw + n);
	m->configured = m->started = m->overflown = 0;
	m->open = 5;
	m->area = MODEL_NO_AREA;
	m->sse = false;
	for (n = 0; n < MODEL_COUNTERS; n++) {
		m->event[n] = MODEL_NO_EVENT;
		m->flags[n] = 0;
		if (n > 2)
			m->value[n] = 0;
	}
}

void model_resume(struct model *m)
{
	m->irq_enabled |= m->started & (BIT(m->num_hw) - 1);
}

/* --- calls ---------------------------------------------------------------- */

/* True if every counter of the set exists, except time. */
static bool set_of(const struct model *m, u64 base, u64 mask, u64 *set)
{
	unsigned int bit;

	*set = 0;
	for (bit = 0; bit < m->has.xlen; bit++) {
		if (!(mask >> bit & 1))
			continue;
		if (base > 63 || !(exists(m, base + bit) || base + bit == 1))
			return false;
		if (base + bit != 1)
			*set |= BIT(base + bit);
	}
	return *set != 0;
}

static struct model_result get_info(const struct model *m, u64 idx)
{
	u64 bits = 64;

	if (!exists(m, idx))
		return error(SBI_ERR_INVALID_PARAM);
	if (idx >= m->num_hw)
		return (struct model_result){
			0, BIT(m->has.xlen - 1) | (m->has.fw_width - 1ull) << 12
		};
	if (idx > 2)
		bits = m->has.hpm_bits;
	return (struct model_result){ 0, (0xc00 + m->csr[idx]) |
						 (bits - 1) << 12 };
}

static void configure(struct model *m, unsigned int idx, const u64 arg[6],
		      u64 data)
{
	if (is_platform(m, idx))
		m->value[idx] = 0;
	m->configured |= BIT(idx);
	m->event[idx] = arg[3];
	m->event_data[idx] = data;
	m->flags[idx] = idx < m->num_hw ? arg[2] : 0;
	m->overflown &= ~BIT(idx);
	m->open &= ~BIT(idx);
	if (idx < m->num_hw)
		m->irq_enabled &= ~BIT(idx);
}

static void start(struct model *m, u64 set)
{
	m->started |= set;
	m->overflown &= ~set;
	set &= BIT(m->num_hw) - 1;
	m->open |= set;
	m->irq_enabled |= set;
}

static unsigned int lowest(u64 set)
{
	unsigned int n = 0;

	while (!(set >> n & 1))
		n++;
	return n;
}

static u64 wide(const struct model *m, const u64 arg[6], unsigned int n)
{
	return m->has.xlen == 64 ? arg[n] : arg[n + 1] << 32 | arg[n];
}

static struct model_result config(struct model *m, const u64 arg[6])
{
	u64 data = wide(m, arg, 4), set, able;
	unsigned int idx;

	if (!set_of(m, arg[0], arg[1], &set) || arg[2] > 0xff)
		return error(SBI_ERR_INVALID_PARAM);
	able = set & model_able(m, arg[3], data) & ~m->started;
	if (arg[2] & 1)
		able &= BIT(lowest(set));
	else
		able &= ~m->configured;
	if (!able)
		return error(SBI_ERR_NOT_SUPPORTED);
	idx = lowest(m->prefer_hpm && able & ~7ull ? able & ~7ull : able);
	configure(m, idx, arg, data);
	if (arg[2] & 2)
		set_value(m, idx, 0);
	if (arg[2] & 4)
		start(m, BIT(idx));
	return (struct model_result){ 0, idx };
}

static struct model_result call_start(struct model *m, const u64 arg[6])
{
	u64 base = arg[0], set, fresh, flags = arg[2];
	unsigned int idx;

	if (flags > 2)
		return error(SBI_ERR_INVALID_PARAM);
	if (flags == 2 && m->snapshot && m->linux_restart &&
	    base == (u64)m->has.xlen * m->has.xlen)
		base = 0;
	if (!set_of(m, base, arg[1], &set) || (set & ~m->configured))
		return error(SBI_ERR_INVALID_PARAM);
	if (flags == 2 && m->area == MODEL_NO_AREA)
		return error(SBI_ERR_NO_SHMEM);
	fresh = set & ~m->started;
	for (idx = 0; idx < 64; idx++) {
		if ((fresh >> idx & 1) && flags == 1)
			set_value(m, idx, wide(m, arg, 3));
		if ((fresh >> idx & 1) && flags == 2)
			set_value(m, idx, model_slot(m, idx - base));
	}
	start(m, fresh);
	return error(set == fresh ? 0 : SBI_ERR_ALREADY_STARTED);
}

static void reset(struct model *m, u64 set)
{
	unsigned int idx;

	for (idx = 0; idx < 64; idx++) {
		if (!(set >> idx & 1))
			continue;
		if (is_platform(m, idx))
			m->value[idx] = 0;
		m->event[idx] = MODEL_NO_EVENT;
		m->flags[idx] = 0;
		m->overflown &= ~BIT(idx);
	}
	m->configured &= ~set;
}

static struct model_result call_stop(struct model *m, const u64 arg[6])
{
	u64 set, already;

	if (!set_of(m, arg[0], arg[1], &set) || arg[2] > 3)
		return error(SBI_ERR_INVALID_PARAM);
	if (arg[2] & 2 && m->area == MODEL_NO_AREA)
		return error(SBI_ERR_NO_SHMEM);
	already = set & ~m->started;
	m->started &= ~set;
	m->open &= ~set;
	m->irq_enabled &= ~(set & ~already);
	if (arg[2] & 2)
		model_take(m, arg[0], set);
	if (arg[2] & 1)
		reset(m, set);
	if (m->sse && !(m->overflown & m->started && m->has.sscofpmf))
		m->pending = false;
	return error(already ? SBI_ERR_ALREADY_STOPPED : 0);
}

static struct model_result fw_read(const struct model *m, u64 idx, bool high)
{
	if (!exists(m, idx) || idx < m->num_hw)
		return error(SBI_ERR_INVALID_PARAM);
	if (m->has.xlen == 64)
		return (struct model_result){ 0,
					      high ? 0 : model_value(m, idx) };
	return (struct model_result){ 0, (u32)(model_value(m, idx) >>
					       (high ? 32 : 0)) };
}

struct model_result model_call(struct model *m, u64 fid, const u64 arg[6])
{
	switch (fid) {
	case 0:
		return (struct model_result){ 0, m->num_hw + m->num_fw };
	case 1:
		return get_info(m, arg[0]);
	case 2:
		return config(m, arg);
	case 3:
		return call_start(m, arg);
	case 4:
		return call_stop(m, arg);
	case 5:
	case 6:
		return fw_read(m, arg[0], fid == 6);
	case 7:
		return model_set_shmem(m, arg);
	case 8:
		return model_event_info(m, arg);
	}
	return error(SBI_ERR_NOT_SUPPORTED);
}
