// SPDX-License-Identifier: BSD-2-Clause
/*
 * A workload whose counts are known, so that perf's output can be compared with
 * them. No libc, so that nothing else runs in the process.
 */

#define SYS_WRITE 64
#define SYS_READ 63
#define SYS_EXIT 93
#define SYS_CLOCK_GETTIME 113
#define SYS_CLOCK_NANOSLEEP 115
#define SYS_CLONE 220
#define SYS_MPROTECT 226
#define CLONE_VM 0x100
/* with CLONE_FS, FILES, SIGHAND and THREAD */
#define CLONE_THREAD_ALL 0x10f00
#define PROT_READ 1
#define PROT_WRITE 2
#define CLOCK_MONOTONIC 1
#define TIMER_ABSTIME 1
#define PAGE_SIZE 4096
#define PAGES 4096

static const char help[] =
	"Usage: spin loop N | tlb N | fence N | illegal | break N | events |\n"
	"            rdcycle | rdinstret | mark | threads N | server |\n"
	"            client N [US]\n"
	"loop: 4 N instructions in hot(), then N / 8 in cold()\n"
	"tlb: N loads, each from another page than the one before\n"
	"fence: change a page N times while a second thread looks on\n"
	"illegal: execute one illegal instruction, and die of it\n"
	"rdcycle, rdinstret: print the difference of two reads of the counter, with\n"
	"  4000 instructions in hot() between them\n"
	"break: 4 N instructions in hot(), then a breakpoint, and die of it\n"
	"threads: two threads wait for a byte of standard input each, then there is\n"
	"  a third one; each executes 4 N instructions in hot()\n"
	"events: let plugin_select.so print what is counted meanwhile\n"
	"mark: let plugin_tasks.so begin to count, or end\n"
	"server: answer each byte of standard input on standard output\n"
	"client: N bytes there and back, one each US microseconds if given\n";
static char pages[PAGES * PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));
static volatile int running, done;

void spin_main(long *stack);
void hot(unsigned long n);
void cold(unsigned long n);

static long system_call4(long number, long a, long b, long c, long d)
{
	register long a0 asm("a0") = a;
	register long a1 asm("a1") = b;
	register long a2 asm("a2") = c;
	register long a3 asm("a3") = d;
	register long a7 asm("a7") = number;

	asm volatile("ecall"
		     : "+r"(a0)
		     : "r"(a1), "r"(a2), "r"(a3), "r"(a7)
		     : "memory");
	return a0;
}

static long system_call(long number, long a, long b, long c)
{
	return system_call4(number, a, b, c, 0);
}

/* Not static: perf's report has to contain these names. */
__attribute__((noinline)) void hot(unsigned long n)
{
	asm volatile("1:	nop\n"
		     "	nop\n"
		     "	addi	%0, %0, -1\n"
		     "	bnez	%0, 1b"
		     : "+r"(n));
}

__attribute__((noinline)) void cold(unsigned long n)
{
	n /= 16;
	asm volatile("1:	addi	%0, %0, -1\n"
		     "	bnez	%0, 1b"
		     : "+r"(n));
}

static void touch_pages(unsigned long n)
{
	unsigned long i;

	for (i = 0; i < n; i++)
		*(volatile char *)&pages[i % PAGES * PAGE_SIZE];
}

/*
 * A thread without a stack: it signals that it runs, and waits for the end. All
 * in one statement, because the compiler does not know that two threads return
 * from the call.
 */
static void start_thread(void)
{
	register long a0 asm("a0") = CLONE_VM;
	register long a1 asm("a1") = 0;
	register long a2 asm("a2") = 0;
	register long a3 asm("a3") = 0;
	register long a4 asm("a4") = 0;
	register long a7 asm("a7") = SYS_CLONE;

	asm volatile("	ecall\n"
		     "	bnez	a0, 2f\n"
		     "	li	t0, 1\n"
		     "	sw	t0, 0(%[running])\n"
		     "1:	lw	t0, 0(%[done])\n"
		     "	beqz	t0, 1b\n"
		     "	li	a7, %[exit]\n"
		     "	ecall\n"
		     "2:"
		     : "+r"(a0)
		     : "r"(a1), "r"(a2), "r"(a3), "r"(a4),
		       "r"(a7), [running] "r"(&running), [done] "r"(&done),
		       [exit] "i"(SYS_EXIT)
		     : "t0", "memory");
}

/*
 * A thread of this process without a stack: it reads a byte from descriptor in,
 * if that is not negative, executes hot() and ends. hot() uses no stack.
 */
static void start_worker(long in, unsigned long n)
{
	register long a0 asm("a0") = CLONE_THREAD_ALL;
	register long a1 asm("a1") = 0;
	register long a2 asm("a2") = 0;
	register long a3 asm("a3") = 0;
	register long a4 asm("a4") = 0;
	register long a7 asm("a7") = SYS_CLONE;

	asm volatile(
		"	ecall\n"
		"	bnez	a0, 2f\n"
		"	bltz	%[in], 1f\n"
		"	mv	a0, %[in]\n"
		"	mv	a1, %[byte]\n"
		"	li	a2, 1\n"
		"	li	a7, %[read]\n"
		"	ecall\n"
		"1:	mv	a0, %[n]\n"
		"	call	hot\n"
		"	li	a0, 1\n"
		"	amoadd.w zero, a0, (%[done])\n"
		"	li	a7, %[exit]\n"
		"	ecall\n"
		"2:"
		: "+r"(a0)
		: "r"(a1), "r"(a2), "r"(a3), "r"(a4),
		  "r"(a7), [in] "r"(in), [n] "r"(n), [byte] "r"(pages),
		  [done] "r"(&done), [read] "i"(SYS_READ), [exit] "i"(SYS_EXIT)
		: "ra", "t0", "memory");
}

