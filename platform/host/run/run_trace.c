// SPDX-License-Identifier: BSD-2-Clause
/* A run as tandem trace: every group is one step. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <insn/csrs.h>
#include "files.h"
#include "run.h"

static void put(struct run_trace *trace, struct tandem_element element)
{
	if (trace->num < RUN_ELEMENTS)
		trace->element[trace->num++] = element;
}

static void drain(struct run_trace *trace)
{
	output_bytes(&trace->out, trace->buffer, trace->encoder.used);
	trace->bytes += trace->encoder.used;
	trace->encoder.used = 0;
}

static void end_group(struct run_trace *trace)
{
	enum tandem_status status;

	status = tandem_encoder_group(&trace->encoder, trace->element,
				      trace->num);
	if (status == TANDEM_NO_SPACE) {
		drain(trace);
		status = tandem_encoder_group(&trace->encoder, trace->element,
					      trace->num);
	}
	if (status != TANDEM_OK)
		die("--trace: after %" PRIu64 " instructions: %s", trace->insns,
		    tandem_status_text(status));
	trace->num = 0;
}

static void put_place(struct run_trace *trace, const struct model *hart)
{
	put(trace, tandem_plain(TANDEM_INIT));
	put(trace, tandem_state(TANDEM_PC, hart->pc));
	put(trace, tandem_state(TANDEM_PRIV, hart->priv));
	trace->priv = hart->priv;
}

static char *side_name(const char *path)
{
	char *name;

	if (asprintf(&name, "%s.params", path) < 0)
		die("out of memory");
	return name;
}

void run_trace_open(struct run_trace *trace, const char *path,
		    const char *input, const struct model *hart)
{
	char *name;

	memset(trace, 0, sizeof(*trace));
	trace->path = path;
	trace->params.xlen = hart->config.xlen;
	trace->params.flen = hart->config.flen;
	trace->params.mlen = hart->config.xlen == 32 ? 34 : 64;
	trace->buffer = must_alloc(RUN_BUFFER);
	name = side_name(path);
	files_named(input);
	files_refuse(name);
	free(name);
	output_open(&trace->out, path, input);
	tandem_encoder_init(&trace->encoder, &trace->params, trace->buffer,
			    RUN_BUFFER);
	put_place(trace, hart);
	end_group(trace);
}

void run_trace_before(struct run_trace *trace, const struct model *hart)
{
	u64 mip;

	model_read(hart, CSR_MIP, &mip);
	if (mip == trace->mip)
		return;
	trace->mip = mip;
	put(trace, tandem_plain(TANDEM_INIT));
	put(trace, tandem_reg(TANDEM_CSR(CSR_MIP), mip));
	end_group(trace);
}

void run_trace_store(struct run_trace *trace, u64 paddr, u64 value)
{
	put(trace, tandem_plain(TANDEM_INIT));
	put(trace,
	    tandem_memreq(&trace->params, TANDEM_STORE, 64, paddr, value));
	end_group(trace);
}

void run_trace_call(struct run_trace *trace, const struct model *hart)
{
	u64 result;

	model_read(hart, MODEL_X0 + 10, &result);
	put_place(trace, hart);
	put(trace, tandem_reg(TANDEM_GPR(10), result));
	end_group(trace);
}

/* --- a step ---------------------------------------------------------------- */

static bool is_written_again(const struct model_step *did, unsigned int i)
{
	u16 reg = did->write[i].reg;

	while (++i < did->writes) {
		if (did->write[i].reg == reg)
			return true;
	}
	return false;
}

static void put_writes(struct run_trace *trace, const struct model *hart,
		       const struct model_step *did)
{
	unsigned int i;
	u64 value;

	for (i = 0; i < did->writes; i++) {
		u16 reg = did->write[i].reg;

		if (is_written_again(did, i) || reg == TANDEM_GPR(0))
			continue;
		value = did->write[i].value;
		/* changes of mip's lines have elements of their own */
		if (reg == CSR_MIP) {
			model_read(hart, CSR_MIP, &value);
			trace->mip = value;
		}
		put(trace, tandem_reg(reg, value));
	}
}

