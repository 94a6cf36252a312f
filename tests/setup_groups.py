#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Are all programs there before a recipe runs them?

Reads make's own database of all goals, and setup.sh. Each recipe, with the scripts that
it runs, needs the packages of its programs: the groups before it in the graph have to
have them. And each goal that a user types has in setup.mk the groups of all its recipes
and no others, so that all is installed at once, before anything else."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

SETUP = "platform/host/setup.sh"
# Programs of packages, beyond those that setup.sh itself looks for
PROGRAMS = {
    "fdtput": "device-tree-compiler", "fdtget": "device-tree-compiler",
    "qemu-system-riscv": "qemu", "c++": "g++", "gcov": "gcc", "ld": "gcc",
    "ar": "gcc", "objcopy": "gcc", "strip": "gcc", "readelf": "gcc", "nm": "gcc",
    "abidw": "abigail-tools", "$(HOST_CC)": "gcc", "$(HOST_CXX)": "g++",
    "$(CROSS_COMPILE)gcc": "gcc-riscv64-linux-gnu",
    "$(CROSS_COMPILE)objcopy": "gcc-riscv64-linux-gnu",
    "$(CROSS_COMPILE)nm": "gcc-riscv64-linux-gnu",
    "$(CROSS_COMPILE)strip": "gcc-riscv64-linux-gnu",
}
# Debian has it on every machine
EVERYWHERE = "dpkg"
# The levels of the tests are goals of makes that the tests start
INNER = re.compile(r"FORCE$|linux-module-archive$|run-.*-(quick|full|long)$")


def read_groups():
    """The packages of each group of setup.sh, and the package of each program"""
    with open(SETUP, encoding="utf-8") as file:
        checks = re.findall(r"^check_(\w+)\(\)\n\{\n(.*?)^\}", file.read(),
                            re.M | re.S)
    programs, packages = dict(PROGRAMS), {}
    for name, body in checks:
        found = re.findall(r"^\s*(program|file) (\S+) (\S+)", body, re.M)
        packages[name] = {package for _, _, package in found}
        if name in ("firmware", "qemu"):
            packages[name].add({"qemu": "qemu"}.get(name, "gcc-riscv64-linux-gnu"))
        for other in re.findall(r"^\s*check_(\w+)$", body, re.M):
            packages[name] |= packages[other]
        programs.update({what: package for kind, what, package in found
                         if kind == "program" and package != EVERYWHERE})
    return packages, programs


def ask_make(out, goals, text):
    """What make prints of its database, and for text after its makefiles, with an empty
    build in the folder out"""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("MAKE", "MFLAGS", "HARTSCOPE_"))}
    # "make -n" executes some recipes, such as those with a make
    return subprocess.run(
        ["make", "-pnkr", "O=" + out, "MAKE=:", "-f", "Makefile", "-f", "-", *goals],
        text=True, input=text + "SHELL := true\n", stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=environment, check=False).stdout


class Database:
    """Rules and variables of make, for goals of which no file exists yet"""

    def __init__(self, out, goals, more=""):
        text = ask_make(out, goals, more)
        self.groups = re.findall(r"^groups: (\S+) (.*)$", text, re.M)
        self.variables = dict(re.findall(r"^([\w.-]+) [:?+]*= (.*)$", text, re.M))
        self.variables.update(re.findall(
            r"^define ([\w.-]+)\n(.*?)^endef", text, re.M | re.S))
        self.before, self.recipes, self.phony = {}, {}, set()
        for block in text[text.rindex("\n# Files"):].split("\n\n"):
            rule = re.search(r"^([^#\s%][^:=\n%]*):+ ?([^=\n]*)$", block, re.M)
            if rule and "# Not a target" not in block:
                self.before[rule[1]] = set(rule[2].split()) - {"|"}
                stem = re.search(r"stem: '(.*)'", block)
                recipe = "\n".join(re.findall(r"^\t(.*)$", block, re.M))
                self.recipes[rule[1]] = self.expand(re.sub(
                    r"\$\(filter (\$\*[^,]*),(\$\(.*?\)|[^)])*\)", r"\1", recipe).replace(
                        "$*", stem[1] if stem else "$*"))
                if "Phony target" in block:
                    self.phony.add(rule[1])
        self.makes = {target: self.started(recipe)
                      for target, recipe in self.recipes.items()}

    def expand(self, text, depth=0):
        """Its variables, and all branches of its functions"""
        def value(match):
            known = self.variables.get(match[1])
            if f"$({match[1]})" in " ".join(PROGRAMS) or known is None or depth > 9:
                return match[0]
            return self.expand(known, depth + 1)
        return re.sub(r"\$[({](?:call )?([\w.-]+)[,)}]", value, text)

    def started(self, recipe):
        """The goals of the makes that a recipe starts; "if" tries those in vain"""
        recipe = re.sub(r"if : .*?then", "", recipe.replace("\\\n", " "))
        makes = " ".join(re.findall(r"(?:^|[@ ;])(?::|make) ([^;|&>\n]*)", recipe, re.M))
        levels = " ".join(re.findall(r"summary\.sh (.*)", recipe))
        return {goal for goal in makes.split() + [
            "run-" + level for level in re.split(r"[\s()]", levels)]
                if goal in self.recipes or re.search(r"/\S+\.(ko|cpio)$", goal)}

    def closure(self, goal, inner):
        """All targets before a goal, and itself; also in makes that these start"""
        seen, rest = set(), [goal]
        while rest:
            target = rest.pop()
            if target not in seen:
                seen.add(target)
                rest += self.before.get(target, ())
                rest += self.makes.get(target, ()) if inner else ()
        return seen


