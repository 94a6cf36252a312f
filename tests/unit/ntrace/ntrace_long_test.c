// SPDX-License-Identifier: BSD-2-Clause
/*
 * ntrace/flow.h: messages with more ranges than the batch has room for, loops
 * with a count of passes, and the stack of return addresses in between. No part
 * of a message is delivered before the decoder knows that the whole message
 * fits.
 */
#include "ntrace_appended.h"

/* At 0x210, a branch to itself, within the call from 0x208. */
#define CALLED                                       \
	"ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;" \
	"IndirectBranchHist B-TYPE=3 I-CNT=2 U-ADDR=0xc HIST=3;"
#define HTM "start;IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;"

static const struct ntrace_row loop_rows[] = {
	{ "a repeated HIST that is contradicted", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=4;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !PAST_JUMP lost0@204 found5 "
	  "sync2@100 stop4@100 gap1:5 " },
	{ "as far as it goes", "Hrp",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=4;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x3 100:7/4C "
	  "200:2/2r !PAST_JUMP lost0@204 found5 sync2@100 stop4@100 "
	  "gap1:5 " },
	{ "a repeated HIST that I-CNT has no room for", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=100;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=19 U-ADDR=0 HIST=2;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !I_CNT_SHORT lost0@100 found5 "
	  "sync2@100 stop4@100 gap1:5 " },
	{ "the same with half of it", "Hrp",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=100;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=19 U-ADDR=0 HIST=2;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x6 !I_CNT_SHORT "
	  "lost0@100 found5 sync2@100 stop4@100 gap1:5 " },
	{ "repeated HISTs with other ranges between", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=2;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;"
	      "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x3 100:7/4C "
	  "200:2/2r 100:7/4C 200:2/2r ( 100:3/2B )x3 100:7/4C "
	  "200:2/2r stop4@100 " },
	{ "as many other ranges as counts before", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=2;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=9 U-ADDR=0 HIST=2;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=12 U-ADDR=0 HIST=6;"
	      "ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	      "IndirectBranchHist B-TYPE=0 I-CNT=18 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@100 100:7/4C 200:2/2r ( 100:3/2B )x3 100:7/4C "
	  "200:2/2r 100:7/4C 200:2/2r 100:3/2B 100:7/4C 200:2/2r ( "
	  "100:3/2B )x3 100:7/4C 200:2/2r stop4@100 " },
	{ "a HIST whose passes end at two places", "Hr",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x10e;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=9;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=9 HIST=1",
	  "sync5@21c 21c:1/1B ( 21e:1/1B 21c:1/1B )x4 stop0@21e " },
	{ "a HIST that ends in front of its range's end", "Hr",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x90;"
	  "ResourceFull RCODE=2 RDATA=2 HREPEAT=1;"
	  "ResourceFull RCODE=2 RDATA=6 HREPEAT=4;"
	  "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=18 HIST=1",
	  "sync5@120 120:2/2- ( 124:2/1B 120:2/2- )x4 stop0@124 " },
	{ "a return and its call, again and again", "Hir",
	  CALLED "ResourceFull RCODE=2 RDATA=5 HREPEAT=4;"
		 "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=16 HIST=1",
	  "sync5@208 208:1/1C 210:1/1B trap3@210@210 210:2/2r "
	  "20a:1/1B ( 208:1/1C 210:2/2r 20a:1/1B )x3 208:1/1C "
	  "stop0@210 " },
	{ "a loop behind them", "Hir",
	  CALLED "ResourceFull RCODE=1 RDATA=5;"
		 "ResourceFull RCODE=2 RDATA=3 HREPEAT=4;"
		 "ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=8 HIST=1",
	  "sync5@208 208:1/1C 210:1/1B trap3@210@210 210:2/2r "
	  "20a:1/1B 208:1/1C 210:1/1B ( 210:1/1B )x3 stop0@210 " },
	{ "a wait behind two calls", "Hi",
	  CALLED "IndirectBranchHist B-TYPE=3 I-CNT=5000 U-ADDR=0x10 HIST=8;"
		 "stop-htm",
	  "sync5@208 208:1/1C 210:1/1B trap3@210@210 210:2/2r "
	  "20a:2/2C 210:2/2r ( 20e:1/1J )x4993 20e:1/1J "
	  "trap3@20e@230 stop4@230 " },
	{ "a wait that is contradicted", "Hi",
	  CALLED "IndirectBranchHist B-TYPE=0 I-CNT=5000 U-ADDR=0x10 HIST=8;"
		 "again;stop-htm",
	  "sync5@208 208:1/1C 210:1/1B trap3@210@210 !NOT_INDIRECT "
	  "lost0@20e found6 sync2@100 stop4@100 gap1:6 " },
	{ "a repeated HIST that I-CNT has no room for, then a trap", "Hr",
	  HTM "ResourceFull RCODE=2 RDATA=3 HREPEAT=100;"
	      "IndirectBranchHist B-TYPE=3 I-CNT=18 U-ADDR=0 HIST=1;again;"
	      "stop-htm",
	  "sync5@100 100:7/4C 200:2/2r !I_CNT_SHORT lost0@100 found5 "
	  "sync2@100 stop4@100 gap1:5 " },
	{ "a repeated HIST in front of code that nobody has", "Hr",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x10e;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=8;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=20 U-ADDR=0 HIST=4;again;"
	  "stop-htm",
	  "sync5@21c 21c:1/1B ( 21e:1/1B 21c:1/1B )x3 21e:1/1B "
	  "21c:2/2- !NO_CODE lost0@220 found5@21c !WRONG_ADDR "
	  "lost0@21c found0 sync2@100 stop4@100 gap1:5 " },
	{ "a batch that is nearly full", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x108;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=30 U-ADDR=0 HIST=0x3ffffffe;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=30 U-ADDR=0 HIST=0x3ffffffe;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=30 U-ADDR=0 HIST=0x3fffffff;"
	  "again;stop-htm",
	  "sync5@210 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:2/2r "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:2/2r !HIST_SHORT "
	  "lost0@212 found9 sync2@100 stop4@100 gap1:9 " },
	{ "counts that fill the batch", "Hr",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x108;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=30 U-ADDR=0 HIST=0x3ffffffe;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=3 U-ADDR=0 HIST=6;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;ResourceFull RCODE=1 RDATA=7;"
	  "ResourceFull RCODE=2 RDATA=3 HREPEAT=2;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=28 U-ADDR=0 HIST=2;stop-htm",
	  "sync5@210 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B "
	  "210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:1/1B 210:2/2r "
	  "210:1/1B 210:2/2r ( 210:1/1B )x2 210:1/1B 210:1/1B ( "
	  "210:1/1B )x2 210:1/1B 210:1/1B ( 210:1/1B )x2 210:1/1B "
	  "210:1/1B ( 210:1/1B )x2 210:1/1B 210:1/1B ( 210:1/1B )x2 "
	  "210:1/1B 210:1/1B ( 210:1/1B )x2 210:1/1B 210:1/1B ( "
	  "210:1/1B )x2 210:2/2r stop4@210 " },
	{ "a short wait that is contradicted", "B",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x107;"
	  "IndirectBranch B-TYPE=0 I-CNT=6 U-ADDR=0x10;again;stop",
	  "sync5@20e !NOT_INDIRECT lost0@20e found3 sync2@100 "
	  "stop4@100 gap1:3 " },
	{ "behind one that was cut", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x107;"
	  "ResourceFull RCODE=0 RDATA=6;hex 0507;"
	  "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x107;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x10 HIST=1;again;"
	  "stop-htm",
	  "sync5@20e !BAD_START ( 20e:1/1J )x5 20e:1/1J lost0@20e "
	  "found2 sync2@20e !NOT_INDIRECT lost0@20e found4 sync2@100 "
	  "stop4@100 gap1:4 " },
};

