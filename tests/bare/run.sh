#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The first command on a bare machine: a Debian with nothing but git, make and
# ca-certificates.

# shellcheck disable=SC2154 # check.sh and debian.sh set them
set -u
releases='bookworm trixie'

usage()
{
	cat <<EOT
Usage: run.sh [--only REGEX] full|long TALLY DIR

Clones the commit that is checked out, and has a make in the clone be the first command
of a Debian 12 and of a Debian 13 that have nothing but git, make and ca-certificates:
as root, where all that is missing has to come by itself, and as a user, who has to be
told the one command to type, and nothing else. Of make test and make check, which
build all they need, one level runs.

  long    each command on each release
  full    one command on one release, which the commit chooses, if a file that has to
          do with set-up differs from those with which this passed before; not
          make test and make check, which build all
  --only  those whose name, such as "trixie: make run", matches

Both first look, with the programs of this machine's Debian that any Debian has, for
what a user is told. The Debians, and the packages that were downloaded for them, stay
in the cache. DIR is for temporary files; TALLY gets "PASSED FAILED".
EOT
}

commands()
{
	cat <<-EOT
		run
		test ONLY=unit
		check ONLY=unit
		tools
		docs-tools
		library
		install PREFIX=/srv/installed
		deb
		run-linux
		linux-modules
	EOT
}

