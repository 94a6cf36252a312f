// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: the state that a source keeps from one message to the next,
 * and the state that losses, synchronizing messages and ends clear.
 */
#include "ntrace_appended.h"

/*
 * Half-words that I-CNT reported before a loss or an end; no message after them
 * continues the flow.
 */
static const struct ntrace_row tail_rows[] = {
	{ "in front of damage", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;hex 0507;again;stop-htm",
	  "sync5@100 !BAD_START 100:1/1- lost0@102 found2 sync2@100 "
	  "stop4@100 " },
	{ "in front of an Error", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;Error ETYPE=0 ECODE=4;"
	  "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x90;stop-htm",
	  "sync5@100 100:1/1- full40 !OVERFLOW lost0@102 found3 "
	  "sync7@120 stop4@120 " },
	{ "in front of an Error that is missing", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;"
	  "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x90;stop-htm",
	  "sync5@100 100:1/1- !OVERFLOW lost0@102 found0 sync7@120 "
	  "stop4@120 " },
	{ "in front of another start", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;start;stop-htm",
	  "sync5@100 100:1/1- !NOT_STOPPED lost0@102 found0 "
	  "sync5@100 stop4@100 " },
	{ "in front of debug mode that nobody told", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;"
	  "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x90;stop-htm",
	  "sync5@100 100:1/1- !NOT_STOPPED lost0@102 found0 "
	  "sync3@120 stop4@120 " },
	{ "a loop that it goes round", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "ResourceFull RCODE=0 RDATA=9;hex 0507;again;stop-htm",
	  "sync5@11a !BAD_START ( 11a:1/1J )x8 11a:1/1J lost0@11a "
	  "found2 sync2@100 stop4@100 " },
	{ "with a HIST that is longer", "H",
	  "start;ResourceFull RCODE=1 RDATA=7;ResourceFull RCODE=0 RDATA=3;"
	  "hex 0507;again;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=1",
	  "sync5@100 !I_CNT_SHORT lost0@100 !BAD_START found4 "
	  "sync2@100 100:1/1- stop0@102 gap1:2 " },
	{ "with a HIST that comes later", "H",
	  "start;ResourceFull RCODE=0 RDATA=3;ResourceFull RCODE=1 RDATA=3;"
	  "hex 0507;again;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=1",
	  "sync5@100 !BAD_START 100:3/2B lost0@100 found2 sync2@100 "
	  "100:1/1- stop0@102 " },
	{ "HIST alone is forgotten", "H",
	  "start;ResourceFull RCODE=1 RDATA=7;hex 0507;again;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=1",
	  "sync5@100 !BAD_START lost0@100 found2 sync2@100 100:1/1- "
	  "stop0@102 " },
};

/* The same for two sources, each with its own half-words. */
static const struct ntrace_row both_rows[] = {
	{ "two in front of damage", "HS",
	  "start;ProgTraceSync SRC=2 SYNC=5 I-CNT=0 F-ADDR=0x83;"
	  "ResourceFull RCODE=0 RDATA=1;ResourceFull SRC=2 RCODE=0 RDATA=2;"
	  "hex 0507",
	  "sync5@100 s2:sync5@106 !BAD_START 100:1/1- lost0@102 "
	  "s2:106:2/1- s2:lost0@10a " },
	{ "two in front of the end", "HS",
	  "start;ProgTraceSync SRC=2 SYNC=5 I-CNT=0 F-ADDR=0x83;"
	  "ResourceFull RCODE=0 RDATA=1;ResourceFull SRC=2 RCODE=0 RDATA=2",
	  "sync5@100 s2:sync5@106 100:1/1- !NO_END s2:106:2/1- "
	  "!NO_END " },
	{ "two in turn", "BS",
	  "start;ProgTraceSync SRC=2 SYNC=5 I-CNT=0 F-ADDR=0x81;"
	  "DirectBranch I-CNT=3;DirectBranch SRC=2 I-CNT=2;"
	  "DirectBranch I-CNT=3;stop;"
	  "ProgTraceCorrelation SRC=2 EVCODE=4 CDF=0 I-CNT=0",
	  "sync5@100 s2:sync5@102 100:3/2B s2:102:2/1B 100:3/2B "
	  "stop4@100 s2:stop4@100 " },
	{ "a third one has no room", "BS",
	  "start;ProgTraceSync SRC=2 SYNC=5 I-CNT=0 F-ADDR=0x81;"
	  "ProgTraceSync SRC=3 SYNC=5 I-CNT=0 F-ADDR=0x81;"
	  "DirectBranch I-CNT=3;stop;"
	  "ProgTraceCorrelation SRC=2 EVCODE=4 CDF=0 I-CNT=0",
	  "sync5@100 s2:sync5@102 !TOO_MANY_SOURCES 100:3/2B "
	  "stop4@100 s2:stop4@102 " },
};

