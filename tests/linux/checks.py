# SPDX-License-Identifier: BSD-2-Clause
"""Checks of the output of commands in the guest."""

import collections
import re

Result = collections.namedtuple("Result", "status output")
Count = collections.namedtuple("Count", "event value running")


def online(value):
    """The guest's command that plugs CPU 1 in (1) or unplugs it (0)."""
    return f"echo {value} >/sys/devices/system/cpu/cpu1/online"


class Failed(Exception):
    """Tells the expected and the actual result."""


def expect(condition, what, result):
    if not condition:
        raise Failed(f"{what}; status {result.status} and this output:\n"
                     + result.output.strip()[-2000:])


def parse(result):
    """Lines of "perf stat -x ';'"; value is None when perf has no number."""
    found = []
    for line in result.output.splitlines():
        fields = line.split(";")
        if re.fullmatch(r"CPU\d+", fields[0]):
            fields = fields[1:]
        if len(fields) < 5 or not re.fullmatch(r"[\d.]+|<.*>", fields[0]):
            continue
        value = None if fields[0][0] == "<" else float(fields[0])
        found.append(Count(fields[2], value, float(fields[4] or 0)))
    expect(found, "perf stat printed no counts", result)
    return found


def supported(result, number):
    found = parse(result)
    missing = [c.event for c in found if c.value is None]
    expect(len(found) == number and not missing,
           f"{number} counts expected; without a number: {missing}", result)
    return found


def each_at_least(result, number, low):
    found = supported(result, number)
    expect(all(c.value >= low for c in found),
           f"{low} at least, not {[c.value for c in found]}", result)


def detailed(result, events):
    """Lines of "perf stat" for people: each of the events has a number."""
    found = {name: value for value, name in re.findall(
        r"^ +([\d.]+|<[a-z ]+>) +(\S+) ", result.output, re.MULTILINE)}
    missing = [e for e in events if not found.get(e, "<")[0].isdigit()]
    expect(not missing, f"without a number: {missing}", result)


def only_supported(result, names):
    found = parse(result)
    got = [c.event for c in found if c.value is not None]
    expect(got == names, f"only {names} should count, not {got}", result)


def one(result, event):
    found = [c for c in parse(result) if c.event == event]
    expect(len(found) == 1 and found[0].value is not None,
           f"one count of {event} expected", result)
    return found[0].value


def between(result, event, low, high):
    value = one(result, event)
    expect(low <= value <= high,
           f"{event} should be {low} to {high}, not {value:.0f}", result)


def at_least(result, **limits):
    """Events with their minimum; "_" for "-" makes them Python names."""
    for name, low in limits.items():
        event = name.replace("_", "-")
        value = one(result, event)
        expect(value >= low, f"{event} should be {low} or more", result)


def counts(result, values):
    found = [c.value for c in parse(result)]
    expect(found == values, f"counts should be {values}, not {found}", result)


def all_of_the_time(result):
    for count in parse(result):
        expect(count.value is not None and count.running == 100,
               f"{count.event} should have its counter all the time", result)


def silent(result):
    expect(not result.output.strip(), "nothing should be printed", result)


def driver(result, sampling, snapshot):
    text = result.output
    expect("SBI PMU extension is available" in text, "no SBI PMU", result)
    numbers = re.search(r"(\d+) firmware and (\d+) hardware counters", text)
    expect(numbers and int(numbers[1]) >= 16 and int(numbers[2]) == 18,
           "16 or more firmware counters and 18 hardware ones expected", result)
    expect(("sampling/filtering is not supported" in text) is not sampling,
           f"sampling should be {sampling}", result)
    expect(("snapshot detected" in text) is snapshot,
           f"snapshot should be {snapshot}", result)