static void threads(unsigned long n)
{
	struct {
		long s, ns;
	} pause = { 0, 1000000 };
	char byte;

	start_worker(0, n);
	system_call(SYS_READ, 0, (long)&byte, 1);
	start_worker(-1, n);
	hot(n);
	while (done < 2)
		system_call4(SYS_CLOCK_NANOSLEEP, CLOCK_MONOTONIC, 0,
			     (long)&pause, 0);
}

/* Each change must reach the hart that runs the other thread. */
static void change_page(unsigned long n)
{
	unsigned long i;

	start_thread();
	while (!running)
		;
	for (i = 0; i < n; i++) {
		pages[0] = 1;
		system_call(SYS_MPROTECT, (long)pages, PAGE_SIZE, PROT_READ);
		system_call(SYS_MPROTECT, (long)pages, PAGE_SIZE,
			    PROT_READ | PROT_WRITE);
	}
	done = 1;
}

static void serve(void)
{
	char byte;

	while (system_call(SYS_READ, 0, (long)&byte, 1) == 1)
		system_call(SYS_WRITE, 1, (long)&byte, 1);
}

static void round_trip(void)
{
	char byte = 0;

	system_call(SYS_WRITE, 1, (long)&byte, 1);
	if (system_call(SYS_READ, 0, (long)&byte, 1) != 1)
		system_call(SYS_EXIT, 1, 0, 0);
}

/*
 * The hints are for the plugin that counts: samples of row 1, or with pauses of
 * row 2, and their end. The first round trip is not counted.
 */
static void ask(unsigned long n, unsigned long pause_us)
{
	struct {
		long s, ns;
	} next;

	round_trip();
	system_call(SYS_CLOCK_GETTIME, CLOCK_MONOTONIC, (long)&next, 0);
	if (pause_us)
		asm volatile("slti	x0, x0, 2" ::: "memory");
	else
		asm volatile("slti	x0, x0, 1" ::: "memory");
	while (n--) {
		round_trip();
		if (!pause_us)
			continue;
		next.ns += (long)pause_us * 1000;
		next.s += next.ns / 1000000000;
		next.ns %= 1000000000;
		system_call4(SYS_CLOCK_NANOSLEEP, CLOCK_MONOTONIC,
			     TIMER_ABSTIME, (long)&next, 0);
	}
	asm volatile("slti	x0, x0, 0" ::: "memory");
}

static unsigned long number(const char *s)
{
	unsigned long n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (unsigned long)(*s - '0');
	return n;
}

/* In decimal, with the end of a line */
static void print(unsigned long n)
{
	char text[24], *at = text + sizeof(text);

	*--at = '\n';
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	system_call(SYS_WRITE, 1, (long)at, text + sizeof(text) - at);
}

static void read_counter(int cycle)
{
	unsigned long before, after;

	if (cycle)
		asm volatile("rdcycle %0" : "=r"(before));
	else
		asm volatile("rdinstret %0" : "=r"(before));
	hot(1000);
	if (cycle)
		asm volatile("rdcycle %0" : "=r"(after));
	else
		asm volatile("rdinstret %0" : "=r"(after));
	print(after - before);
}

/* The stack as the kernel leaves it: argc, argv[0], argv[1], ... */
void spin_main(long *stack)
{
	const char *mode = stack[0] > 1 ? (const char *)stack[2] : "";
	unsigned long n = stack[0] > 2 ? number((const char *)stack[3]) : 0;

	if (mode[0] == 't' && mode[1] == 'h' && n) {
		threads(n);
	} else if (mode[0] == 'l' && n > 15) {
		hot(n);
		cold(n);
	} else if (mode[0] == 't' && n) {
		touch_pages(n);
	} else if (mode[0] == 'f' && n) {
		change_page(n);
	} else if (mode[0] == 'i') {
		asm volatile("unimp");
	} else if (mode[0] == 'b' && n) {
		hot(n);
		asm volatile("ebreak");
	} else if (mode[0] == 'e') {
		asm volatile("slti	x0, x0, 3");
	} else if (mode[0] == 'm') {
		asm volatile("slti	x0, x0, 4");
	} else if (mode[0] == 'r') {
		read_counter(mode[2] == 'c');
	} else if (mode[0] == 's') {
		serve();
	} else if (mode[0] == 'c' && n) {
		ask(n, stack[0] > 3 ? number((const char *)stack[4]) : 0);
	} else {
		system_call(SYS_WRITE, 2, (long)help, sizeof(help) - 1);
		system_call(SYS_EXIT, 2, 0, 0);
	}
	system_call(SYS_EXIT, 0, 0, 0);
}

asm(".globl _start\n"
    "_start:\n"
    "	mv	a0, sp\n"
    "	andi	sp, sp, -16\n"
    "	call	spin_main");
