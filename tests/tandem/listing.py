#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the text of a listing with its JSON.

The tool makes the text from parts that it makes once for many lines; here each line
is made anew. Ends with status 1 at the first line that differs, and prints it."""

import argparse
import json
import subprocess
import sys

PRIVS = {0: "U", 1: "S", 3: "M"}
RESULTS = {0: "success", 1: "failure"}
# Parts that the head of the line has already
OF_KIND = {"init": "stateinit", "reset": "reset"}


def line(name, rest):
    return f"    {name:<10} {rest}"


def state(element):
    value = element["value"]
    if element["state"] == "priv":
        number = int(value, 16)
        value = f"{number} ({PRIVS.get(number, 'reserved')})"
    return line(element["state"], f"= {value}")


def register(element):
    value = element["value"]
    if element["element"] == "reg":
        return line(element["register"], f"= {value}")
    if element["element"] == "regor":
        return line(element["register"], f"|= {value}")
    number = int(value, 16)
    number -= (number >> 63) << 64
    return line(element["register"],
                f"{'-' if number < 0 else '+'}= {abs(number)}")


def access(element):
    data = f": {element['value']}" if "value" in element else ""
    bits = f"{element['bits']} bits"
    if element["element"] == "memreq":
        return line("request", f"{element['operation']} {bits} at "
                    f"{element['address']}{data}")
    result = RESULTS.get(element["result"], "reserved")
    return line("response", f"{result} {bits}{data}")


def instruction(group):
    """@return its width in digits, and its value; None: there is none"""
    for element in reversed(group["elements"]):
        if element["element"] in ("insn16", "insn32"):
            return int(element["element"][4:]) // 4, int(element["value"], 16)
    return None


def lines(group):
    """The lines of a group, without the names of places."""
    insn = instruction(group) if group["kind"] != "outside" else None
    head = [str(group["group"]) if group["kind"] != "outside" else "-",
            f"@{group['offset']:#x}", group["kind"]]
    if insn:
        head += [group["pc"]] if "pc" in group else []
        head += [f"{insn[1]:0{insn[0]}x}", group["disassembly"]]
    yield " ".join(head)
    for element in group["elements"]:
        kind = element["element"]
        if kind == "incpc":
            yield line("pc", f"+= {insn[0] // 2}" if insn else
                       "+= length of the instruction")
        elif kind == "state":
            yield state(element)
        elif kind in ("reg", "regadd", "regor"):
            yield register(element)
        elif kind in ("memreq", "memrsp"):
            yield access(element)
        elif kind not in ("insn16", "insn32", OF_KIND.get(group["kind"])):
            yield f"    {kind}"


def without_place(text):
    """@return the line, and the place behind it"""
    before, _, place = text.partition(" # ")
    return before, place


def dump(args, *options):
    return subprocess.Popen(
        [args.tool, "tandem", "dump", "--quiet", *options, *args.options,
         args.trace], stdout=subprocess.PIPE, text=True)


def groups(args):
    with dump(args, "--json") as process:
        yield from json.load(process.stdout)["groups"]


def check_place(place, address, places):
    """The same for each use of an address, and with the function in the JSON."""
    if places.setdefault(address, place) != place:
        sys.exit(f"{address}: {place}, and {places[address]}")


def check_group(group, text, places):
    for expected in lines(group):
        seen, place = without_place(text.readline().rstrip("\n"))
        if seen != expected:
            sys.exit(f"group {group['group']}: '{seen}', not '{expected}'")
        if " insn 0x" in seen:
            check_place(place, group["pc"], places)
            symbol = group.get("symbol", "")
            if place.split(" ")[0] != symbol:
                sys.exit(f"{group['pc']}: '{place}', not '{symbol}'")
        elif seen.startswith("    pc         = "):
            check_place(place, seen.split(" ")[-1], places)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="hartscope")
    parser.add_argument("trace", help="a tandem trace without damage")
    parser.add_argument("options", nargs="*", help="of hartscope tandem dump")
    args = parser.parse_args()
    places, number = {}, 0
    with dump(args) as process:
        for group in groups(args):
            check_group(group, process.stdout, places)
            number += 1
        if process.stdout.readline():
            sys.exit("the text goes on")
    print(f"{number} groups, {len(places)} places")


if __name__ == "__main__":
    main()
