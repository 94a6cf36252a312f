#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs CBMC, the bounded model checker: the installed one, or Debian 13's
# unpacked into the cache with the C library that it needs. apt resolves and
# verifies; its state is in the cache, too, and root is not needed.

set -eu

usage()
{
	cat <<EOT
Usage: cbmc.sh --fetch | CBMC'S ARGUMENTS

  --fetch   make sure that there is a CBMC, and say which

Environment:
  XDG_CACHE_HOME   the cache is hartscope/cbmc/ in it (default ~/.cache)
EOT
}

die() { echo "cbmc.sh: $*" >&2; exit 1; }

# The program, and its libraries, which must not be found elsewhere
packages='cbmc libc6 libgcc-s1 libstdc++6 minisat zlib1g'
cache=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/cbmc
root=$cache/root

fetch()
{
	command -v apt-get >/dev/null || die "install cbmc, or use a Debian machine"
	# shellcheck source=/dev/null
	. "$(dirname "$0")/../../platform/host/apt.sh"
	mirror=$(apt_mirror)
	[ -n "$mirror" ] || die "no Debian mirror among apt's sources"
	mkdir -p "$cache"
	state=$(mktemp -d "$cache/tmp.XXXXXX")
	trap 'rm -rf "$state"' EXIT
	trap 'exit 1' HUP INT TERM
	apt_private "$state"
	echo "deb $(apt_signed_by) $mirror trixie main" >"$state/sources.list"
	: >"$state/status"
	# Packages installed or pinned on this machine do not matter.
	cat >>"$state/apt.conf" <<EOT
APT::Update::Error-Mode "any";
Dir::State "$state";
Dir::State::status "$state/status";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
EOT
	echo "  CBMC     asking $mirror for Debian 13's" >&2
	apt-get -c "$state/apt.conf" update >"$state/log" 2>&1 || {
		cat "$state/log" >&2
		die "no package list from $mirror: is the network up?"
	}
	mkdir "$state/debs" "$state/root"
	# shellcheck disable=SC2086 # a list of packages
	(cd "$state/debs" && apt-get -c "$state/apt.conf" download $packages \
		>>"$state/log" 2>&1) || {
		cat "$state/log" >&2
		die "the download stopped; run it again"
	}
	for deb in "$state"/debs/*.deb; do
		dpkg-deb -x "$deb" "$state/root"
	done
	rm -rf "$root"
	mv "$state/root" "$root"
}

case "${1:-}" in
'') usage >&2; exit 2 ;;
--help|-h) usage; exit 0 ;;
esac

if command -v cbmc >/dev/null; then
	run='cbmc'
else
	[ -x "$root/usr/bin/cbmc" ] || fetch
	loader=$(find "$root/usr/lib" -name 'ld-linux*.so.*' | head -n 1)
	[ -n "$loader" ] || die "no loader in $root"
	run="$loader --library-path ${loader%/*}:$root/usr/lib $root/usr/bin/cbmc"
fi
if [ "$1" = --fetch ]; then
	$run --version
	exit
fi
exec $run "$@"
