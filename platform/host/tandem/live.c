// SPDX-License-Identifier: BSD-2-Clause
/* Listening for a trace, and stopping its writer (QEMU Machine Protocol). */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "live.h"

/* Limit for QEMU to stop; it answers at once, unless the machine is busy */
enum { QMP_WAIT_MS = 10000, QMP_PATIENCE_MS = 400 };

/* The smallest size of a pipe in Linux: some 200 instructions. */
enum { FIFO_BYTES = 4096 };

static struct sockaddr_un address_of(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (strlen(path) >= sizeof(address.sun_path))
		die("'%s' is too long for the name of a socket", path);
	memcpy(address.sun_path, path, strlen(path) + 1);
	return address;
}

static int accept_at(const char *path)
{
	struct sockaddr_un address = address_of(path);
	int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), fd;

	if (listener < 0 ||
	    bind(listener, (struct sockaddr *)&address, sizeof(address)) ||
	    listen(listener, 1))
		die("cannot listen at '%s': %s", path, strerror(errno));
	fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0)
		die("cannot accept at '%s': %s", path, strerror(errno));
	close(listener);
	unlink(path);
	return fd;
}

/*
 * Make the FIFO small before a writer comes: it cannot become smaller than its
 * contents. In this mode, read() would return at once until there is a writer.
 */
static int open_fifo(const char *path, bool prompt)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct pollfd there = { fd, POLLIN, 0 };

	if (fd < 0)
		die("cannot open '%s': %s", path, strerror(errno));
	if (prompt && fcntl(fd, F_SETPIPE_SZ, FIFO_BYTES) < 0)
		complain("'%s' stays large, the writer may be far ahead: %s",
			 path, strerror(errno));
	poll(&there, 1, -1);
	fcntl(fd, F_SETFL, 0);
	return fd;
}

/* --- QEMU's monitor ------------------------------------------------------- */

static int connect_to(const char *path)
{
	struct sockaddr_un address = address_of(path);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof(address)))
		die("cannot reach QEMU's monitor at '%s': %s", path,
		    strerror(errno));
	return fd;
}

/* Drop a piece of the trace. */
static void skip_piece(struct input *in)
{
	struct pollfd there = { in->fd, POLLIN, 0 };
	u8 piece[4096];

	if (poll(&there, 1, 0) > 0 && read(in->fd, piece, sizeof(piece)) < 0)
		complain("cannot read the trace any more");
}

/*
 * Without a reader of its trace the hart cannot continue, so it is almost
 * stopped; but it cannot stop either, so read on if the monitor is silent.
 * @param skip	the trace, to be dropped
 * @return true if the monitor has sent the word
 */
static bool wait_for(int monitor, struct input *skip, const char *what)
{
	struct pollfd answer = { monitor, POLLIN, 0 };
	unsigned int waited = 0;
	char text[4096];
	ssize_t got;

	while (waited < QMP_WAIT_MS) {
		if (poll(&answer, 1, QMP_PATIENCE_MS) <= 0) {
			waited += QMP_PATIENCE_MS;
			skip_piece(skip);
			continue;
		}
		got = read(monitor, text, sizeof(text) - 1);
		if (got <= 0)
			return false;
		text[got] = '\0';
		if (strstr(text, what))
			return true;
	}
	return false;
}

static bool tell(int monitor, struct input *skip, const char *command)
{
	return write(monitor, command, strlen(command)) > 0 &&
	       wait_for(monitor, skip, "\"return\"");
}

/*
 * From here on the trace is dropped. Earlier, nothing may wait for the monitor:
 * if another monitor stops QEMU, it is silent until its hart has written
 * everything.
 */
static bool stop_qemu(struct tandem_live *live, struct input *in)
{
	bool stopped = wait_for(live->monitor, in, "\"QMP\"") &&
		       tell(live->monitor, in,
			    "{\"execute\":\"qmp_capabilities\"}\n") &&
		       tell(live->monitor, in, "{\"execute\":\"stop\"}\n");

	if (!stopped)
		complain("QEMU's monitor at '%s' has not stopped it",
			 live->qmp);
	close(live->monitor);
	return stopped;
}

void tandem_live_open(struct tandem_live *live, struct input *in, bool prompt)
{
	struct stat st;

	if (stat(live->path, &st)) {
		live->connected = true;
		input_from(in, live->path, accept_at(live->path));
	} else if (S_ISFIFO(st.st_mode)) {
		input_from(in, live->path, open_fifo(live->path, prompt));
	} else {
		die("cannot listen at '%s': it is there, and no FIFO",
		    live->path);
	}
	if (live->qmp)
		live->monitor = connect_to(live->qmp);
}

bool tandem_live_stop(struct tandem_live *live, struct input *in, u64 insn,
		      u64 pc)
{
	char line[64];
	int size;

	if (live->qmp)
		return stop_qemu(live, in);
	if (!live->connected)
		return false;
	size = snprintf(line, sizeof(line), "stop %" PRIu64 " 0x%" PRIx64 "\n",
			insn, pc);
	return send(in->fd, line, (size_t)size, MSG_NOSIGNAL) == size;
}
