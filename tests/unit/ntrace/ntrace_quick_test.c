// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: messages in code that a source has executed before. For these
 * the decoder has a short path, which must give the same output as the long
 * path, and must leave all other messages to it. The first message of each row
 * leads the source there.
 */
#include "ntrace_rows.h"

#define BTM "start;DirectBranch I-CNT=3;"
#define HTM "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;"

static const struct ntrace_row btm_rows[] = {
	{ "an indirect jump, and its repetition", "B",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0;RepeatBranch B-CNT=2;"
	      "stop",
	  "sync5@100 100:3/2B 100:7/4C 200:2/2r ( 100:7/4C 200:2/2r "
	  ")x2 stop4@100 " },
	{ "a repetition behind a synchronizing message", "B",
	  BTM "again;DirectBranch I-CNT=3;RepeatBranch B-CNT=2;stop",
	  "sync5@100 100:3/2B sync2@100 100:3/2B ( 100:3/2B )x2 "
	  "stop4@100 " },
	{ "a repetition that does not fit", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x8;RepeatBranch B-CNT=2;"
	  "again;stop",
	  "sync5@110 110:1/1j !NOT_INDIRECT lost0@102 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "a repetition that fits twice, and no third time", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x10a;DirectBranch I-CNT=1;"
	  "RepeatBranch B-CNT=3;again;stop",
	  "sync5@214 214:1/1B 216:1/1B 218:1/1B !NOT_BRANCH "
	  "lost0@21c found2 sync2@100 stop4@100 gap1:2 " },
	{ "a repetition that fits twice", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x10a;DirectBranch I-CNT=1;"
	  "RepeatBranch B-CNT=2;stop",
	  "sync5@214 214:1/1B 216:1/1B 218:1/1B stop4@21a " },
	{ "a branch to itself", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "DirectBranch I-CNT=1;RepeatBranch B-CNT=3;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x0;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:1/1B ( 210:1/1B )x3 "
	  "210:2/2r stop4@208 " },
	{ "a direct branch that is an indirect jump", "B",
	  BTM "DirectBranch I-CNT=9;again;stop",
	  "sync5@100 100:3/2B !NOT_BRANCH lost0@204 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "an indirect jump that is a branch", "B",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0;again;stop",
	  "sync5@100 100:3/2B !NOT_INDIRECT lost0@106 found3 "
	  "sync2@100 stop4@100 gap1:3 " },
	{ "the middle of an instruction", "B",
	  BTM "DirectBranch I-CNT=2;again;stop",
	  "sync5@100 100:3/2B !INSIDE_INSN lost0@102 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "an instruction in front of the branch", "B",
	  BTM "DirectBranch I-CNT=1;again;stop",
	  "sync5@100 100:3/2B !NOT_BRANCH lost0@102 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "no half-words", "B", BTM "DirectBranch I-CNT=0;again;stop",
	  "sync5@100 100:3/2B !NOT_BRANCH lost0@100 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "an indirect jump on the way", "B",
	  BTM "DirectBranch I-CNT=12;again;stop",
	  "sync5@100 100:3/2B !PAST_JUMP lost0@204 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "a trap", "B",
	  BTM "IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x10;"
	      "DirectBranch I-CNT=2;stop",
	  "sync5@100 100:3/2B 100:3/2- trap3@106@120 120:2/2B "
	  "stop4@128 " },
	{ "a trap at the indirect jump", "B",
	  BTM "IndirectBranch B-TYPE=3 I-CNT=9 U-ADDR=0x10;again;stop",
	  "sync5@100 100:3/2B !NO_TARGET lost0@204 found3 sync2@100 "
	  "stop4@100 gap1:3 " },
	{ "a message of HTM", "B",
	  BTM "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;again;stop",
	  "sync5@100 100:3/2B !MIXED_MODES lost0@100 found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "HIST of HTM", "B", BTM "ResourceFull RCODE=1 RDATA=3;again;stop",
	  "sync5@100 100:3/2B !MIXED_MODES lost0@100 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "an end that is no branch", "B",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=7 U-ADDR=0;again;stop",
	  "sync5@100 100:3/2B !NOT_INDIRECT lost0@200 found3 "
	  "sync2@100 stop4@100 gap1:3 " },
	{ "jumps that are messages", "Bj",
	  BTM "DirectBranch I-CNT=7;IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x7;"
	      "DirectBranch I-CNT=1;stop",
	  "sync5@100 100:3/2B 100:7/4C 200:2/2r 10e:1/1J stop4@120 " },
	{ "a jump that is no message", "Bj",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0;again;stop",
	  "sync5@100 100:3/2B !PAST_JUMP lost0@10e found3 sync2@100 "
	  "stop4@100 gap1:3 " },
	{ "calls and returns in turn", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "DirectBranch I-CNT=3;DirectBranch I-CNT=2;DirectBranch I-CNT=3;"
	  "DirectBranch I-CNT=2;DirectBranch I-CNT=3;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:2/2r 20a:1/1B 208:1/1C "
	  "210:1/1B 210:2/2r 20a:1/1B 208:1/1C 210:1/1B 210:2/2r "
	  "20a:1/1B stop4@208 " },
	{ "a return that is told", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x0;DirectBranch I-CNT=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x0;DirectBranch I-CNT=2;"
	  "DirectBranch I-CNT=3;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:2/2r 208:1/1C 210:1/1B "
	  "210:2/2r 208:1/1C 210:1/1B 210:2/2r 20a:1/1B stop4@208 " },
	{ "a branch behind a return that is told", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0xc;DirectBranch I-CNT=1;"
	  "DirectBranch I-CNT=2;again;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:2/2r 210:1/1B !NOT_BRANCH "
	  "lost0@214 found2 sync2@100 stop4@100 gap1:2 " },
	{ "an address of 48 bits", "aB",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x400000000000;"
	      "DirectBranch I-CNT=1;again;stop",
	  "sync5@100 100:3/2B 100:7/4C 200:2/2r !NO_CODE "
	  "lost0@ffff800000000100 found2 sync2@100 stop4@100 gap1:2 " },
	{ "out of the region", "B",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x880;"
	      "DirectBranch I-CNT=3;again;stop",
	  "sync5@100 100:3/2B 100:7/4C 200:2/2r !NO_CODE lost0@1000 "
	  "found2 sync2@100 stop4@100 gap1:2 " },
	{ "behind its end", "B",
	  BTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x18f;"
	      "DirectBranch I-CNT=3;again;stop",
	  "sync5@100 100:3/2B 100:7/4C 200:2/2r 21e:1/1- !NO_CODE lost0@220 "
	  "found2 sync2@100 stop4@100 gap1:2 " },
};

