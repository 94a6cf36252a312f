#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""N-Trace of QEMU's guests, compared with the executed instructions.

A program with all kinds of traps and changes of code runs under plugin_ntrace. The
plugin's record of retired instructions is compared with QEMU's own log (retired.py),
and the trace, decoded by the tool with only the files beside it, with the plugin's
hash. "PASSED FAILED" goes to the tally."""

import argparse
import bisect
import collections
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
import common  # pylint: disable=wrong-import-position

# Of processor time; with -icount QEMU 10 may hang at its end, which does no
# harm, and is then ended
SECONDS = 120

# Name, harts, time (icount or real), options of QEMU, options of the plugin,
# and True for a log, which needs a trace of all executed instructions
CASES = (
    ("one hart", 1, "icount", "", "", "log"),
    ("single instructions", 1, "icount", "-accel tcg,one-insn-per-tb=on", "",
     "log"),
    ("two harts, one thread", 2, "real", "-accel tcg,thread=single",
     "mode=btm,ownership=on,timestamps=insns,sync-mode=3,sync-max=6", "log"),
    ("two harts", 2, "real", "-accel tcg,thread=multi",
     "repeat=on,call-stack=8,sequential-jump=on", "log"),
    ("two harts, one file", 2, "real", "",
     "file=one,extend-addr-msb=on,timestamps=host,sync-mode=1,sync-max=4", ""),
    ("all jumps", 1, "icount", "", "all-jumps=on,sequential-jump=on", ""),
    ("few pages", 1, "icount", "", "code-pages=3,repeat=on", ""),
    ("U- and S-mode", 1, "icount", "", "privilege=u+s,sync-mode=2", ""),
    ("a range", 1, "icount", "", "from={m_entry},to={s_entry}", ""),
    ("a count", 1, "icount", "", "start-count=200000,stop-count=250000", ""),
    ("between addresses", 1, "icount", "", "start={page_end},stop={vector_loop},"
     "timestamps=host", ""),
)

# Address of an S-mode program, after the firmware
PAYLOAD = {64: 0x80200000, 32: 0x80400000}

# All stacks of functions that tasks.S has, below the task's name
STACKS = {"swapper": {"s_main;a_outer;a_inner;switch_to"},
          "renamed": {"s_main;a_outer;a_inner;switch_to"},
          "worker?x": {"b_main;b_inner;switch_to", "switch_to"}}
TASK_ROUNDS = 40

# Wrong bits, one in each decode, and the lines that each may add: "lost" and
# "found", and another path between two synchronizing messages
DAMAGES = 30
LINES_MORE = 200

# Options that are refused, and text of the message
WRONG = (
    ("", "out=FILE is needed"),
    ("out=x,mod=btm", "'mod=btm' is no option; they are out= mode= "),
    ("out=x,mode=both", "mode=both: this is btm or htm"),
    ("out=x,repeat=maybe", "repeat=maybe: this is on or off"),
    ("out=x,call-stack=33", "this is a number from 0 to 32"),
    ("out=x,sync-mode=-1", "this is a number from 0 to 3"),
    ("out=x,timestamps=on", "this is off, insns or host"),
    ("out=x,privilege=u+h", "this is a list of m, s, u, vs and vu"),
    ("out=x,from=8,to=8", "from= must be below to="),
    ("out=x,start-count=9,stop-count=9", "start-count= must be below"),
    ("out=x,fifo=256", "fifo= and rate= are given together"),
    ("out=x,fifo=256,rate=1,code=on", "code=on needs a trace without losses"),
    ("out=x,sync-max=3", "sync-max= needs sync-mode="),
    ("out={missing}/x", "No such file or directory"),
)


def all_stacks():
    """The stacks in STACKS, and the stacks of their callers."""
    found = set()
    for name, stacks in STACKS.items():
        for stack in stacks:
            functions = stack.split(";")
            found |= {";".join([name, *functions[:depth + 1]])
                      for depth in range(len(functions))}
    return found


class Runner:
    """Results of one case: several run at the same time."""

    def __init__(self, args):
        self.args = args
        self.passed = self.failed = 0
        self.lines = []
        self.tool = f"{args.out}/host/hartscope"
        self.plugin = f"{args.out}/qemu/plugin_ntrace.so"

    def result(self, name, good, why=""):
        self.passed += good
        self.failed += not good
        self.lines.append(f"ok {name}" if good else f"not ok {name}: {why}")

    def elf(self, xlen, harts, time):
        return f"{self.args.out}/trace/program-{xlen}-{harts}-{time}.elf"

    def symbols(self, elf):
        out = subprocess.run([f"{self.args.cross}nm", elf], check=True,
                             capture_output=True, text=True).stdout
        return {words[2]: "0x" + words[0]
                for words in map(str.split, out.splitlines())}

    def qemu(self, xlen, harts, elf, options):
        return common.run_limited(
            ["sh", "platform/qemu/qemu.sh", "--xlen", str(xlen), "--smp",
             str(harts), "--mem", "64M",
             *(("--cpu", "h=false") if "mpv" in self.args.lacks else ()),
             "--firmware", elf, "--", *options], SECONDS)

    def check_log(self, name, place, elf, symbols):
        page = symbols["user_code"]
        done = subprocess.run(
            ["python3", "tests/trace/retired.py", "--elf", elf, "--name", name,
             *(f"--alias={at}={page}" for at in ("0x40000000", "0x40009000")),
             *(f"--log={log}" for log in glob.glob(place + "/log*")),
             *sorted(glob.glob(place + "/*.record"))],
            capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).splitlines()
        if done.returncode or not lines:
            self.result(name, False, " ".join(lines[-1:]) or "no result")
            return
        self.lines += lines[:-1]
        self.passed += int(lines[-1].split()[0])
        self.failed += int(lines[-1].split()[1])

    def decode(self, trace, *options):
        return subprocess.run(
            [self.tool, "ntrace", "decode", "--quiet", *options, trace],
            capture_output=True, text=True, check=False)

    def check_hash(self, name, trace, hart, source):
        against = trace + (f".{hart}.hash" if source else ".hash")
        done = self.decode(trace, "--format=hash", f"--against={against}",
                           *([f"--src={hart}"] if source else []))
        end = done.stdout.splitlines()[-1:]
        counts = end[0].split() if end else []
        enough = len(counts) > 2 and int(counts[-3]) > 500
        said = done.stderr.splitlines()
        self.result(f"{name} hart {hart}, decoded", enough and
                    not done.returncode and len(said) == 1 and
                    said[0].endswith(f": '{trace}.settings'"),
                    done.stderr.strip() or f"ends with {end}")
        done = subprocess.run([self.tool, "ntrace", "check", "--quiet", trace],
                              capture_output=True, text=True, check=False)
        self.result(f"{name} hart {hart}, rules", not done.returncode,
                    done.stdout + done.stderr)

    def check_times(self, name, trace, hart, source):
        """The times of a hart never decrease, also not at its end."""
        done = self.decode(trace, "--format=ranges",
                           *([f"--src={hart}"] if source else []))
        times = [int(time) for time in
                 re.findall(r"^time (\d+)$", done.stdout, re.M)]
        back = [pair for pair in zip(times, times[1:]) if pair[1] < pair[0]]
        self.result(f"{name} hart {hart}, times", len(times) > 10 and not back,
                    f"{len(times)} times; {back}")

    def check_forms(self, name, trace, elf):
        """Forms that list code have the same instructions as the addresses."""
        def lines(form):
            return self.decode(trace, "-i", elf, "-f", form).stdout.split("\n")
        pcs = lines("pcs")[:-1]
        listed = [line.split() for line in lines("insns")
                  if line.startswith("0x")]
        good = [words[0] for words in listed] == pcs and all(
            re.fullmatch("([0-9a-f]{4}){1,2}", words[1]) and words[2] != "#"
            for words in listed)
        self.result(f"{name}, instructions", len(pcs) > 500 and good)
        hot = [line.split() for line in lines("hot")[1:-1]]
        names = {words[6]: int(words[0]) for words in hot}
        callgrind = lines("callgrind")
        # The range of one case is in assembly, and has no calls
        called = "calls=" in str(callgrind) or "a range" in name
        busy = "m_entry" if "a range" in name else "fib"
        self.result(f"{name}, counts",
                    sum(int(words[0]) for words in hot) == len(pcs) ==
                    int(callgrind[-2].split()[1]) and
                    names.get(busy, 0) > 0 and called,
                    f"{len(pcs)} executed, {names}")
        covered = collections.Counter()
        for words in map(str.split, lines("coverage")):
            if len(words) > 8 and words[1] == "%":
                covered[words[-2 if words[-1][0] == "(" else -1]] += \
                    int(words[2])
        seen = {name: 0 for name in names}
        places = {words[0]: re.search(r"# ([^ +]*)", " ".join(words))[1]
                  for words in listed}
        for place in places.values():
            seen[place if place in seen else "unknown"] += 1
        self.result(f"{name}, coverage",
                    {name: covered[name] for name in seen} == seen,
                    f"{seen}, not {covered}")

    def case(self, xlen, case):
        name, harts, time, options, settings, log = case
        name = f"RV{xlen} {name}"
        elf = self.elf(xlen, harts, time)
        symbols = self.symbols(elf)
        one = settings.startswith("file=one")
        settings = settings.replace("file=one,", "").format(**symbols)
        with tempfile.TemporaryDirectory() as place:
            trace = place + ("/trace" if one else "/%h")
            out = self.qemu(xlen, harts, elf, (
                *options.split(), *(("-icount", "shift=0")
                                    if time == "icount" else ()),
                *(("-d", "exec,nochain,int,tid", "-D", place + "/log.%d")
                  if log else ()),
                "-plugin", f"{self.plugin},out={trace},code=on,hash=1000"
                + (",record=on" if log else "")
                + ("," + settings if settings else "")))
            if out.returncode or "plugin" in out.stderr:
                self.result(name, False, out.stderr)
                return
            if log:
                self.check_log(name, place, elf, symbols)
            for hart in range(harts):
                path = trace.replace("%h", str(hart))
                self.check_hash(name, path, hart, one)
                if "timestamps=" in settings:
                    self.check_times(name, path, hart, one)
            if harts == 1:
                self.check_forms(name, trace.replace("%h", "0"), elf)

    def firmware(self, xlen):
        """The project's own firmware, from reset, with an S-mode program."""
        out = f"{self.args.out}/rv{xlen}"
        with tempfile.TemporaryDirectory() as place:
            done = common.run_limited(
                ["sh", "platform/qemu/qemu.sh", "--xlen", str(xlen), "--smp",
                 "2", "--cpu", "sscofpmf=true",
                 "--firmware", out + "/fw_dynamic.bin", "--kernel",
                 out + "/smode/pmu_test.elf", "--", "-plugin",
                 f"{self.plugin},out={place}/trace,code=on,hash=100000,"
                 "repeat=on,call-stack=32,ownership=on"], SECONDS)
            if done.returncode or "plugin" in done.stderr:
                self.result(f"RV{xlen} firmware", False, done.stderr)
                return
            for hart in range(2):
                self.check_hash(f"RV{xlen} firmware", place + "/trace", hart,
                                True)

    def hidden(self, xlen):
        """Without the firmware's code, all of the S-mode program is decoded."""
        out = f"{self.args.out}/rv{xlen}"
        payload, low = out + "/smode/pmu_test.elf", PAYLOAD[xlen]
        firmware = f"{out}/fw_dynamic.elf,offset=0x80000000"
        with tempfile.TemporaryDirectory() as place:
            trace = place + "/trace"
            common.run_limited(
                ["sh", "platform/qemu/qemu.sh", "--xlen", str(xlen), "--smp",
                 "1", "--cpu", "sscofpmf=true",
                 "--firmware", out + "/fw_dynamic.bin", "--kernel", payload,
                 "--", "-plugin",
                 f"{self.plugin},out={trace},hash=100000,repeat=on,"
                 f"start={low:#x}"], SECONDS)
            whole = self.decode(trace, "-f", "hash", "-i", firmware, "-i",
                                payload, f"--against={trace}.hash")
            self.result(f"RV{xlen} with the firmware's image",
                        not whole.returncode, whole.stderr[-500:])

            def ranges(*images):
                text = self.decode(trace, "-f", "ranges", *images).stdout
                return [line for line in text.splitlines() if line[:2] == "0x"]
            want = [line for line in ranges("-i", firmware, "-i", payload)
                    if int(line.split()[0], 16) >= low]
            found = ranges("-i", payload)
            self.result(f"RV{xlen} without the firmware's image",
                        len(want) > 10000 and found == want,
                        f"{len(found)} ranges of {len(want)}")

    def folded(self, trace, elf):
        """Instructions by stack, each as a list of functions."""
        symbols = trace + ".symbols"
        with open(symbols, "w", encoding="ascii") as file:
            for name, address in self.symbols(elf).items():
                low = int(address, 16)
                print(f"{low | 0xffffffff00000000:016x} t {name}", file=file)
        done = self.decode(trace, "-f", "folded", f"--symbols={symbols}")
        found = {}
        for line in done.stdout.splitlines():
            stack, insns = line.rsplit(" ", 1)
            found[stack] = int(insns)
        return found

    def tasks(self):
        """Stacks follow tasks through all interruptions, and have their names."""
        elf = f"{self.args.out}/trace/tasks.elf"
        with tempfile.TemporaryDirectory() as place:
            trace = place + "/trace"
            self.qemu(64, 1, elf, (
                "-icount", "shift=0", "-plugin",
                f"{self.plugin},out={trace},code=on,hash=100,call-stack=8,"
                "tasks=on"))
            self.check_hash("tasks", trace, 0, False)
            found = self.folded(trace, elf)
        tasks = {stack: insns for stack, insns in found.items()
                 if stack.split(";")[0] in STACKS}
        self.result("tasks, stacks", set(tasks) == all_stacks() and
                    sum(found.values()) - sum(tasks.values()) < 40,
                    f"{found}")
        ends = {name: sum(insns for stack, insns in tasks.items()
                          if stack.startswith(name + ";") and
                          stack.endswith("switch_to")) for name in STACKS}
        self.result("tasks, names", ends["worker?x"] == 6 * TASK_ROUNDS ==
                    ends["swapper"] + ends["renamed"] and ends["renamed"] > 0,
                    f"{ends}")

    def overflow(self, xlen):
        """Lost messages are reported as lost, and no other error is."""
        elf = self.elf(xlen, 1, "icount")
        with tempfile.TemporaryDirectory() as place:
            self.qemu(xlen, 1, elf, (
                "-icount", "shift=0", "-plugin",
                f"{self.plugin},out={place}/trace,fifo=256,rate=1"))
            done = self.decode(place + "/trace", "--format=hash",
                               "--image=" + elf, "--max-findings=1000000")
        found = set(re.findall(r"message \d+: .*?: ([^:]+?)(?: \(|$)",
                               done.stderr, re.M))
        lost = done.stderr.count("the encoder lost messages")
        self.result(f"RV{xlen} overflow", lost > 10 and done.returncode == 1,
                    f"{lost} losses; {found} {done.stderr[-500:]}")

    def flow(self, trace):
        """Lines of executed instructions, without times."""
        return [line for line in self.decode(trace).stdout.splitlines()
                if not line.startswith("time ")]

    def flips(self, trace):
        """Damages a trace in one place after the other. Returns the places after
        which the output did not become right again, and True if the undamaged output
        is right."""
        dump = subprocess.run([self.tool, "ntrace", "dump", "--quiet", trace],
                              capture_output=True, text=True, check=False)
        syncs = [int(line.split(":")[0], 16)
                 for line in dump.stdout.splitlines() if "SYNC=" in line]
        truth, wrong = self.flow(trace), []
        marks = [number for number, line in enumerate(truth)
                 if line.startswith("sync ")]
        with open(trace, "rb") as file:
            data = file.read()
        for at in range(1000, syncs[-3], len(data) // DAMAGES):
            with open(trace, "wb") as file:
                file.write(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
            # After the second one behind it: the damage may be in the first one
            rest = truth[marks[bisect.bisect(syncs, at) + 1]:]
            found = self.flow(trace)
            if found[-len(rest):] != rest or \
                    len(found) > len(truth) + LINES_MORE:
                wrong.append(at)
        return wrong, len(marks) == len(syncs) > 100

    def damage(self):
        """After a gap in the trace, changed code is still decoded right."""
        elf = self.elf(64, 1, "icount")
        with tempfile.TemporaryDirectory() as place:
            trace = place + "/trace"
            self.qemu(64, 1, elf, (
                "-icount", "shift=0", "-plugin",
                f"{self.plugin},out={trace},code=on,code-pages=3,sync-mode=2,"
                "sync-max=8"))
            wrong, good = self.flips(trace)
        self.result("changes of code behind damage", good and not wrong,
                    f"bytes {wrong}")

    def difference(self):
        """A hash that is wrong in one line is found in that line."""
        elf = self.elf(64, 1, "icount")
        with tempfile.TemporaryDirectory() as place:
            self.qemu(64, 1, elf, (
                "-icount", "shift=0", "-plugin",
                f"{self.plugin},out={place}/trace,code=on,hash=1000"))
            with open(place + "/trace.hash", encoding="ascii") as file:
                lines = file.read().splitlines()
            lines[49] = lines[49][:-4] + "xxxx"
            with open(place + "/trace.hash", "w", encoding="ascii") as file:
                print("\n".join(lines), file=file)
            done = self.decode(place + "/trace", "--format=hash",
                               f"--against={place}/trace.hash")
        self.result("a hash that differs", done.returncode == 1 and
                    "between half-words 49000 and 50000" in done.stderr,
                    done.stderr)

    def taken(self, elf, profile):
        """Runs a program. Returns the number of taken branches in its trace."""
        trace = profile + ".nt"
        done = self.qemu(64, 1, elf, (
            "-plugin", f"{self.plugin},out={trace},from=0x80000000"))
        text = self.decode(trace, "-f", "bolt", "-i", elf).stdout
        with open(profile, "w", encoding="ascii") as file:
            file.write(text)
        branches = [line.split() for line in text.splitlines()]
        return 0 if done.returncode else sum(
            int(words[3]) for words in branches if words[0] == "B")

    def layout(self):
        """A program that BOLT has laid out by the tool's profile takes fewer."""
        if not shutil.which("llvm-bolt-19"):
            self.lines.append("# skipped: there is no llvm-bolt-19")
            return
        elf = f"{self.args.out}/trace/layout.elf"
        with tempfile.TemporaryDirectory() as place:
            before = self.taken(elf, place + "/before")
            done = subprocess.run(
                ["llvm-bolt-19", elf, "-p", place + "/before", "-pa",
                 "-reorder-blocks=ext-tsp", "-o", place + "/after.elf"],
                capture_output=True, text=True, check=False)
            if done.returncode:
                self.result("layout by our profile", False, done.stderr[-500:])
                return
            after = self.taken(place + "/after.elf", place + "/after")
        self.result("layout by our profile", 0 < after < before * 4 // 5,
                    f"{before} branches taken, then {after}")

    def wrong(self):
        elf = self.elf(64, 1, "icount")
        with tempfile.TemporaryDirectory() as place:
            for options, want in WRONG:
                options = options.replace("out=x", f"out={place}/x").format(
                    missing=place + "/missing")
                done = self.qemu(64, 1, elf, (
                    "-plugin", self.plugin + ("," + options if options else "")))
                self.result(f"refused: {want}", done.returncode
                            and want in done.stderr, done.stderr)


def all_jobs(quick):
    """Name, method of Runner and its arguments."""
    jobs = [(f"RV{xlen} {case[0]}", "case", xlen, case)
            for xlen in (64, 32) for case in CASES
            if not quick or case[0] == ("two harts" if xlen == 64 else "one hart")]
    jobs += [(name, name) for name in ("wrong", "difference", "damage", "tasks",
                                   "layout")]
    if not quick:
        jobs += [(f"RV{xlen} {name}", name, xlen) for xlen in (64, 32)
                 for name in ("overflow", "hidden", "firmware")]
    return jobs


def run(args, job):
    """Run one, and return its results."""
    runner = Runner(args)
    getattr(runner, job[1])(*job[2:])
    return runner


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="build directory")
    parser.add_argument("--cross", default="riscv64-linux-gnu-",
                        help="prefix of nm (%(default)s)")
    parser.add_argument("--lacks", default="nothing", metavar="WORDS",
                        help="output of platform/qemu/lacks.sh; if it is mpv, "
                        "VS-mode is left out")
    parser.add_argument("--quick", action="store_true",
                        help="only a few of the cases")
    common.add_arguments(parser)
    args = parser.parse_args()
    jobs = [job for job in all_jobs(args.quick) if re.search(args.only, job[0])]
    if args.list:
        print("\n".join(job[0] for job in jobs))
        return
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for runner in pool.map(lambda job: run(args, job), jobs):
            print("\n".join(runner.lines), flush=True)
            passed, failed = passed + runner.passed, failed + runner.failed
    print(f"# trace: {passed} passed, {failed} failed")
    common.finish(args, passed, failed)


if __name__ == "__main__":
    main()
