#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Unpacks Debian's packages of kernel headers into a folder in which modules can
# be built, on any Debian, without root: paths in the files are replaced by
# those of the folder, the installed compiler is used, and the programs of
# kbuild run with the C library of their own release.

set -eu

usage()
{
	cat <<EOT
Usage: headers.sh OUTDIR DEB...

Unpacks the headers, linux-kbuild and libc6 that packages.sh headers-... gives,
into OUTDIR, and prints the name of each package, and in the last line the folder that a
kernel's make is started in.

Environment:
  CROSS_COMPILE   prefix of the compiler (default riscv64-linux-gnu-)
EOT
}

die() { echo "headers.sh: $*" >&2; exit 1; }

case "${1:-}" in --help|-h) usage; exit 0 ;; esac
[ $# -ge 4 ] || { usage >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cross=${CROSS_COMPILE:-riscv64-linux-gnu-}

rm -rf "$out/root"
for deb; do
	echo "${deb##*/}"
	dpkg-deb -x "$deb" "$out/root"
done
tree=$(find "$out/root/usr/src" -maxdepth 1 -name 'linux-headers-*-riscv64')
[ -d "$tree" ] || die "no headers for riscv64 among the packages"
sed -i "s| /usr/src/| $out/root/usr/src/|; s|=/usr/src/|=$out/root/usr/src/|" \
	"$tree/Makefile"
sed -i "s|\$(CROSS_COMPILE)gcc-[0-9]*|\$(CROSS_COMPILE)gcc|
	s|^override CROSS_COMPILE = .*|override CROSS_COMPILE = $cross|" \
	"$tree/.kernelvariables"

loader=$(find "$out/root" -name 'ld-linux*.so.*' -type f | head -n 1)
library=$(find "$out/root" -name libc.so.6 | head -n 1)
[ -n "$loader" ] && [ -n "$library" ] || die "no libc6 among the packages"
find "$out/root/usr/lib" -path '*/linux-kbuild-*/scripts/*' -type f -perm -u+x |
while read -r program; do
	[ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
	mkdir -p "${program%/*}/.elf"
	mv "$program" "${program%/*}/.elf/"
	cat >"$program" <<EOT
#!/bin/sh
exec $loader --argv0 "\$0" --library-path ${library%/*} \\
	"${program%/*}/.elf/${program##*/}" "\$@"
EOT
	chmod 755 "$program"
done
echo "$tree"
