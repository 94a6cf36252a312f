// SPDX-License-Identifier: BSD-2-Clause
/*
 * An interpreter: a small Forth compiles its source to codes for a stack
 * machine and runs them: a recursive function, a sieve, and a bubble sort.
 */
#include "program.h"

enum op {
	NUMBER, /* a number follows */
	CALL,	/* an address follows */
	BRANCH,
	BRANCH_ZERO,
	EXIT,
	ADD,
	SUB,
	MUL,
	LESS,
	EQUAL,
	FETCH,
	STORE,
	DUP,
	DROP,
	SWAP,
	OVER,
	OPS
};

#define CODES 1024
#define MEMORY 2048
#define STACK 128
#define WORDS 32
#define NAME 16

static const char *const names[OPS] = {
	[ADD] = "+",	 [SUB] = "-",	  [MUL] = "*",	   [LESS] = "<",
	[EQUAL] = "=",	 [FETCH] = "@",	  [STORE] = "!",   [DUP] = "dup",
	[DROP] = "drop", [SWAP] = "swap", [OVER] = "over", [EXIT] = "exit",
};

static const char source[] =
	": fib dup 2 < if exit then dup 1 - fib swap 2 - fib + ; "
	": cross begin dup 1000 < while 1 over 16 + ! over + repeat "
	"drop drop ; "
	": sieve 0 2 begin dup 1000 < while dup 16 + @ 0 = if "
	"swap 1 + swap dup dup dup + cross then 1 + repeat drop ; "
	": fill 0 begin dup 60 < while dup 37 * 1 + over 1100 + ! "
	"1 + repeat drop ; "
	": order over @ over @ < if over @ over @ swap 0 ! over ! 0 @ over "
	"! then drop drop ; "
	": pass 1100 begin dup 1159 < while dup dup 1 + order 1 + repeat "
	"drop ; "
	": sort 0 begin dup 60 < while pass 1 + repeat drop ; ";

static int32_t code[CODES], memory[MEMORY], stack[STACK], calls[STACK];
static int num_codes;

static struct word {
	char name[NAME];
	int at;
} words[WORDS];
static int num_words;

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static int find_word(const char *name)
{
	int i;

	for (i = num_words; i-- > 0;)
		if (same(words[i].name, name))
			return words[i].at;
	return -1;
}

static bool next_token(const char **at, char *token)
{
	int n = 0;

	while (**at == ' ')
		(*at)++;
	while (**at && **at != ' ' && n < NAME - 1)
		token[n++] = *(*at)++;
	token[n] = 0;
	return n;
}

static void emit(int32_t value)
{
	code[num_codes++] = value;
}

static void emit_to(int32_t op, int32_t at)
{
	emit(op);
	emit(at);
}

/* Words that make control flow; pending holds places to be filled in later. */
static bool compile_control(const char *token, int *pending, int *num)
{
	if (same(token, "begin")) {
		pending[(*num)++] = num_codes;
	} else if (same(token, "if") || same(token, "while")) {
		emit_to(BRANCH_ZERO, 0);
		pending[(*num)++] = num_codes - 1;
	} else if (same(token, "then")) {
		code[pending[--*num]] = num_codes;
	} else if (same(token, "repeat")) {
		emit_to(BRANCH, pending[*num - 2]);
		code[pending[*num - 1]] = num_codes;
		*num -= 2;
	} else {
		return false;
	}
	return true;
}

static void compile_plain(const char *token)
{
	int32_t number = 0;
	int op, at = find_word(token);

	if (at >= 0) {
		emit_to(CALL, at);
		return;
	}
	for (op = 0; op < OPS; op++)
		if (names[op] && same(names[op], token)) {
			emit(op);
			return;
		}
	for (; *token; token++)
		number = number * 10 + *token - '0';
	emit_to(NUMBER, number);
}

static void compile(const char *at)
{
	int pending[16], num = 0;
	char token[NAME];

	while (next_token(&at, token)) {
		if (same(token, ":")) {
			next_token(&at, words[num_words].name);
			words[num_words++].at = num_codes;
		} else if (same(token, ";")) {
			emit(EXIT);
		} else if (!compile_control(token, pending, &num)) {
			compile_plain(token);
		}
	}
}

static int32_t run(int32_t at)
{
	int32_t *top = stack, t;
	int depth = 0;

	for (;;) {
		switch (code[at++]) {
		case NUMBER:
			*++top = code[at++];
			break;
		case CALL:
			calls[depth++] = at + 1;
			at = code[at];
			break;
		case BRANCH:
			at = code[at];
			break;
		case BRANCH_ZERO:
			at = *top-- ? at + 1 : code[at];
			break;
		case EXIT:
			if (!depth)
				return *top;
			at = calls[--depth];
			break;
		case ADD:
			top--;
			*top += top[1];
			break;
		case SUB:
			top--;
			*top -= top[1];
			break;
		case MUL:
			top--;
			*top *= top[1];
			break;
		case LESS:
			top--;
			*top = *top < top[1];
			break;
		case EQUAL:
			top--;
			*top = *top == top[1];
			break;
		case FETCH:
			*top = memory[*top];
			break;
		case STORE:
			memory[*top] = top[-1];
			top -= 2;
			break;
		case DUP:
			t = *top;
			*++top = t;
			break;
		case DROP:
			top--;
			break;
		case SWAP:
			t = *top;
			*top = top[-1];
			top[-1] = t;
			break;
		case OVER:
			t = top[-1];
			*++top = t;
			break;
		}
	}
}

static int32_t run_line(const char *line)
{
	int start;

	start = num_codes;
	compile(line);
	emit(EXIT);
	return run(start);
}

bool program(void)
{
	int i;

	compile(source);
	if (run_line("18 fib") != 2584 || run_line("sieve") != 168)
		return false;
	run_line("fill sort 0");
	for (i = 1101; i < 1160; i++)
		if (memory[i - 1] < memory[i])
			return false;
	return true;
}
