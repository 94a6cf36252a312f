// SPDX-License-Identifier: BSD-2-Clause
/* Command line, the command to trace, and the time between. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record.h"

static const char usage[] =
	"Usage: hartscope-record [OPTION...] -- COMMAND...\n"
	"       hartscope-record [OPTION...] -a|-C CPUS|-p PID [-- COMMAND...]\n"
	"Record instruction trace with the PMU hartscope_trace, or with rvtrace if there\n"
	"is only this one, or branch records with hartscope_branch, into perf.data.\n\n"
	"  -o, --output=FILE   the file (perf.data)\n"
	"  -a, --all-cpus      all tasks, until the command ends or Ctrl-C\n"
	"  -C, --cpu=LIST      all tasks of these CPUs, such as 0,2-3\n"
	"  -p, --pid=PID       a running process, with all its threads\n"
	"  -u, --user          user mode only\n"
	"  -k, --kernel        the kernel only\n"
	"      --filter=TEXT   addresses to trace, in the kernel's form, separated by\n"
	"                      commas: 'filter 0x1a0/0x40@/bin/ls' (offset and size\n"
	"                      in a file) or 'filter 0xffffffff80012340/0x80'\n"
	"  -S, --snapshot      only the contents of memory, at each SIGUSR2 and at the\n"
	"                      end\n"
	"      --snapshot-on=NAME[@FILE]  the same at the start of this function of the\n"
	"                      kernel, or of a program's or library's file, where\n"
	"                      NAME may be an offset; as soon as this program runs\n"
	"  -m, --size=KIB      memory for the trace of a CPU, a power of two\n"
	"                      (4096)\n"
	"  -b, --branches      the last branches of harts, at intervals, in place of\n"
	"                      a trace\n"
	"  -j, --branch-filter=LIST  the same, only these kinds: any, any_call, any_ret,\n"
	"                      ind_call, ind_jmp, call, cond; or stack: open calls\n"
	"      --period=US     the time between two looks at the branches, 0: only\n"
	"                      when the task changes (1000)\n"
	"      --entries=N     branches that a hart keeps: 16, 32, 64, 128 or 256 (32,\n"
	"                      with the kernel 128)\n"
	"      --freeze        keep the branches before breakpoints, and before a\n"
	"                      counter overflows\n"
	"      --kcore=FILE    copy the code of the kernel and its modules to FILE\n"
	"      --vdso=FILE     copy the code that the kernel maps into each process\n"
	"\n"
	"The exit status is that of the command; 1 if nothing could be recorded.\n";

void die(const char *format, ...)
{
	va_list list;

	fputs("hartscope-record: ", stderr);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	exit(1);
}

void die_errno(const char *what)
{
	die("%s: %s", what, strerror(errno));
}

void *allocate(size_t size)
{
	void *memory = calloc(1, size ? size : 1);

	if (!memory)
		die("out of memory");
	return memory;
}

static unsigned long parse_number(const char *option, const char *text,
				  unsigned long most)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	if (end == text || *end || number > most)
		die("%s is a number up to %lu, not '%s'", option, most, text);
	return number;
}

static size_t parse_size(const char *text)
{
	char *end;
	unsigned long kib = strtoul(text, &end, 10);

	if (end == text || *end || kib < 8 || kib > 1ul << 22 ||
	    (kib & (kib - 1)))
		die("--size is a power of two of KiB from 8 on, not '%s'",
		    text);
	return kib << 10;
}

static const struct option options[] = {
	{ "output", required_argument, NULL, 'o' },
	{ "all-cpus", no_argument, NULL, 'a' },
	{ "cpu", required_argument, NULL, 'C' },
	{ "pid", required_argument, NULL, 'p' },
	{ "user", no_argument, NULL, 'u' },
	{ "kernel", no_argument, NULL, 'k' },
	{ "snapshot", no_argument, NULL, 'S' },
	{ "snapshot-on", required_argument, NULL, 'O' },
	{ "size", required_argument, NULL, 'm' },
	{ "kcore", required_argument, NULL, 'K' },
	{ "filter", required_argument, NULL, 'f' },
	{ "vdso", required_argument, NULL, 'V' },
	{ "branches", no_argument, NULL, 'b' },
	{ "branch-filter", required_argument, NULL, 'j' },
	{ "period", required_argument, NULL, 'P' },
	{ "entries", required_argument, NULL, 'E' },
	{ "freeze", no_argument, NULL, 'F' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static const char *kcore, *vdso;

/* Options for branch records; false if it is another option. */
static bool parse_branch_option(int option, struct settings *settings)
{
	switch (option) {
	case 'b':
		settings->branches |= PERF_SAMPLE_BRANCH_ANY;
		return true;
	case 'j':
		settings->branches |= parse_branches(optarg);
		return true;
	case 'P':
		settings->period =
			1000 * parse_number("--period", optarg, 1000000000);
		return true;
	case 'E':
		settings->entries =
			(unsigned int)parse_number("--entries", optarg, 256);
		return true;
	case 'F':
		settings->freeze = true;
		return true;
	default:
		return false;
	}
}

