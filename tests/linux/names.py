# SPDX-License-Identifier: BSD-2-Clause
"""Compares perf's own names for the events of cores with the facts of the firmware.

perf takes the core from PERF_CPUID, so one machine shows the tables of all.
platform/qemu/count/select.c reads the selector that each name programs while it is
counted, on a machine whose ID registers name this core."""

import json
import re
import subprocess

from checks import expect, supported

# The text that perf compares with its mapfile.csv, and the core that it means
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


def registers(core):
    """Properties of QEMU's CPU."""
    return ",".join(map("=".join, zip(("mvendorid", "marchid", "mimpid"),
                                      core.split("-"))))


# The machine of every run is the first core; ID registers that several cores
# share say nothing.
FIRST, *OTHERS = [core for core in CORES if core != "0x5b7-0x0-0x0"]

# Bits of mhpmevent that do not belong to Sscofpmf
SELECT = (1 << 56) - 1

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
# Four events at a time, so that all have counters
OPEN = NAMES + r"""
names >/tmp/names
cat /tmp/names
while [ -s /tmp/names ]; do
	few=$(head -n 4 /tmp/names | cut -d ' ' -f 1 | tr '\n' ',')
	tail -n +5 /tmp/names >/tmp/rest; mv /tmp/rest /tmp/names
	echo "open ${few%,}"
	perf stat -x ';' -e "${few%,}" -o /tmp/stat spin events
	cat /tmp/stat
done
"""


def facts(tool):
    """{core: {name: selector}}: the vendor's names, from the host tool."""
    listed = subprocess.run([tool, "pmu", "events", "--json"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return {core["core"]: {row["name"]: int(row["selector"], 16)
                           for row in core["raw"]}
            for core in json.loads(listed)}


def same(result, tool):
    """All names of the facts are in perf's tables, with the same selector; a newer
    perf may have more."""
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


def programmed(output):
    """[(names, selectors)] for each time that some names were counted."""
    times = [re.match(r"(\S+)\n(?:.*\n)*?mhpmevent(.*)$", part, re.MULTILINE)
             for part in re.split(r"^open ", output, flags=re.MULTILINE)[1:]]
    return [(time[1].split(","), [int(word.split(":")[1], 0) & SELECT
                                  for word in time[2].split()])
            for time in times if time]


def all_open(result, tool, core):
    """Each of perf's names for this core is counted, with the selector of perf's
    table."""
    code = {name: int(value, 0) for name, value in re.findall(
        r"^(\S+) cpu/event=(\w+)/$", result.output, re.MULTILINE)}
    expect(len(code) >= len(facts(tool)[CORES[core]]),
           "perf has fewer names than the facts", result)
    supported(result, len(code))
    seen = programmed(result.output)
    expect(sum(len(names) for names, _ in seen) == len(code),
           f"{len(code)} names, but opened were {seen}", result)
    for names, selectors in seen:
        expect(sorted(code[name] for name in names) == sorted(selectors),
               f"mhpmevent has {selectors} for {names}", result)
