#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of single statements.

Compiles each file of a library, or of a part that --part names, once with all of its
mutants in it: a statement of a function is left out, the condition of if, while or
for is turned round, or the value of return becomes its logical opposite. Statements
that say nothing are no mutants: "(void)argument;", and the last "break;" of a switch.
MUTANT=NUMBER in the environment of a test turns one on, and a test has to fail, or to
run out of time. Tests are the unit tests whose names begin with the library's, and
those of --also.

A comment "unseen: REASON" in the source, at the end of a line or above it, says why no
test can notice the mutants of that line; such a mutant does not run. Prints the
mutants that survive all tests, and for each library how many are killed. Fails when
these are fewer than --least percent, or when one survives without such a comment.
--sample takes a few mutants of one library: the hash of the commit
chooses both, so that a commit always has the same, and the next has others. @FILE
stands for the words of FILE, which has them as a shell would read them."""

import argparse
import concurrent.futures
import glob
import os
import re
import resource
import shlex
import signal
import subprocess
import sys

sys.path.insert(1, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from common import commit, shuffled  # pylint: disable=wrong-import-position

HEAD = ('extern unsigned int mutant_number;\n'
        '#define MUTANT(n) (mutant_number == (n))\n'
        '#define MUTANT_NOT(n, ...) (!!(__VA_ARGS__) != MUTANT(n))\n'
        '#define MUTANT_VALUE(n, ...) ({ __auto_type value_ = (__VA_ARGS__); \\\n'
        '\tMUTANT(n) ? (__typeof__(value_))!value_ : value_; })\n')
# The first failed check ends a test: _fail() is called by cmocka's checks.
SWITCH = '''#include <stdlib.h>
#include <unistd.h>
unsigned int mutant_number;
void _fail(const char *const file, const int line)
{
	(void)file;
	(void)line;
	_exit(1);
}
static void __attribute__((constructor)) mutant_begin(void)
{
	const char *number = getenv("MUTANT");
	mutant_number = number ? (unsigned int)atoi(number) : 0;
}
/* Of programs that are linked without a sanitizer */
void __attribute__((weak)) __sanitizer_set_death_callback(void (*call)(void))
{
	(void)call;
}
#ifndef __SANITIZE_ADDRESS__
void __sanitizer_start_switch_fiber(void **saved, const void *bottom, size_t size)
{
	(void)saved, (void)bottom, (void)size;
}
void __sanitizer_finish_switch_fiber(void *saved, const void **bottom, size_t *size)
{
	(void)saved, (void)bottom, (void)size;
}
#endif
'''
DECLARATION = re.compile(
    r'(?:static |const |volatile |register |extern )*'
    r'(?:struct \w+|enum \w+|union \w+|unsigned(?: \w+)?|signed|int|long(?: long)?|'
    r'short|char|bool|void|float|double|[us](?:8|16|32|64)|__int128|size_t|ssize_t|'
    r'u?int\d+_t|FILE|\w+_fn|\w+_t)\b[\s*]+\**(?:const\s+)?\w+\s*(?:[=;,\[]|\(\*)|'
    r'enum \w*\s*\{|(?!return\b)(?:\w+ )+\**\w+\s*(?:[=;,\[]|_*asm_*\()')
FUNCTION = re.compile(r'^\{$.*?^\}$', re.S | re.M)
UNSEEN = re.compile(r'(\n[\t ]*)?/\* unseen: (.*?)\*/(\n)?', re.S)


def closing(text, at):
    """Index of the parenthesis that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == '(') - (text[i] == ')')
        if not depth:
            return i
    raise ValueError(text[at:at + 80])


def blank_comments(text):
    def blank(match):
        return re.sub(r'[^\n]', ' ', match[0])
    text = re.sub(r'/\*.*?\*/', blank, text, flags=re.S)
    text = re.sub(r'//[^\n]*', blank, text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
                  lambda m: m[0][0] + '_' * (len(m[0]) - 2) + m[0][-1], text)
    return re.sub(r'^#(?:[^\n]*\\\n)*[^\n]*', blank, text, flags=re.M)


def of_conditions(body):
    for match in re.finditer(r'\b(?:if|while|for) \(', body):
        start, end = match.end(), closing(body, match.end() - 1)
        if match[0].startswith('for'):
            parts = [i for i in range(start, end) if body[i] == ';']
            if len(parts) != 2 or not body[parts[0] + 1:parts[1]].strip():
                continue
            start, end = parts[0] + 2, parts[1]
        yield start, end, 'not'