def ipis(result, smp):
    sent, received = (c.value for c in supported(result, 2))
    if smp == 1:
        expect(sent == received == 0, "a lone hart has no IPIs", result)
        return
    # An IPI sent while one is pending on the same hart is received together
    # with it: frequent if the host does not run that hart.
    expect(sent >= 20 and 0 < received <= 1.05 * sent,
           "many IPIs should be sent, and no more received", result)


def fences(result, smp, low):
    values = [c.value for c in supported(result, 4)]
    sent, received = values[0] + values[2], values[1] + values[3]
    if smp == 1:
        expect(sent == received == 0, "a lone hart has no remote fences",
               result)
        return
    # A call goes to one hart at least and to all others at most; the four
    # counters are not read at the same moment.
    slack = 3 * smp
    expect(sent >= low and sent - slack <= received <= (smp - 1) * sent + slack,
           f"{low} remote fences or more should be sent, and each received by "
           f"1 to {smp - 1} harts", result)


def rounds(result, number, harts):
    want = []
    for n in range(number):
        want += ["gone"] * harts + ["come"] * harts
        want += [f"round {n + 1} of {harts}"]
    want += ["end"]
    found = [line for line in result.output.split("\n")[:-1]
             if not line.startswith("scheduler: ")]
    expect(found == want,
           f"nothing but {number} rounds of all harts should be reported",
           result)


def timers(result, low):
    first, second = (c.value for c in supported(result, 2))
    expect(first >= low and abs(first - second) <= 0.05 * first,
           f"both should count the same {low} timers or more", result)


def counted_twice(result, path):
    """perf's count of instructions is that of the task in the file at path, which
    plugin_tasks.so wrote, and so is the one in README.md, of the stable kernel."""
    shown = re.compile(r"^ +(\d+) +instructions ", re.MULTILINE)
    task = re.search(r"stats for '(\w+)", result.output)
    expect(task and shown.search(result.output), "perf should count", result)
    with open(path, encoding="ascii") as lines:
        rows = {name: int(user) + int(kernel) for name, user, kernel in
                map(str.split, lines)}
    insns = rows.get(task[1], 0)
    texts = [result.output]
    if "stable" in path:
        with open("README.md", encoding="utf-8") as text:
            texts.append(text.read())
    counts = [int(count[1]) for count in map(shown.search, texts) if count]
    expect(len(counts) == len(texts) and all(abs(count - insns) <= insns / 1000
                                             for count in counts),
           f"the plugin counted {insns}, and not {counts}", result)


def multiplexed(result, event, value):
    found = {c.event: c for c in supported(result, 3)}
    expect(all(0 < c.running < 100 for c in found.values()),
           "each event should have a counter for part of the time", result)
    expect(0.6 * value <= found[event].value <= 1.4 * value,
           f"{event} should be scaled to about {value}", result)


def refused(result, reason):
    expect(result.status not in (0, 124, 143) and reason in result.output,
           f"an error with '{reason}' expected", result)


def shares(result):
    """Function to percentage; perf report has a line for each process."""
    found = collections.Counter()
    for percent, name in re.findall(r"^ *([\d.]+)%.* \[.\] (\S+)",
                                    result.output, re.MULTILINE):
        found[name] += float(percent)
    return found


def hot_function(result, share=25, samples=(20, 1000000)):
    found = shares(result)
    expect(found["hot"] >= share,
           f"hot() should have {share}% of the samples or more", result)
    number = re.search(r"\((\d+) samples\)", result.output)
    expect(not number or samples[0] <= int(number[1]) <= samples[1],
           f"{samples[0]} to {samples[1]} samples expected", result)


def sampled(result):
    """The number of samples depends on the host's load; the function that they hit
    does not."""
    hot_function(result)
    number = re.search(r"\((\d+) samples\)", result.output)
    interrupts = re.search(r"^interrupts (\d+)$", result.output, re.MULTILINE)
    expect(number and interrupts, "no number of samples", result)
    expect(int(interrupts[1]) >= 0.45 * int(number[1]),
           "samples should come from the PMU's interrupt", result)
