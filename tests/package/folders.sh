# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh that has "make install" and "make uninstall" work in other
# folders; run.sh sets the variables that are used here.
# shellcheck disable=SC2154

here_make() { make --no-print-directory "$@"; }

# Names with blanks and with characters that are special to shells, sed and
# pkg-config; the second installation goes over the first.
odd_folder()
{
	odd="$tmp/its own & 'theirs'"
	rm -rf "$odd"
	for _ in 1 2; do
		here_make install DESTDIR= PREFIX="$odd" LIBDIR=lib/tuple || return
	done
	diff -r --exclude=hartscope.pc "$root/usr" "$odd" || return
	flags=$(PKG_CONFIG_PATH="$odd/lib/tuple/pkgconfig" PKG_CONFIG_SYSROOT_DIR='' \
		pkg-config --cflags --libs hartscope) &&
		eval "$CXX -o '$tmp/decode-odd' \
			'$root/usr/share/doc/hartscope/examples/decode.cc' $flags" &&
		LD_LIBRARY_PATH="$odd/lib/tuple" "$tmp/decode-odd" "$tmp/run.nt" \
			"$tmp/program.bin" 0x80000000 | cmp - "$tmp/ranges"
}

# Other files in these folders remain, and so do folders of others.
uninstalls()
{
	stage="$tmp/stage"
	rm -rf "$stage"
	here_make install DESTDIR="$stage" PREFIX=/usr LIBDIR=lib || return
	touch "$stage/usr/bin/other" "$stage/usr/share/doc/hartscope/other"
	here_make uninstall DESTDIR="$stage" PREFIX=/usr LIBDIR=lib || return
	(cd "$stage/usr" && find . ! -type d && find . -name '*hartscope*') |
		LC_ALL=C sort >"$tmp/left"
	printf '%s\n' ./bin/other ./share/doc/hartscope \
		./share/doc/hartscope/other | diff - "$tmp/left" &&
		[ -d "$stage/usr/share/man/man1" ]
}

# refused WORDS ARGUMENT...: make fails with these words, before it makes any
# file
refused()
{
	words=$1
	shift
	rm -rf "$tmp/stage"
	if here_make install DESTDIR="$tmp/stage" "$@" >"$tmp/said" 2>&1; then
		return 1
	fi
	grep -F "$words" "$tmp/said" && [ ! -e "$tmp/stage" ]
}

refuses_folders()
{
	refused 'PREFIX=usr/local is not the whole path' PREFIX=usr/local &&
		refused 'LIBDIR=/usr/lib is not below PREFIX' LIBDIR=/usr/lib
}

# The folder that "dkms add" takes
dkms_licence()
{
	dkms=$O/linux/hartscope-trace-$(pkg-config --modversion hartscope)
	here_make "$dkms/dkms.conf" && cmp platform/qemu/COPYING "$dkms/COPYING"
}

# The recipes in the documentation are those of the current sources.
recipes()
{
	opensbi=$(sed -n 's/^release=//p' firmware/opensbi.sh)
	for line in "_VERSION = $(pkg-config --modversion hartscope)" \
		"opensbi-$opensbi.tar.gz" "tags/v$opensbi.tar.gz" \
		"sha256sum] = \"$(sh firmware/opensbi.sh --checksums | cut -d ' ' -f 1)\"" \
		"md5=$(md5sum <LICENSE | cut -d ' ' -f 1)\""; do
		grep -F "$line" docs/packaging.md ||
			{ echo "no recipe has $line"; return 1; }
	done
	! grep -oE 'opensbi-[0-9.]*[0-9]' docs/packaging.md |
		grep -vFx "opensbi-$opensbi"
}

check "folders of any name, twice" odd_folder
check "make uninstall removes it and nothing else" uninstalls
check "folders that cannot be right are refused" refuses_folders
check "the GPL is with the module's sources" dkms_licence
check "recipes in the documentation are of these sources" recipes
