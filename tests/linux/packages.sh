#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Keeps in the cache the Debian riscv64 packages that the Linux machines are
# made of. apt resolves and verifies; its state is in the cache, too, so neither
# the machine's packages nor its architecture matter, and root is not needed.

set -eu

usage()
{
	cat <<EOT
Usage: packages.sh [--update] stable|newest|headers-stable|headers-newest|trees

Downloads the packages of one kernel (stable: Debian 13; newest: sid) into the
cache and prints their paths; headers-...: the headers with which modules for that
kernel are built; trees: only device trees of boards, of sid.
Packages in the cache are not downloaded again.

  --update   look for newer packages than the cache holds

Environment:
  XDG_CACHE_HOME   the cache is hartscope/linux/ in it (default ~/.cache)
EOT
}

die() { echo "packages.sh: $*" >&2; exit 1; }

update='' kernel=''
for arg; do
	case "$arg" in
	--help|-h) usage; exit 0 ;;
	--update) update=1 ;;
	stable|newest|headers-stable|headers-newest|trees) kernel=$arg ;;
	*) die "unexpected argument '$arg'; see --help" ;;
	esac
done
case "$kernel" in
stable|headers-stable) suite=trixie ;;
newest|headers-newest|trees) suite=sid ;;
*) die "say which kernel: stable or newest, or headers-... of them, or trees" ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/linux
list=$cache/$kernel.sha256
mkdir -p "$cache"
cd "$cache"

print_paths()
{
	sed "s|^[^ ]*  |$cache/|" "$list"
}

# Headers are only useful for the same kernel version that is in the cache.
wanted_kernel()
{
	sed -n 's/.* linux-\(image\|binary\)-\(.*-riscv64\)_.*/\2/p' \
		"$cache/${kernel#headers-}.sha256" 2>/dev/null
}

of_headers='' host=riscv64
case "$kernel" in
headers-*)
	of_headers=$(wanted_kernel)
	[ -n "$of_headers" ] || die "first the kernel: packages.sh ${kernel#headers-}"
	host=$(dpkg --print-architecture) ;;
esac

if [ -f "$list" ] && grep -qF "$of_headers" "$list"; then
	damaged=$(sha256sum -c "$list" 2>/dev/null | sed -n 's/: FAILED.*//p')
	if [ -z "$update$damaged" ]; then
		print_paths
		exit 0
	fi
	echo "$damaged" | xargs rm -f
fi

command -v apt-get >/dev/null || die "this needs apt-get: use a Debian machine"
# shellcheck source=/dev/null
. "$here/../../platform/host/apt.sh"
mirror=$(apt_mirror)
[ -n "$mirror" ] || die "no Debian mirror among apt's sources"

state=$(mktemp -d "$cache/tmp.XXXXXX")
trap 'rm -rf "$state"' EXIT
trap 'exit 1' HUP INT TERM
apt_private "$state"
mkdir "$state/debs"
: >"$state/status"
# An empty machine of another architecture, with nothing pinned
cat >>"$state/apt.conf" <<EOT
#clear APT::Architectures;
APT::Architecture "riscv64";
APT::Architectures { "riscv64"; "$host"; };
APT::Update::Error-Mode "any";
Dir::State "$state";
Dir::State::status "$state/status";
Dir::Cache::pkgcache "pkgcache.bin";
Dir::Cache::srcpkgcache "srcpkgcache.bin";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
EOT

get() { apt-get -c "$state/apt.conf" "$@"; }
show() { apt-cache -c "$state/apt.conf" "$@"; }
# progress TITLE COUNT WORDS...: apt-get WORDS
progress()
{
	title="  LINUX    $1" count=$2
	shift 2
	sh "$here/../../platform/host/progress.sh" "$title" "$state/log" "$count" \
		apt-get -c "$state/apt.conf" "$@" >&2
}
depends() { show depends --no-recommends "$1" | sed -n "s/.*Depends: //p"; }

# A mirror during its update may have lists that do not fit its signature. The
# other name of the same release is another folder, and may be complete.
update_from()
{
	echo "deb $(apt_signed_by) $mirror $1 main" >"$state/sources.list"
	progress "asking $mirror for the packages of Debian $1" \
		'/^Get:/ { n++ } END { print n + 0, "lists" }' update &&
		cat "$state"/lists/*Release | grep -q "^Codename: $suite\$"
}

update_from "$suite" ||
	{ [ "$suite" = trixie ] && update_from stable; } || {
	cat "$state/log" >&2
	die "no package list of $suite from $mirror: is the network up," \
		"and debian-archive-keyring up to date?"
}

# what_exists PACKAGE OTHER: the first, if there is one
what_exists()
{
	if show pkgnames "$1" | grep -qxF "$1"; then echo "$1"; else echo "$2"; fi
}

download()
{
	# shellcheck disable=SC2086
	progress "downloading $part ($kernel)" \
		"/^Get:/ { n++ }
		END { print n + 0, \"of $(echo "$missing" | wc -l) packages\" }" \
		download $missing && return
	grep -v '^Get:' "$state/log" >&2 || :
	die "the download stopped; run it again"
}

# Newer kernels have the bootable image in a package without the 100 MB of
# modules, and the device trees in another one.
image=$(depends linux-image-riscv64 | grep '^linux-image-')
part=$(echo "$image" | sed 's/^linux-image-//')
if [ -n "$of_headers" ]; then
	part=$of_headers
	common=${part%-riscv64}
	show pkgnames "linux-headers-$part" | grep -qxF "linux-headers-$part" ||
		die "Debian $suite has no headers of Linux $part any more:" \
			"take its newer kernel with packages.sh --update" \
			"${kernel#headers-}"
	# The programs of kbuild run on this machine, with the library that they
	# were built for.
	set -- "linux-headers-$part" "linux-headers-$common-common" \
		"linux-kbuild-$common:$host" "libc6:$host"
elif [ "$kernel" = trees ]; then
	set -- "$(what_exists "linux-base-$part" "$image")" u-boot-sifive \
		u-boot-starfive
else
	# Of perf's dependencies, the program needs only shared libraries.
	get --print-uris -y install linux-perf >"$state/uris"
	libraries=$(sed -n "s/^'[^']*' \([^_]*\)_.*/\1/p" "$state/uris" |
		grep -E '^(lib.*|zlib1g)$' |
		grep -Ev -- '-(common|data|perl|stdlib)$')
	# Word splitting is intended here and below: lists of packages.
	# shellcheck disable=SC2086
	set -- "$(what_exists "linux-binary-$part" "$image")" linux-perf \
		busybox-static $libraries
fi

cd "$state/debs"
get --print-uris download "$@" |
	sed -n "s/^'[^']*' \([^ ]*\) .*/\1/p" >"$state/wanted"
missing=$(while read -r file; do
	arch=${file##*_}
	arch=${arch%.deb}
	[ "$arch" != all ] || arch=riscv64
	[ -f "$cache/$file" ] || echo "${file%%_*}:$arch"
done <"$state/wanted")
if [ -n "$missing" ]; then
	download
	mv ./*.deb "$cache/"
fi
cd "$cache"
xargs sha256sum <"$state/wanted" >"$list.new"
mv "$list.new" "$list"
print_paths