only=.
case "${1:-}" in
--help|-h) usage; exit 0 ;;
--only) only=$2; shift 2 ;;
esac
[ $# -eq 3 ] || { usage >&2; exit 2; }
level=$1 tally=$2
mkdir -p "$3" || exit
tmp=$(cd "$3" && pwd)
passed=0 failed=0
. tests/package/check.sh
. tests/package/debian.sh
. tests/spent.sh
marker=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/bare.passed

# What decides if a first command works
setup_files()
{
	git ls-files -s -- Makefile '*.mk' platform/host/setup.sh \
		platform/host/apt.sh platform/host/progress.sh firmware/opensbi.sh \
		tests/bare | sha256sum
}

# advice FILE: what a user is told in FILE is the one message; sets advice to the
# command in it
advice()
{
	cat "$1"
	[ "$(grep -vcxE -e 'setup\.sh: this machine lacks: [a-z0-9 +.-]+' \
		-e 'QEMU must be version 10\.0 or newer\.' \
		-e 'Install it as root with this command, then make again:' \
		-e '    sh /[^ ]+/platform/host/setup\.sh [a-z ]+' \
		-e 'platform/host/setup\.mk:[0-9]+: \*\*\* programs are missing.*' \
		"$1")" -eq 0 ] || return
	advice=$(sed -n 's/^    //p' "$1")
	[ "$(echo "$advice" | grep -c '^sh ')" -eq 1 ]
}

# A machine that has only the required packages, git and make, and no root
few_programs()
{
	rm -rf "$tmp/few" && mkdir -p "$tmp/few" || return
	dpkg-query -W -f '${Priority} ${binary:Package}\n' |
		sed -n 's/^required //p' | xargs dpkg -L git make |
		grep -E '^(/usr)?/s?bin/' | while read -r path; do
			ln -sf "$path" "$tmp/few/"
		done
	rm -f "$tmp/few/id"
	printf '#!/bin/sh\necho 1000\n' >"$tmp/few/id" && chmod +x "$tmp/few/id"
}

# told COMMAND: a make there
told()
{
	rm -rf "$tmp/told"
	# shellcheck disable=SC2086 # words
	! alone env PATH="$tmp/few" HOME="$tmp" make O="$tmp/told" $1 \
		>"$tmp/said" 2>&1 </dev/null &&
		advice "$tmp/said" && [ ! -e "$tmp/told" ]
}

# clone FOLDER: of the commit, in the Debian in $dir
clone()
{
	debian_settings "$dir/changes" &&
		git clone -q --depth 1 "file://$PWD" "$dir/changes/srv/$1"
}

# A user has a folder of its own, and a make there installs nothing.
as_user='setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/srv/user'
user()
{
	mkdir -p "$dir/changes/srv/user" &&
		clone user/hartscope && chown -R 1000:1000 "$dir/changes/srv/user" &&
		! debian_within "$dir" "cd /srv/user/hartscope && exec $as_user make $1" \
		>"$tmp/said" 2>&1 && advice "$tmp/said" &&
		[ ! -e "$dir/changes/srv/user/hartscope/build" ]
}

# OpenSBI's tarball is the machine's, so that its download does not count.
root()
{
	mkdir -p "$dir/changes/root/.cache/hartscope" && clone hartscope || return
	cp "${XDG_CACHE_HOME:-$HOME/.cache}"/hartscope/opensbi-*.tar.gz \
		"$dir/changes/root/.cache/hartscope" 2>/dev/null
	began=$(date +%s)
	spent "$dir/times"
	before=$ms
	debian_within "$dir" "cd /srv/hartscope && exec make $1" >"$dir/log" 2>&1
	status=$?
	spent "$dir/times"
	# All groups of packages come first.
	installed=$(stat -c %Y "$dir"/changes/srv/hartscope/build/.setup/* \
		2>/dev/null | sort -n | tail -n 1)
	echo "# $name: $(($(date +%s) - began)) s, of these" \
		"$((${installed:-$began} - began)) s for packages;" \
		"$(((ms - before) / 1000)) s of processor" >&3
	tail -n 20 "$dir/log"
	[ $status -eq 0 ] && ! grep -E 'not found|No such file|\*\*\*' "$dir/log"
}

# The user's make works once root has typed what the user was told.
typed()
{
	debian_within "$dir" "$advice" &&
		debian_within "$dir" "cd /srv/user/hartscope && exec $as_user make $1"
}

# first RELEASE COMMAND
first()
{
	dir=$tmp/debian
	rm -rf "$dir"
	check "$1: a Debian with git and make" \
		debian_base "$1" git,make,ca-certificates
	[ -d "$base" ] || return
	check "$1: make $2, as a user" user "$2"
	[ "$2" != tools ] || check "$1: make $2, after what the user was told" \
		typed "$2"
	[ "$2" != tools ] || rm -rf "$dir"
	check "$1: make $2, as root" root "$2"
	rm -rf "$dir"
}

# chosen: the commands of this level, with their releases
chosen()
{
	for release in $releases; do
		commands | sed "s/^/$release: make /"
	done | grep -E "$only" >"$tmp/all"
	[ "$level" = full ] || { cat "$tmp/all"; return; }
	sed -i '/ONLY=/d' "$tmp/all"
	sum=$(git rev-parse HEAD | cksum)
	sed -n "$((${sum%% *} % $(wc -l <"$tmp/all") + 1))p" "$tmp/all"
}

exec 3>&1
trap 'rm -rf "$tmp/debian"' EXIT
trap 'exit 1' HUP INT TERM
if few_programs >/dev/null 2>&1; then
	commands >"$tmp/commands"
	while read -r command; do
		check "make $command, with few programs" told "$command"
	done <"$tmp/commands"
else
	echo "# skipped: dpkg does not tell which programs each Debian has"
fi
missing=$(debian_missing)
if [ "$missing" ]; then
	echo "# skipped: $missing"
elif [ "$level" = full ] && [ "$(setup_files)" = "$(cat "$marker" 2>/dev/null)" ]; then
	echo "# skipped: no file of the set-up has changed since this passed here"
else
	# Packages that no release has had for a month
	find "$debian_cache" -name '*.deb' -ctime +30 -path '*-debs/*' -delete 2>/dev/null
	chosen >"$tmp/chosen"
	# apt in two of them would wait for one lock in vain
	mkdir -p "$debian_cache"
	exec 8>"$debian_cache/run.lock"
	flock 8
	while IFS= read -r line; do
		first "${line%%:*}" "${line#*make }"
	done <"$tmp/chosen"
	[ $failed -ne 0 ] || [ "$only" != . ] || setup_files >"$marker"
fi

echo "# bare: $passed passed, $failed failed"
mkdir -p "$(dirname "$tally")"
echo "$passed $failed" >"$tally"
