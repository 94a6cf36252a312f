# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Sourced by scripts, at the top of the sources, that need a Debian of its own.

. platform/host/apt.sh
debian_cache=${XDG_CACHE_HOME:-$HOME/.cache}/hartscope/debian

# debian_missing: prints why this machine can make none, if so
debian_missing()
{
	if [ "$(id -u)" != 0 ]; then
		echo "a Debian of its own needs root"
	elif ! sh platform/host/setup.sh debian >/dev/null 2>&1 ||
		! command -v debootstrap >/dev/null; then
		echo "there is no debootstrap"
	elif [ -z "$(apt_mirror)" ]; then
		echo "no Debian mirror among apt's sources"
	fi
}

# debian_base RELEASE [PACKAGE,...]: sets base to the folder of a minimal Debian of
# this release with these packages, which nobody may change. debootstrap makes it once.
debian_base()
{
	base=$debian_cache/$1$(echo "${2:+-$2}" | tr , -)
	mkdir -p "$debian_cache"
	{
		flock 9
		[ -d "$base" ] || {
			rm -rf "$base.new"
			debootstrap --variant=minbase ${2:+"--include=$2"} "$1" \
				"$base.new" "$(apt_mirror)" && mv "$base.new" "$base"
		}
	} 9>"$debian_cache/lock"
}

# debian_settings ROOT: there apt asks for packages as it does on this machine. What it
# has downloaded stays in /var/cache/apt/archives. dpkg does not wait for the disk.
debian_settings()
{
	mkdir -p "$1/etc/apt/apt.conf.d" "$1/etc/dpkg/dpkg.cfg.d"
	echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/machine"
	{
		apt-config dump | grep -iE '^Acquire::(.*proxy|check-)'
		echo 'Dir::Cache::archives "/var/cache/apt/archives/";'
		echo 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";'
	} >"$1/etc/apt/apt.conf.d/99machine"
	cat /etc/resolv.conf >"$1/etc/resolv.conf"
	cat /etc/hosts >"$1/etc/hosts"
}

# debian_within DIR COMMAND: by a shell as root in a Debian that begins as base, with
# all its changes in DIR/changes. The namespaces end with the shell, and with them what
# is mounted and runs there, also if this script is killed.
debian_within()
{
	mkdir -p "$1/changes" "$1/work" "$1/root" "$base-debs/partial"
	setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child sh -euc '
		mount -t overlay overlay "$2/root" -o \
			"lowerdir=$1,upperdir=$2/changes,workdir=$2/work"
		mount -t proc proc "$2/root/proc"
		mount --rbind /dev "$2/root/dev"
		mount --bind "$1-debs" "$2/root/var/cache/apt/archives"
		exec chroot "$2/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
			${http_proxy:+"http_proxy=$http_proxy"} \
			${https_proxy:+"https_proxy=$https_proxy"} \
			sh -euc "$3"' sh "$base" "$1" "$2" </dev/null
}