static void state_both(void)
{
	ntrace_run_rows(both_rows, array_size(both_rows));
}

static void state_tail(void)
{
	ntrace_run_rows(tail_rows, array_size(tail_rows));
}

static const struct ntrace_row sync_rows[] = {
	{ "a custom instruction that jumps there", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8e;"
	  "ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x80;stop",
	  "sync5@11c 11c:2/1x sync2@100 stop4@100 " },
	{ "a return whose call was before it", "i",
	  "start;ProgTraceSync SYNC=2 I-CNT=7 F-ADDR=0x100;"
	  "DirectBranch I-CNT=5;again;stop",
	  "sync5@100 100:7/4C sync2@200 !PAST_JUMP lost0@204 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "a return behind code that nobody has, before it", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800;DirectBranch I-CNT=1;"
	  "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x100;"
	  "IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x180;"
	  "DirectBranch I-CNT=3;again;stop",
	  "sync5@1000 !NO_CODE lost0@1000 found2 sync2@200 "
	  "!PAST_JUMP lost0@204 found6 sync2@100 stop4@100 gap3:8 " },
	{ "a branch message that ended such code, before it", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;again;"
	  "RepeatBranch B-CNT=2;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found4@100 "
	  "sync2@100 !NO_REPEAT lost0@100 found2 stop4@100 gap2:6 " },
	{ "ResourceFull behind such a message", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;"
	  "ResourceFull RCODE=0 RDATA=1;RepeatBranch B-CNT=2;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found4@100 "
	  "!NO_REPEAT lost0@100 found2 stop4@100 gap2:6 " },
	{ "HIST behind such a message", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=1 U-ADDR=0x895 HIST=1;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=5 U-ADDR=0x880 HIST=1;"
	  "ResourceFull RCODE=1 RDATA=3;RepeatBranch B-CNT=2;stop-htm",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found5@100 "
	  "!NO_REPEAT lost0@100 found2 stop4@100 gap2:7 " },
	{ "a branch message behind such a message", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;"
	  "DirectBranch I-CNT=3;RepeatBranch B-CNT=2;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found4@100 "
	  "100:3/2B ( 100:3/2B )x2 stop4@100 gap1:4 " },
	{ "the same, slowly", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;"
	  "DirectBranch I-CNT=3;RepeatBranch B-CNT=2;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found4@100 "
	  "100:3/2B ( 100:3/2B )x2 stop4@100 gap1:4 " },
	{ "HIST that code without end is behind", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x96;"
	  "ResourceFull RCODE=1 RDATA=3;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=5 U-ADDR=0x16 HIST=1;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=1",
	  "sync5@12c 12c:1/1J !NO_CODE lost0@300 found4@100 100:1/1- "
	  "stop0@102 gap1:4 " },
	{ "ResourceFull between a branch and its repetition", "B",
	  "start;DirectBranch I-CNT=3;ResourceFull RCODE=0 RDATA=1;"
	  "RepeatBranch B-CNT=2;again;stop",
	  "sync5@100 100:3/2B !NO_REPEAT lost0@100 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "HIST between a branch and its repetition", "H",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;"
	  "ResourceFull RCODE=1 RDATA=3;RepeatBranch B-CNT=2;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !NO_REPEAT lost0@100 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "messages in code that nobody has", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "DirectBranch I-CNT=9;DirectBranch I-CNT=9;"
	  "ResourceFull RCODE=0 RDATA=5;RepeatBranch B-CNT=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;"
	  "DirectBranch I-CNT=3;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 foundd@100 "
	  "100:3/2B stop4@100 gap5:13 " },
	{ "a stop between a branch and its repetition", "B",
	  "start;DirectBranch I-CNT=3;stop;RepeatBranch B-CNT=2;again;stop",
	  "sync5@100 100:3/2B stop4@100 !STOPPED lost0@100 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
};

static void state_sync(void)
{
	ntrace_run_rows(sync_rows, array_size(sync_rows));
}

static const struct ntrace_row end_rows[] = {
	{ "a return that is inferred last", "i",
	  "start;ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=9",
	  "sync5@100 100:7/4C 200:2/2r stop4@10e " },
	{ "a jump with LUI or AUIPC last", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x97;"
	  "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=3",
	  "sync5@12e 12e:3/1+ stop4@200 " },
	{ "an ECALL that is counted last", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x89;"
	  "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2",
	  "sync5@112 !TRAP_EXECUTED 112:2/1- stop4@116 " },
	{ "an ECALL that is counted, then synchronization", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x89;"
	  "ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x8b;stop",
	  "sync5@112 !TRAP_EXECUTED 112:2/1- sync2@116 stop4@116 " },
	{ "flow that the end contradicts", "H",
	  "start;ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=3;again;"
	  "stop-htm",
	  "sync5@100 !I_CNT_SHORT lost0@100 found4 sync2@100 "
	  "stop4@100 gap1:4 " },
	{ "HIST of the end without stop bit", "",
	  "start;hex 84500503;again;stop",
	  "sync5@100 !HIST_EMPTY lost0@100 found4 sync2@100 "
	  "stop4@100 gap1:4 " },
	{ "a synchronizing HIST without stop bit", "",
	  "start;hex 740801000903;again;stop",
	  "sync5@100 !HIST_EMPTY lost0@100 found0 sync2@100 "
	  "sync2@100 stop4@100 " },
	{ "a field that is too long", "",
	  "start;hex 0c0000000000000000000043;again;stop",
	  "sync5@100 !FIELD_TOO_LONG lost0@100 foundc sync2@100 "
	  "stop4@100 " },
	{ "a message that is too short", "", "start;hex 1013;again;stop",
	  "sync5@100 !SHORT lost0@100 found2 sync2@100 stop4@100 " },
	{ "a message that is too long", "", "start;hex 0c050507;again;stop",
	  "sync5@100 !EXTRA lost0@100 found4 sync2@100 stop4@100 " },
	{ "a message without end", "",
	  "start;"
	  "hex 700000000000000000000000000000000000000001000000000000000000"
	  "0104000000000000000003;again;stop",
	  "sync5@100 !MSG_TOO_LONG lost0@100 found29 sync2@100 "
	  "stop4@100 " },
	{ "a trap in a synchronizing message that does not fit", "",
	  "start;IndirectBranchSync SYNC=2 B-TYPE=1 I-CNT=2 F-ADDR=0x90;stop",
	  "sync5@100 !INSIDE_INSN lost0@102 found0 sync2@120 "
	  "stop4@120 " },
	{ "HIST within what I-CNT reports", "H",
	  "start;ResourceFull RCODE=1 RDATA=3;ResourceFull RCODE=0 RDATA=4;"
	  "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=1",
	  "sync5@100 100:3/2B 100:1/1- stop4@102 " },
	{ "cut behind a source that has more to say", "H",
	  "start;ResourceFull RCODE=0 RDATA=1;hex 0c",
	  "sync5@100 !CUT 100:1/1- lost0@102 " },
};

static void state_end(void)
{
	ntrace_run_rows(end_rows, array_size(end_rows));
}

static const struct ntrace_row sifive_rows[] = {
	{ "a reference that a synchronizing message sets", "q",
	  "start;InCircuitTrace CKSRC=15 CKDF=0 CKDATA=0x3;stop",
	  "sync5@100 circuitf@106 stop4@100 " },
	{ "and the end makes void", "q",
	  "start;stop;InCircuitTrace CKSRC=15 CKDF=0 CKDATA=0x3",
	  "sync5@100 stop4@100 circuitf " },
	{ "a process number that software chose", "q",
	  "start;Ownership PROCESS=1;Ownership PROCESS=0x28;stop",
	  "sync5@100 own1 own28 stop4@100 " },
	{ "a sample behind a loss", "q",
	  "DirectBranch I-CNT=3;ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x80",
	  "!NOT_SYNCED lost0 found2 syncf@100 gap1:2 " },
	{ "a sample between HIST and I-CNT", "qH",
	  "start;ResourceFull RCODE=1 RDATA=3;"
	  "ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x80;start;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=1 HIST=1",
	  "sync5@100 syncf@100 sync5@100 100:1/1- stop0@102 " },
	{ "a sample is no flow", "q",
	  "ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x80;DirectBranch I-CNT=3;"
	  "start;stop",
	  "syncf@100 !STOPPED lost0@100 found2 sync5@100 stop4@100 "
	  "gap1:2 " },
	{ "the same SYNC without the quirk", "",
	  "ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x80;DirectBranch I-CNT=3;stop",
	  "syncf@100 100:3/2B stop4@100 " },
	{ "an address of 48 bits, of a jump", "aB",
	  "start;IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x400000000000;"
	  "DirectBranch I-CNT=1;again;stop",
	  "sync5@100 100:7/4C 200:2/2r !NO_CODE "
	  "lost0@ffff800000000100 found2 sync2@100 stop4@100 gap1:2 " },
	{ "no branches at all", "qH",
	  "start;hex 6c23;hex 6c27;ProgTraceCorrelation EVCODE=0 CDF=1 "
	  "I-CNT=1 HIST=1",
	  "sync5@100 100:1/1- stop0@102 " },
};

static void state_sifive(void)
{
	ntrace_run_rows(sifive_rows, array_size(sifive_rows));
}

/*
 * HISTs that wait for I-CNT: not taken, then taken, in a loop of two branches.
 * Each needs an entry of the pool, because it differs from the one before.
 */
static void send_hists(unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		SEND(";ResourceFull RCODE=1 RDATA=%u", 2 + i % 2);
}

/* Fill the pool, several times; then send one more. */
static void state_pool(void)
{
	unsigned int round, num, i;

	SEND("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x90");
	WANT("sync5@120 ");
	for (round = 0; round < 5; round++) {
		num = round % 2 ? 2 : NTRACE_POOL_LEAST;
		send_hists(num);
		SEND(";IndirectBranchHist B-TYPE=3 I-CNT=%u U-ADDR=0 HIST=1",
		     2 * num);
		for (i = 0; i < num / 2; i++)
			WANT("120:4/3B ");
		WANT("trap3@120@120 ");
	}
	send_hists(NTRACE_POOL_LEAST + 1);
	SEND(";again;stop-htm");
	WANT("!AHEAD lost0@120 found2 sync2@100 stop4@100 gap1:2 ");
	run_appended("HIST that waits for I-CNT", "H");
}

static const struct unit_test tests[] = {
	UNIT_TEST(state_tail, UNIT_ONE), UNIT_TEST(state_both, UNIT_ONE),
	UNIT_TEST(state_pool, UNIT_ONE), UNIT_TEST(state_sync, UNIT_ONE),
	UNIT_TEST(state_end, UNIT_ONE),	 UNIT_TEST(state_sifive, UNIT_ONE),
};

UNIT_MAIN("ntrace_state", tests)
