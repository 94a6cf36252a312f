#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Gets the sources of the OpenSBI release that the firmware is built from.
# Wherever they come from, they are the upstream tarball to the last byte.

set -eu

release=1.8.1
checksum=fb1ae61a85e966322101acb1c982f84d9eaafc4de7dd474a7d7546d9bb321c6f
upstream=https://github.com/riscv-software-src/opensbi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope
cached=$cache/opensbi-$release.tar.gz

usage()
{
	cat <<EOT
Usage: opensbi.sh DIR

Extracts the sources of OpenSBI $release into DIR, which is replaced. The tarball
comes from the first of these that has it:

  1. OPENSBI_TARBALL=FILE in the environment
  2. the cache, $cached
  3. Debian's source package, through apt and this machine's own mirror
  4. the project's git repository, $upstream

A tarball with another checksum than the release's is refused.
EOT
}

die() { echo "opensbi.sh: $*" >&2; exit 1; }
say() { echo "  OPENSBI  $*"; }

# verify FILE: says what is wrong with it
verify()
{
	found=$(sha256sum <"$1")
	found=${found%% *}
	[ "$found" = "$checksum" ] || {
		cat >&2 <<EOT
opensbi.sh: $1 is not OpenSBI $release
  expected SHA-256 $checksum
  found            $found
EOT
		return 1
	}
}

from_debian()
{
	command -v apt-get >/dev/null || return 1
	mirror=$(apt_mirror)
	[ -n "$mirror" ] || return 1
	apt_private "$temp/apt"
	# How old a mirror is does not matter for a file known by its checksum.
	echo 'Acquire::Check-Valid-Until "false";' >>"$temp/apt/apt.conf"
	for suite in sid forky; do
		say "asking $mirror for the source package ($suite)"
		echo "deb-src $(apt_signed_by) $mirror $suite main" \
			>"$temp/apt/sources.list"
		(cd "$temp" && apt-get -q -c apt/apt.conf update &&
			apt-get -q -c apt/apt.conf source --download-only \
				--tar-only "opensbi=$release-1") \
			>"$temp/log" 2>&1 ||
			{ tail -n 3 "$temp/log" >&2; continue; }
		mv "$temp/opensbi_$release.orig.tar.gz" "$tarball"
		return
	done
	return 1
}

# The forge's archives are what git archive and gzip make of the tag.
from_upstream()
{
	command -v git >/dev/null || return 1
	say "cloning $upstream"
	git -c advice.detachedHead=false clone -q --bare --depth 1 \
		--branch "v$release" "$upstream" "$temp/git" || return 1
	git -C "$temp/git" archive --format=tar --prefix="opensbi-$release/" \
		"v$release" | gzip -cn >"$tarball"
}

download()
{
	mkdir -p "$cache"
	temp=$(mktemp -d "$cache/opensbi.XXXXXX")
	trap 'rm -rf "$temp"' EXIT
	trap 'exit 1' HUP INT TERM
	tarball=$temp/opensbi.tar.gz
	from_debian || from_upstream || die "cannot download OpenSBI $release;" \
		"get its tarball from $upstream/archive/refs/tags/v$release.tar.gz" \
		"and make OPENSBI_TARBALL=FILE, or make OPENSBI_DIR=CHECKOUT"
	verify "$tarball" || die "the download was thrown away"
	mv "$tarball" "$cached"
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
-*|'') usage >&2; exit 2 ;;
esac
. "$(dirname "$0")/../platform/host/apt.sh"

if [ -n "${OPENSBI_TARBALL:-}" ]; then
	[ -r "$OPENSBI_TARBALL" ] ||
		die "cannot read OPENSBI_TARBALL=$OPENSBI_TARBALL;" \
			"give the tarball of OpenSBI $release, or leave it out" \
			"to have that downloaded"
	verify "$OPENSBI_TARBALL" || die "give another OPENSBI_TARBALL=, or none"
	cached=$OPENSBI_TARBALL
elif [ -f "$cached" ]; then
	verify "$cached" ||
		{ rm -f "$cached"; die "it was removed; make again downloads it"; }
else
	download
fi
rm -rf "$1"
mkdir -p "$1"
tar -xzf "$cached" -C "$1" --strip-components=1
