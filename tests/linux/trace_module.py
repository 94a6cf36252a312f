# SPDX-License-Identifier: BSD-2-Clause
"""hartscope_trace.ko and hartscope-record on Debian's kernel: their recordings are
decoded here and compared with the instructions that QEMU's plugin saw the hart
execute."""

import collections
import functools
import json
import os
import struct
import subprocess
import sys
import tarfile

sys.path.insert(1, os.path.join(os.path.dirname(__file__), ".."))
import trace_perf
from checks import expect
from perf_data import AUX, AUXTRACE, records

HARTS = 1
PARTIAL = 4             # PERF_AUX_FLAG_PARTIAL
AUXTRACE_INFO, INFO_RVTRACE, INFO_OWN = 70, 8, 0x48525443
# The firmware's memory, of which such a trace must contain nothing
FIRMWARE = range(0x80000000, 0x80200000)
USER, MACHINE = "0", "3"

LOOPS = 3000            # of each thread


def threads_of(prefix):
    """A process with two threads is recorded; then it begins a third one."""
    return (f"cd /tmp && mkfifo gate && {{ spin threads {LOOPS} <gate & }} && "
            f"pid=$! && exec 9>gate && sleep 0.1 && {{ hartscope-record {prefix} "
            "-o threads.data -p $pid & } && "
            "until [ -e threads.data ]; do sleep 0.1; done; sleep 1; "
            "printf xx >&9 && "
            "wait $!; s=$?; exec 9>&-; rm gate; exit $s")


# A PMU named as rvtrace's, and no other: it has the files of rvtrace's, and
# after them the module's own.
PMUS = "/sys/bus/event_source/devices"
RVTRACE = (
    f"cd /tmp && mkdir -p pmus/rvtrace && "
    f"cat {PMUS}/hartscope_trace/type >pmus/rvtrace/type && "
    f"mount -o bind pmus {PMUS} && {{ "
    "hartscope-record -u -- true; hartscope-record -S -- true; "
    "hartscope-record -o rvtrace.data -- spin loop 100; "
    f"s=$?; umount {PMUS}; exit $s; }}")


# One boot: user mode, then also the kernel, then the end of a longer run only
COMMANDS = (
    ("the module says what it found",
     "insmod /lib/hartscope_trace.ko buffer_kb=512 && "
     "cat /sys/bus/event_source/devices/hartscope_trace/encoders && "
     "dmesg | grep hartscope_trace:"),
    ("an event is refused with its reason",
     "perf stat -e hartscope_trace/config=1/ true; dmesg | tail -n 1"),
    ("who samples is refused with the reason",
     "perf record -o /tmp/data -e hartscope_trace// -c 1 true; "
     "dmesg | tail -n 1"),
    ("a module that records cannot be removed",
     "cd /tmp; hartscope-record -C 0 -o all.data -- "
     "sh -c 'touch records; until [ -e go ]; do sleep 0.1; done' &\n"
     "until [ -e records ]; do sleep 0.1; done; rmmod hartscope_trace; "
     "echo rmmod $?; touch go; wait $!; echo record $?"),
    ("user mode of a program, instruction by instruction",
     "cd /tmp && hartscope-record -u -o user.data -- spin loop 10000"),
    ("the kernel and the program, instruction by instruction",
     "cd /tmp && hartscope-record -o both.data --kcore=kcore -- "
     "spin loop 10000"),
    ("memory that is too small says so, between whole messages",
     "cd /tmp && hartscope-record -m 8 -o full.data -- spin loop 10000"),
    ("a snapshot is the end of what was executed",
     "cd /tmp && hartscope-record -u -S -m 8 -o end.data -- spin loop 300000"),
    # Trace stands still until the recorder has run, which a busy host delays.
    ("a snapshot at each signal",
     "cd /tmp && hartscope-record -u -S -m 8 -o signal.data -- sh -c "
     "'spin loop 3000; kill -USR2 $PPID; sleep 2; spin loop 3000; "
     "kill -USR2 $PPID; sleep 2; spin loop 3000'"),
    ("a snapshot where a function begins",
     "cd /tmp && hartscope-record -u -m 8 -o begin.data "
     "--snapshot-on=cold@/bin/spin -- spin loop 300000 && "
     "hartscope-record -k -m 64 -o kernel.data --snapshot-on=vfs_write -- echo word; "
     "hartscope-record --snapshot-on=nothing@/bin/spin -- true; "
     "hartscope-record --snapshot-on=nothing -- true"),
    ("the machine sleeps meanwhile",
     "cd /tmp && echo 0 >/sys/module/suspend/parameters/pm_test_delay && "
     "echo platform >/sys/power/pm_test && hartscope-record -u -o sleep.data -- "
     "sh -c 'spin loop 3000; echo freeze >/sys/power/state && spin loop 3000'; "
     "s=$?; echo none >/sys/power/pm_test; exit $s"),
    ("a range of a program's file",
     "cd /tmp && hartscope-record -u -o file.data "
     "--filter='filter 0x0/0x1000@/bin/spin' -- sh -c 'spin loop 100; true'"),
    ("a function of the kernel",
     "cd /tmp && set -- $(grep -A1 ' T vfs_write$' /proc/kallsyms) && "
     "echo range $1 $4 && hartscope-record -k -o range.data "
     "--filter=\"filter 0x$1/$((0x$4 - 0x$1))\" -- sh -c 'echo a; echo b'"),
    ("filters are refused with the reason",
     "cd /tmp; hartscope-record --filter='start 0x10' -- true; "
     "hartscope-record --filter='filter 0/1,filter 0/1,filter 0/1,filter 0/1' "
     "-- true; dmesg | grep 'filter refused'"),
    ("a process with all its threads", threads_of("-u")),
    ("without the module's PMU that of rvtrace is taken", RVTRACE),
    ("the module goes, and comes again",
     "cd /tmp && grep -i ' [tw] ' /proc/kallsyms >kallsyms; "
     "tar -c user.data both.data full.data end.data threads.data file.data "
     "range.data rvtrace.data signal.data begin.data kernel.data sleep.data "
     "kcore kallsyms "
     ">/dev/vport0p1; "
     "rmmod hartscope_trace && insmod /lib/hartscope_trace.ko && "
     "hartscope-record -u -- true && rmmod hartscope_trace; echo end $?"),
)