static void parse_option(int option, struct settings *settings)
{
	switch (option) {
	case 'o':
		settings->output = optarg;
		break;
	case 'a':
		settings->all = true;
		break;
	case 'C':
		settings->cpus = optarg;
		break;
	case 'p':
		settings->pid = atoi(optarg);
		break;
	case 'u':
		settings->user_only = true;
		break;
	case 'k':
		settings->kernel_only = true;
		break;
	case 'S':
		settings->snapshot = true;
		break;
	case 'O':
		settings->snapshot = true;
		settings->snapshot_on = optarg;
		break;
	case 'm':
		settings->aux_size = parse_size(optarg);
		break;
	case 'K':
		kcore = optarg;
		break;
	case 'f':
		settings->filter = optarg;
		break;
	case 'V':
		vdso = optarg;
		break;
	case 'h':
		fputs(usage, stdout);
		exit(0);
	default:
		if (!parse_branch_option(option, settings))
			exit(1);
	}
}

static void judge(const struct settings *settings)
{
	if (settings->user_only && settings->kernel_only)
		die("--user and --kernel leave nothing");
	if (settings->all + !!settings->cpus + !!settings->pid > 1)
		die("-a, -C and -p exclude each other; give only one");
	if (!settings->command && !settings->all && !settings->cpus &&
	    !settings->pid)
		die("nothing to trace is given; see --help");
	if (of_rvtrace(settings) &&
	    (settings->user_only || settings->kernel_only ||
	     settings->snapshot))
		die("there is no hartscope_trace, and the driver rvtrace has no "
		    "modes and no snapshots: leave out --user, --kernel and "
		    "--snapshot");
	if (settings->branches && settings->snapshot)
		die("branch records are no trace: leave out --snapshot");
	if (settings->branches && settings->filter)
		die("harts have no address filters for branch records: leave out "
		    "--filter");
	if (!settings->branches && (settings->entries || settings->freeze))
		die("--entries and --freeze are for --branches");
}

static void parse(int argc, char **argv, struct settings *settings)
{
	int option;

	while ((option = getopt_long(argc, argv, "+o:aC:p:ukSm:hbj:", options,
				     NULL)) != -1)
		parse_option(option, settings);
	if (argv[optind])
		settings->command = argv + optind;
	judge(settings);
}

/* The command waits until its events are open. */
static pid_t command_prepare(char **command, int *go)
{
	int pipe_ends[2];
	pid_t pid;
	char byte;

	if (pipe(pipe_ends))
		die_errno("pipe");
	pid = fork();
	if (pid < 0)
		die_errno("fork");
	if (pid) {
		close(pipe_ends[0]);
		*go = pipe_ends[1];
		return pid;
	}
	close(pipe_ends[1]);
	if (read(pipe_ends[0], &byte, 1) != 1)
		_exit(1);
	close(pipe_ends[0]);
	execvp(command[0], command);
	fprintf(stderr, "hartscope-record: %s: %s\n", command[0],
		strerror(errno));
	_exit(127);
}

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
	(void)signal;
	interrupted = 1;
}

static void drain_all(struct channel *channels, size_t num,
		      struct output *output, bool snapshot, bool last)
{
	size_t i;

	for (i = 0; i < num; i++)
		channel_drain(&channels[i], output, snapshot, last);
}

