# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that takes longer; run.sh sets the variables that are used
# here.
# shellcheck disable=SC2154

firmware=$root/usr/lib/riscv64-linux-gnu/hartscope/generic/fw_dynamic.bin

# The guest ends by itself after it has printed all lines.
boot()
{
	sh platform/qemu/qemu.sh --smp 1 --cpu sscofpmf=true \
		--firmware "$firmware" --kernel "$PAYLOAD" --timeout 900 -- \
		-icount shift=0 -plugin \
		"$lib/hartscope/qemu/plugin_ntrace.so,out=$tmp/boot.nt,code=on,hash=1048576" \
		>"$tmp/console" &&
		grep -q '^hartscope: PMU' "$tmp/console" && [ -s "$tmp/boot.nt" ]
}

# Every instruction that QEMU's hart executed, in order
decode_boot()
{
	"$tool" ntrace decode -f hash --against="$tmp/boot.nt.hash" \
		-o "$tmp/hash" "$tmp/boot.nt"
}

draw_boot()
{
	"$tool" ntrace decode -f flamegraph -i \
		"$root/usr/lib/riscv64-linux-gnu/hartscope/generic/fw_dynamic.elf,offset=0x80000000" \
		-o "$tmp/boot.svg" "$tmp/boot.nt" && grep -q sbi_init "$tmp/boot.svg"
}

check "QEMU boots the installed firmware, traced" boot
check "the installed tool decodes that trace" decode_boot
check "and draws it with the firmware's symbols" draw_boot

# release FROM NAME [OPTION...]: the release of FROM's commit, made in a clone
release()
{
	from=$1 name=$2
	shift 2
	rm -rf "${tmp:?}/release-$name" &&
		git clone -q "$@" "$from" "$tmp/release-$name" &&
		(cd "$tmp/release-$name" && alone make -s dist O="$tmp/out-$name") &&
		cp "$tmp/out-$name"/dist/* "$tmp/releases/$name"
}

# The same commit, other folders, another time, and a clone without history
reproducible()
{
	rm -rf "$tmp/releases"
	mkdir -p "$tmp/releases/one" "$tmp/releases/two" || return
	release . one &&
		(umask 077 && TZ=Asia/Tokyo \
		release "file://$tmp/release-one" two --depth 1) || return
	(cd "$tmp/releases/one" && ls -- *.tar.gz *.spdx *.sha256) &&
		diff -r "$tmp/releases/one" "$tmp/releases/two"
}

# The bill of materials lists each file of the tarball but itself, with its
# checksum.
bill()
(
	rm -rf "$tmp/unpacked" && mkdir "$tmp/unpacked" &&
		tar -xzf "$tmp/releases/one"/*.tar.gz -C "$tmp/unpacked" &&
		cd "$tmp/unpacked"/* || exit
	find . -type f ! -name SBOM.spdx -exec sha1sum '{}' + |
		awk '{ print $2, $1 }' | LC_ALL=C sort >"$tmp/present"
	awk '/^FileName: / { file = $2 } /^FileChecksum: SHA1: / { print file, $3 }' \
		SBOM.spdx | LC_ALL=C sort >"$tmp/listed"
	diff "$tmp/present" "$tmp/listed" &&
		grep -q '^PackageName: opensbi' SBOM.spdx &&
		grep -qx 'LicenseConcluded: GPL-2.0-or-later' SBOM.spdx &&
		grep -qx 'PackageLicenseDeclared: BSD-2-Clause AND GPL-2.0-only AND GPL-2.0-or-later' SBOM.spdx &&
		awk '/^FileName: / { path = $2 }
			/^LicenseInfoInFile: NONE/ && path == "./platform/qemu/COPYING" { found = 1 }
			END { exit !found }' SBOM.spdx
)

# Unpacked, inside a repository of another project
unpacked()
(
	cd "$tmp/unpacked"/* && git init -q .. && git -C .. \
		-c user.name=other -c user.email=other@example.org \
		commit -q --allow-empty -m other || exit
	printf 'include Makefile\nshow:\n\t@echo $(HARTSCOPE_VERSION)\n' >show.mk
	version=$(alone make -s -f show.mk show) || exit
	echo "its version is $version"
	[ "$version" = "$(sed -n 's/^VERSION := //p' Makefile)" ] || exit
	! alone make -s dist O="$tmp/out-unpacked" 2>"$tmp/said" &&
		grep -F 'there is no git repository' "$tmp/said"
)

# Sources that differ from the commit are no release.
refuses_changes()
{
	echo >>"$tmp/release-one/README.md"
	! (cd "$tmp/release-one" && alone make -s dist O="$tmp/out-one") 2>"$tmp/said" &&
		grep -F 'differ from the commit' "$tmp/said" &&
		grep -F ' M README.md' "$tmp/said"
}

# The recipes ask for a release of this name.
names_release()
{
	rm -rf "$tmp/out-one" && git -C "$tmp/release-one" checkout -q . &&
		(cd "$tmp/release-one" && alone make -s dist O="$tmp/out-one" \
		HARTSCOPE_VERSION=0.1.0) &&
		tar -tzf "$tmp/out-one/dist/hartscope-0.1.0.tar.gz" |
		grep -qx 'hartscope-0.1.0/Makefile'
}

if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
	check "two folders give the same release" reproducible
	check "the bill of materials lists every file" bill
	check "unpacked sources are no commit of what is around them" unpacked
	check "changed sources are no release" refuses_changes
	check "a release can have a name of its own" names_release
	rm -rf "$tmp"/release-* "$tmp"/out-* "$tmp/unpacked" "$tmp/releases"
fi
