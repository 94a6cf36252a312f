#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The recipe for Buildroot in docs/packaging.md, as Buildroot reads it.

set -eu

usage()
{
	cat <<EOT
Usage: buildroot.sh BUILDROOT DIR

Takes the recipe out of docs/packaging.md, makes it an external tree in DIR, and
configures Buildroot's sources in BUILDROOT, which are not changed, for QEMU's
machine with it. Succeeds if the package can be selected, and Buildroot's variables
have the values of the recipe. Nothing is built: that takes Buildroot's toolchain.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 2 ] || { usage >&2; exit 2; }
buildroot=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
package=$dir/external/package/hartscope

# recipe FILE: the indented lines that follow its name
recipe()
{
	awk -v name="\`package/hartscope/$1\`" '
		index($0, name) == 1 { on = 1; next }
		on && /^[^ ]/ { exit }
		on { sub(/^    /, ""); print }' docs/packaging.md >"$package/$1"
	[ -s "$package/$1" ]
}

configure()
{
	make -s -C "$buildroot" O="$dir/out" "$@"
}

mkdir -p "$package" "$dir/out"
recipe Config.in
recipe hartscope.mk
# Variables that Buildroot itself expands
# shellcheck disable=SC2016
{
	echo 'source "$BR2_EXTERNAL_HARTSCOPE_PATH/package/hartscope/Config.in"' \
		>"$dir/external/Config.in"
	echo 'include $(BR2_EXTERNAL_HARTSCOPE_PATH)/package/hartscope/hartscope.mk' \
		>"$dir/external/external.mk"
}
echo 'name: HARTSCOPE' >"$dir/external/external.desc"
configure BR2_EXTERNAL="$dir/external" qemu_riscv64_virt_defconfig
echo 'BR2_PACKAGE_HARTSCOPE=y' >>"$dir/out/.config"
configure olddefconfig
grep -qx 'BR2_PACKAGE_HARTSCOPE=y' "$dir/out/.config"
configure hartscope-show-info | tee "$dir/info"
for said in '"version": "0.1.0"' '"install_images": true' '"licenses": "BSD-2-Clause"' \
	'"host-dtc", "host-python3"'; do
	grep -qF "$said" "$dir/info" || { echo "it does not say $said" >&2; exit 1; }
done
