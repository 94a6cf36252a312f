#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The recipe for Yocto in docs/packaging.md, as bitbake reads it.

set -eu

usage()
{
	cat <<EOT
Usage: yocto.sh BITBAKE OE_CORE DIR

Takes the recipe out of docs/packaging.md, makes it a layer in DIR, and has the
bitbake of the sources BITBAKE read it over the layer of the sources OE_CORE, for
QEMU's machine. Succeeds if bitbake's variables have the recipe's values. Recipes
that it depends on are not read, and nothing is built: that takes Yocto's toolchain.
EOT
}

case "${1:-}" in
--help|-h) usage; exit 0 ;;
esac
[ $# -eq 3 ] || { usage >&2; exit 2; }
bitbake=$(cd "$1" && pwd) core=$(cd "$2" && pwd)
mkdir -p "$3"
dir=$(cd "$3" && pwd)
top=$PWD
name=recipes-bsp/hartscope/hartscope_0.1.0.bb
recipe=$dir/layer/$name

mkdir -p "$dir/layer/conf" "${recipe%/*}/files" "$dir/build/conf"
awk -v name="\`$name\`" '
	index($0, name) == 1 { on = 1; next }
	on && /^[^ ]/ { exit }
	on { sub(/^    /, ""); print }' docs/packaging.md >"$recipe"
[ -s "$recipe" ]
# bitbake only reads the recipe, so the tarball may be empty.
: >"${recipe%/*}/files/hartscope-0.1.0.tar.gz"
# Variables that bitbake itself expands
# shellcheck disable=SC2016
{
	echo 'BBFILES += "${LAYERDIR}/recipes-*/*/*.bb"'
	echo 'BBFILE_COLLECTIONS += "hartscope"'
	echo 'BBFILE_PATTERN_hartscope = "^${LAYERDIR}/"'
} >"$dir/layer/conf/layer.conf"
sed -n "s/^LAYERSERIES_CORENAMES *= */LAYERSERIES_COMPAT_hartscope = /p" \
	"$core/meta/conf/layer.conf" >>"$dir/layer/conf/layer.conf"
cat >"$dir/build/conf/bblayers.conf" <<EOT
BBPATH = "\${TOPDIR}"
BBFILES = ""
BBLAYERS = "$core/meta $dir/layer"
EOT
# Nothing is built, so the programs for that need not be installed.
cat >"$dir/build/conf/local.conf" <<EOT
MACHINE = "qemuriscv64"
HOSTTOOLS:remove = "chrpath gawk"
EOT
# In place of the layer's own file, which demands a user other than root, and a
# network
: >"$dir/build/conf/sanity.conf"

# bitbake demands this locale
mkdir -p "$dir/locale"
localedef -i en_US -f UTF-8 "$dir/locale/en_US.UTF-8"

cd "$dir/build"
run()
{
	LOCPATH=$dir/locale BB_ENV_PASSTHROUGH_ADDITIONS=LOCPATH \
		LC_ALL=en_US.UTF-8 BBPATH=$dir/build \
		PATH=$bitbake/bin:$core/scripts:$PATH bitbake "$@"
}
trap 'run -m >"$dir/ended" 2>&1' EXIT
# Of this recipe alone, without the recipes that it depends on
run -b "$recipe" -e >"$dir/said" || { cat "$dir/said" >&2; exit 1; }
unpacked=$(sed -n 's/^UNPACKDIR="\(.*\)"$/\1/p' "$dir/said")
licence=$(cd "$top" && md5sum <LICENSE | cut -d ' ' -f 1)
grep "^EXTRA_OEMAKE=.*OPENSBI_TARBALL=$unpacked/opensbi-" "$dir/said" || {
	echo "OpenSBI is not where it is unpacked" >&2
	exit 1
}
for said in "LIC_FILES_CHKSUM=\"file://LICENSE;md5=$licence\"" \
	'PN="hartscope"' 'PV="0.1.0"' 'LICENSE="BSD-2-Clause"' \
	'PROVIDES="hartscope virtual/opensbi"'; do
	grep -qxF "$said" "$dir/said" ||
		{ echo "it does not say $said" >&2; exit 1; }
done
for task in do_compile do_install do_deploy; do
	grep -qE "^$task ?\(\) ?\{" "$dir/said" ||
		{ echo "it has no $task" >&2; exit 1; }
done
echo "bitbake has read the recipe"
