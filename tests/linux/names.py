# SPDX-License-Identifier: BSD-2-Clause
"""perf's own names for the events of cores, against the facts of the firmware.

perf takes a core for the one that PERF_CPUID names, so one machine shows the
tables of all. What each name programs is tested by tests/boards: there the
firmware writes the selector that the facts have.
"""

import json
import re
import subprocess

from checks import expect, supported

# What perf compares with its mapfile.csv, and the core that it is here
CORES = {"0x489-0x8000000000000007-0x4210427": "sifive,7",
         "0x489-0x8000000000000107-0x7220623": "sifive,bullet-07",
         "0x489-0x8000000000000a07-0xd240101": "sifive,bullet-0d",
         "0x489-0x8000000000000008-0x6220425": "sifive,p550",
         "0x489-0x8000000000000608-0x9240101": "sifive,p650",
         "0x5b7-0x0-0x0": "thead,c920",
         "0x5b7-0x80000000090c0d00-0x2047000": "thead,c920",
         "0x67e-0x80000000db000080-0x1": "starfive,dubhe",
         "0x67e-0x80000000db000090-0x1": "starfive,dubhe",
         "0x31e-0x8000000000008a45-0x50": "andestech,ax45",
         "0x602-0x3-0x0": "openhwgroup,cva6"}
# The machine is the first of them.
CPU = "mvendorid=0x489,marchid=0x8000000000000007,mimpid=0x4210427"

# Lines "NAME cpu/event=CODE/" of the names that have one code
NAMES = r"""
names() {
	perf list --json pmu 2>/dev/null | tr -d '",' |
		awk '$1 == "EventName:" { name = $2 }
			$1 == "Encoding:" && $2 ~ /^cpu\/event=[0-9a-fx]*\/$/ {
				print name, $2
			}'
}
"""
LIST = NAMES + "".join(
    f"echo core {cpuid}; PERF_CPUID={cpuid} names\n" for cpuid in CORES)
# Six at a time, so that all have counters
OPEN = NAMES + r"""
names | cut -d ' ' -f 1 >/tmp/names
wc -l </tmp/names
while [ -s /tmp/names ]; do
	few=$(head -n 6 /tmp/names | tr '\n' ',')
	tail -n +7 /tmp/names >/tmp/rest; mv /tmp/rest /tmp/names
	perf stat -x ';' -e "${few%,}" -o /tmp/stat spin loop 100000
	cat /tmp/stat
done
"""


def facts(tool):
    """{core: {name: selector}}: the vendor's names, by the host tool."""
    listed = subprocess.run([tool, "pmu", "events", "--json"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return {core["core"]: {row["name"]: int(row["selector"], 16)
                           for row in core["raw"]}
            for core in json.loads(listed)}


def same(result, tool):
    """All that the facts name is in perf's tables, with the same selector; a
    newer perf may have more."""
    known, perf, core = facts(tool), {}, None
    for line in result.output.splitlines():
        words = line.split()
        code = re.fullmatch(r"cpu/event=(\w+)/", words[-1]) if words else None
        if words[:1] == ["core"]:
            core = perf.setdefault(words[1], {})
        elif code and core is not None:
            core[words[0]] = int(code[1], 0)
    expect(set(perf) == set(CORES), f"cores: {sorted(perf)}", result)
    for cpuid, names in perf.items():
        wrong = sorted(set(known[CORES[cpuid]].items()) - set(names.items()))
        expect(not wrong, f"{cpuid}: perf and the facts differ in {wrong}",
               result)


def all_open(result, tool):
    """Each of perf's names for this core is counted."""
    number = re.match(r"\s*(\d+)\s", result.output)
    expect(number and int(number[1]) >= len(facts(tool)["sifive,7"]),
           "perf has fewer names than the facts", result)
    supported(result, int(number[1]))
