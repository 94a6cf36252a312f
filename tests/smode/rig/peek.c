// SPDX-License-Identifier: BSD-2-Clause
/* Calls of the test firmware that show state of M-mode. */
#include "check.h"
#include "peek.h"

static struct sbiret peek(unsigned long fid, unsigned long a0, unsigned long a1,
			  unsigned long a2)
{
	return sbi(PEEK_EID, fid, a0, a1, a2);
}

bool peek_offered(void)
{
	return CHECK_EQ(sbi_probe_extension(PEEK_EID).value, 1);
}

void peek_save(struct peek *p)
{
	CHECK_OK(peek(PEEK_SAVE, (unsigned long)p, 0, 0));
}

void peek_load(const struct peek *p)
{
	CHECK_OK(peek(PEEK_LOAD, (unsigned long)p, 0, 0));
}

unsigned long peek_entry(unsigned long wanted)
{
	struct sbiret ret = peek(PEEK_ENTRY, wanted, 0, 0);

	return ret.error ? PEEK_ASK : ret.value;
}

unsigned long peek_event(unsigned int code, u64 count)
{
	struct sbiret ret = peek(PEEK_EVENT, code, (unsigned long)count,
				 (unsigned long)(count >> 32));

	CHECK_OK(ret);
	return ret.value;
}

struct sbiret peek_nest(void)
{
	return peek(PEEK_NEST, 0, 0, 0);
}

void peek_delegate(unsigned long exceptions, bool delegate)
{
	CHECK_OK(peek(PEEK_DELEGATE, exceptions, delegate, 0));
}

unsigned long peek_console(unsigned int width, unsigned long status)
{
	struct sbiret ret = peek(PEEK_CONSOLE, width, status, 0);

	CHECK_OK(ret);
	return ret.value;
}

unsigned long peek_uart(unsigned int width, unsigned long status)
{
	struct sbiret ret = peek(PEEK_UART, width, status, 0);

	CHECK_OK(ret);
	return ret.value;
}

void peek_timer(bool opensbi)
{
	CHECK_OK(peek(PEEK_TIMER, opensbi, 0, 0));
}

void peek_peers_set(const struct peek_peers *p)
{
	CHECK_OK(peek(PEEK_PEERS, (unsigned long)p, 0, 0));
}

void peek_peers_get(struct peek_peers *p)
{
	CHECK_OK(peek(PEEK_PEERS, (unsigned long)p, 1, 0));
}

void peek_peers_back(void)
{
	CHECK_OK(peek(PEEK_PEERS, 0, 2, 0));
}

bool peek_ready(void)
{
	if (!peek_offered())
		return false;
	if (peek_entry(PEEK_ASK) == PEEK_FAST)
		return true;
	check_skip("our entry is off");
	return false;
}