static void long_loops(void)
{
	ntrace_run_rows(loop_rows, array_size(loop_rows));
}

static const struct ntrace_row end_rows[] = {
	{ "a return without a call", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "DirectBranch I-CNT=3;IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0xc;"
	  "DirectBranch I-CNT=3;again;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:2/2r 20a:1/1B "
	  "trap3@208@210 !PAST_JUMP lost0@214 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "a return behind one that is told", "Bi",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;DirectBranch I-CNT=2;"
	  "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0xc;DirectBranch I-CNT=3;"
	  "again;stop",
	  "sync5@208 208:1/1C 210:1/1B 210:2/2r !PAST_JUMP lost0@214 "
	  "found2 sync2@100 stop4@100 gap1:2 " },
	{ "a branch behind a return is no indirect jump", "Hi",
	  CALLED "IndirectBranchHist B-TYPE=0 I-CNT=3 U-ADDR=0 HIST=5;again;"
		 "stop-htm",
	  "sync5@208 208:1/1C 210:1/1B trap3@210@210 !NOT_INDIRECT "
	  "lost0@208 found4 sync2@100 stop4@100 gap1:4 " },
	{ "a branch behind a custom instruction is none", "H",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x8e;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR=0 HIST=3;again;stop-htm",
	  "sync5@11c !NOT_INDIRECT lost0@128 found4 sync2@100 "
	  "stop4@100 gap1:4 " },
	{ "a part of a run is no branch", "B",
	  "start;DirectBranch I-CNT=3;DirectBranch I-CNT=5;again;stop",
	  "sync5@100 100:3/2B !NOT_BRANCH lost0@10a found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "an instruction behind a jump is no jump", "Bq",
	  "start;DirectBranch I-CNT=7;DirectBranch I-CNT=1;again;stop",
	  "sync5@100 100:7/4C !NOT_BRANCH lost0@202 found2 sync2@100 "
	  "stop4@100 gap1:2 " },
	{ "jumps in turn that are bits", "Hj",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x9b;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=3 U-ADDR=0 HIST=0xf;stop-htm",
	  "sync5@136 136:1/1J 138:1/1J 136:1/1J trap3@138@136 "
	  "stop4@136 " },
	{ "jumps that are bits, taken and not", "Hj",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x87;"
	  "IndirectBranchHist B-TYPE=3 I-CNT=5 U-ADDR=0 HIST=0xd;stop-htm",
	  "sync5@10e 10e:1/1J 120:4/3B trap3@120@10e stop4@10e " },
	{ "a jump that is a bit, and the way out", "Hj",
	  "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x87;"
	  "IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR=0 HIST=7;stop-htm",
	  "sync5@10e 10e:1/1J 120:2/2B 128:1/1m stop4@10e " },
};

