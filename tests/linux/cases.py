# SPDX-License-Identifier: BSD-2-Clause
"""The machines, the commands that run on them, and the checks of their output."""

import collections
import os
import re

import branches
import checks
import names
import trace_boards
import trace_long
import trace_module
import trace_two
from checks import online
from checks import Failed, Result   # run.py knows them from here

__all__ = ["Failed", "Result", "KERNELS", "machines"]

KERNELS = ("stable", "newest")

# Linux reports a hang if the host does not run a hart for some time. A hart
# that really hangs is reported, too: after minutes, and no round follows.
SLOW_HOST = "rcupdate.rcu_cpu_stall_timeout=300 watchdog_thresh=60"

PLAIN = "sscofpmf=false"
OVERFLOW = "sscofpmf=true"

Case = collections.namedtuple("Case", "name command check")
Machine = collections.namedtuple(
    "Machine", "name smp cpu edits snapshot qemu patience append cases trace "
    "plugin archive",
    defaults=(1, "", (), False, "", 0, SLOW_HOST, (), "", "", ""))

# Firmware events of the SBI, as perf's raw numbers
FW = {name: f"r{1 << 63 | number:x}" for number, name in enumerate((
    "MISALIGNED_LOAD", "MISALIGNED_STORE", "ACCESS_LOAD", "ACCESS_STORE",
    "ILLEGAL_INSN", "SET_TIMER", "IPI_SENT", "IPI_RECEIVED",
    "FENCE_I_SENT", "FENCE_I_RECEIVED",
    "SFENCE_VMA_SENT", "SFENCE_VMA_RECEIVED",
    "SFENCE_VMA_ASID_SENT", "SFENCE_VMA_ASID_RECEIVED",
    "HFENCE_GVMA_VMID_SENT", "HFENCE_GVMA_VMID_RECEIVED",
    "HFENCE_GVMA_SENT", "HFENCE_GVMA_RECEIVED",
    "HFENCE_VVMA_ASID_SENT", "HFENCE_VVMA_ASID_RECEIVED",
    "HFENCE_VVMA_SENT", "HFENCE_VVMA_RECEIVED"))}

# Events with commas in their names need another separator.
STAT = "perf stat -x ';'"
ILLEGAL = FW["ILLEGAL_INSN"]
FIVE_ILLEGAL = "sh -c 'for i in 1 2 3 4 5; do spin illegal; done' 2>/dev/null"
EVENTS = "cycles,instructions,dTLB-load-misses"


# Through a pipe, since perf draws pictures on a console
REPORT = "perf report -i /tmp/data --stdio --sort sym | grep -E '%|\\(' | head -n 30"


def stat(events, command, options=""):
    return f"{STAT} {options} -e {events} -o /tmp/stat {command}; " \
        "s=$?; cat /tmp/stat; exit $s"


# Linux 7.2 sometimes loses all counts of children, also the time that they ran,
# which no firmware sees: then they run again.
def stat_of_children(events, command):
    return f"for again in 1 2 3; do {STAT} -e {events} -o /tmp/stat " \
        f"{command}; s=$?; grep -q '^0;' /tmp/stat || break; done; " \
        "cat /tmp/stat; exit $s"


# -- counting, on any machine --------------------------------------------------

def driver(sampling, snapshot=False):
    return Case("the driver finds the PMU",
                "dmesg | grep -iE 'riscv-pmu|pmu snapshot'",
                lambda r: checks.driver(r, sampling, snapshot))


