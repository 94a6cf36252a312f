/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The message types (N-Trace 1.0, chapter 7), only here: their fields, the
 * order and width of these. ntrace_schema.c makes the table of them,
 * ntrace_msg.c code for each.
 */
#ifndef NTRACE_SCHEMA_H
#define NTRACE_SCHEMA_H

#include <ntrace/msg.h>

/*
 * MSG(NTRACE_..., name, fields) with, in the order of sending, FIX(field,
 * width), VAR(field, most bits), ADDR() and IF(field, most bits, the field that
 * decides, its value). SRC before and TSTAMP after them have no row.
 */
/* clang-format off */
#define NTRACE_MESSAGES(MSG, FIX, VAR, ADDR, IF) \
	MSG(OWNERSHIP, "Ownership", \
		VAR(PROCESS, 64)) \
	MSG(DIRECT_BRANCH, "DirectBranch", \
		VAR(I_CNT, NTRACE_I_CNT_BITS)) \
	MSG(INDIRECT_BRANCH, "IndirectBranch", \
		FIX(B_TYPE, 2) VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR()) \
	MSG(ERROR, "Error", \
		FIX(ETYPE, 4) VAR(ECODE, 8)) \
	MSG(PROG_TRACE_SYNC, "ProgTraceSync", \
		FIX(SYNC, 4) VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR()) \
	MSG(DIRECT_BRANCH_SYNC, "DirectBranchSync", \
		FIX(SYNC, 4) VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR()) \
	MSG(INDIRECT_BRANCH_SYNC, "IndirectBranchSync", \
		FIX(SYNC, 4) FIX(B_TYPE, 2) \
		VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR()) \
	MSG(RESOURCE_FULL, "ResourceFull", \
		FIX(RCODE, 4) VAR(RDATA, NTRACE_HIST_BITS) \
		IF(HREPEAT, NTRACE_COUNT_BITS, \
			RCODE, NTRACE_RCODE_HIST_REPEAT)) \
	MSG(INDIRECT_BRANCH_HIST, "IndirectBranchHist", \
		FIX(B_TYPE, 2) VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR() \
		VAR(HIST, NTRACE_HIST_BITS)) \
	MSG(INDIRECT_BRANCH_HIST_SYNC, "IndirectBranchHistSync", \
		FIX(SYNC, 4) FIX(B_TYPE, 2) \
		VAR(I_CNT, NTRACE_I_CNT_BITS) ADDR() \
		VAR(HIST, NTRACE_HIST_BITS)) \
	MSG(REPEAT_BRANCH, "RepeatBranch", \
		VAR(B_CNT, NTRACE_COUNT_BITS)) \
	MSG(PROG_TRACE_CORRELATION, "ProgTraceCorrelation", \
		FIX(EVCODE, 4) FIX(CDF, 2) VAR(I_CNT, NTRACE_I_CNT_BITS) \
		IF(HIST, NTRACE_HIST_BITS, CDF, 1)) \
	MSG(DATA_ACQUISITION, "DataAcquisition", \
		VAR(ID_TAG, 32) VAR(DQ_DATA, 64)) \
	MSG(IN_CIRCUIT_TRACE, "InCircuitTrace", \
		FIX(CK_SRC, 4) FIX(CK_DF, 2) VAR(CK_DATA, 64) \
		IF(CK_DATA1, 64, CK_DF, 1)) \
	MSG(IN_CIRCUIT_TRACE_SYNC, "InCircuitTraceSync", \
		FIX(CK_SRC, 4) FIX(CK_DF, 2) VAR(CK_DATA, 64) \
		IF(CK_DATA1, 64, CK_DF, 1))
/* clang-format on */

#endif