static void long_ends(void)
{
	ntrace_run_rows(end_rows, array_size(end_rows));
}

static void want_times(const char *range, unsigned int times)
{
	while (times--)
		WANT("%s ", range);
}

/* 89 passes of the loop at 0x210 */
#define ROUNDS                                   \
	"ResourceFull RCODE=1 RDATA=0xffffffff;" \
	"ResourceFull RCODE=1 RDATA=0xfffffff;"  \
	"ResourceFull RCODE=1 RDATA=0xffffffff;"
#define BEGIN "sync5@208 208:1/1C 210:1/1B trap3@210@210 "

/*
 * More ranges than there is room for, and messages after them: all of it is
 * delivered, or nothing. The source has been called, so its stack has a return
 * address.
 */
static void long_histories(void)
{
	static const struct {
		const char *name, *settings, *last, *behind;
		bool kept;
	} rows[] = {
		{ "that fit", "Hi",
		  "IndirectBranchHist B-TYPE=3 I-CNT=89 U-ADDR=0 HIST=1;"
		  "stop-htm",
		  "trap3@210@210 stop4@210 ", true },
		{ "and a return, and a call from elsewhere", "Hi",
		  "IndirectBranchHist B-TYPE=3 I-CNT=94 U-ADDR=0 HIST=9;"
		  "IndirectBranchHist B-TYPE=3 I-CNT=3 U-ADDR=0 HIST=2;"
		  "stop-htm",
		  "210:2/2r 20a:2/2C 210:1/1B trap3@210@210 210:2/2r "
		  "20e:1/1J trap3@20e@210 stop4@210 ",
		  true },
		{ "and a return", "Hi",
		  "IndirectBranchHist B-TYPE=3 I-CNT=92 U-ADDR=0 HIST=4;"
		  "stop-htm",
		  "210:2/2r 20a:1/1- trap3@20c@210 stop4@210 ", true },
		{ "and a wait, then one that is contradicted", "Hi",
		  "IndirectBranchHist B-TYPE=3 I-CNT=5000 U-ADDR=0xf HIST=8;"
		  "IndirectBranchHist B-TYPE=0 I-CNT=6 U-ADDR=0x10 HIST=1;"
		  "again;stop-htm",
		  "210:2/2r 20a:2/2C 210:2/2r ( 20e:1/1J )x4904 20e:1/1J "
		  "trap3@20e@20e !NOT_INDIRECT lost0@20e found4 sync2@100 "
		  "stop4@100 gap1:4 ",
		  true },
		{ "that end at no jump", "Hi",
		  "IndirectBranchHist B-TYPE=0 I-CNT=89 U-ADDR=0 HIST=1;again;"
		  "stop-htm",
		  "!NOT_INDIRECT lost0@210 found5 sync2@100 stop4@100 gap1:5 ",
		  false },
		{ "as far as they go", "Hip",
		  "IndirectBranchHist B-TYPE=0 I-CNT=89 U-ADDR=0 HIST=1;again;"
		  "stop-htm",
		  "!NOT_INDIRECT lost0@210 found5 sync2@100 stop4@100 gap1:5 ",
		  true },
	};
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		SEND("%s%s%s", CALLED, ROUNDS, rows[i].last);
		WANT("%s", BEGIN);
		if (rows[i].kept)
			want_times("210:1/1B", 89);
		WANT("%s", rows[i].behind);
		run_appended(rows[i].name, rows[i].settings);
	}
}