COUNTING = (
    Case("cycles and instructions of a task",
         stat("cycles,instructions", "spin loop 5000000"),
         lambda r: checks.at_least(r, cycles=1000000, instructions=1000000)),
    Case("TLB misses of a task",
         stat(EVENTS, "spin tlb 100000"),
         lambda r: checks.between(r, "dTLB-load-misses", 100000, 130000)),
    Case("other TLB events",
         stat("dTLB-store-misses,iTLB-load-misses", "ls -lR /bin >/dev/null"),
         lambda r: checks.at_least(r, dTLB_store_misses=1,
                                   iTLB_load_misses=1)),
    Case("system-wide counts",
         stat(EVENTS, "spin tlb 100000", "-a"),
         lambda r: checks.at_least(r, cycles=100000, instructions=100000,
                                   dTLB_load_misses=100000)),
    Case("a firmware event with three users counts exactly for each",
         stat_of_children(f"{ILLEGAL},cpu/event=0x4,firmware=2/,{ILLEGAL}",
                          FIVE_ILLEGAL),
         lambda r: checks.counts(r, [5, 5, 5])),
    Case("a firmware event by the name that the guest's shell has for it",
         stat_of_children("$fw_illegal_insn", FIVE_ILLEGAL),
         lambda r: checks.between(r, "fw_illegal_insn", 5, 5)),
    Case("a firmware event counts system-wide",
         stat(ILLEGAL, FIVE_ILLEGAL, "-a"),
         lambda r: checks.at_least(r, **{ILLEGAL: 5})),
    Case("all firmware events at once",
         stat(",".join(FW.values()), "sleep 1", "-a"),
         lambda r: checks.supported(r, 22)),
    Case("an event that nothing counts is not supported",
         stat("L1-dcache-load-misses,cycles", "spin loop 100000"),
         lambda r: checks.only_supported(r, ["cycles"])),
    Case("a firmware event that does not exist does not count",
         stat(f"r{1 << 63 | 22:x}", "spin loop 100000"),
         lambda r: checks.only_supported(r, [])),
)

# This group fails if counters were not released before.
NOTHING_LEAKS = Case(
    "all firmware counters are free again on every hart",
    stat("'{" + ",".join([ILLEGAL] * 16) + "}'", "sleep 0.2", "-a -A"),
    lambda r: checks.all_of_the_time(r))

NO_WARNINGS = Case(
    "the kernel has nothing to complain about",
    "dmesg | grep -v rcu_cpu_stall_timeout | "
    "grep -E 'WARNING|BUG|Oops|stall|pmu.*(fail|error)'",
    lambda r: checks.silent(r))

# -- more than one hart --------------------------------------------------------

MESSAGING = "perf bench sched messaging -t -g 1 -l 50 >/dev/null 2>&1"


def fence_events(kind):
    return f"{FW[kind + '_SENT']},{FW[kind + '_RECEIVED']}"


FENCES = fence_events("SFENCE_VMA") + "," + fence_events("SFENCE_VMA_ASID")


ON_CPU1 = stat(f"{EVENTS},{ILLEGAL}",
               "taskset 2 sh -c 'spin tlb 100000; spin illegal' 2>/dev/null",
               "-C 1")


def counts_on_cpu1(r):
    checks.at_least(r, cycles=100000, instructions=100000,
                    dTLB_load_misses=100000)
    checks.between(r, ILLEGAL, 1, 1)


def together(smp):
    return (
        Case("IPIs between harts, sent and received",
             stat(FW["IPI_SENT"] + "," + FW["IPI_RECEIVED"], MESSAGING, "-a"),
             lambda r: checks.ipis(r, smp)),
        Case("remote fences, sent and received",
             stat(FENCES, "spin fence 500", "-a"),
             lambda r: checks.fences(r, smp, 500)),
    )


HOTPLUG = (
    Case("CPU 1 counts before it goes offline", ON_CPU1, counts_on_cpu1),
    Case("system-wide counts while CPU 1 is offline",
         online(0) + " && " + stat(EVENTS, "spin tlb 100000", "-a"),
         lambda r: checks.at_least(r, cycles=100000, instructions=100000,
                                   dTLB_load_misses=100000)),
    Case("CPU 1 counts when it is online again",
         online(1) + " && " + ON_CPU1, counts_on_cpu1),
    Case("perf runs on while CPU 1 goes and comes",
         # perf starts its program when all its events are open
         f"{STAT} -a -e {EVENTS} -o /tmp/hotplug sh -c "
         f"'{online(0)}; sleep 0.5; {online(1)}; sleep 0.5'; cat /tmp/hotplug",
         lambda r: checks.at_least(r, cycles=100000, instructions=100000,
                                   dTLB_load_misses=100)),
    Case("CPU 1 counts after that", ON_CPU1, counts_on_cpu1),
)

