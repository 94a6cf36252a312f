#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the rules with which captures.py compares with a reference."""

import unittest

import captures

# No code is known after 0x18, and another process runs from 0x60 on
LINES = """. sync trace-enable at 0x10
. ownership mode S scontext 0x1 hcontext 0
0x10,L4
0x14,L4
0x18,J4
. lost, last message at byte 0x1a
. found after 3 bytes
0x40,L4
0x44,J4
. sync periodic at 0x50
0x50,L4
0x54,J4
. ownership mode S scontext 0x2 hcontext 0
0x60,L4
0x64,J4
. sync periodic at 0x70
. ownership mode S scontext 0x1 hcontext 0
0x70,L4
""".splitlines()
BEFORE, GAP, BETWEEN = [0x10, 0x14, 0x18], [0x40, 0x44], [0x50, 0x54]
OTHER, AFTER = [0x60, 0x64], [0x70]


class Pieces(unittest.TestCase):
    """Addresses of a reference, and the expected number of pieces left out."""

    def left_out(self, *stretches):
        return captures.pieces(captures.Marked(LINES), sum(stretches, []))

    def test_all(self):
        self.assertEqual(self.left_out(BEFORE, GAP, BETWEEN, OTHER, AFTER), 0)

    def test_behind_a_gap(self):
        self.assertEqual(self.left_out(BEFORE, BETWEEN, OTHER, AFTER), 1)

    def test_another_process(self):
        self.assertEqual(self.left_out(BEFORE, GAP, BETWEEN, AFTER), 1)

    def test_not_behind_a_gap(self):
        self.assertIsNone(self.left_out(BEFORE[:2], BETWEEN))

    def test_not_up_to_a_sync(self):
        self.assertIsNone(self.left_out(BEFORE, BETWEEN[1:]))

    def test_not_in_the_middle_of_a_piece(self):
        self.assertIsNone(self.left_out(BEFORE, GAP[:1], BETWEEN))

    def test_not_of_the_same_process(self):
        self.assertIsNone(self.left_out(BEFORE, GAP, BETWEEN[:1], AFTER))

    def test_not_invented(self):
        self.assertIsNone(self.left_out(BEFORE, [0x1c]))


if __name__ == "__main__":
    unittest.main()
