// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: the decoder's output for messages, above all for wrong ones.
 */
#include "ntrace_rows.h"

static const struct ntrace_row follows_rows[] = {
	{ "taken branches", "",
	  "start;DirectBranch I-CNT=3;DirectBranch I-CNT=3;stop",
	  "sync5@100 100:3/2B 100:3/2B stop4@100 " },
	{ "branches not taken and a direct call", "",
	  "start;IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x7;stop",
	  "sync5@100 100:7/4C 200:2/2r stop4@10e " },
	{ "a return that is inferred", "i", "start;DirectBranch I-CNT=12;stop",
	  "sync5@100 100:7/4C 200:2/2r 10e:1/1J 120:2/2B stop4@128 " },
	{ "a return that is told all the same", "i",
	  "start;IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x10;stop",
	  "sync5@100 100:7/4C 200:2/2r stop4@120 " },
	{ "a trap behind a return that is inferred", "i",
	  "start;IndirectBranch B-TYPE=3 I-CNT=9 U-ADDR=0x10;stop",
	  "sync5@100 100:7/4C 200:2/2r trap3@10e@120 stop4@120 " },
	{ "a co-routine swap that is inferred", "i",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0xf;"
	  "DirectBranch I-CNT=4;stop",
	  "sync5@12a 12a:1/1c 134:1/1s 12c:1/1J !NO_CODE lost0@300 "
	  "found2 stop4@300 gap1:2 " },
	{ "a target known from LUI or AUIPC", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x97;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x17;stop",
	  "sync5@12e 12e:3/1+ 200:2/2r stop4@100 " },
	{ "a target known, but told", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x97;"
	  "IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x17;stop",
	  "sync5@12e 12e:3/1+ stop4@100 " },
	{ "history", "",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=15 U-ADDR=0 "
	  "HIST=0xe;stop-htm",
	  "sync5@100 100:3/2B 100:3/2B 100:7/4C 200:2/2r stop4@100 " },
	{ "history that is full, I-CNT comes later", "",
	  "start;ResourceFull RCODE=1 RDATA=0xf;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=10 HIST=1",
	  "sync5@100 100:3/2B 100:3/2B 100:3/2B 100:1/1- "
	  "stop0@102 " },
	{ "I-CNT that is full, HIST comes later", "",
	  "start;ResourceFull RCODE=0 RDATA=6;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=4 HIST=0xf",
	  "sync5@100 100:3/2B 100:3/2B 100:3/2B 100:1/1- "
	  "stop0@102 " },
	{ "an interrupt after a branch not taken", "",
	  "start;IndirectBranch B-TYPE=3 I-CNT=3 U-ADDR=0x90;"
	  "DirectBranch I-CNT=2;stop",
	  "sync5@100 100:3/2- trap3@106@20 !NO_CODE lost0@20 "
	  "found2 stop4@20 gap1:2 " },
	{ "an exception inside a run", "",
	  "start;IndirectBranch B-TYPE=2 I-CNT=1 U-ADDR=0x10;stop",
	  "sync5@100 100:1/1- trap2@102@120 stop4@120 " },
	{ "trap return, then trap at once", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x94;"
	  "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x80;"
	  "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x10;stop",
	  "sync5@128 128:1/1m sync2@100 trap3@100@120 stop4@120 " },
	{ "a custom instruction that jumps", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8e;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0xe;stop",
	  "sync5@11c 11c:2/1x stop4@100 " },
	{ "a custom instruction that does not", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8e;"
	  "DirectBranch I-CNT=4;stop",
	  "sync5@11c 11c:4/3B stop4@128 " },
	{ "ECALL that is counted", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x89;"
	  "IndirectBranch B-TYPE=2 I-CNT=2 U-ADDR=0x9;stop",
	  "sync5@112 112:2/1- trap2@116@100 !TRAP_EXECUTED "
	  "stop4@100 " },
	{ "a synchronizing message in straight code", "",
	  "start;ProgTraceSync SYNC=2 I-CNT=1 F-ADDR=0x81;"
	  "DirectBranch I-CNT=2;stop",
	  "sync5@100 100:1/1- sync2@102 102:2/1B stop4@100 " },
	{ "one that tells by its address that a branch is taken", "",
	  "start;DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x80;stop",
	  "sync5@100 100:3/2B sync2@100 stop4@100 " },
	{ "or that it is not", "",
	  "start;ProgTraceSync SYNC=2 I-CNT=3 F-ADDR=0x83;stop",
	  "sync5@100 100:3/2- sync2@106 stop4@106 " },
	{ "with history", "",
	  "start;IndirectBranchHistSync SYNC=6 B-TYPE=0 I-CNT=4 "
	  "F-ADDR=0x81 HIST=3;stop-htm",
	  "sync5@100 100:3/2B 100:1/1- sync6@102 stop4@102 " },
	{ "at an indirect jump", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88;"
	  "IndirectBranchSync SYNC=2 B-TYPE=0 I-CNT=1 F-ADDR=0x80;stop",
	  "sync5@110 110:1/1j sync2@100 stop4@100 " },
	{ "at a trap", "",
	  "start;IndirectBranchSync SYNC=2 B-TYPE=1 I-CNT=1 "
	  "F-ADDR=0x90;stop",
	  "sync5@100 100:1/1- trap1@102@120 sync2@120 stop4@120 " },
	{ "a reset", "", "start;ProgTraceSync SYNC=1 I-CNT=1 F-ADDR=0x90;stop",
	  "sync5@100 100:1/1- sync1@120 stop4@120 " },
	{ "it clears the stack", "i",
	  "start;ProgTraceSync SYNC=2 I-CNT=7 F-ADDR=0x100;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x180;stop",
	  "sync5@100 100:7/4C sync2@200 200:2/2r stop4@100 " },
	{ "trace that starts disabled", "", "stop;start;stop",
	  "stop4 sync5@100 stop4@100 " },
	{ "halted while disabled", "",
	  "start;stop;ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0",
	  "sync5@100 stop4@100 stop0@100 " },
	{ "a jump that ends the trace", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88;"
	  "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1",
	  "sync5@110 110:1/1j stop4@112 " },
	{ "vendor's own messages and idle bytes", "",
	  "hex ffff;Vendor bytes e0 07;start;hex ff;stop",
	  "opaque38 sync5@100 stop4@100 " },
	{ "ownership", "",
	  "start;Ownership PROCESS=0x3b2;Ownership PROCESS=0xc;stop",
	  "sync5@100 own3b2 ownc stop4@100 " },
};