# -- without and with overflow interrupts --------------------------------------

# QEMU counts them in one programmable counter at a time, beside mcycle.
THREE_WATCHERS = Case(
    "three watchers of cycles count, by turns",
    stat("cycles,cycles,cycles", "spin loop 50000000"),
    lambda r: checks.each_at_least(r, 3, 1000000))

# With plain "cycles" perf 6.12 never stops trying to leave guests out.
NO_SAMPLING = (
    Case("sampling is refused with a reason",
         "timeout 600 perf record -o /tmp/data -e cycles:HG spin loop 1000",
         lambda r: checks.refused(r, "doesn't support sampling")),
    Case("sampling by the clock works",
         "perf record -q -o /tmp/data -e cpu-clock -c 1000000 "
         f"spin loop 50000000; {REPORT}",
         lambda r: checks.hot_function(r)),
)

# If a counter counts without sampling, QEMU stores the time of its overflow,
# which may be beyond the end of QEMU's clock, and delays the counter's next
# overflow by that, by seconds, even if it is for a sample; perf counts without
# sampling when it tests which events work. The delay ends when the counter
# starts again: hence a workload of several processes, and no plain counting
# before these cases.
HOT = "taskset 2 sh -c 'for i in $(seq 12); do spin loop 10000000; done'"
PERIOD = 500000     # QEMU takes both events for nanoseconds here


def record(name, options):
    return Case(
        name,
        "before=$(awk '/riscv-pmu/ { print $2 + $3 }' /proc/interrupts)\n"
        f"perf record -o /tmp/data {options} {HOT}\n"
        f"{REPORT}\n"
        "echo interrupts $(($(awk '/riscv-pmu/ { print $2 + $3 }' "
        "/proc/interrupts) - before))",
        checks.sampled)


SAMPLING = (
    record("sampling cycles", f"-e cycles -c {PERIOD}"),
    record("sampling user mode's cycles", f"-e cycles:u -c {PERIOD}"),
    record("sampling instructions", f"-e instructions -c {PERIOD}"),
    record("sampling user mode's instructions",
           f"-e instructions:u -c {PERIOD}"),
    # perf adapts the period to the host's speed: if the host stops for a while,
    # a whole run has a single sample.
    Case("sampling at a frequency",
         "for try in 1 2 3 4 5 6; do\necho try $try\n{ "
         f"perf record -o /tmp/data -F 1000 -e cycles {HOT}; {REPORT}; "
         "} >/tmp/tried 2>&1\n"
         "awk '/hot *$/ { share += $1 } /[0-9] samples[)]/ { few = /[(][12] / }"
         " END { exit few || share < 25 }' /tmp/tried && break\n"
         "done; cat /tmp/tried",
         lambda r: checks.hot_function(r, samples=(3, 10000))),
    Case("sampling the whole system",
         f"perf record -o /tmp/data -a -e cycles -c {PERIOD} {HOT}; {REPORT}",
         lambda r: checks.hot_function(r, share=3)),
)

SAMPLING_AFTER_HOTPLUG = (
    Case("sampling on CPU 1 after it went and came",
         f"{online(0)} && {online(1)}; perf record -o /tmp/data -e cycles:u "
         f"-c {PERIOD} {HOT}; {REPORT}",
         lambda r: checks.hot_function(r)),
)

FILTERS = (
    Case("counts of user mode only",
         stat("instructions:u", "spin loop 5000000"),
         lambda r: checks.at_least(r, **{"instructions:u": 1000000})),
    Case("counts of the kernel only",
         stat("instructions:k", "ls -lR /bin >/dev/null"),
         lambda r: checks.at_least(r, **{"instructions:k": 100000})),
)