static void quick_btm(void)
{
	ntrace_run_rows(btm_rows, array_size(btm_rows));
}

static const struct ntrace_row htm_rows[] = {
	{ "HIST that was full, then more", "H",
	  HTM "ResourceFull RCODE=1 RDATA=7;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=15 U-ADDR=0 HIST=2;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:3/2B 100:7/4C "
	  "200:2/2r 100:7/4C 200:2/2r stop4@100 " },
	{ "HIST that was full, then none", "H",
	  HTM "ResourceFull RCODE=1 RDATA=6;"
	      "IndirectBranch B-TYPE=0 I-CNT=12 U-ADDR=0;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:7/4C 200:2/2r "
	  "100:7/4C 200:2/2r stop4@100 " },
	{ "more than 64 bits", "H",
	  HTM "ResourceFull RCODE=1 RDATA=0xffffffff;"
	      "ResourceFull RCODE=1 RDATA=0xfffffff;"
	      "ResourceFull RCODE=1 RDATA=0xfffff;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=240 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B 100:3/2B "
	  "100:3/2B 100:3/2B 100:7/4C 200:2/2r stop4@100 " },
	{ "the same HIST again and again", "H",
	  HTM "ResourceFull RCODE=1 RDATA=3;ResourceFull RCODE=1 RDATA=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=15 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x2 100:7/4C "
	  "200:2/2r stop4@100 " },
	{ "a HIST that is repeated", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x3 100:7/4C "
	  "200:2/2r stop4@100 " },
	{ "a repetition behind HIST", "H",
	  HTM "ResourceFull RCODE=1 RDATA=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=12 U-ADDR=0 HIST=2;"
	      "RepeatBranch B-CNT=2;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:7/4C 200:2/2r "
	  "!PAST_JUMP lost0@204 found2 sync2@100 stop4@100 gap1:2 " },
	{ "a repetition with HIST", "H",
	  HTM "IndirectBranchHist B-TYPE=0 I-CNT=12 U-ADDR=0 HIST=6;"
	      "RepeatBranch B-CNT=3;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:7/4C 200:2/2r ( "
	  "100:3/2B 100:7/4C 200:2/2r )x3 stop4@100 " },
	{ "a bit that no branch uses", "H",
	  HTM "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=4;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !PAST_JUMP lost0@204 found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "a HIST that no branch uses", "H",
	  HTM "ResourceFull RCODE=1 RDATA=2;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !PAST_JUMP lost0@204 found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "a branch that has no bit", "H",
	  HTM "IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !HIST_SHORT lost0@106 found3 "
	  "sync2@100 stop4@100 gap1:3 " },
	{ "a branch that has no bit behind HIST", "H",
	  HTM "ResourceFull RCODE=1 RDATA=3;"
	      "IndirectBranch B-TYPE=0 I-CNT=12 U-ADDR=0;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !HIST_SHORT lost0@106 found3 "
	  "sync2@100 stop4@100 gap1:3 " },
	{ "an end at a branch", "H",
	  HTM "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0 HIST=7;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !NOT_INDIRECT lost0@100 "
	  "found4 sync2@100 stop4@100 gap1:4 " },
	{ "a trap behind HIST", "H",
	  HTM "IndirectBranchHist B-TYPE=2 I-CNT=4 U-ADDR=0 HIST=3;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:3/2B 100:1/1- "
	  "trap2@102@100 stop4@100 " },
	{ "a trap at the indirect jump behind HIST", "H",
	  HTM "IndirectBranchHist B-TYPE=3 I-CNT=9 U-ADDR=0 HIST=2;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !NO_TARGET lost0@204 found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "HIST without stop bit", "H", HTM "hex 7090010103;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !HIST_EMPTY lost0@100 found5 "
	  "sync2@100 stop4@100 gap1:5 " },
	{ "a message of BTM", "H", HTM "DirectBranch I-CNT=3;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !MIXED_MODES lost0@100 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "jumps that are bits", "Hj",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=5;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=5;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:7/4C 200:2/2r stop4@100 " },
	{ "a jump that has no bit", "Hj",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=5;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !HIST_SHORT lost0@10e found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "a jump that is not taken", "Hj",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=5;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=4;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !NOT_BRANCH lost0@10e found4 "
	  "sync2@100 stop4@100 gap1:4 " },
	{ "rules of HIST", "Hs",
	  HTM "hex 6cc403;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=12 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !PADDING 100:3/2B 100:7/4C "
	  "200:2/2r stop4@100 " },
	{ "HIST of no branch", "H",
	  HTM "ResourceFull RCODE=1 RDATA=1;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r 100:7/4C 200:2/2r stop4@100 " },
	{ "a HIST of 33 bits", "Hl",
	  HTM "hex 6cc4040000000007;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=99 U-ADDR=0 HIST=2;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !PAST_JUMP lost0@204 found5 "
	  "sync2@100 stop4@100 gap1:5 " },
};