static void flow_follows(void)
{
	ntrace_run_rows(follows_rows, array_size(follows_rows));
}

static const struct ntrace_row repeats_rows[] = {
	{ "RepeatBranch of a direct branch", "",
	  "start;DirectBranch I-CNT=3;RepeatBranch B-CNT=7;stop",
	  "sync5@100 100:3/2B ( 100:3/2B )x7 stop4@100 " },
	{ "RepeatBranch of an indirect one", "",
	  "start;IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x0;"
	  "RepeatBranch B-CNT=2;stop",
	  "sync5@100 100:7/4C 200:2/2r ( 100:7/4C 200:2/2r )x2 "
	  "stop4@100 " },
	{ "its target is the same, not its U-ADDR", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x1c;"
	  "RepeatBranch B-CNT=3;stop",
	  "sync5@110 110:1/1j ( 128:1/1m )x3 stop4@128 " },
	{ "RepeatBranch of a trap", "",
	  "start;IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x0;"
	  "RepeatBranch B-CNT=2;stop",
	  "sync5@100 trap3@100@100 trap3@100@100 trap3@100@100 "
	  "stop4@100 " },
	{ "history", "r",
	  "start;ResourceFull RCODE=2 RDATA=0x7 HREPEAT=5;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=31 HIST=1",
	  "sync5@100 ( 100:3/2B 100:3/2B )x5 100:1/1- stop0@102 " },
	{ "history that begins inside the loop", "r",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x81;"
	  "ResourceFull RCODE=2 RDATA=0x3 HREPEAT=5;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=14 HIST=1",
	  "sync5@102 102:2/1B ( 100:3/2B )x4 stop0@100 " },
	{ "history whose passes end at two places in turn", "r",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x90;"
	  "ResourceFull RCODE=2 RDATA=0x5 HREPEAT=9;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=36 HIST=1",
	  "sync5@120 ( 120:4/3B )x9 stop0@120 " },
	{ "history with one way only, and a loop of two", "r",
	  "start;ResourceFull RCODE=2 RDATA=0x2 HREPEAT=1;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=3 HIST=1",
	  "sync5@100 100:3/2- stop0@106 " },
	{ "nothing to repeat", "", "start;RepeatBranch B-CNT=1;again;stop",
	  "sync5@100 !NO_REPEAT lost0@100 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "not across a synchronizing message", "",
	  "start;DirectBranch I-CNT=3;again;RepeatBranch B-CNT=1;stop",
	  "sync5@100 100:3/2B sync2@100 !NO_REPEAT lost0@100 found2 "
	  "stop4@100 gap1:2 " },
	{ "an idle loop", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "ResourceFull RCODE=0 RDATA=0x3fffff;"
	  "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
	  "sync5@11a ( 11a:1/1J )x4194303 11a:1/1J stop0@11a " },
	{ "a loop of two jumps", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x9b;"
	  "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=3",
	  "sync5@136 136:1/1J 138:1/1J 136:1/1J stop0@138 " },
};