static bool is_store(const struct model_step *did)
{
	return did->access == MODEL_STORE || did->access >= MODEL_SC;
}

static void put_request(struct run_trace *trace, const struct model_step *did)
{
	unsigned int bits = 8u * did->access_bytes;
	u64 mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
	struct tandem_element sent =
		tandem_memreq(&trace->params, (enum tandem_mem)did->access,
			      bits, did->paddr, did->data & mask);

	put(trace, sent);
	if (did->access != MODEL_STORE)
		put(trace, tandem_memrsp(&trace->params, &sent, 0,
					 did->loaded & mask));
}

static void put_zeros(struct run_trace *trace, const struct model_step *did)
{
	unsigned int i;

	for (i = 0; i < MODEL_CBO_BYTES; i += 8)
		put(trace, tandem_memreq(&trace->params, TANDEM_STORE, 64,
					 did->paddr + i, 0));
}

static void put_access(struct run_trace *trace, const struct model_step *did)
{
	static const u8 states[] = { [1] = TANDEM_SDATA8,
				     [2] = TANDEM_SDATA16,
				     [4] = TANDEM_SDATA32,
				     [8] = TANDEM_SDATA64 };
	unsigned int bytes = did->access_bytes;
	u64 mask = bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1;

	if (!bytes || did->kind != MODEL_RETIRED || did->sc_failed ||
	    did->access == MODEL_CBO)
		return;
	if (did->access == MODEL_CBO_ZERO) {
		put_zeros(trace, did);
		return;
	}
	if (did->vaddr != did->paddr || did->split)
		put(trace, tandem_state(TANDEM_EADDR, did->vaddr));
	/* no request stands for both parts of a misaligned access */
	if (did->split)
		return;
	put(trace, tandem_state(TANDEM_PADDR, did->paddr));
	if (is_store(did))
		put(trace, tandem_state(states[bytes],
					(did->access > MODEL_SC ? did->stored :
								  did->data) &
						mask));
	put_request(trace, did);
}

void run_trace_step(struct run_trace *trace, const struct model *hart,
		    const struct model_step *did)
{
	bool retired = did->kind == MODEL_RETIRED;

	if (retired && did->next_pc == did->pc + did->bytes)
		put(trace, tandem_plain(TANDEM_INCPC));
	else
		put(trace, tandem_state(TANDEM_PC, did->next_pc));
	if (did->bytes)
		put(trace, tandem_insn(8u * did->bytes, did->insn));
	put_writes(trace, hart, did);
	if (did->priv != trace->priv)
		put(trace, tandem_state(TANDEM_PRIV, did->priv));
	trace->priv = did->priv;
	put_access(trace, did);
	end_group(trace);
	trace->insns += retired;
	trace->traps += !retired;
}

void run_trace_close(struct run_trace *trace, const struct machine *machine,
		     const char *hart_name)
{
	struct output side;
	char *name = side_name(trace->path);

	drain(trace);
	output_close(&trace->out);
	output_open(&side, name, NULL);
	output_format(
		&side, "lines 12\nxlen %u\nflen %u\nmlen %u\ndialect spec\n",
		trace->params.xlen, trace->params.flen, trace->params.mlen);
	output_format(&side, "hart-model %s\nram %#llx %#llx\n", hart_name,
		      MACHINE_RAM,
		      (unsigned long long)machine->config.ram_bytes);
	output_format(&side,
		      "insns %" PRIu64 "\ntraps %" PRIu64 "\nbytes %" PRIu64
		      "\nalone yes\nwhole yes\n",
		      trace->insns, trace->traps, trace->bytes);
	output_close(&side);
	free(name);
	free(trace->buffer);
}
