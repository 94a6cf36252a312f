// SPDX-License-Identifier: BSD-2-Clause
/*
 * Conformance: for each rule, a row that breaks it, and a row that is just
 * valid.
 */
#include <stdio.h>

#include "ntrace_rows.h"

static void strict_limits(void)
{
	static const struct ntrace_row rows[] = {
		{ "I-CNT of 22 bits", "s",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
		  "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0x3fffff",
		  "sync5@11a ( 11a:1/1J )x4194302 11a:1/1J stop4@11a " },
		{ "I-CNT of 23 bits", "s",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;hex 841000000043",
		  "sync5@11a !I_CNT_LIMIT lost0@11a found0 stop4@11a " },
		{ "I-CNT of 23 bits in RDATA", "s",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;hex 6c0000000013;"
		  "stop",
		  "sync5@11a !I_CNT_LIMIT lost0@11a found6 stop4@11a gap1:6 " },
		{ "HIST of 32 branches", "s",
		  "start;hex 70f101380000000013;again;stop-htm",
		  "sync5@100 !HIST_LIMIT lost0@100 found9 sync2@100 "
		  "stop4@100 gap1:9 " },
		{ "HIST of 32 branches in RDATA", "s",
		  "start;hex 6cc4040000000007;again;stop-htm",
		  "sync5@100 !HIST_LIMIT lost0@100 found8 sync2@100 "
		  "stop4@100 gap1:8 " },
		{ "HREPEAT of 19 bits", "sr",
		  "start;hex 6cc900000007;again;stop-htm",
		  "sync5@100 !HREPEAT_LIMIT lost0@100 found6 sync2@100 "
		  "stop4@100 gap1:6 " },
		{ "B-CNT of 19 bits", "s",
		  "start;DirectBranch I-CNT=3;hex 7800000007;stop",
		  "sync5@100 100:3/2B !B_CNT_LIMIT lost0@100 found5 "
		  "stop4@100 gap1:5 " },
		{ "needless bytes", "s", "start;hex 0c0c03;stop",
		  "sync5@100 !PADDING 100:3/2B stop4@100 " },
		{ "B-CNT of 0", "s",
		  "start;DirectBranch I-CNT=3;RepeatBranch B-CNT=0;stop",
		  "sync5@100 100:3/2B !COUNT_ZERO stop4@100 " },
		{ "HREPEAT of 0", "sr",
		  "start;ResourceFull RCODE=2 RDATA=3 HREPEAT=0;stop-htm",
		  "sync5@100 !COUNT_ZERO stop4@100 " },
		{ "no branch in HIST", "s",
		  "start;ResourceFull RCODE=1 RDATA=1;stop-htm",
		  "sync5@100 !HIST_FEW stop4@100 " },
	};

	ntrace_run_rows(rows, array_size(rows));
}

static void strict_modes(void)
{
	static const struct ntrace_row rows[] = {
		{ "CDF 0 in HTM", "sH", "start;stop",
		  "sync5@100 !CDF stop4@100 " },
		{ "CDF 1 in HTM", "sH", "start;stop-htm",
		  "sync5@100 stop4@100 " },
		{ "CDF 1 in BTM", "sB", "start;DirectBranch I-CNT=3;stop-htm",
		  "sync5@100 100:3/2B !CDF !MIXED_MODES lost0@100 gap1:4 " },
		{ "SYNC 4 in HTM", "sH",
		  "start;ProgTraceSync SYNC=4 I-CNT=1 F-ADDR=0x81;stop-htm",
		  "sync5@100 !SYNC_I_CNT 100:1/1- sync4@102 stop4@102 " },
		{ "SYNC 4 in BTM", "sB",
		  "start;ProgTraceSync SYNC=4 I-CNT=1 F-ADDR=0x81;stop",
		  "sync5@100 100:1/1- sync4@102 stop4@102 " },
		{ "I-CNT where trace starts", "s",
		  "start;stop;ProgTraceSync SYNC=5 I-CNT=1 F-ADDR=0x80;stop",
		  "sync5@100 stop4@100 !START_I_CNT sync5@100 stop4@100 " },
		{ "two kinds of B-TYPE", "s",
		  "start;IndirectBranch B-TYPE=1 I-CNT=0 U-ADDR=0;"
		  "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0;stop",
		  "sync5@100 trap1@100@100 !B_TYPE_MIX trap2@100@100 "
		  "stop4@100 " },
		{ "one kind of B-TYPE", "s",
		  "start;IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0;"
		  "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0;stop",
		  "sync5@100 trap3@100@100 trap2@100@100 stop4@100 " },
		{ "HREPEAT that is not enabled", "s",
		  "start;ResourceFull RCODE=2 RDATA=3 HREPEAT=1;"
		  "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=1",
		  "sync5@100 !NO_REPEATED_HISTORY 100:3/2B stop4@100 " },
	};

	ntrace_run_rows(rows, array_size(rows));
}

