#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The release tarball, and what is in it as SPDX says it.

set -eu

usage()
{
	cat <<EOT
Usage: dist.sh VERSION OUT

Leaves in the folder OUT, for the commit that is checked out:

  hartscope-VERSION.tar.gz         the sources, the list below among them
  hartscope-VERSION.spdx           software bill of materials, SPDX 2.3
  hartscope-VERSION.tar.gz.sha256  the checksum of the tarball

The same commit gives the same bytes in any folder, at any time. Files that differ
from the commit are refused: a release is a commit.

Environment:
  SOURCE_DATE_EPOCH  the time of all files, in seconds
EOT
}

die() { echo "dist.sh: $*" >&2; exit 1; }

[ "${1:-}" != --help ] || { usage; exit 0; }
[ $# -eq 2 ] || { usage >&2; exit 2; }
name=hartscope-$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
: "${SOURCE_DATE_EPOCH:?is needed}"
git rev-parse --verify -q HEAD >/dev/null ||
	die 'there is no git repository; a tarball is not packed again'
changed=$(git status --porcelain)
[ -z "$changed" ] ||
	die "the sources differ from the commit; commit or remove first:
$changed"
umask 022
rm -rf "${out:?}/$name"
git archive --format=tar --prefix="$name/" HEAD | tar -x -C "$out"
python3 "$here/sbom.py" --name "$name" --time "$SOURCE_DATE_EPOCH" \
	"$out/$name" >"$out/$name.spdx"
cp "$out/$name.spdx" "$out/$name/SBOM.spdx"
tar -c --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 \
	--group=0 --numeric-owner --mode=u+rw,go+r,go-w -C "$out" "$name" |
	gzip -9n >"$out/$name.tar.gz"
rm -rf "${out:?}/$name"
(cd "$out" && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
