// SPDX-License-Identifier: BSD-2-Clause
/* The text formats of the reference code, read line by line. */
#include <ctype.h>
#include <string.h>
#include "text.h"

/* Each digit's value plus 1; 0: no digit. */
static const u8 digits[256] = {
	['0'] = 1,  ['1'] = 2,	['2'] = 3,  ['3'] = 4,	['4'] = 5,  ['5'] = 6,
	['6'] = 7,  ['7'] = 8,	['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
	['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12,
	['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* A hexadecimal number, with or without 0x; NULL: no number. */
static const char *read_hex(const char *s, u64 *value)
{
	const char *start;
	u64 number = 0;
	u8 digit;

	if (s[0] == '0' && (s[1] | 0x20) == 'x')
		s += 2;
	for (start = s; (digit = digits[(unsigned char)*s]); s++) {
		if (number >> 60)
			return NULL;
		number = number << 4 | (digit - 1u);
	}
	*value = number;
	return s == start ? NULL : s;
}

static enum nt_line bad(const char **error, const char *text)
{
	*error = text;
	return NT_LINE_BAD;
}

static enum ntrace_end type_end(char type, bool indirect)
{
	switch (type) {
	case 'L':
		return NTRACE_END_LINEAR;
	case 'B':
		return NTRACE_END_BRANCH;
	case 'J':
		return indirect ? NTRACE_END_JUMP_INDIRECT : NTRACE_END_JUMP;
	case 'C':
		return indirect ? NTRACE_END_CALL_INDIRECT : NTRACE_END_CALL;
	case 'R':
		return NTRACE_END_RETURN;
	default:
		return NTRACE_END_NONE;
	}
}

static const char *skip_blanks(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* T[D|I|N]S[,0xDEST] */
static enum nt_line parse_type(const char *s, struct nt_insn *insn,
			       const char **error)
{
	char type = *s++, how = 0;

	if (*s == 'D' || *s == 'I' || *s == 'N')
		how = *s++;
	insn->end = type_end(type, how == 'I');
	if (insn->end == NTRACE_END_NONE)
		return bad(error, "the type must be one of L B J C R");
	if ((how == 'N' && type != 'B') ||
	    (how && how != 'N' && strchr("LR", type)) ||
	    (how == 'I' && type == 'B'))
		return bad(error, "only J and C have D and I, only B has N");
	insn->not_taken = how == 'N';
	if (*s != '2' && *s != '4')
		return bad(error, "the size after the type must be 2 or 4");
	insn->bytes = *s++ - '0';
	insn->has_dest = *s == ',';
	if (insn->has_dest) {
		s = read_hex(s + 1, &insn->dest);
		if (!s || insn->dest & 1)
			return bad(error, "the destination must be an even "
					  "address, as 0x80000000");
	}
	if (*skip_blanks(s))
		return bad(error,
			   "there is more than ADDRESS,TYPE,DESTINATION");
	return NT_LINE_INSN;
}

enum nt_line nt_text_parse(const char *line, struct nt_insn *insn,
			   const char **error)
{
	line = skip_blanks(line);
	if (*line == '.') {
		if (line[1] == '@')
			return NT_LINE_DIRECTIVE;
		return line[1] == 'e' ? NT_LINE_END : NT_LINE_EMPTY;
	}
	if (!*line)
		return NT_LINE_EMPTY;
	line = read_hex(line, &insn->address);
	if (!line || insn->address & 1)
		return bad(error,
			   "it must start with an even address, as 0x80000000");
	if (*line == ',')
		return parse_type(line + 1, insn, error);
	if (*skip_blanks(line))
		return bad(error, "a comma must follow the address");
	return NT_LINE_ADDRESS;
}

const char *nt_text_type(enum ntrace_end end)
{
	static const char *const types[] = {
		[NTRACE_END_BRANCH] = "B",
		[NTRACE_END_JUMP] = "J",
		[NTRACE_END_CALL] = "C",
		[NTRACE_END_JUMP_INDIRECT] = "JI",
		[NTRACE_END_CALL_INDIRECT] = "CI",
		[NTRACE_END_RETURN] = "R",
		[NTRACE_END_SWAP] = "JI",
		[NTRACE_END_JUMP_SEQUENTIAL] = "JI",
		[NTRACE_END_CALL_SEQUENTIAL] = "CI",
		[NTRACE_END_TRAP_RETURN] = "JI",
	};

	return end < array_size(types) && types[end] ? types[end] : "L";
}