def hot(loops):
    """Instructions of hot() in "spin loop", including its return."""
    return 4 * loops + 1


def qemu_options(path):
    """Files leave the guest through a port, which is a file of the host."""
    return (f"-device virtio-serial-pci -chardev file,id=out,path={path}.tar "
            "-device virtserialport,chardev=out,name=out")


def files(build):
    return os.path.join(build, "linux", "module-run")


def plugin(build, path):
    return f"{build}/qemu/plugin_trace.so,record={path}.record"


def archive(build):
    """The archive with the module and the program, if both could be built."""
    return os.path.join(build, "linux", "stable", "module.cpio")


def auxtrace(data):
    """The bytes of trace in a perf.data file."""
    return b"".join(trace for *_, trace in records(data))


def aux_records(data):
    """Thread, CPU and flags of each piece of trace."""
    for kind, at, size, _ in records(data):
        if kind == AUX:
            flags, = struct.unpack_from("<Q", data, at + 24)
            tid, _, cpu = struct.unpack_from("<IQI", data, at + size - 28)
            yield tid, cpu, flags


def info_type(data):
    """The program that recorded a file."""
    return next(struct.unpack_from("<I", data, at + 8)[0]
                for kind, at, *_ in records(data) if kind == AUXTRACE_INFO)


class Run:
    """The files of a boot, read on demand."""

    def __init__(self, tool, build):
        self.tool, self.build = tool, build

    def files(self):
        return files(self.build)

    def member(self, name):
        with tarfile.open(self.files() + ".tar") as tar:
            return tar.extractfile(name).read()

    def copy(self, name):
        """A member of the archive as a file."""
        path = f"{self.files()}.{name}"
        with open(path, "wb") as out:
            out.write(self.member(name))
        return path

    def busybox(self):
        """A file with this name, by which tools find it."""
        path = os.path.join(self.files() + ".files", "busybox")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(self.member("busybox"))
        return path

    def cpu_goes(self, result):
        """The last record of CPU 1 has PARTIAL; no record of CPU 0 has it."""
        flags = {0: [], 1: []}
        for _, cpu, each in aux_records(self.member("cpus.data")):
            flags[cpu].append(each & PARTIAL)
        expect(result.status == 0 and flags[0] and not any(flags[0]) and
               flags[1] and flags[1][-1] and not any(flags[1][:-1]),
               f"flags are {flags}", result)

    def perf(self):
        self.copy("kcore")
        self.copy("kallsyms")
        return trace_perf.Perf(self.tool, self.build, self.files())

    def decode(self, name, result, damaged=False):
        """Addresses of executed instructions."""
        kcore = self.copy("kcore")
        done = subprocess.run(
            [self.tool, "ntrace", "decode", "--quiet", "--format=pcs",
             f"--image={kcore}", f"--image={self.build}/linux/spin", "-"],
            input=auxtrace(self.member(name)), check=False,
            capture_output=True)
        expect(not done.returncode or (damaged and done.returncode == 1),
               f"{name} does not decode: {done.stderr.decode()[:1000]}",
               result)
        return done.stdout.decode().split()

    @functools.cached_property
    def record(self):
        """Addresses in a list for each time that tracing began, without M-mode's; and
        those of user mode in one list."""
        parts, user = [], []
        with open(self.files() + ".record.0", encoding="ascii") as lines:
            for line in lines:
                if line == "start\n":
                    parts.append([])
                    continue
                address, mode = line.split()
                address = sys.intern(address)
                if mode != MACHINE:
                    parts[-1].append(address)
                if mode == USER:
                    user.append(address)
        return parts, user

    def user(self, result):
        expect(result.status == 0, "recording failed", result)
        pcs = self.decode("user.data", result)
        expect(len(pcs) > 41000 and holds(self.record[1], pcs),
               f"{len(pcs)} instructions that the plugin did not see so",
               result)

    def both(self, result):
        """The trace consists of whole parts of the record, one after the other."""
        expect(result.status == 0, "recording failed", result)
        pcs = self.decode("both.data", result)
        parts = matching(self.record[0], pcs)
        expect(parts is not None,
               f"{len(pcs)} instructions that the plugin did not see so",
               result)
        expect(not any(int(pc, 16) in FIRMWARE for pc in pcs),
               "the firmware is in the trace", result)
        expect(sum(int(pc, 16) >> 63 for pc in pcs) > 10000,
               "too little of the kernel is in the trace", result)
        trace_perf.judge_both(self.perf(), self.copy("both.data"),
                              self.copy("kallsyms"), parts, result)

    def full(self, result):
        """Only truncated parts are missing."""
        expect(result.status == 0, "recording failed", result)
        report = json.loads(self.perf().run(
            "report", self.copy("full.data"), result, "--json", status=1))
        lost = report["lost"]
        expect(lost["truncated"] and not lost["damaged"] and
               not lost["partial"], f"it says {lost}", result)
        pcs = self.decode("full.data", result, damaged=True)
        rest = (pc for part in self.record[0] for pc in part)
        expect(len(pcs) > 1000 and all(pc in rest for pc in pcs),
               f"{len(pcs)} instructions that the plugin did not see so",
               result)

    def file(self, result):
        """A shell at the same addresses is not traced."""
        expect(result.status == 0, "recording failed", result)
        pcs = self.decode("file.data", result)
        expect(hot(100) < len(pcs) < 2 * hot(100) and
               holds(self.record[1], pcs),
               f"{len(pcs)} instructions that the plugin did not see so",
               result)

    def range(self, result):
        """The trace is that part of whole parts of the record which is in the range."""
        expect(result.status == 0, "recording failed", result)
        words = result.output.split()
        start, end = (int(word, 16)
                      for word in words[words.index("range") + 1:][:2])
        pcs = self.decode("range.data", result)
        parts = [[pc for pc in part if start <= int(pc, 16) < end]
                 for part in self.record[0]]
        expect(len(pcs) > 100 and matching(parts, pcs) is not None and
               all(start <= int(pc, 16) < end for pc in pcs),
               f"{len(pcs)} instructions that the plugin did not see so",
               result)

    def threads(self, result):
        """Each of three threads has all instructions that it executed in hot()."""
        expect(result.status == 0, "recording failed", result)
        script = json.loads(self.perf().run(
            "script", self.copy("threads.data"), result, "--json", "--insns"))
        counts = collections.Counter(
            (row["pid"], row["tid"]) for row in script
            if row["type"] == "insn" and row["place"].startswith("hot"))
        expect(list(counts.values()) == 3 * [hot(LOOPS)] and
               len({pid for pid, _ in counts}) == 1,
               f"instructions of hot(): {counts}", result)

    def rvtrace(self, result):
        """rvtrace has no filters, so an option that needs them is refused."""
        expect(result.status == 0 and
               result.output.count("leave out --user, --kernel and --snapshot")
               == 2, "recording failed, or filters did not", result)
        kinds = [info_type(self.member(name))
                 for name in ("rvtrace.data", "both.data")]
        expect(kinds == [INFO_RVTRACE, INFO_OWN],
               f"AUXTRACE_INFO records are of types {kinds}", result)
        report = self.perf().report(self.copy("rvtrace.data"), result)
        hots = [row["instructions"] for row in report["functions"]
                if row["function"] == "hot"]
        expect(hots == [hot(100)], f"instructions of hot(): {hots}", result)

    def functions(self, name, result):
        """(instructions, calls) of each function."""
        report = self.perf().report(self.copy(name), result)
        return {row["function"]: (row["instructions"], row["calls"])
                for row in report["functions"]}

    def signal(self, result):
        """Each of three snapshots has the end of the trace before it."""
        says(result, 0, "2 snapshots, and the end")
        sizes = [len(trace) for kind, *_, trace in
                 records(self.member("signal.data")) if kind == AUXTRACE]
        expect(sizes == 3 * [8192], f"snapshots of {sizes} bytes", result)
        insns, calls = self.functions("signal.data", result)["hot"]
        expect(2 * hot(LOOPS) < insns <= 3 * hot(LOOPS) and calls == 3,
               f"hot(): {insns} instructions, {calls} calls", result)

    def begin(self, result):
        """The call of the function is in its snapshot."""
        says(result, None, "'/bin/spin' has no function 'nothing'",
             "--snapshot-on=nothing: No such file")
        expect(result.output.count("1 snapshots, and the end") == 2,
               "snapshots are missing", result)
        found = [self.functions(name, result).get(function, (0, 0))[1]
                 for name, function in (("begin.data", "cold"),
                                        ("kernel.data", "vfs_write"))]
        expect(found == [1, 1], f"calls of cold() and vfs_write(): {found}",
               result)

    def sleep(self, result):
        """Both programs are in the trace, and one record reports a gap."""
        says(result, 0, "1 gaps")
        flags = [each & PARTIAL
                 for *_, each in aux_records(self.member("sleep.data"))]
        expect(sum(map(bool, flags)) == 1 and not flags[-1],
               f"flags are {flags}", result)
        report = json.loads(self.perf().run(
            "report", self.copy("sleep.data"), result, "--json", status=1))
        hots = [row["instructions"] for row in report["functions"]
                if row["function"] == "hot"]
        expect(hots == [2 * hot(LOOPS)] and not report["lost"]["damaged"],
               f"hot(): {hots}, {report['lost']}", result)

    def end(self, result):
        expect(result.status == 0, "recording failed", result)
        trace = auxtrace(self.member("end.data"))
        expect(len(trace) == 8192, f"{len(trace)} bytes, not 8192", result)
        pcs = self.decode("end.data", result, damaged=True)
        # from before the module was loaded again
        expect(len(pcs) > 10000 and holds(self.record[1], pcs),
               f"{len(pcs)} instructions that the plugin did not see so",
               result)


