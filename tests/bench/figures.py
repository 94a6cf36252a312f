#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Figures of docs/performance.md, and limits of budget.txt, for sentences and tables of
pages: "make docs" puts them there, lint compares them."""

import argparse
import os
import re

import report

HOT = re.compile(r'(fw_read|num_counters|(start|stop) \d+ (hw|fw)(, value)?)$')
# hartscope's / stock's / ratio
CELL = re.compile(r'(\d+) / (\d+) / ([\d.]+)$')


def read_rows(path):
    """[(call, machine, hartscope's figure, stock's)] of all tables"""
    rows, machines = [], []
    with open(path, encoding='utf-8') as page:
        for line in page:
            cells = [cell.strip() for cell in line.strip().split('|')[1:-1]]
            if cells and cells[0] == 'call':
                machines = cells
            for machine, cell in zip(machines[1:], cells[1:]):
                found = CELL.match(cell)
                if found:
                    rows.append((cells[0], machine, int(found[1]),
                                 int(found[2])))
    return rows


def hot(rows):
    return [row for row in rows if HOT.match(row[0])]


def span(values):
    return f'{min(values)} to {max(values)}'


def limit(row):
    """Of a row of the budget, for the default release: RV64's without Sscofpmf; above
    stock's, if it says so"""
    path = os.path.join(os.path.dirname(__file__), 'budget.txt')
    budget = {name: limits for *limits, name in report.common.rows(path, 2)}
    return int(budget[row][0].removeprefix(report.OVER_STOCK).partition(',')[0])


def cost(rows, column, names):
    """The sum of the least figures of these rows"""
    return sum(min(row[column] for row in rows if row[0] == name)
               for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('figure',
                        choices=['hot-calls', 'hot-ratio', 'ours', 'stock',
                                 'limit'],
                        help='hot-calls: least and most instructions of a hot '
                        'PMU call on RV64; hot-ratio: how many times fewer than '
                        'stock; ours, stock: what ROWS cost on RV64, all together; '
                        'limit: of a ROW of the budget')
    parser.add_argument('rows', nargs='*')
    parser.add_argument('--parts', type=int, default=1,
                        help='the cost of one of N equal parts of ROWS')
    parser.add_argument('--millions', action='store_true',
                        help='with two digits behind the point')
    parser.add_argument('--page', default='docs/performance.md')
    options = parser.parse_args()
    rows = [row for row in read_rows(options.page)
            if row[1].startswith('rv64')]
    if options.figure == 'hot-calls':
        print(span([ours for _, _, ours, _ in hot(rows)]))
    elif options.figure == 'hot-ratio':
        print(span([stock // ours for _, _, ours, stock in hot(rows)]))
    elif options.figure == 'limit':
        top = limit(options.rows[0])
        print(f'{top / 1e6:.2f}' if options.millions else top)
    else:
        column = 2 if options.figure == 'ours' else 3
        print(cost(rows, column, options.rows) // options.parts)


if __name__ == '__main__':
    main()