static void quick_htm(void)
{
	ntrace_run_rows(htm_rows, array_size(htm_rows));
}

/* Values that no encoder of the specification can send. */
static const struct ntrace_row lenient_rows[] = {
	{ "half-words of a jump to itself", "Bl",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "hex 6c0000000013;ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1",
	  "sync5@11a ( 11a:1/1J )x4194304 11a:1/1J stop4@11a " },
	{ "more half-words than can be", "Bl",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "ResourceFull RCODE=0 RDATA=9;hex 6cc0fcfcfcff;again;stop",
	  "sync5@11a !AHEAD lost0@11a found6 sync2@100 stop4@100 "
	  "gap1:6 " },
	{ "more with the next message", "Bl",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "ResourceFull RCODE=0 RDATA=9;hex 0cfcfcfcfcff;again;stop",
	  "sync5@11a !AHEAD lost0@11a found6 sync2@100 stop4@100 "
	  "gap1:6 " },
	{ "more repetitions of a HIST than can be", "Hl",
	  HTM "hex 6cc9000000000043;again;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !AHEAD lost0@100 found8 "
	  "sync2@100 stop4@100 gap1:8 " },
	{ "more repetitions than can be", "Bl",
	  BTM "hex 78000000000043;again;stop",
	  "sync5@100 100:3/2B !AHEAD lost0@100 found7 sync2@100 "
	  "stop4@100 gap1:7 " },
	{ "more repetitions of a trap than can be", "Bl",
	  "start;IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x0;"
	  "hex 7800000007;again;stop",
	  "sync5@100 trap3@100@100 !AHEAD lost0@100 found5 sync2@100 "
	  "stop4@100 gap1:5 " },
};

static void quick_lenient(void)
{
	ntrace_run_rows(lenient_rows, array_size(lenient_rows));
}

static const struct unit_test tests[] = {
	UNIT_TEST(quick_btm, UNIT_ONE),
	UNIT_TEST(quick_htm, UNIT_ONE),
	UNIT_TEST(quick_lenient, UNIT_ONE),
};

UNIT_MAIN("ntrace_quick", tests)