static void flow_repeats(void)
{
	ntrace_run_rows(repeats_rows, array_size(repeats_rows));
}

static const struct ntrace_row notices_rows[] = {
	{ "I-CNT ends inside an instruction", "",
	  "start;DirectBranch I-CNT=2;again;stop",
	  "sync5@100 !INSIDE_INSN lost0@102 found2 sync2@100 stop4@100 gap1:2 " },
	{ "no branch at the end", "", "start;DirectBranch I-CNT=1;again;stop",
	  "sync5@100 !NOT_BRANCH lost0@102 found2 sync2@100 stop4@100 gap1:2 " },
	{ "no indirect jump at the end", "",
	  "start;IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=1;again;stop",
	  "sync5@100 !NOT_INDIRECT lost0@106 found3 sync2@100 stop4@100 gap1:3 " },
	{ "past an indirect jump", "", "start;DirectBranch I-CNT=10;again;stop",
	  "sync5@100 !PAST_JUMP lost0@204 found2 sync2@100 stop4@100 gap1:2 " },
	{ "history past an indirect jump", "",
	  "start;ResourceFull RCODE=1 RDATA=4;again;stop-htm",
	  "sync5@100 !I_CNT_SHORT lost0@100 found0 sync2@100 stop4@100 " },
	{ "a trap that hides a target", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88;"
	  "IndirectBranch B-TYPE=1 I-CNT=1 U-ADDR=1;again;stop",
	  "sync5@110 !NO_TARGET lost0@112 found3 sync2@100 stop4@100 gap1:3 " },
	{ "I-CNT less than HIST", "",
	  "start;IndirectBranchHist B-TYPE=3 I-CNT=2 U-ADDR=0 HIST=3;"
	  "again;stop-htm",
	  "sync5@100 !I_CNT_SHORT lost0@100 found4 sync2@100 stop4@100 gap1:4 " },
	{ "a branch without history", "",
	  "start;IndirectBranchHist B-TYPE=3 I-CNT=3 U-ADDR=0 HIST=1;"
	  "again;stop-htm",
	  "sync5@100 !HIST_SHORT lost0@106 found4 sync2@100 stop4@100 gap1:4 " },
	{ "HIST without stop bit", "", "start;hex 70c0010103;again;stop-htm",
	  "sync5@100 !HIST_EMPTY lost0@100 found5 sync2@100 "
	  "stop4@100 gap1:5 " },
	{ "RDATA without stop bit", "", "start;hex 6c0403;again;stop-htm",
	  "sync5@100 !HIST_EMPTY lost0@100 found3 sync2@100 "
	  "stop4@100 gap1:3 " },
	{ "no code", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800;"
	  "DirectBranch I-CNT=1;again;stop",
	  "sync5@1000 !NO_CODE lost0@1000 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "no code behind", "",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x102;"
	  "DirectBranch I-CNT=2;again;stop",
	  "sync5@204 204:1/1- !NO_CODE lost0@206 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "a wrong full address", "",
	  "start;ProgTraceSync SYNC=2 I-CNT=1 F-ADDR=0x80;stop",
	  "sync5@100 !WRONG_ADDR lost0@102 found0 sync2@100 stop4@100 " },
	{ "a full address beside a branch", "",
	  "start;ProgTraceSync SYNC=2 I-CNT=3 F-ADDR=0x90;stop",
	  "sync5@100 !WRONG_ADDR lost0@106 found0 sync2@120 stop4@120 " },
	{ "no start", "",
	  "DirectBranch I-CNT=3;DirectBranch I-CNT=3;start;stop",
	  "!NOT_SYNCED lost0 found4 sync5@100 stop4@100 gap2:4 " },
	{ "the first messages are lost", "", "DirectBranch I-CNT=3;stop",
	  "!NOT_SYNCED lost0 found2 stop4 gap1:2 " },
	{ "flow after the end", "",
	  "start;stop;DirectBranch I-CNT=3;start;stop",
	  "sync5@100 stop4@100 !STOPPED lost0@100 found2 sync5@100 "
	  "stop4@100 gap1:2 " },
	{ "flow in the second of two ends", "",
	  "start;stop;ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
	  "sync5@100 stop4@100 !STOPPED lost0@100 gap1:3 " },
	{ "start without end", "", "start;start;stop",
	  "sync5@100 !NOT_STOPPED lost0@100 found0 sync5@100 "
	  "stop4@100 " },
	{ "no end", "", "start;DirectBranch I-CNT=3",
	  "sync5@100 100:3/2B !NO_END " },
	{ "both modes", "",
	  "start;DirectBranch I-CNT=3;ResourceFull RCODE=1 RDATA=3;"
	  "again;stop",
	  "sync5@100 100:3/2B !MIXED_MODES lost0@100 found2 "
	  "sync2@100 stop4@100 gap1:2 " },
	{ "not the mode that is set", "H",
	  "start;DirectBranch I-CNT=3;again;stop-htm",
	  "sync5@100 !MIXED_MODES lost0@100 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "lost by the encoder", "",
	  "start;DirectBranch I-CNT=3;Error ETYPE=0 ECODE=4;"
	  "ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x90;stop",
	  "sync5@100 100:3/2B full40 !OVERFLOW lost0@100 found3 "
	  "sync7@120 stop4@120 " },
	{ "lost by the encoder, and its Error too", "",
	  "start;ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x90;stop",
	  "sync5@100 !OVERFLOW lost0@100 found0 sync7@120 stop4@120 " },
	{ "more half-words than can be", "",
	  "start;hex 0cfcfcfcfcff;again;stop",
	  "sync5@100 !I_CNT_LIMIT lost0@100 found6 sync2@100 stop4@100 gap1:6 " },
	{ "HIST that a loop without branches never uses up", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=1 U-ADDR=1 HIST=3;"
	  "again;stop-htm",
	  "sync5@11a !I_CNT_SHORT lost0@11a found4 sync2@100 stop4@100 gap1:4 " },
	{ "the same in ResourceFull", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "ResourceFull RCODE=1 RDATA=7;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=200 U-ADDR=1 HIST=1;"
	  "again;stop-htm",
	  "sync5@11a !I_CNT_SHORT lost0@11a found5 sync2@100 stop4@100 gap1:5 " },
	{ "B-CNT of 30 bits", "B",
	  "start;DirectBranch I-CNT=3;hex 78fcfcfcfcff;again;stop",
	  "sync5@100 100:3/2B !B_CNT_LIMIT lost0@100 found6 sync2@100 "
	  "stop4@100 gap1:6 " },
	{ "code that nobody has, up to the next address", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "DirectBranch I-CNT=9;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;"
	  "RepeatBranch B-CNT=2;DirectBranch I-CNT=3;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found6@100 100:3/2B "
	  "stop4@100 gap3:8 " },
	{ "a return to code that nobody has", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x900;"
	  "IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x180;"
	  "DirectBranch I-CNT=3;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 found4@200 200:2/2r "
	  "!PAST_JUMP lost0@204 found4@100 100:3/2B stop4@100 gap2:8 " },
	{ "damage in code that nobody has", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x95;"
	  "IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x895;"
	  "DirectBranch I-CNT=9;hex 0507;"
	  "IndirectBranch B-TYPE=0 I-CNT=5 U-ADDR=0x880;again;stop",
	  "sync5@12a 12a:1/1c !NO_CODE lost0@1000 !BAD_START found8 "
	  "sync2@100 stop4@100 gap2:6 " },
	{ "reserved values", "",
	  "ProgTraceSync SYNC=8 I-CNT=0 F-ADDR=0x80;"
	  "Ownership PROCESS=1;Ownership PROCESS=8;Ownership "
	  "PROCESS=0x20;ProgTraceCorrelation EVCODE=2 CDF=0 I-CNT=0",
	  "!RESERVED_VALUE sync8@100 !RESERVED_VALUE !RESERVED_VALUE "
	  "!RESERVED_VALUE !RESERVED_VALUE stop2@100 " },
	{ "a reserved RCODE", "",
	  "start;ResourceFull bytes 6c 0c 07;again;stop",
	  "sync5@100 !RESERVED_VALUE lost0@100 found3 sync2@100 "
	  "stop4@100 " },
	{ "an RCODE that a vendor defines", "",
	  "start;ResourceFull bytes 6c 20 07;DirectBranch I-CNT=3;stop",
	  "sync5@100 opaque1b 100:3/2B stop4@100 " },
	{ "a reserved type", "", "start;Reserved bytes 14 07;again;stop",
	  "sync5@100 !RESERVED_TCODE lost0@100 found2 sync2@100 "
	  "stop4@100 " },
	{ "damage", "", "start;hex 0cfd02ff;again;stop",
	  "sync5@100 !BAD_MSEO lost0@100 found4 sync2@100 "
	  "stop4@100 " },
	{ "damage between messages", "", "start;hex 0507;again;stop",
	  "sync5@100 !BAD_START lost0@100 found2 sync2@100 "
	  "stop4@100 " },
	{ "cut", "", "start;hex 0c", "sync5@100 !CUT lost0@100 " },
	{ "an error of an encoder that is of no kind known", "",
	  "start;Error ETYPE=3 ECODE=0;again;stop",
	  "sync5@100 !RESERVED_VALUE full3 !OVERFLOW lost0@100 "
	  "found2 sync2@100 stop4@100 " },
};