# If the clock counts instructions, QEMU counts exactly, but for all harts
# together, so there may be only one. The first samples may come late, see
# above.
EXACT = (
    Case("as many samples as instructions make due",
         "perf record -o /tmp/data -e instructions:u -c 1000000 "
         f"spin loop 8000000; {REPORT}",
         lambda r: checks.hot_function(r, samples=(29, 34), share=85)),
    Case("as many samples as cycles make due",
         "perf record -o /tmp/data -e cycles:u -c 1000000 "
         f"spin loop 8000000; {REPORT}",
         lambda r: checks.hot_function(r, samples=(56, 68), share=85)),
    Case("user mode's instructions, exactly",
         stat("instructions:u", "spin loop 8000000"),
         lambda r: checks.between(r, "instructions:u", 33000000, 33001000)),
)

# Cases that fail on a QEMU without overflow interrupts, with any firmware
NEED_INTERRUPTS = (*SAMPLING, *SAMPLING_AFTER_HOTPLUG, *EXACT[:2])

# -- device trees --------------------------------------------------------------

# Two programmable counters; cache-references (event 3) is made an alias of the
# load TLB misses, and all TLB events are allowed as raw events.
RAW_EDITS = (
    "fdtput -t x $dtb /pmu riscv,event-to-mhpmcounters "
    "1 1 1 2 2 4 3 3 18 10019 10019 18 1001b 1001b 18 10021 10021 18",
    "fdtput -t x $dtb /pmu riscv,event-to-mhpmevent "
    "3 0 10019 10019 0 10019 1001b 0 1001b 10021 0 10021",
    "fdtput -t x $dtb /pmu riscv,raw-event-to-mhpmcounters "
    "0 10000 ffffffff ffff0000 18",
)
TWO_COUNTERS = "pmu-mask=0x18"

RAW = (
    Case("a raw event", stat("r10019", "spin tlb 100000"),
         lambda r: checks.between(r, "r10019", 100000, 130000)),
    Case("a raw event that the map leaves out",
         stat("r20019,cycles", "spin tlb 100000"),
         lambda r: checks.only_supported(r, ["cycles"])),
    Case("an event that the device tree translates",
         stat("cache-references", "spin tlb 100000"),
         lambda r: checks.between(r, "cache-references", 100000, 130000)),
    Case("three events share two counters",
         stat("dTLB-load-misses,dTLB-store-misses,iTLB-load-misses",
              "spin tlb 5000000"),
         lambda r: checks.multiplexed(r, "dTLB-load-misses", 5000000)),
)

NO_MAP = (
    Case("cycles and instructions need no map",
         stat("cycles,instructions", "spin loop 5000000"),
         lambda r: checks.at_least(r, cycles=1000000, instructions=1000000)),
    COUNTING[4],
)

# The tree has no map: the events are those of the core that the ID registers
# name.
SBI_EVENTS = "cache-misses,branches,branch-misses,L1-dcache-load-misses," \
    "L1-icache-load-misses,dTLB-load-misses,iTLB-load-misses"


def opens(tool, core):
    return Case("perf's names for this core count, and select what they say",
                names.OPEN, lambda r: names.all_open(r, tool, core))


def another_core(tool):
    return (
        Case("events of the SBI count", stat(SBI_EVENTS, "spin loop 100000"),
             lambda r: checks.supported(r, 7)),
        Case("perf stat -d has them",
             "perf stat -d -o /tmp/stat spin loop 30000000; cat /tmp/stat",
             lambda r: checks.detailed(r, ("branches", "branch-misses"))),
        opens(tool, names.FIRST),
        Case("perf's names for all cores are those of the facts", names.LIST,
             lambda r: names.same(r, tool)),
        NO_WARNINGS)