static void strict_time(void)
{
	static const struct ntrace_row rows[] = {
		{ "no TSTAMP to start with", "st",
		  "start;ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0",
		  "!TIME_MISSING sync5@100 stop4@100 " },
		{ "TSTAMP, but not enabled", "s",
		  "start;DirectBranch I-CNT=3 TSTAMP=5;stop",
		  "sync5@100 !TIME_DISABLED 100:3/2B stop4@100 " },
		{ "TSTAMP where it has to be", "st",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=0x100;"
		  "DirectBranch I-CNT=3 TSTAMP=5;"
		  "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x80 TSTAMP=0x105;stop",
		  "sync5@100 100:3/2B sync2@100 stop4@100 " },
		{ "TSTAMP that goes back", "st",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=0x100;"
		  "DirectBranch I-CNT=3 TSTAMP=5;"
		  "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x80 TSTAMP=0x104;stop",
		  "sync5@100 100:3/2B !TIME_BACKWARDS sync2@100 stop4@100 " },
	};

	ntrace_run_rows(rows, array_size(rows));
}

static void strict_order(void)
{
	static const struct ntrace_row rows[] = {
		{ "no Ownership after SYNC", "so",
		  "start;DirectBranch I-CNT=3;stop",
		  "sync5@100 !OWNERSHIP_MISSING 100:3/2B stop4@100 " },
		{ "Ownership after SYNC", "so",
		  "start;Ownership PROCESS=0xf;Ownership PROCESS=0xe;stop",
		  "sync5@100 ownf owne stop4@100 " },
		{ "or an Error, which may have taken it", "so",
		  "start;Error ETYPE=0 ECODE=0;"
		  "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80;"
		  "Ownership PROCESS=0xe;stop",
		  "sync5@100 full0 !OVERFLOW lost0@100 found2 sync7@100 owne "
		  "stop4@100 " },
		{ "Ownership in the wrong order", "so",
		  "start;Ownership PROCESS=0xe;Ownership PROCESS=0xf;stop",
		  "sync5@100 owne !OWNERSHIP_ORDER ownf stop4@100 " },
		{ "Ownership that is not enabled", "s",
		  "start;Ownership PROCESS=0xc;stop",
		  "sync5@100 !OWNERSHIP_DISABLED ownc stop4@100 " },
		{ "Error without what has to follow", "s",
		  "start;Error ETYPE=0 ECODE=0;stop",
		  "sync5@100 full0 !OVERFLOW lost0@100 !ERROR_ALONE found2 "
		  "stop4@100 " },
		{ "Error with it", "s",
		  "start;Error ETYPE=0 ECODE=0;"
		  "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80;stop",
		  "sync5@100 full0 !OVERFLOW lost0@100 found2 sync7@100 "
		  "stop4@100 " },
		{ "periodic synchronization by half-words in time", "sh",
		  "start;DirectBranch I-CNT=31;again;stop",
		  "sync5@100 !PAST_JUMP lost0@204 found2 sync2@100 "
		  "stop4@100 gap1:2 " },
		{ "periodic synchronization by half-words too late", "sh",
		  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
		  "ResourceFull RCODE=0 RDATA=32;"
		  "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1",
		  "sync5@11a !SYNC_LATE ( 11a:1/1J )x32 11a:1/1J stop4@11a " },
	};

	ntrace_run_rows(rows, array_size(rows));
}

/* Twice the number of messages that trTeInstSyncMax allows, and one more. */
static void strict_sync_late(void)
{
	char messages[1024], log[512];
	struct ntrace_row row = { "periodic synchronization by messages", "smB",
				  messages, log };
	unsigned int i, n;
	int at, to;

	for (n = 31; n <= 32; n++) {
		at = snprintf(messages, sizeof(messages), "start");
		to = snprintf(log, sizeof(log), "sync5@100 ");
		for (i = 0; i < n; i++) {
			at += snprintf(messages + at, sizeof(messages) - at,
				       ";DirectBranch I-CNT=3");
			to += snprintf(log + to, sizeof(log) - to, "100:3/2B ");
		}
		snprintf(messages + at, sizeof(messages) - at, ";stop");
		snprintf(log + to, sizeof(log) - to, "%sstop4@100 ",
			 n == 32 ? "!SYNC_LATE " : "");
		ntrace_run_rows(&row, 1);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(strict_limits, UNIT_ONE),
	UNIT_TEST(strict_modes, UNIT_ONE),
	UNIT_TEST(strict_time, UNIT_ONE),
	UNIT_TEST(strict_order, UNIT_ONE),
	UNIT_TEST(strict_sync_late, UNIT_ONE),
};

UNIT_MAIN("ntrace_strict", tests)
