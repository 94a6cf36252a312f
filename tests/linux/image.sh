#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the files that QEMU boots from Debian packages: the kernel, and an
# initramfs of busybox, perf and the libraries that perf needs.

set -eu

usage()
{
	cat <<EOT
Usage: image.sh OUTDIR INIT PROGRAM DEB...

Writes OUTDIR/Image and OUTDIR/initramfs.cpio from the packages DEB...; INIT
becomes /init there, and PROGRAM a command in /bin. Prints the name of each package.

Environment:
  CROSS_COMPILE   prefix of a readelf that knows RISC-V
                  (default riscv64-linux-gnu-)
EOT
}

die() { echo "image.sh: $*" >&2; exit 1; }

case "${1:-}" in --help|-h) usage; exit 0 ;; esac
[ $# -ge 4 ] || { usage >&2; exit 2; }
out=$1 init=$2 program=$3
shift 3
readelf=${CROSS_COMPILE:-riscv64-linux-gnu-}readelf

mkdir -p "$out"
work=$(mktemp -d "$out/unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
all=$work/all root=$work/root
mkdir "$all"

unpack_kernel()
{
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$work" --wildcards --no-anchored \
		'boot/vmlinu[xz]-*' 'usr/lib/modules/*/vmlinuz' 2>/dev/null || :
	image=$(find "$work/boot" "$work/usr" -name 'vmlinu[xz]*' -type f \
		2>/dev/null | head -n 1)
	[ -n "$image" ] || die "no kernel in $1"
	# The RISC-V boot header, without which QEMU would run a compressed file.
	[ "$(dd if="$image" bs=1 skip=56 count=3 2>/dev/null)" = RSC ] ||
		die "the kernel in $1 is not a flat RISC-V Image"
	mv "$image" "$out/Image"
}

for deb; do
	echo "${deb##*/}"
	case "${deb##*/}" in
	linux-image-*|linux-binary-*) unpack_kernel "$deb" ;;
	*) dpkg-deb -x "$deb" "$all" ;;
	esac
done
[ -f "$out/Image" ] || die "no kernel package given"

# Copies a program, and recursively every library that it names.
add_library()
{
	found=$(find "$all" -name "$1" \( -type f -o -type l \) | head -n 1)
	[ -n "$found" ] || die "no package has $1, which $2 needs"
	[ ! -e "$root/lib/$1" ] || return 0
	cp -L "$found" "$root/lib/$1"
	echo "$1" >>"$work/next"
}

mkdir -p "$root/bin" "$root/lib" "$root/dev" "$root/proc" "$root/sys" \
	"$root/tmp" "$root/root"
cp "$all/usr/bin/busybox" "$all/usr/bin/perf" "$root/bin/"
cp "$program" "$root/bin/"
cp "$init" "$root/init"
chmod 755 "$root/init" "$root/bin"/*
ln -s busybox "$root/bin/sh"
# plugin_tasks.so knows its name
ln -s "${program##*/}" "$root/bin/hartscope-mark"
echo ../bin/perf >"$work/next"
while [ -s "$work/next" ]; do
	mv "$work/next" "$work/now"
	: >"$work/next"
	while read -r file; do
		for name in $("$readelf" -d "$root/lib/$file" |
				sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
			add_library "$name" "$file"
		done
	done <"$work/now"
done

(cd "$root" && find . | LC_ALL=C sort |
	cpio --quiet -o -H newc -R 0:0) >"$out/initramfs.cpio.new"
mv "$out/initramfs.cpio.new" "$out/initramfs.cpio"
