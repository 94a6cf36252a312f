# SPDX-License-Identifier: BSD-2-Clause
"""Compares figures with the budget, and prints them as tables."""

import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), '..'))
import common

# Parts of the page
BENCH, LINUX, CALLS = 'bench', 'bench-linux', 'bench-calls'
OVER_STOCK = 'stock+'
ON_RV32 = ','       # followed by the difference to stock that RV32 may have
PLUS_CHECK, CHECK = '+', ': address check'
SHARE = 'stock/'
BYTES, LINUX_ROW = 'bytes of ', 'Linux, '    # rows that are not calls
OTHER = ', other OpenSBI'                     # rows of other releases


# -- budget --------------------------------------------------------------------

def read_budget(path, build):
    """Limits without and with Sscofpmf, by name of row, for the build's OpenSBI."""
    rows = {name: limits for *limits, name in common.rows(path, 2)}
    with open('firmware/opensbi.sh', encoding='utf-8') as file:
        default = re.search('^release=(.*)$', file.read(), re.M)[1]
    others = {name: rows.pop(name) for name in list(rows) if name.endswith(OTHER)}
    if release(build) != default:
        rows.update((name.removesuffix(OTHER), limits) for name, limits in others.items())
    return rows


def release(build):
    """The release of OpenSBI, or None if it is a checkout."""
    try:
        with open(f'{build}/opensbi/src.release', encoding='ascii') as file:
            return file.read().strip()
    except OSError:
        return None


def limit(machine, row, ours, stock, budget):
    """Most instructions that a row may take, or None if the row was not measured."""
    if row not in budget or row not in ours.figures:
        return None
    text = budget[row][machine.sscofpmf]
    over = text.startswith(OVER_STOCK)
    if over and row not in stock.figures:
        return None
    if text.startswith(SHARE):
        return stock.figures[row].high // int(text.removeprefix(SHARE)) \
            if row in stock.figures else None
    text, _, check = text.removeprefix(OVER_STOCK).partition(PLUS_CHECK)
    text, _, wide = text.partition(ON_RV32)
    if wide and machine.xlen == 32:
        return int(wide) + stock.figures[row].high
    # RV32 has no more registers, but needs two for a 64-bit value.
    top = int(text) * (5 if machine.xlen == 32 else 4) // 4
    if over:
        return top + stock.figures[row].high
    if check:
        inside = ours.figures.get(row + CHECK)
        return top + inside.high if inside else None
    return top


def points(machine, ours, stock, budget):
    """Results of checks: (holds, text) each."""
    found = [(False, text) for text in ours.wrong]
    found += [(False, 'stock: ' + text) for text in stock.wrong]
    found += [(True, 'instret')] * ours.checked
    for row in (r for r in budget if not r.startswith((BYTES, LINUX_ROW))
                and machine.has(r)):
        top = limit(machine, row, ours, stock, budget)
        if top is None:
            # Some rows exist only for one hart.
            if machine.smp == 1 or row in ours.not_offered:
                found.append((False, f'{row}: not measured'))
            continue
        high = ours.figures[row].high
        found.append((high <= top,
                      f'{row}: {high} instructions, the limit is {top}'))
    if machine.smp > 1:
        found += [(row not in ours.shared,
                   f'{row}: harts write to lines that others use: '
                   f'{ours.shared.get(row)}') for row in ours.numbers]
    for row in ours.figures:
        if row not in budget and row != 'nothing':
            found.append((False, f'{row}: there is no limit in the budget'))
    return found


# -- tables --------------------------------------------------------------------

def ratio(ours, stock, row):
    if row not in stock.figures:
        return '-'
    return f'{stock.figures[row].middle / ours.figures[row].middle:.1f}'


def show(machine, ours, stock, budget, only):
    """The figures of one machine, with min/median/max where they differ."""
    print(f'\n{machine.name}\n{"":34}{"limit":>7}{"ours":>14}{"stock":>18}'
          f'{"ratio":>7}')
    for row, figure in ours.figures.items():
        if row == 'nothing' or not re.search(only, row):
            continue
        top = limit(machine, row, ours, stock, budget)
        print(f'{row:34}{top if top is not None else "-":>7}{figure!s:>14}'
              f'{stock.figures.get(row, "-")!s:>18}'
              f'{ratio(ours, stock, row):>7}')


def columns(xlen, results):
    """Machines of one hart that were measured, in the order of the page."""
    return [x for x in results if x.xlen == xlen and x.smp == 1
            and not x.timeless and not x.switch and not x.trace and not x.boots]


def cell(ours, stock, row):
    """Figures of hartscope and stock, and their ratio; stale() reads the first
    number."""
    text = str(ours.figures[row].middle)
    if row in stock.figures:
        text += f' / {stock.figures[row].middle} / {ratio(ours, stock, row)}'
    return text


def limits(machines, row, results, budget):
    """The limits of a row, one number if Sscofpmf makes no difference."""
    if budget[row][0].startswith(OVER_STOCK):
        text, _, wide = budget[row][0].partition(ON_RV32)
        return OVER_STOCK + wide if wide and machines[0].xlen == 32 else text
    found = dict.fromkeys(str(limit(x, row, *results[x], budget))
                          for x in machines)
    return ', '.join(found)


def table(machines, results, budget):
    """Lines of the table of these machines."""
    names = ['call', *(x.name for x in machines), 'limit']
    lines = ['| ' + ' | '.join(names) + ' |',
             '|---|' + '---:|' * (len(names) - 1)]
    for row in dict.fromkeys(r for x in machines for r in results[x][0].figures):
        if row != 'nothing' and any(x.has(row) for x in machines):
            having = [x for x in machines if x.has(row)]
            cells = [cell(*results[x], row) if x in having else '-'
                     for x in machines]
            cells.append(limits(having, row, results, budget))
            lines.append('| ' + ' | '.join([row] + cells) + ' |')
    return lines