def scripts(text, folder, seen):
    """The text of all scripts that a text names, and that these name"""
    for word in re.findall(r"[\w./-]+\.(?:sh|py)\b|(?:import|from) \w+", text):
        name = word.split()[-1] + (".py" if " " in word else "")
        for path in (name, os.path.join(folder, os.path.basename(name)),
                     os.path.join("tests", name)):
            if os.path.isfile(path) and path not in seen and path not in (SETUP, "tests/setup_groups.py"):
                with open(path, encoding="utf-8") as file:
                    code = re.sub(r"cat <<-?(\w+)$.*?^\s*\1$|\"{3}.*?\"{3}|(^|\s)#[^\n]*",
                                  "", file.read(), flags=re.M | re.S)
                seen[path] = code
                scripts(code, os.path.dirname(path), seen)
                break
    return seen


def needs(recipe, programs, pattern):
    """The packages that a recipe needs: the first program of each, and where it is;
    not those for which a script looks itself"""
    found = {}
    recipe = recipe.replace("tests/lint.sh --format", "clang-format")
    for where, text in {"": recipe, **scripts(recipe, "", {})}.items():
        for program in pattern.findall(text):
            if (where, program) != ("tests/floors.py", "dot") and not re.search(rf"command -v \S*{re.escape(program)}|check_with "
                             + re.escape(program), text):
                found.setdefault(programs[program], f"{program} {where}".strip())
    return found


def main():
    """One line for each package that is missing, or superfluous"""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    packages, programs = read_groups()
    names = "|".join(map(re.escape, sorted(programs, reverse=True)))
    pattern = re.compile(rf"(?<![\w./$)-])(?<!gnu-}})(?<!\$\()({names})(?![\w./=-])")
    with tempfile.TemporaryDirectory() as out:
        # "make -n" writes into these, too
        for folder in ("host", "glue-mutants", "linux"):
            os.mkdir(os.path.join(out, folder))
        goals = Database(out, ["help"]).phony
        database = Database(out, sorted(goals))
        inner = set().union(*database.makes.values())
        database = Database(out, sorted(goals | inner), "".join(
            f"$(info groups: {goal} $(call setup-of,{goal}))\n" for goal in sorted(goals)))

    def provided(target, inside):
        groups = {os.path.basename(before)
                  for before in database.closure(target, inside)
                  if "/.setup/" in before}
        return set().union(*(packages[group] for group in groups))

    wrong = []
    for target, recipe in sorted(database.recipes.items()):
        have = provided(target, False).union(*(
            packages[group] for group in re.findall(r"setup\.sh (\w+)", recipe)))
        for package, why in needs(recipe, programs, pattern).items():
            if package not in have and "/.setup/" not in target:
                wrong.append(f"{target.replace(out, 'build')}: runs {why}, and no group"
                             f" before it has {package}")
    for goal, groups in database.groups:
        if not INNER.match(goal):
            named = set().union(*(packages[group] for group in groups.split()))
            want = provided(goal, True)
            wrong += [f"{goal}: setup.mk names no group with {package}"
                      for package in sorted(want - named)]
            wrong += [f"{goal}: setup.mk names a group with {package}, which no recipe"
                      " asks for" for package in sorted(named - want)]
    if "all" not in dict(database.groups):
        wrong = ["make does not read its makefiles: try \"make help\""]
    print("\n".join(wrong) or f"{len(goals)} goals, {len(database.recipes)} recipes")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
