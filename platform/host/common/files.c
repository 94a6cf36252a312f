// SPDX-License-Identifier: BSD-2-Clause
/*
 * Outputs, and the inputs that they must not be. At the end of the program, also by a
 * signal, incomplete outputs are removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "files.h"
#include "io.h"

enum { LINKS_MOST = 40, TRIES = 100 };

/* A regular file, with the name that the user knows. */
struct file {
	char *name;
	dev_t device;
	ino_t number;
};

struct files_output {
	struct files_output *next;
	struct file old;   /* the file at the destination; no name: none */
	char *name, *path; /* as the user named it; the same without links */
	char *part;	   /* is written, beside the path */
	volatile sig_atomic_t exists; /* part does */
};

static struct file *inputs;
static size_t num_inputs;
/* The signal handler reads the list: nothing leaves it. */
static struct files_output *volatile outputs;

static char *copy(const char *text)
{
	char *made = strdup(text);

	if (!made)
		die("out of memory");
	return made;
}

/* --- inputs --------------------------------------------------------------- */

static bool is_same(const struct file *file, const struct stat *st)
{
	return file->name && S_ISREG(st->st_mode) &&
	       file->device == st->st_dev && file->number == st->st_ino;
}

static __attribute__((noreturn)) void same_file(const char *output,
						const char *input)
{
	die("the output '%s' is the same file as the input '%s'; the output "
	    "must be another file",
	    output, input);
}

static void add_input(const char *name, const struct stat *st)
{
	const struct files_output *output;

	if (!S_ISREG(st->st_mode))
		return;
	for (output = outputs; output; output = output->next) {
		if (is_same(&output->old, st))
			same_file(output->name, name);
	}
	inputs = grow(inputs, num_inputs, sizeof(*inputs));
	inputs[num_inputs++] =
		(struct file){ copy(name), st->st_dev, st->st_ino };
}

void files_input(const char *name, int fd)
{
	struct stat st;

	if (!fstat(fd, &st))
		add_input(name, &st);
}

void files_named(const char *path)
{
	struct stat st;

	if (path && !stat(path, &st))
		add_input(path, &st);
}

void files_refuse(const char *path)
{
	struct stat st;
	size_t i;

	if (path ? stat(path, &st) : fstat(STDOUT_FILENO, &st))
		return;
	for (i = 0; i < num_inputs; i++) {
		if (is_same(&inputs[i], &st))
			same_file(path ? path : "standard output",
				  inputs[i].name);
	}
}

/* --- the end of the program ----------------------------------------------- */

/* Also in a signal handler */
static void remove_parts(void)
{
	const struct files_output *output;

	for (output = outputs; output; output = output->next) {
		if (output->exists)
			unlink(output->part);
	}
}

/* The signal waits until this returns, then ends the program. */
static void on_signal(int number)
{
	remove_parts();
	raise(number);
}

static const int deadly[] = { SIGHUP,  SIGINT,	SIGQUIT, SIGPIPE,
			      SIGALRM, SIGTERM, SIGXCPU };

void files_guard(void)
{
	const struct sigaction guard = { .sa_handler = on_signal,
					 .sa_flags = (int)SA_RESETHAND };
	struct sigaction old;
	size_t i;

	for (i = 0; outputs && i < array_size(deadly); i++) {
		if (!sigaction(deadly[i], NULL, &old) &&
		    old.sa_handler == SIG_DFL)
			sigaction(deadly[i], &guard, NULL);
	}
}

/* All that was printed, too: it may still be in a buffer. */
static void end_standard_output(void)
{
	bool failed = ferror(stdout);
	int fd;

	errno = EIO;
	failed |= fflush(stdout) != 0;
	/* some errors of files come with a close() only */
	fd = failed ? -1 : dup(STDOUT_FILENO);
	if (!failed && (fd < 0 || !close(fd)))
		return;
	complain("cannot write 'standard output': %s", strerror(errno));
	_exit(STATUS_USAGE);
}

void files_begin(void)
{
	int fd;

	for (fd = 0; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			_exit(STATUS_USAGE);
	}
	/* a limit of file sizes is an error of write() */
	signal(SIGXFSZ, SIG_IGN);
	if (atexit(end_standard_output))
		abort();
}

/* --- outputs -------------------------------------------------------------- */

/* Length of the path's folder, with the slash */
static size_t folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Links of /proc stand for open files, and not for names. */
static bool is_of_proc(const char *path)
{
	char *folder;
	struct statfs fs;
	bool proc;

	if (asprintf(&folder, "%.*s.", (int)folder_length(path), path) < 0)
		die("out of memory");
	proc = !statfs(folder, &fs) && fs.f_type == PROC_SUPER_MAGIC;
	free(folder);
	return proc;
}

/**
 * Follow links of the last part of a path.
 * @return the path, allocated; it may be of a link of /proc
 */