def of_statements(body, gives_struct):
    """Statements that begin their line, and end with a semicolon."""
    for match in re.finditer(r'^\t+(?=[\w*(+-])', body, re.M):
        start = match.end()
        if re.match(r'(?:if|while|for|switch|do|else|case|default|goto|typedef|'
                    r'static|const|struct|union|enum|'
                    r'static_assert|_Static_assert|asm|__asm__)\b|\w+:|'
                    r'\w*(?:for_each|FOR_EACH)\w*\(', body[start:]):
            continue
        previous = body[:match.start()].rstrip()
        if body.startswith('->', start):
            continue
        if not re.search(r'[;{})]$|\belse$|\bdo$|\n\s*(?:case [^?\n]*|\w+):$',
                         previous):
            continue
        depth = 0
        for end in range(start, len(body)):
            depth += (body[end] in '({[') - (body[end] in ')}]')
            if depth < 0 or (not depth and body[end] in ';{'):
                break
        text = body[start:end]
        if depth or body[end] != ';' or DECLARATION.match(text + ';'):
            continue
        if text.startswith('(void)') and re.fullmatch(r'\(void\)\w+', text) or (
                text == 'break' and re.match(r';\s*\}', body[end:])):
            continue
        if previous.endswith(')') and not re.search(
                r'\b(?:(?:if|while|for|switch) |\w*(?:for_each|FOR_EACH)\w*)'
                r'\([^;{}]*(?:;[^;{}]*;[^;{}]*)?\)$', previous):
            continue
        if text.startswith('return ') and not gives_struct:
            yield start + len('return '), end, 'value'
        elif not text.startswith('return '):
            yield start, end + 1, 'none'


def marks(text):
    """The reason of each line with a mark, by number."""
    found = {}
    for mark in UNSEEN.finditer(text):
        line = 1 + text.count('\n', 0, mark.end() - bool(mark[3]))
        above = mark[1] is not None and mark[3]
        found[line + bool(above)] = ' '.join(mark[2].replace('\n', ' ').split(' * ')).strip()
    return found