/* The same, from one piece of the program to another. */
static void long_pieces(void)
{
	SEND("start;%s"
	     "IndirectBranchHist B-TYPE=3 I-CNT=274 U-ADDR=0x10 HIST=2;stop-htm",
	     ROUNDS);
	WANT("sync5@100 ");
	want_times("100:3/2B", 89);
	WANT("100:7/4C trap3@200@120 stop4@120 ");
	run_appended("from one piece to another", "H");
}

/*
 * Branches that can be looked up, before and after returns and calls that
 * cannot, in another piece of the program. The decoder follows all of it twice,
 * and does not count the branches of the first time.
 */
static void long_returns(void)
{
	SEND("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x104;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=2 U-ADDR=0x1a8 HIST=3;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=2 U-ADDR=0 HIST=3;"
	     "ResourceFull RCODE=1 RDATA=0x1fff;"
	     "ResourceFull RCODE=1 RDATA=0x95555555;"
	     "ResourceFull RCODE=1 RDATA=0x55555555;"
	     "ResourceFull RCODE=1 RDATA=0x2aaaab;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=197 U-ADDR=0 HIST=0x3ff;"
	     "stop-htm");
	WANT("sync5@208 208:1/1C 210:1/1B trap3@210@158 158:2/1B "
	     "trap3@158@158 ");
	want_times("158:2/1B", 12);
	WANT("158:3/2J ");
	want_times("210:2/2r 20a:1/1B 208:1/1C", 40);
	want_times("210:1/1B", 10);
	WANT("trap3@210@158 stop4@158 ");
	run_appended("returns between branches", "Hi");
}

/*
 * Ranges and strides from before, and then a repeated HIST; then more than
 * there is room for.
 */
static void long_kept(void)
{
	unsigned int i;

	SEND("%s", HTM);
	for (i = 0; i < 2; i++)
		SEND("IndirectBranchHist B-TYPE=0 I-CNT=36 U-ADDR=0 HIST=0x7fe;");
	SEND("ResourceFull RCODE=2 RDATA=3 HREPEAT=3;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=9 U-ADDR=0x1b HIST=1;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=200 U-ADDR=0 HIST=1;stop-htm");
	WANT("sync5@100 100:7/4C 200:2/2r ");
	for (i = 0; i < 2; i++) {
		want_times("100:3/2B", 9);
		WANT("100:7/4C 200:2/2r ");
	}
	WANT("( 100:3/2B )x3 trap3@100@136 ");
	want_times("136:1/1J 138:1/1J", 100);
	WANT("trap3@136@136 stop4@136 ");
	run_appended("ranges and strides before", "Hr");
}

/* Two jumps by turns, without a count: each is a range. */
static void long_jumps(void)
{
	unsigned int i;

	SEND("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x9b;"
	     "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=200");
	WANT("sync5@136 ");
	for (i = 0; i < 100; i++)
		WANT("136:1/1J 138:1/1J ");
	WANT("stop4@136 ");
	run_appended("two jumps in turn", "B");
	SEND("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0xa8;"
	     "IndirectBranchHist B-TYPE=3 I-CNT=201 U-ADDR=0 HIST=3;stop-htm");
	WANT("sync5@150 150:1/1B ");
	for (i = 0; i < 100; i++)
		WANT("136:1/1J 138:1/1J ");
	WANT("trap3@136@150 stop4@150 ");
	run_appended("behind a branch", "H");
}

/*
 * On a full stack a call drops the deepest entry: a pass then returns to
 * another address.
 */
static void long_calls(void)
{
	unsigned int i, passes = NTRACE_STACK_MAX + 200;

	SEND("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0xa0;"
	     "ResourceFull RCODE=2 RDATA=3 HREPEAT=%u;"
	     "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=%u HIST=1",
	     passes, 2 * passes);
	WANT("sync5@140 140:1/1B ");
	for (i = 1; i < passes; i++)
		WANT("142:1/1C 140:1/1B ");
	WANT("142:1/1C stop4@140 ");
	run_appended("calls without returns", "Hir");
}

static const struct unit_test tests[] = {
	UNIT_TEST(long_loops, UNIT_ONE),     UNIT_TEST(long_ends, UNIT_ONE),
	UNIT_TEST(long_histories, UNIT_ONE), UNIT_TEST(long_pieces, UNIT_ONE),
	UNIT_TEST(long_returns, UNIT_ONE),   UNIT_TEST(long_kept, UNIT_ONE),
	UNIT_TEST(long_jumps, UNIT_ONE),     UNIT_TEST(long_calls, UNIT_ONE),
};

UNIT_MAIN("ntrace_long", tests)