static void flow_notices(void)
{
	ntrace_run_rows(notices_rows, array_size(notices_rows));
}

static const struct ntrace_row all_jumps_rows[] = {
	{ "BTM: each jump is a message", "jB",
	  "start;DirectBranch I-CNT=7;IndirectBranch B-TYPE=0 I-CNT=2 "
	  "U-ADDR=0x7;DirectBranch I-CNT=1;stop",
	  "sync5@100 100:7/4C 200:2/2r 10e:1/1J stop4@120 " },
	{ "BTM: one that is not", "jB",
	  "start;IndirectBranch B-TYPE=0 I-CNT=9 U-ADDR=0x7;again;stop",
	  "sync5@100 !PAST_JUMP lost0@10e found3 sync2@100 stop4@100 gap1:3 " },
	{ "HTM: each jump is a bit", "jH",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0x7 "
	  "HIST=0x5;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r stop4@10e " },
	{ "HTM: which cannot be 0", "jH",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0x7 "
	  "HIST=0x4;again;stop-htm",
	  "sync5@100 !NOT_BRANCH lost0@10e found4 sync2@100 stop4@100 gap1:4 " },
	{ "HTM: nor missing", "jH",
	  "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0x7 "
	  "HIST=0x2;again;stop-htm",
	  "sync5@100 !HIST_SHORT lost0@10e found4 sync2@100 stop4@100 gap1:4 " },
	{ "calls are no branches where returns are inferred", "jBi",
	  "start;DirectBranch I-CNT=10;stop",
	  "sync5@100 100:7/4C 200:2/2r 10e:1/1J stop4@120 " },
};