def mutate(path, number):
    """The text of a file with its mutants, and a list of these: number, path, line,
    kind, statement, reason of a mark."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    plain = blank_comments(text)
    places = []
    for body in FUNCTION.finditer(plain):
        before = plain[:body.start()].rstrip()
        before = before[max(before.rfind('\n\n'), before.rfind('}\n'), 0):]
        gives_struct = re.search(r'\b(?:struct|union) \w+\s+\w+\(', before)
        for start, end, kind in (*of_conditions(body[0]),
                                 *of_statements(body[0], gives_struct)):
            places.append((body.start() + start, body.start() + end, kind))
    mutants, edits, unseen, used = [], [], marks(text), set()
    for start, end, kind in places:
        number += 1
        first = text.count('\n', 0, start) + 1
        marked = {line for line in range(first, text.count('\n', 0, end) + 2)
                  if line in unseen}
        used |= marked
        mutants.append((number, path, first, kind, ' '.join(text[start:end].split()),
                        unseen[min(marked)] if marked else ''))
        if kind == 'none':
            # In braces, so that an else belongs to the same if
            edits += [(start, f'{{ if (!MUTANT({number})) {{ '), (end, ' } }')]
        else:
            name = 'MUTANT_NOT' if kind == 'not' else 'MUTANT_VALUE'
            edits += [(start, f'{name}({number}, '), (end, ')')]
    if set(unseen) - used:
        sys.exit(f'{path}:{min(set(unseen) - used)}: no statement for "unseen"')
    # At one place an end comes first, and an outer mutant begins before an
    # inner one
    for at, added in sorted(edits, key=lambda e: (-e[0], e[1][-1] != ')')):
        text = text[:at] + added + text[at:]
    return f'{HEAD}#line 1 "{path}"\n{text}', mutants


class Library:
    def __init__(self, name, options):
        self.options = options
        self.folder = os.path.join(options.out, name)
        self.flags, built, files = options.parts.get(name, (
            options.flags, '', glob.glob(f'lib/{name}/*.c')))
        # For a part, the linker may need the folder of an object
        os.makedirs(os.path.join(self.folder, built), exist_ok=True)
        self.mutants, texts = [], {}
        for path in sorted(files):
            texts[path], new = mutate(path, len(self.mutants))
            self.mutants += new
        if options.only:
            self.mutants = [m for m in self.mutants if re.search(
                options.only, f'{m[1]}:{m[2]}: {words(*m[3:5])}')]
        if options.sample:
            self.mutants = sorted(shuffled(
                self.mutants, options.seed)[:options.sample])
        used = {m[1] for m in self.mutants}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            made = list(pool.map(lambda path: self.compile(
                path, texts[path], built), sorted(used)))
        replaced = {f'{options.built}/{path[:-2]}.o': new
                    for path, new in zip(sorted(used), made)}
        replaced.update({os.path.join(built, os.path.basename(new)): new
                         for new in made if built})
        self.switch = self.compile('switch.c', SWITCH, '')
        self.replaced = replaced
        self.tests = self.choose(name)
        # The test that kills most mutants of a file in its time runs first
        self.kills = {}
        self.limits = {}

    def compile(self, path, text, folder):
        target = os.path.join(self.folder, folder, os.path.basename(path))
        with open(target, 'w', encoding='utf-8') as file:
            file.write(text)
        flags = [f for f in self.flags.split() if f != '-Werror']
        subprocess.run([*self.options.cc.split(), *flags, '-w', '-iquote',
                        os.path.dirname(path) or '.', '-c', target, '-o',
                        target[:-2] + '.o'], check=True)
        return target[:-2] + '.o'

    def choose(self, name):
        """The tests that may detect a mutant, built with the mutants."""
        found = {os.path.basename(path)[:-2]: path[:-2] for path in sorted(
            glob.glob('tests/unit/**/*_test.c', recursive=True))}
        wanted = self.options.tests.get(name) or [
            t for t in found if t.startswith(name)]
        rows = [(t, f'{self.options.built}/{found[t]}.o {self.options.link}', '')
                for t in wanted]
        for also in self.options.also:
            program, libraries, objects, arguments = also.split('|')
            if name in libraries.split():
                rows.append((program.strip(), objects, arguments))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda row: self.link(*row), rows))

    def link(self, test, objects, arguments):
        """Links a test with the damaged objects. Returns the command that runs it."""
        target = os.path.abspath(os.path.join(self.folder, test))
        subprocess.run([*self.options.cc.split(), *[
            f for f in self.options.flags.split() if f.startswith('-fsan')],
            *[self.replaced.get(o, o) for o in objects.split()], self.switch,
            '-lcmocka', '-o', target], check=True)
        return (target, *arguments.split())

    def survives(self, mutant):
        path = mutant[1]
        for test in sorted(self.tests, key=lambda t: (
                -self.kills.get((path, t), 0.1) / self.limits[t])):
            if not self.passes(test, mutant[0]):
                self.kills[path, test] = self.kills.get((path, test), 0) + 1
                return False
        return True

    def passes(self, test, number):
        limit = self.limits.get(test, self.options.seconds)
        done = subprocess.run(
            test, check=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, 'MUTANT': str(number),
                 'ASAN_OPTIONS': 'detect_leaks=0'},
            preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, limit))
        return done.returncode == 0

    def run(self):
        for test in self.tests:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not self.passes(test, 0):
                sys.exit('statements.py: fails without a mutant: ' +
                         ' '.join(test))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.limits[test] = min(self.options.seconds, max(
                0.3, 3 * (after.ru_utime - before.ru_utime +
                          after.ru_stime - before.ru_stime)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            alive = list(pool.map(lambda m: m[5] or self.survives(m), self.mutants))
        return [m for m, a in zip(self.mutants, alive) if a]


def words(kind, text):
    return {'not': 'turned round', 'value': 'opposite returned',
            'none': 'left out'}[kind] + f': {text}'


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        fromfile_prefix_chars='@')
    parser.convert_arg_line_to_args = shlex.split
    parser.add_argument('--cc', default='gcc')
    parser.add_argument('--flags', required=True, help='of the unit tests')
    parser.add_argument('--built', required=True, help='folder of their objects')
    parser.add_argument('--link', required=True, help='objects of each test')
    parser.add_argument('--also', action='append', default=[],
                        metavar='"NAME | LIBRARIES | OBJECTS | ARGUMENTS"',
                        help='another test of these libraries, with all objects '
                        'that it is linked of')
    parser.add_argument('--part', action='append', default=[],
                        metavar='"NAME | FILES | FOLDER | FLAGS"',
                        help='files that are no library: the folder of their '
                        'objects in tests of --also, and the flags of these')
    parser.add_argument('--out', required=True)
    parser.add_argument('--least', type=float, default=97, help='percent')
    parser.add_argument('--seconds', type=float, default=60,
                        help='most of processor time for a test; it gets three '
                        'times what it takes without a mutant')
    parser.add_argument('--sample', type=int, default=0, metavar='N',
                        help='N mutants of one of the libraries')
    parser.add_argument('--only', metavar='REGEX',
                        help='mutants whose line "FILE:LINE: KIND: STATEMENT" '
                        'matches')
    parser.add_argument('--seed', default=commit(),
                        help='of the sample (default: the commit)')
    parser.add_argument('--tally', help='file for "PASSED FAILED"')
    parser.add_argument('library', nargs='+', metavar='LIBRARY[=TEST,...]')
    options = parser.parse_args()
    options.tests = {}
    options.parts = {}
    for part in options.part:
        name, files, folder, flags = (word.strip() for word in part.split('|'))
        options.parts[name] = (flags, folder, files.split())
    passed = failed = 0
    if options.sample:
        options.library = shuffled(options.library, options.seed)[:1]
    for argument in options.library:
        name, _, tests = argument.partition('=')
        options.tests[name] = tests.split(',') if tests else None
        library = Library(name, options)
        alive = library.run()
        unknown = [m for m in alive if not m[5]]
        share = 100 * (1 - len(alive) / max(1, len(library.mutants)))
        good = not unknown and (options.sample or options.only or share >= options.least)
        for _, path, line, kind, text, _ in unknown:
            print(f'{path}:{line}: {words(kind, text)}')
        title = name if name in options.parts else f'lib/{name}'
        print(f'{"ok" if good else "not ok"} {title}: {len(library.mutants)} '
              f'mutants, {share:.1f} % killed, {len(alive)} left, '
              f'{len(unknown)} of them without a reason', flush=True)
        passed, failed = passed + bool(good), failed + (not good)
    print(f'# statements: {passed} passed, {failed} failed')
    if options.tally:
        with open(options.tally, 'w', encoding='utf-8') as file:
            file.write(f'{passed} {failed}\n')
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
