#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Debian packages of an installation. dpkg-deb makes them, so that neither
# debhelper nor a folder named debian is needed.

set -eu

usage()
{
	cat <<EOT
Usage: deb.sh ROOT VERSION OUT LOADED

Makes Debian packages of what "make install" put into ROOT, with PREFIX=/usr and
LIBDIR=lib/MULTIARCH, and leaves them in the folder OUT:

  hartscope-firmware  firmware for RV64 and RV32
  hartscope           the host tool, its manual pages, all documentation
  hartscope-qemu      plugins for QEMU
  libhartscope0       the shared library
  libhartscope-dev    its headers, static library and pkg-config file

LOADED is a file that is linked with the libraries that the tool loads while it
runs; its package depends on these too.

Environment:
  SOURCE_DATE_EPOCH  the time of all files and of the changelog, in seconds
  DEB_MAINTAINER     "NAME <ADDRESS>"
EOT
}

[ "${1:-}" != --help ] || { usage; exit 0; }
[ $# -eq 4 ] || { usage >&2; exit 2; }
root=$1 version=$2 out=$3 loaded=$4
here=$(dirname "$0")
arch=$(dpkg --print-architecture)
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
maintainer=${DEB_MAINTAINER:-hartscope developers <hartscope@example.org>}
: "${SOURCE_DATE_EPOCH:?is needed}"
export SOURCE_DATE_EPOCH
work=$out/work
umask 022
rm -rf "$work"
mkdir -p "$work" "$out"
rm -f "$out"/*.deb

# take PACKAGE PATH...: move what is installed into a package
take()
{
	to=$work/$1/usr
	shift
	for path; do
		mkdir -p "$to/$(dirname "$path")"
		cp -a "$root/usr/$path" "$to/$path"
	done
}

# The texts of licences, in the form that Debian wants
copyright()
{
	cat "$here/deb/copyright"
	echo 'License: BSD-2-Clause'
	sed -n '/^Redistribution/,/DAMAGE\.$/p' LICENSE | sed 's/^$/./; s/^/ /'
	cat <<'EOT'

License: GPL-2+
 On Debian systems the text of the GNU General Public License, version 2, is in
 /usr/share/common-licenses/GPL-2.
EOT
}

# What Debian asks of every package
papers()
{
	doc=$work/$1/usr/share/doc/$1
	mkdir -p "$doc"
	copyright >"$doc/copyright"
	{
		echo "hartscope ($version) unstable; urgency=medium"
		printf '\n  * See docs/CHANGELOG.md of the sources.\n\n'
		echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
	} | gzip -9n >"$doc/changelog.gz"
	[ ! -e "$here/deb/$1.overrides" ] || {
		mkdir -p "$work/$1/usr/share/lintian/overrides"
		sed '/^# SPDX/d' "$here/deb/$1.overrides" \
			>"$work/$1/usr/share/lintian/overrides/$1"
	}
}

# Packages of the libraries that programs of a package need. Of those that LOADED
# needs it uses nothing, which is no reason for a warning.
dependencies()
{
	mkdir -p "$work/shlibs/debian"
	echo 'Source: hartscope' >"$work/shlibs/debian/control"
	printf '\nPackage: %s\nArchitecture: any\n' "$1" \
		>>"$work/shlibs/debian/control"
	find "$work/$1/usr" -type f \( -name '*.so*' -o -path '*/usr/bin/*' \) |
		sed "s|^$work|..|" >"$work/shlibs/files"
	if [ "$1" = hartscope ]; then
		cp "$loaded" "$work/$1/loaded"
		echo "../$1/loaded" >>"$work/shlibs/files"
	fi
	(cd "$work/shlibs" && xargs dpkg-shlibdeps -O --ignore-missing-info \
		--warnings=1 <files) |
		sed -n 's/^shlibs:Depends=//p'
	rm -f "$work/$1/loaded"
}

strip_all()
{
	find "$work" -path '*/shlibs' -prune -o -type f \( -name '*.so*' -o \
		-path '*/usr/bin/*' \) -exec strip --strip-unneeded \
		--remove-section=.comment --remove-section=.note '{}' +
	find "$work" -name '*.a' -exec strip -D --strip-debug '{}' +
}

# literal TEXT: as the second half of sed's s|||
literal()
{
	printf '%s' "$1" | sed 's/[&|\\]/\\&/g'
}

# control PACKAGE: its fields, with the words in capitals filled in
control()
{
	case "$1" in
	hartscope-firmware|libhartscope-dev) depends= ;;
	*) depends=$(dependencies "$1") ;;
	esac
	size=$(du -sk --apparent-size "$work/$1/usr" | cut -f 1)
	sed "/^#/d; s|VERSION|$version|; s|ARCH$|$arch|; s|MAINTAINER|$(literal "$maintainer")|
		s|SHLIBS|$(literal "$depends")|; s|SIZE|$size|" "$here/deb/$1.control"
}

pack()
{
	papers "$1"
	mkdir -p "$work/$1/DEBIAN"
	control "$1" >"$work/$1/DEBIAN/control"
	(cd "$work/$1" && find usr -type f | LC_ALL=C sort | xargs md5sum \
		>DEBIAN/md5sums)
	find "$work/$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" '{}' +
	dpkg-deb --root-owner-group -Zxz --build "$work/$1" "$out" >/dev/null
}

for xlen in 64 32; do
	take hartscope-firmware lib/riscv$xlen-linux-gnu
done
take hartscope bin share/man share/bash-completion share/doc/hartscope
rm -f "$work/hartscope/usr/share/doc/hartscope/LICENSE"
gzip -9n "$work"/hartscope/usr/share/man/man1/*.1
take hartscope-qemu "lib/$multiarch/hartscope"
rm -f "$work/hartscope-qemu/usr/lib/$multiarch/hartscope/qemu/COPYING"
take libhartscope-dev include "lib/$multiarch/libhartscope.a" \
	"lib/$multiarch/libhartscope.so" "lib/$multiarch/pkgconfig"
for path in "$root/usr/lib/$multiarch"/libhartscope.so.*; do
	take libhartscope0 "lib/$multiarch/${path##*/}"
done
mkdir -p "$work/libhartscope0/DEBIAN"
echo "libhartscope 0 libhartscope0 (>= ${version%%+*})" \
	>"$work/libhartscope0/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$work/libhartscope0/DEBIAN/triggers"
strip_all
for package in hartscope-firmware hartscope hartscope-qemu libhartscope0 \
	libhartscope-dev; do
	pack $package
done
rm -rf "$work"