TIMER = (
    Case("timers set through the SBI",
         stat(f"'{{{FW['SET_TIMER']},cpu/event=0x5,firmware=2/}}'",
              "sh -c 'for i in $(seq 50); do sleep 0.005; done'", "-a"),
         lambda r: checks.timers(r, 50)),
)

# The kernel module has a file of its own: its hardware is QEMU's plugin, and
# its cases take long
def traced_machine(name, its, more, build, checked, plugin, cpu=PLAIN):
    """checked: name and command of each case, with its check"""
    return Machine(
        name, its.HARTS, cpu, patience=450, append=SLOW_HOST + " nokaslr",
        qemu=more + trace_module.qemu_options(its.files(build)),
        trace="trace", plugin=plugin, archive=trace_module.archive(build),
        cases=tuple(Case(name, command, check)
                    for (name, command), check in checked) + (NO_WARNINGS,))


def recorded_machine(name, its, more, tool, build):
    """A machine whose executed instructions the plugin writes to files."""
    return traced_machine(name, its, more, build,
                          zip(its.COMMANDS, its.checks(tool, build)),
                          trace_module.plugin(build, its.files(build)))


def record_at_length(rounds, tool, build):
    """The machine of "make record-linux"."""
    its = trace_long
    return traced_machine(
        "2 harts, trace at length", its, its.QEMU, build,
        zip(its.commands(rounds), its.checks(tool, build, rounds)),
        f"{build}/qemu/plugin_trace.so")


def traced(tool, build):
    """The machines that the kernel module records on, if the module was built."""
    if not os.path.exists(trace_module.archive(build)):
        return ()
    return (recorded_machine("2 harts, trace module", trace_two, trace_two.QEMU,
                             tool, build),
            recorded_machine("1 hart, trace module", trace_module, "", tool,
                             build),
            traced_machine("2 harts, branch records", branches, branches.QEMU,
                           build, zip(branches.COMMANDS,
                                      branches.checks(tool, build)),
                           f"{build}/qemu/plugin_trace.so", branches.CPU))


def board(its, build):
    """A machine with the trace hardware of a board."""
    return Machine(
        f"4 harts, trace of {its.name}", 4, PLAIN, trace=its.trace,
        plugin=f"{build}/qemu/plugin_trace.so",
        cases=tuple(Case(*case) for case in trace_boards.cases(its)) + (NO_WARNINGS,))


# All harts but the first are unplugged and plugged in again while programs run
# that need remote fences and IPIs all the time; a program that fails or dies
# writes so to /tmp/died. Warnings of Linux about its own scheduler are printed,
# but are no failure: its 6.12 has them in deadline.c and at hotplug, and none
# is about the firmware.
def hotplug_under_load(rounds, smp):
    return Case(
        f"{smp - 1} harts go and come {rounds} times while programs run",
        r"""
work() {
	while [ ! -e /tmp/over ]; do
		"$@" >/dev/null 2>&1 || echo "died: $* ($?)" >>/tmp/died
	done
}
: >/tmp/died
work spin fence 200 &
work spin fence 200 &
work sh -c 'ls -lR /bin | md5sum' &
work sh -c 'dd if=/dev/zero bs=64k count=16 | gzip | gzip -d | md5sum' &
work perf bench sched messaging -t -g 1 -l 20 &
all=$(ls -d /sys/devices/system/cpu/cpu[1-9]*)
n=0
while [ $n -lt ROUNDS ]; do
	for cpu in $all; do echo 0 >$cpu/online && echo "gone"; done
	for cpu in $all; do echo 1 >$cpu/online && echo "come"; done
	n=$((n + 1))
	echo "round $n of $(echo $all | wc -w)"
done
touch /tmp/over
wait
cat /tmp/died
dmesg | grep -E 'WARNING|BUG|Oops|detected.* stall|lockup|failed \(error' |
	sed 's,.*WARNING: .* at kernel/sched/,scheduler: &,'
echo end
""".replace("ROUNDS", str(rounds)),
        lambda r: checks.rounds(r, rounds, smp - 1))


