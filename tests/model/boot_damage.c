// SPDX-License-Identifier: BSD-2-Clause
/*
 * One machine, run many times: it boots once, and for every line of standard
 * input a child damages the firmware's code and runs the payload to its end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boot.h"

#define END_OF_RUN '\0'

/* A payload prints "# FILE.c:LINE: ..." when a point fails. */
void boot_damage_output(u8 byte)
{
	static const char wanted[] = { '#', ' ', '.', 'c', ':' };
	static unsigned int seen;

	if (byte == '\n')
		seen = 0;
	else if (seen < 2 && byte != wanted[seen])
		seen = array_size(wanted) + 1;
	else if (seen < array_size(wanted))
		seen = byte == wanted[seen] ? seen + 1 : 2;
	if (seen != array_size(wanted))
		return;
	fflush(stdout);
	_exit(1);
}

/* "ADDRESS BYTES CODE", in hexadecimal; no bytes: nothing is damaged */
static void damage(const struct machine *m, const char *words)
{
	unsigned long long at, code;
	unsigned int bytes;
	u8 *to;

	if (sscanf(words, "%llx %x %llx", &at, &bytes, &code) != 3)
		boot_die("no damage: %s", words);
	if (!bytes)
		return;
	to = machine_ram(m, at, bytes);
	if (!to || bytes > sizeof(code))
		boot_die("not in RAM: %s", words);
	memcpy(to, &code, bytes);
}

void boot_damage_each(const struct machine *m, int (*run)(void))
{
	char words[80];
	int status;
	pid_t child;

	fflush(stdout);
	while (fgets(words, sizeof(words), stdin)) {
		child = fork();
		if (child < 0)
			boot_die("there is no other process");
		if (!child) {
			damage(m, words);
			status = run();
			fflush(stdout);
			_exit(status);
		}
		if (waitpid(child, &status, 0) != child)
			boot_die("the other process is lost");
		printf("%c%d\n", END_OF_RUN,
		       WIFEXITED(status) ? WEXITSTATUS(status) : 255);
		fflush(stdout);
	}
}
