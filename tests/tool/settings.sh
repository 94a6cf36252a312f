# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by cases.sh: the file of settings beside a trace. It describes
# the encoder, and does nothing else. Needs code_log and code.log of cases.sh.
# shellcheck disable=SC2154

absolute=$(realpath "$tool")
folder=$(realpath "$tmp")
beside=$folder/beside.nex named=$folder/named.settings
cp "$trace" "$beside"
cp "$tmp/code.log" "$beside.code"
# beside LINE...: the file of settings
beside()
{
	rm -rf "$beside.settings"
	printf '%s\n' "$@" >"$beside.settings"
}

settings()
{
	beside --xlen=64 --htm --code=beside.nex.code
	nt decode "$beside" | cmp - "$here/expect/decode-ranges" &&
		nt dump "$beside" | cmp - "$here/expect/dump" &&
		(cd "$tmp" && "$absolute" ntrace decode beside.nex) |
		cmp - "$here/expect/decode-ranges"
}
check "settings beside the trace" settings
run settings 0 decode -f hot "$tmp/beside.nex"

# takes LINE...: these are settings of an encoder, of which dump knows some
takes()
{
	beside '# a comment' '' "$@"
	nt decode -i "$elf" -o "$tmp/out" "$beside" 2>"$tmp/why"
	got=$?
	grep -q "settings of the encoder: '$beside.settings'" "$tmp/why" &&
		! grep -q ' line ' "$tmp/why" && [ $got -ne 2 ] &&
		is "$got" "$tool" ntrace decode -i "$elf" -o "$tmp/want.out" \
			--settings=none "$@" "$trace" 2>"$tmp/why" &&
		cmp "$tmp/out" "$tmp/want.out" && {
		nt dump "$beside" >"$tmp/out" 2>"$tmp/why"
		[ $? -ne 2 ]
	}
}
for line in --xlen=64 --src-bits=0 --src-bits=12 --extend-addr-msb \
	--quirks=sifive --addr-bits=33 --addr-bits=63 --btm \
	--htm --all-jumps --implicit-return=on --implicit-return=off \
	--timestamps=on --timestamps=off --ownership=on --ownership=off \
	--repeated-history=on --repeated-history=off --sync-mode=0 --sync-mode=3 \
	--sync-max=0 --sync-max=15 --sequential-jump; do
	check "setting $line" takes $line
done
check "setting --frames, --frame-id" takes --frames=coresight --frame-id=1

# refuses TEXT LINE [COMMAND...]: nothing is read or written, and the message has file,
# line and key
refuses()
{
	text=$1
	beside --xlen=64 "$2"
	shift 2
	rm -f "$tmp/written"
	for command in decode "$@"; do
		is 2 timeout 10 "$tool" ntrace "$command" -i "$elf" \
			-o "$tmp/written" "$beside" >"$tmp/out" 2>"$tmp/why" ||
			return
		grep -qF -e "'$beside.settings', line 2: $text" "$tmp/why" ||
			return
		[ ! -s "$tmp/out" ] && [ ! -e "$tmp/written" ] || return
	done
}
check "no setting, in all commands" refuses "'output' is no setting" \
	"--output=$tmp/written" check stat report index
dump_refuses()
{
	beside --help
	is 2 "$tool" ntrace dump "$beside" >"$tmp/out" 2>"$tmp/why"
	grep -q "line 1: 'help' is no setting" "$tmp/why" && [ ! -s "$tmp/out" ]
}
check "no setting, in dump" dump_refuses
while read -r key line; do
	check "no setting: $line" refuses "'$key' is no setting" "$line"
done <<'EOF'
help --help
HANG --HANG
usage --usage
-- --
last --last=3
format --format=help
form --form=pcs
lenient --lenient
strict --strict
output --output=written
outp --outp=written
quiet --quiet
max-findings --max-findings=0
image --image=program.elf
symbols --symbols=program.elf
index --index=program.elf
against --against=program.elf
settings --settings=none
isa --isa=rv32
src --src=1
cpu --cpu=1
jobs --jobs=256
xle --xle=64
xlen xlen=64
other.nex other.nex
EOF
check "no setting with a value behind it" refuses "'-f pcs' is no setting" '-f pcs'
check "no setting with a blank" refuses "' --btm' is no setting" ' --btm'
while read -r key line; do
	check "no value: $line" refuses "$key " "$line"