# After hotplug Linux no longer has the shared memory of that hart, and thus
# loses all of its counters (docs/pmu.md); other harts and the firmware must
# still work.
SNAPSHOT_HOTPLUG = (
    Case("CPU 0 counts on after CPU 1 went and came",
         f"{online(0)} && {online(1)}; " +
         stat(f"{EVENTS},{ILLEGAL}", "taskset 1 sh -c "
              "'spin tlb 100000; spin illegal' 2>/dev/null", "-C 0"),
         counts_on_cpu1),
)

def many(harts, rounds):
    """The machine of "make hotplug-linux"."""
    return Machine(f"{harts} harts, hotplug", harts, PLAIN, patience=450,
                   append=SLOW_HOST + " cryptomgr.notests",
                   cases=(hotplug_under_load(rounds, harts),))


def core_machine(name, core, tool, build, its_cases):
    """A machine whose ID registers name this core, and whose tree has no map."""
    return Machine(name, 1, f"{PLAIN},{names.registers(core)}",
                   ("fdtput -r $dtb /pmu",), patience=150, cases=its_cases,
                   qemu=f"-plugin {build}/qemu/plugin_select.so")


def core_machines(tool, build):
    """A machine for each core that perf has a table for, except the first."""
    return tuple(core_machine(f"core {core}", core, tool, build,
                              (opens(tool, core),)) for core in names.OTHERS)


def machines(kernel, rounds, tool, build, shown):
    """The machines to boot one kernel on; long ones first.

    tool: the host tool, which knows the facts about cores
    build: where plugin_select.so is, in qemu/
    shown: what "make run-linux" executes
    rounds: how often harts go and come where that is what is tested
    """
    tasks = f"{build}/results/{kernel}.tasks"
    # Both kernels would pass all cases, but these take long.
    hotplug = (many(8, rounds),)
    cores = (core_machine("1 hart, another core", names.FIRST, tool, build,
                          another_core(tool)),)
    boards = (board(its, build) for its in trace_boards.BOARDS)
    first = (*hotplug, *traced(tool, build), *boards) if kernel == "stable" \
        else cores
    return first + (
        Machine("4 harts", 4, PLAIN, cases=(
            driver(False), *COUNTING, *together(4), *HOTPLUG,
            NOTHING_LEAKS, NO_WARNINGS)),
        Machine("2 harts, sampling", 2, OVERFLOW, cases=(
            driver(True), *SAMPLING, *SAMPLING_AFTER_HOTPLUG, *COUNTING,
            *FILTERS, *HOTPLUG, NOTHING_LEAKS, NO_WARNINGS)),
        Machine("2 harts, sampling, snapshot", 2, OVERFLOW, snapshot=True,
                cases=(driver(True, True), *SAMPLING, *COUNTING, *FILTERS,
                       *together(2), NOTHING_LEAKS, *SNAPSHOT_HOTPLUG)),
        Machine("1 hart", 1, PLAIN, cases=(
            driver(False), *COUNTING, *together(1), THREE_WATCHERS, *NO_SAMPLING,
            NOTHING_LEAKS, NO_WARNINGS)),
        Machine("1 hart, exact", 1, OVERFLOW, qemu="-icount shift=1",
                cases=EXACT),
        Machine("1 hart, counted twice", 1, OVERFLOW, qemu="-icount shift=0 "
                f"-plugin {build}/qemu/plugin_tasks.so,out={tasks}",
                cases=(Case("what run-linux shows is what QEMU's plugin counts",
                            shown, lambda r: checks.counted_twice(r, tasks)),)),
        Machine("2 harts, raw events", 2, TWO_COUNTERS, RAW_EDITS, cases=RAW),
        Machine("1 hart, no map", 1, PLAIN, ("fdtput -r $dtb /pmu",),
                cases=NO_MAP),
        Machine("2 harts, no Sstc", 2, "sstc=false", cases=TIMER),
    )