static void flow_all_jumps(void)
{
	ntrace_run_rows(all_jumps_rows, array_size(all_jumps_rows));
}

/* Messages of SiFive's encoders before N-Trace 1.0. */
static const struct ntrace_row sifive_rows[] = {
	{ "branches that are counted", "qH",
	  "start;hex 6ca7;hex 6c63;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=9 U-ADDR=0x10 HIST=1;stop-htm",
	  "sync5@100 ( 100:3/2B )x2 100:3/2- trap3@106@120 stop4@120 " },
	{ "data that software writes", "q",
	  "start;DataAcquisition IDTAG=4 DQDATA=0x41;stop",
	  "sync5@100 data41@4 stop4@100 " },
	{ "the same without the quirk", "",
	  "start;DataAcquisition IDTAG=4 DQDATA=0x41;again;stop",
	  "sync5@100 !RESERVED_TCODE lost0@100 found4 sync2@100 "
	  "stop4@100 " },
	{ "in-circuit trace: an address, one relative to it, a call", "q",
	  "InCircuitTraceSync CKSRC=0 CKDF=1 CKDATA=0x100 CKDATA1=2;"
	  "InCircuitTrace CKSRC=15 CKDF=0 CKDATA=0x3;"
	  "InCircuitTrace CKSRC=9 CKDF=1 CKDATA=0 CKDATA1=0x10;"
	  "InCircuitTrace CKSRC=12 CKDF=0 CKDATA=0x77;"
	  "InCircuitTrace CKSRC=15 CKDF=0 CKDATA=0",
	  "circuit0@2@200 circuitf@206 circuit9@226@206 circuitc@226 "
	  "circuitf@226 " },
	{ "in-circuit trace of an unknown format", "q",
	  "start;hex 88bc07;DirectBranch I-CNT=3;stop",
	  "sync5@100 opaque22 100:3/2B stop4@100 " },
	{ "samples of the pc", "q",
	  "ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x80;"
	  "ProgTraceSync SYNC=15 I-CNT=0 F-ADDR=0x90",
	  "syncf@100 syncf@120 " },
	{ "a direct jump that is told", "qB", "start;DirectBranch I-CNT=7;stop",
	  "sync5@100 100:7/4C stop4@200 " },
	{ "a branch that only the synchronizing address tells", "qH",
	  "start;IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=6 F-ADDR=0x80 "
	  "HIST=3;stop-htm",
	  "sync5@100 100:3/2B 100:3/2B sync2@100 stop4@100 " },
	{ "an address of 48 bits", "a",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x7fffc0000000;stop",
	  "sync5@ffffffff80000000 stop4@ffffffff80000000 " },
	{ "what I-CNT has confirmed at the end", "H",
	  "start;ResourceFull RCODE=0 RDATA=5;ResourceFull RCODE=1 RDATA=7",
	  "sync5@100 100:3/2B 100:1/1- !NO_END " },
	{ "and what only HIST tells", "lH",
	  "start;ResourceFull RCODE=0 RDATA=5;ResourceFull RCODE=1 RDATA=7",
	  "sync5@100 100:3/2B 100:3/2B !NO_END " },
	{ "the part in front of a contradiction", "p",
	  "start;DirectBranch I-CNT=1;again;stop",
	  "sync5@100 100:1/1- !NOT_BRANCH lost0@102 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "but no more than I-CNT reports", "pH",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8d;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=1 U-ADDR=1 HIST=3;"
	  "again;stop-htm",
	  "sync5@11a 11a:1/1J !I_CNT_SHORT lost0@11a found4 sync2@100 "
	  "stop4@100 gap1:4 " },
	{ "HIST that is too short, as far as it goes", "lH",
	  "start;IndirectBranchHist B-TYPE=3 I-CNT=9 U-ADDR=0x10 HIST=3;"
	  "again;stop-htm",
	  "sync5@100 100:3/2B 100:3/2- !HIST_SHORT lost0@106 found4 "
	  "sync2@100 stop4@100 gap1:4 " },
};

static void flow_sifive(void)
{
	ntrace_run_rows(sifive_rows, array_size(sifive_rows));
}

static const struct unit_test tests[] = {
	UNIT_TEST(flow_follows, UNIT_ONE), UNIT_TEST(flow_repeats, UNIT_ONE),
	UNIT_TEST(flow_notices, UNIT_ONE), UNIT_TEST(flow_all_jumps, UNIT_ONE),
	UNIT_TEST(flow_sifive, UNIT_ONE),
};

UNIT_MAIN("ntrace_flow", tests)
