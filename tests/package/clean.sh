#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The Debian packages on a Debian that has no other files of the project.

set -u

usage()
{
	cat <<EOT
Usage: clean.sh TALLY DIR

Makes a minimal Debian of this machine's release in DIR/clean with debootstrap,
from this machine's mirror, installs the packages of DIR/debs there with their
dependencies, QEMU and a C++ compiler, and does there as a user would: boot QEMU with the firmware and a plugin, decode the trace, link and run the
example in C++. Leaves "PASSED FAILED" in TALLY.

PAYLOAD in the environment is the program that QEMU boots on the firmware. If the
user is not root, or debootstrap is not available, the script prints this and tests
nothing.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 2 ] || { usage >&2; exit 2; }
tally=$1 tmp=$(cd "$2" && pwd)
here=$(dirname "$0")
clean=$tmp/clean
passed=0 failed=0
. "$here/check.sh"
. "$here/debian.sh"
base='' codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
example=/usr/share/doc/hartscope/examples/decode.cc
firmware=/usr/lib/riscv64-linux-gnu/hartscope/generic

# within COMMAND: by a shell in the new Debian
within()
{
	chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
		DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
		${http_proxy:+"http_proxy=$http_proxy"} sh -euc "$1"
}

release()
{
	rm -rf "$clean"
	debian_base "$codename" && cp -a "$base" "$clean" && debian_settings "$clean"
}

# QEMU 10 of Debian 12 is in its backports.
packages()
{
	mkdir -p "$clean/debs" && cp "$tmp"/debs/*.deb "$clean/debs" || return
	qemu='qemu-system-riscv'
	if [ "$codename" = bookworm ]; then
		qemu='-t bookworm-backports qemu-system-misc'
		echo "deb $(apt_mirror) bookworm-backports main" \
			>"$clean/etc/apt/sources.list.d/backports.list"
	fi
	within "apt-get -q update && apt-get -qy --no-install-recommends install \
		/debs/*.deb && apt-get -qy --no-install-recommends install \
		g++ pkg-config && apt-get -qy --no-install-recommends install $qemu"
}

# Of the same commit as the package
version()
{
	within 'version=$(dpkg-query -W -f "\${Version}" hartscope)
		hartscope --version | grep -Fx "hartscope $version"'
}

# The guest ends by itself after it has printed all lines. This QEMU is started
# like any other, for its limit, which is of processor time.
boot()
{
	mkdir -p "$tmp/within" && cat >"$tmp/within/qemu-system-riscv64" <<EOT &&
#!/bin/sh
exec chroot "$clean" env -i PATH=/usr/bin:/bin qemu-system-riscv64 "\$@"
EOT
		chmod +x "$tmp/within/qemu-system-riscv64" &&
		plugins=$(within 'ls -d /usr/lib/*/hartscope/qemu') &&
		cp "$PAYLOAD" "$clean/guest.elf" &&
		QEMU_PREFIX=$tmp/within/ sh platform/qemu/qemu.sh \
		--cpu sscofpmf=true --timeout 900 -- \
		-bios $firmware/fw_dynamic.bin -kernel /guest.elf -icount shift=0 \
		-plugin "$plugins/plugin_ntrace.so,out=/boot.nt,code=on,hash=1048576" \
		>"$clean/console" && grep '^hartscope: PMU' "$clean/console"
}

decode()
{
	within "hartscope ntrace decode -f hash --against=/boot.nt.hash -o /hash \
		/boot.nt && [ -s /hash ]"
}

disassemble()
{
	within "hartscope ntrace decode -f insns \
		-i $firmware/fw_dynamic.elf,offset=0x80000000 /boot.nt |
		grep -m 1 -w csrr"
}

draw()
{
	within "hartscope ntrace decode -f flamegraph \
		-i $firmware/fw_dynamic.elf,offset=0x80000000 -o /boot.svg /boot.nt
		grep -q sbi_init /boot.svg"
}

# Words are split there: lists of flags.
example()
{
	within "c++ -std=c++17 -Wall -Werror -o /decode $example \
		\$(pkg-config --cflags --libs hartscope)"
}

# The same instructions as in the tool's output
run_example()
{
	cp docs/examples/run.pcseq "$tmp/program.bin" "$clean" &&
		within 'hartscope ntrace encode -o /run.nt /run.pcseq
		/decode /run.nt /program.bin 0x80000000 >/ranges
		sum=$(awk "{ sum += \$4 * \$6 } END { print sum }" /ranges)
		want=$(hartscope ntrace decode -f pcs -i /program.bin,at=0x80000000 \
			/run.nt | wc -l)
		echo "the example has $sum instructions, the tool $want"
		[ "$sum" -gt 0 ] && [ "$sum" -eq "$want" ]'
}

# No file of the packages remains, nor any that they made.
removes()
{
	rm -rf "$clean/debs"
	within "apt-get -qy purge hartscope hartscope-firmware hartscope-qemu \
		libhartscope-dev libhartscope0
		! find / -xdev -name '*hartscope*' | grep ."
}

missing=$(debian_missing)
if [ "$missing" ]; then
	echo "# skipped: $missing"
else
	check "a minimal Debian $codename" release
	check "apt installs the packages there" packages
	check "the tool has the package's version" version
	check "QEMU boots the firmware, traced" boot
	check "the tool decodes that trace as QEMU executed it" decode
	check "and disassembles it" disassemble
	check "and draws it with the firmware's symbols" draw
	check "the example in C++ builds by pkg-config" example
	check "it decodes a trace" run_example
	check "the packages can be removed, all of them" removes
	rm -rf "$clean"
fi

echo "# package, clean: $passed passed, $failed failed"
mkdir -p "$(dirname "$tally")"
echo "$passed $failed" >"$tally"