def holds(all_of_them, part):
    """@return True if part is contiguous in it."""
    return " ".join(part) in " ".join(all_of_them)


def number_of(parts, pcs):
    """How many whole parts from the first one on equal pcs; None if no number does."""
    at = 0
    for number, part in enumerate(parts):
        if at == len(pcs):
            return number
        if pcs[at:at + len(part)] != part:
            return None
        at += len(part)
    return len(parts) if at == len(pcs) else None


def matching(parts, pcs):
    """Parts that together equal pcs, in order, or None."""
    for first in range(len(parts)):
        number = number_of(parts[first:], pcs)
        if number is not None:
            return parts[first:first + number]
    return None


def says(result, status, *texts):
    missing = [text for text in texts if text not in result.output]
    expect(not missing and (status is None or result.status == status),
           f"missing: {missing}", result)


def checks(tool, build):
    """A check for each of COMMANDS."""
    run = Run(tool, build)
    return (
        lambda r: says(r, 0, "cpu=0 hartid=0x0 src=0 src_bits=0",
                       "1 CPUs can be traced, into 1 sinks of 512 KiB"),
        lambda r: says(r, None, "<not supported>",
                       "event refused: config has to be 0"),
        lambda r: says(r, None, "event refused: it does not sample"),
        lambda r: says(r, None, "rmmod 1", "record 0"),
        run.user, run.both, run.full, run.end, run.signal, run.begin,
        run.sleep, run.file, run.range,
        lambda r: says(r, None, "filter refused: it has to be a range",
                       "filter refused: encoders have not so many",
                       "as many as encoders have comparators"),
        run.threads, run.rvtrace,
        lambda r: says(r, 0, "end 0"),
    )