static char *follow(const char *path)
{
	char *now = copy(path), *next, target[4096];
	unsigned int i;
	ssize_t size;

	for (i = 0; i < LINKS_MOST; i++) {
		size = readlink(now, target, sizeof(target) - 1);
		if (size <= 0 || is_of_proc(now))
			break;
		target[size] = '\0';
		if (asprintf(&next, "%.*s%s",
			     target[0] == '/' ? 0 : (int)folder_length(now),
			     now, target) < 0)
			die("out of memory");
		free(now);
		now = next;
	}
	return now;
}

static __attribute__((noreturn)) void cannot_write(const char *name)
{
	die("cannot write '%s': %s", name, strerror(errno));
}

/* /dev/stdout and its like: the descriptor itself, with its place in a file. */
static int own_descriptor(const char *path)
{
	const char *digits = path + folder_length(path);
	int number = atoi(digits);
	struct stat st, own;

	if (!*digits || digits[strspn(digits, "0123456789")] ||
	    stat(path, &st) || fstat(number, &own) || st.st_dev != own.st_dev ||
	    st.st_ino != own.st_ino)
		return -1;
	return fcntl(number, F_DUPFD_CLOEXEC, 0);
}

static int open_direct(const char *name, const char *path)
{
	int fd = is_of_proc(path) ? own_descriptor(path) : -1;

	if (fd < 0)
		fd = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		cannot_write(name);
	return fd;
}

/* Without a signal between, which would not know of the file. */
static int create_part(struct files_output *output, mode_t mode)
{
	sigset_t all, old;
	int fd;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	fd = open(output->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	output->exists = fd >= 0;
	sigprocmask(SIG_SETMASK, &old, NULL);
	return fd;
}

static int open_part(struct files_output *output, mode_t mode)
{
	int length = (int)folder_length(output->path), fd = -1;
	unsigned int i;
	u64 number;

	for (i = 0; fd < 0 && i < TRIES; i++) {
		if (getrandom(&number, sizeof(number), 0) != sizeof(number))
			number = (u64)getpid() << 32 | i;
		free(output->part);
		if (asprintf(&output->part, "%.*s.hartscope-%016llx.part",
			     length, output->path,
			     (unsigned long long)number) < 0)
			die("out of memory");
		fd = create_part(output, mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd >= 0)
		return fd;
	if (output->old.name)
		die("cannot write '%s': no file can be made beside it: %s",
		    output->name, strerror(errno));
	cannot_write(output->name);
}

/* Owner and permissions of the old file are the user's decision; where the group
 * cannot be kept, another one gets nothing. */
static void take_over(int fd, const struct stat *old, bool private)
{
	mode_t mode = old->st_mode & (private ? 0600 : 0777);
	struct stat new;

	if (fstat(fd, &new))
		return;
	if ((new.st_uid != old->st_uid || new.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) &&
	    fchown(fd, (uid_t)-1, old->st_gid))
		mode &= 0707;
	if ((new.st_mode & 0777) != mode && fchmod(fd, mode))
		complain("the new file has other permissions than the old one");
}

static struct files_output *new_output(const char *name, char *path)
{
	struct files_output *output = must_alloc(sizeof(*output));

	memset(output, 0, sizeof(*output));
	output->name = copy(name);
	output->path = path;
	output->next = outputs;
	if (!outputs && atexit(remove_parts))
		abort();
	outputs = output;
	files_guard();
	return output;
}

static void remember(struct files_output *output, const struct stat *st)
{
	output->old.device = st->st_dev;
	output->old.number = st->st_ino;
	output->old.name = output->name;
}

/* A descriptor that the program was started with may be of a file. */
static struct files_output *start_direct(const char *name, int fd)
{
	struct stat st;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		remember(new_output(name, NULL), &st);
	return NULL;
}

struct files_output *files_open(const char *path, bool private, int *fd)
{
	struct files_output *output;
	struct stat st;
	bool there;
	char *real;

	files_refuse(path);
	if (!path) {
		*fd = STDOUT_FILENO;
		return start_direct("standard output", *fd);
	}
	real = follow(path);
	there = !stat(path, &st);
	if (is_of_proc(real) || (there && !S_ISREG(st.st_mode))) {
		*fd = open_direct(path, real);
		free(real);
		return start_direct(path, *fd);
	}
	if (!there && errno != ENOENT)
		cannot_write(path);
	if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS))
		cannot_write(path);
	output = new_output(path, real);
	if (there)
		remember(output, &st);
	*fd = open_part(output, private ? 0600 : 0666);
	if (there)
		take_over(*fd, &st, private);
	return output;
}

static int sync_file(int fd)
{
	if (!fsync(fd) || errno == EINVAL || errno == ENOTSUP)
		return 0;
	return errno;
}

int files_complete(struct files_output *output, int fd)
{
	int error = sync_file(fd);

	if (close(fd) && !error)
		error = errno;
	if (error)
		return error;
	/* an input may have come under this name */
	files_refuse(output->path);
	if (rename(output->part, output->path))
		return errno;
	output->exists = 0;
	/* what was its file is no output any more */
	output->old.name = NULL;
	return 0;
}