def together(results):
    """The effect of four harts, in a sentence."""
    worst, where = 0, ''
    for x, (ours, _) in results.items():
        alone = results.get(x._replace(smp=1))
        for row, figure in ours.figures.items() if alone else ():
            if row not in alone[0].figures:
                continue
            more = figure.high - alone[0].figures[row].high
            if x.smp > 1 and not x.boots and more > worst:
                worst, where = more, f' ({row}; {x.name})'
    return ('With four harts that all make the same call at the same time, our '
            f'largest count is at most {worst} above that of one hart{where}.')


def split(path, part):
    """The page in three: text before a part, the part, text after it."""
    with open(path, encoding='utf-8') as page:
        before, rest = page.read().split(f'<!-- {part}: begin -->\n')
    inside, behind = rest.split(f'<!-- {part}: end -->')
    return before, inside, behind


def write(path, part, lines):
    """Put a new part on the page."""
    before, _, behind = split(path, part)
    with open(path, 'w', encoding='utf-8') as page:
        page.write('\n'.join([f'{before}<!-- {part}: begin -->', *lines,
                              f'<!-- {part}: end -->{behind}']))


def opensbi(build):
    """Its name, for the page"""
    name = release(build)
    return f'OpenSBI {name}' if name else 'a checkout of OpenSBI'


def made_with(options):
    """The sentence on what a table was made with; the same gives the same figures."""
    gcc = subprocess.run([options.cross + 'gcc', '-dumpfullversion'], check=True,
                         capture_output=True, text=True).stdout.strip()
    return f'Made with {opensbi(options.build)} and GCC {gcc}.'


def tables(results, budget, options):
    """Lines of the part about the benchmark's machines."""
    lines = [made_with(options), '']
    for xlen in (64, 32):
        lines += table(columns(xlen, results), results, budget) + ['']
    lines += table([x for x in results if x.switch], results, budget) + ['']
    return lines + [together(results)]


def linux_table(rows):
    """Lines of the part about Linux."""
    return ['| instructions of the firmware | ours | stock | ratio |',
            '|---|---:|---:|---:|',
            *(f'| {row} | {ours} | {stock} | {stock / ours:.1f} |'
              for row, (ours, stock) in rows.items())]


def calls_table(rows):
    """Lines of the part about Linux without Sstc."""
    lines = ['| instructions of the firmware | harts | ours | stock | of it waiting '
             '| ours / stock | without stock\'s waiting |',
             '|---|---:|---:|---:|---:|---:|---:|']
    for (load, harts), (ours, stock, waits) in rows.items():
        lines.append(f'| {load} | {harts} | {ours} | {stock} | {waits} | '
                     f'{ours / stock:.3f} | {ours / (stock - waits):.3f} |')
    return lines


def calls_points(rows, budget):
    """Results of checks of that part: the limit, as a share of stock's figure, for
    one hart. With several harts the figure depends on waiting times."""
    share = int(budget[LINUX_ROW + 'without Sstc'][0].removeprefix(SHARE))
    return [(ours * share <= stock,
             f'{load}: {ours}, the limit is {stock // share}')
            for (load, harts), (ours, stock, _) in rows.items() if harts == 1]


def parsed(text):
    """Hartscope's figures on the page, by names of machine and row."""
    found, machines = {}, []
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip('|').split('|')]
        if cells[0] == 'call':
            machines = cells[1:-1]
        else:
            for name, seen in zip(machines, cells[1:]):
                if seen[:1].isdigit():
                    found[name, cells[0]] = int(seen.split()[0])
    return found


def stale(options, results, budget):
    """Results of checks: the page has the figures, or differs by no more than another
    compiler or OpenSBI explains. Calls whose limit depends on stock's figure are
    OpenSBI's own: with another release these are others."""
    page = split(options.table, BENCH)[1]
    found, checked = parsed(page), []
    alike = f'Made with {opensbi(options.build)} ' in page
    close = same if made_with(options) in page else similar
    for x, (ours, _) in results.items():
        if x.smp > 1 or x.timeless or x.trace or x.boots:
            continue
        for row, figure in ours.figures.items():
            if row != 'nothing' and x.has(row) and (
                    alike or not budget.get(row, [""])[0].startswith((OVER_STOCK, SHARE))):
                checked.append(close(f'{x.name}, {row}', figure.middle,
                                     found.get((x.name, row), 0)))
    return checked


def judged(good, what, measured, says):
    return (good, f'{what}: the page says {says}, not {measured}; "make bench" or '
            '"make bench-linux" rewrites it')


def same(what, measured, says):
    return judged(abs(says - measured) <= measured / 1000, what, measured, says)


def similar(what, measured, says):
    return judged(abs(says - measured) <= 4 + measured // 5, what, measured, says)


def linux_points(path, rows, budget):
    """Results of checks of Linux's rows: limits, and the page."""
    page = dict(re.findall(r'^\| (.+?) \| (\d+) \|', split(path, LINUX)[1],
                           re.M))
    found = []
    for row, (ours, stock) in rows.items():
        found.append(similar(row, ours, int(page.get(row, 0))))
        if LINUX_ROW + row in budget:
            text = budget[LINUX_ROW + row][0]
            top = stock // int(text[len(SHARE):]) if text.startswith(SHARE) \
                else int(text)
            found.append((ours <= top, f'{row}: {ours}, the limit is {top}'))
    return found