done <<'EOF'
xlen --xlen=65
xlen --xlen
xlen --xlen=
src-bits --src-bits=13
src-bits --src-bits=-1
src-bits --src-bits=0x
addr-bits --addr-bits=32
addr-bits --addr-bits=64
quirks --quirks=arm
frames --frames=arm
frame-id --frame-id=0
frame-id --frame-id=112
btm --btm=off
all-jumps --all-jumps=
implicit-return --implicit-return=yes
timestamps --timestamps
sync-mode --sync-mode=4
sync-max --sync-max=16
code --code=code.log
code --code=/etc/passwd
code --code=../beside.nex.code
code --code=./beside.nex.code
code --code=beside.nex.tasks
code --code=
tasks --tasks=beside.nex.code
EOF
escapes()
{
	refuses "'?[31m' is no setting" "$(printf -- '--\033[31m=1')" &&
		refuses "xlen is 32 or 64, not '?'" "$(printf -- '--xlen=\033')"
}
check "settings do not reach the terminal" escapes
nul()
{
	printf -- '--htm\n\0--help\n' >"$beside.settings"
	is 2 "$tool" ntrace decode -i "$elf" "$beside" >"$tmp/out" 2>"$tmp/why"
	grep -q 'is no text' "$tmp/why" && [ ! -s "$tmp/out" ]
}
check "settings are text" nul
huge()
{
	rm -f "$beside.settings"
	yes -- --htm | head -c 70000 >"$beside.settings"
	is 2 "$tool" ntrace decode -i "$elf" "$beside" >"$tmp/out" 2>"$tmp/why"
	grep -q 'has more than 65536 bytes' "$tmp/why" && [ ! -s "$tmp/out" ]
}
check "settings are few" huge

# Only the trace's own name is looked up, wherever the user writes it
own_name()
{
	beside --htm
	for file in calls 1 program.elf out none; do
		echo --help >"$tmp/$file.settings"
	done
	for line in "-f calls --jobs 1 -i program.elf beside.nex" \
		"beside.nex -f calls --max-findings 1 -i program.elf" \
		"--form calls -j1 -i program.elf -o out -- beside.nex"; do
		# shellcheck disable=SC2086
		(cd "$tmp" && "$absolute" ntrace decode $line) >"$tmp/named" \
			2>"$tmp/why" && grep -q beside.nex.settings "$tmp/why" ||
			break
		line=
	done
	rm -f "$tmp/calls.settings" "$tmp/1.settings" "$tmp/program.elf.settings" \
		"$tmp/out.settings" "$tmp/none.settings"
	[ ! "$line" ]
}
check "only the trace's name is looked up" own_name
standard_input()
{
	echo --help >"$tmp/-.settings"
	(cd "$tmp" && "$absolute" ntrace decode -i program.elf - <"$beside") |
		cmp - "$here/expect/decode-ranges"
}
check "standard input has no settings" standard_input

# The user may name another file, or none
named()
{
	beside --help
	nt decode --settings=none -i "$elf" "$beside" 2>"$tmp/why" |
		cmp - "$here/expect/decode-ranges" && [ ! -s "$tmp/why" ] ||
		return
	echo --htm >"$named"
	nt decode -i "$elf" "$beside" --settings "$named" \
		2>"$tmp/why" | cmp - "$here/expect/decode-ranges" || return
	grep -qF "'$named'" "$tmp/why" &&
		[ "$(wc -l <"$tmp/why")" -eq 1 ] || return
	rm -f "$tmp/pipe"
	mkfifo "$tmp/pipe"
	echo --xlen=64 >"$tmp/pipe" &
	timeout 10 "$tool" ntrace decode --settings="$tmp/pipe" -i "$elf" \
		"$beside" | cmp - "$here/expect/decode-ranges" || return
	is 2 "$tool" ntrace decode --settings="$tmp/nowhere" -i "$elf" "$beside" \
		2>"$tmp/why" && grep -qF "cannot open '$tmp/nowhere'" "$tmp/why"
}
check "settings that the user names" named

# unfit TEXT COMMAND...: it makes a file, whose name is appended, that is not read,
# but found
unfit()
{
	text=$1
	shift
	for end in settings code; do
		beside --code=beside.nex.code
		rm -rf "$beside.$end"
		"$@" "$beside.$end" &&
			is 2 timeout 10 "$tool" ntrace decode "$beside" \
				>"$tmp/out" 2>"$tmp/why"
		got=$?
		rm -rf "$beside.$end"
		[ $got -eq 0 ] && [ ! -s "$tmp/out" ] &&
			grep -qF "'$beside.$end' $text" "$tmp/why" || return
	done
	cp "$tmp/code.log" "$beside.code"
}
check "settings in a FIFO" unfit 'is no regular file' mkfifo
check "settings in a folder" unfit 'is no regular file' mkdir
check "settings behind a link" unfit 'is no regular file' \
	ln -s "$named"
check "settings of a device" unfit 'is no regular file' ln -s /dev/zero
others_file()
{
	echo --htm >"$1" && chown 12345 "$1"
}
if [ "$(id -u)" -eq 0 ]; then
	check "settings of another user" unfit 'belongs to another user' \
		others_file
else
	echo "# skipped: only root makes files of another user"
fi
unfit_named()
{
	rm -f "$beside.settings"
	ln -s "$named" "$beside.settings"
	nt decode --settings="$beside.settings" -i "$elf" "$beside" |
		cmp - "$here/expect/decode-ranges"
}
check "a link that the user names" unfit_named
rm -f "$beside.settings"
