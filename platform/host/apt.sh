# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# Sourced by scripts that ask apt for something. Lists and downloads go to a
# directory of our own, so that nothing under /etc/apt, /var/lib/apt or
# /var/cache/apt changes and no lock of theirs is waited for; the machine's
# mirror, proxies and keys are used, and signatures are checked.

# Prints the base URI from which this machine gets Debian itself. Without
# package lists apt does not know who signs what; then only the name of the
# suite tells the archive from its security updates.
apt_mirror()
{
	{
		apt-get indextargets --format \
			'$(LABEL) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
			sed -n 's/^Debian main //p'
		apt-get indextargets --no-release-info --format \
			'$(RELEASE) $(COMPONENT) $(REPO_URI)' \
			'Created-By: Packages' |
			grep -E '/debian/?$|/debian\.list/?$' |
			sed -n 's/^[^ ]*-security .*//; s/^[^ ]* main //p'
	} 2>/dev/null | head -n 1
}

# Prints the option for a sources list that names Debian's own keyring.
apt_signed_by()
{
	for keyring in /usr/share/keyrings/debian-archive-keyring.gpg \
		/usr/share/keyrings/debian-archive-keyring.pgp; do
		[ ! -r "$keyring" ] || { echo "[signed-by=$keyring]"; return; }
	done
}

# apt_private DIR: lists and downloads in DIR, sources from DIR/sources.list
# and DIR/sources.list.d, settings in DIR/apt.conf for "apt-get -c".
apt_private()
{
	mkdir -p "$1/lists/partial" "$1/archives/partial" "$1/sources.list.d"
	cat >"$1/apt.conf" <<EOT
#clear APT::Update;
APT::Sandbox::User "$(id -un)";
APT::Install-Recommends "false";
Acquire::Languages "none";
Acquire::Retries "3";
DPkg::Lock::Timeout "300";
Dir::State::lists "$1/lists";
Dir::Cache "$1";
Dir::Etc::SourceList "$1/sources.list";
Dir::Etc::SourceParts "$1/sources.list.d";
EOT
}