static bool is_over(pid_t pid, int *status)
{
	if (interrupted)
		return true;
	return pid > 0 && waitpid(pid, status, WNOHANG) == pid;
}

static void until_over(struct channel *channels, size_t num, pid_t pid,
		       const struct settings *settings, struct output *output,
		       int *status)
{
	struct pollfd *waiting = allocate(2 * num * sizeof(*waiting));
	size_t i, others;

	for (i = 0; i < num; i++)
		waiting[i] =
			(struct pollfd){ channels[i].events->trace, POLLIN, 0 };
	others = snapshot_wait(waiting + num);
	while (!is_over(pid, status)) {
		poll(waiting, num + others, 10);
		if (snapshot_due())
			snapshot_take(channels, num, output);
		drain_all(channels, num, output, settings->snapshot, false);
		/* A traced process that is no child of this one has no
		 * status. */
		if (settings->pid && kill(settings->pid, 0))
			break;
	}
	for (i = 0; i < num; i++)
		channel_enable(&channels[i], false);
	drain_all(channels, num, output, settings->snapshot, true);
	free(waiting);
}

static size_t open_all(struct channel *channels,
		       const struct settings *settings, pid_t pid)
{
	static int cpus[MAX_CPUS];
	size_t i, num = settings->cpus ?
				parse_cpus(settings->cpus, cpus, MAX_CPUS) :
				traced_cpus(settings, cpus, MAX_CPUS);

	if (settings->all || settings->cpus)
		pid = -1;
	else if (settings->pid)
		pid = settings->pid;
	for (i = 0; i < num; i++)
		channel_open(&channels[i], settings, cpus[i], pid);
	if (settings->pid)
		threads_join(channels, num, settings);
	snapshot_begin(settings, channels, num, pid);
	return num;
}

static void say(const struct output *output)
{
	fprintf(stderr, "hartscope-record: %llu bytes of trace in %s\n",
		(unsigned long long)output->aux_bytes, output->path);
	if (output->snapshots)
		fprintf(stderr, "hartscope-record: %u snapshots, and the end\n",
			output->snapshots);
	if (output->gaps)
		fprintf(stderr,
			"hartscope-record: %u gaps, where the module's "
			"buffer was overwritten (load it with a larger "
			"buffer_kb, or a smaller poll_us), a CPU went, or its "
			"encoder did not start (dmesg says why)\n",
			output->gaps);
	if (output->truncated)
		fprintf(stderr,
			"hartscope-record: memory was full %u times: "
			"try a larger --size\n",
			output->truncated);
	if (output->lost)
		fprintf(stderr,
			"hartscope-record: %llu records of what ran where "
			"were lost: some code may have no name\n",
			(unsigned long long)output->lost);
}

int main(int argc, char **argv)
{
	struct settings settings = { .output = "perf.data",
				     .aux_size = 4096 << 10,
				     .period = 1000000 };
	static struct channel channels[MAX_CPUS];
	struct output output;
	int go = -1, status = 0;
	pid_t pid = 0;
	size_t i, num;

	parse(argc, argv, &settings);
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	if (settings.command)
		pid = command_prepare(settings.command, &go);
	/* after fork: over exec a program keeps ignored signals */
	signal(SIGPIPE, SIG_IGN);
	num = open_all(channels, &settings, pid);
	output_begin(&output, settings.output);
	synthesize_info(&output, &settings);
	/* This takes a second on small machines, so skip it if it is of no
	 * use. */
	if (!settings.user_only)
		synthesize_kernel(&output);
	synthesize_tasks(&output, &settings);
	if (settings.all || settings.cpus || settings.pid) {
		for (i = 0; i < num; i++)
			channel_enable(&channels[i], true);
	}
	if (settings.command && write(go, "", 1) != 1)
		die_errno("the command does not start");
	until_over(channels, num, pid, &settings, &output, &status);
	output_end(&output, &settings, channels, num);
	/* Linux patches its code when the last event is closed. */
	if (kcore)
		copy_kernel(kcore);
	if (vdso)
		copy_vdso(vdso);
	for (i = 0; i < num; i++)
		channel_close(&channels[i]);
	say(&output);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
				     WEXITSTATUS(status);
}
