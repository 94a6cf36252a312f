# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that looks where firmware/opensbi.sh takes OpenSBI from, with
# an apt-get, a git and a sha256sum in front of the machine's: the file "sum" of a
# tarball stands for its checksum; run.sh sets the variables that are used here.
# shellcheck disable=SC2154

fetch=$tmp/fetch
sum_of() { sh firmware/opensbi.sh --checksums "$1" | tr ' ' '\n' | tail -n 1; }

# program NAME: its text is the standard input
program()
{
	{ echo '#!/bin/sh'; cat; } >"$fetch/bin/$1"
	chmod +x "$fetch/bin/$1"
}

fetch_programs()
{
	rm -rf "$fetch"
	mkdir -p "$fetch/bin"
	echo 'tar -xzOf - opensbi/sum' | program sha256sum
	program apt-get <<-'EOT'
		case "$*" in
		indextargets*) echo "Debian main mirror:" ;;
		*source*)
			version=${*##*opensbi=}
			echo "debian ${version%-1}" >>"$FETCH/asked"
			cp "$FETCH/debian-${version%-1}.tar.gz" \
				"opensbi_${version%-1}.orig.tar.gz" ;;
		esac
	EOT
	program git <<-'EOT'
		case "$*" in
		ls-remote*) echo "upstream ${*##*/v}" >>"$FETCH/asked"
			[ -f "$FETCH/upstream-${*##*/v}.tar.gz" ] ;;
		*archive*) gzip -dc "$FETCH/upstream-${*##* v}.tar.gz" ;;
		esac
	EOT
}

# tarball FILE SUM NAME: has this checksum, and a file of this name
tarball()
{
	rm -rf "$fetch/opensbi"
	mkdir -p "$fetch/opensbi" "$fetch/cache/hartscope"
	echo "$2  -" >"$fetch/opensbi/sum"
	touch "$fetch/opensbi/$3"
	tar -czf "$fetch/$1.tar.gz" -C "$fetch" opensbi
}

# case_of "FILE:RELEASE..." [VARIABLE=VALUE]: with these tarballs, of which those
# of the release "bad" have no known checksum
case_of()
{
	rm -rf "$fetch/cache" "$fetch/src" "$fetch/src.release" "$fetch"/*.tar.gz
	: >"$fetch/asked"
	for file in $1; do
		case "$file" in
		*:bad) tarball "${file%:*}" 0 bad ;;
		*) tarball "${file%:*}" "$(sum_of "${file#*:}")" \
			"$(echo "${file%:*}" | tr / -)" ;;
		esac
	done
	shift
	env -u OPENSBI_TARBALL -u OPENSBI_RELEASE "$@" FETCH="$fetch" \
		XDG_CACHE_HOME="$fetch/cache" PATH="$fetch/bin:$PATH" \
		sh firmware/opensbi.sh "$fetch/src" >"$fetch/said" 2>&1
}

# takes RELEASE FILE ASKED: from this file, after these were asked in this order
takes()
{
	cat "$fetch/said"
	[ "$(cat "$fetch/src.release")" = "$1" ] && [ -f "$fetch/src/$2" ] &&
		[ "$(tr '\n' , <"$fetch/asked")" = "$3" ] &&
		{ [ "$1" = "$release" ] || [ "${4:-}" ] ||
			grep -F "this is $1 instead: OpenSBI $release" "$fetch/said"; }
}

# refuses WORDS: nothing was extracted
refuses()
{
	cat "$fetch/said"
	[ ! -e "$fetch/src" ] && grep -F "$1" "$fetch/said"
}

fetches()
{
	fetch_programs
	release=$(sed -n 's/^release=//p' firmware/opensbi.sh)
	old=$(sed -n 's/^fallback=//p' firmware/opensbi.sh)
	cache=cache/hartscope/opensbi
	deb="debian $release,debian $release," up="upstream $release,"
	case_of "$cache-$release:$release" &&
		takes "$release" "cache-hartscope-opensbi-$release" "" &&
	case_of "debian-$release:$release" &&
		takes "$release" "debian-$release" "debian $release," &&
		[ -f "$fetch/$cache-$release.tar.gz" ] &&
	case_of "upstream-$release:$release" &&
		takes "$release" "upstream-$release" "$deb$up" &&
	case_of "$cache-$release:bad debian-$release:bad upstream-$release:$release" &&
		takes "$release" "upstream-$release" "debian $release,$up" &&
	case_of "debian-$old:$old" &&
		takes "$old" "debian-$old" "$deb${up}debian $old," &&
	case_of "debian-$release:bad $cache-$old:$old" &&
		takes "$old" "cache-hartscope-opensbi-$old" "debian $release,$up" &&
	case_of "debian-$release:$release debian-$old:$old" OPENSBI_RELEASE="$old" &&
		takes "$old" "debian-$old" "debian $old," asked &&
	case_of "own:$old" OPENSBI_TARBALL="$fetch/own.tar.gz" &&
		takes "$old" own "" asked
}

fetch_refusals()
{
	! case_of "debian-$old:$old" OPENSBI_RELEASE="$release" &&
		refuses "OpenSBI $release cannot be downloaded" &&
	! case_of "" && refuses "OPENSBI_TARBALL=FILE" &&
	! case_of "own:bad" OPENSBI_TARBALL="$fetch/own.tar.gz" &&
		refuses "is not OpenSBI $release" &&
	! case_of "own:$old" OPENSBI_TARBALL="$fetch/own.tar.gz" \
		OPENSBI_RELEASE="$release" && refuses "is not OpenSBI $release" &&
	! case_of "" OPENSBI_TARBALL="$fetch/own.tar.gz" && refuses "cannot read" &&
	! case_of "" OPENSBI_RELEASE=1.0 && refuses "is not $release or $old"
}

check "OpenSBI is taken from the first place that has it" fetches
check "it is refused where no place has it" fetch_refusals
