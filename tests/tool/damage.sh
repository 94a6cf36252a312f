# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The part of run.sh about damage, which has many cases.
# shellcheck disable=SC2154

# shellcheck source=tests/tool/begin.sh
. "$here/begin.sh"

check "300 damaged traces" python3 "$here/mutate.py" --count 300 \
	"$trace" "$tool" ntrace decode -i "$elf"
check "300 damaged traces, calls" python3 "$here/mutate.py" --count 300 \
	"$trace" "$tool" ntrace decode -f calls -i "$elf"
check "300 damaged traces, dump" python3 "$here/mutate.py" --count 300 \
	"$trace" "$tool" ntrace dump --json

# Frames, compared with OpenCSD's result
if PATH=$PATH:/sbin ldconfig -p 2>/dev/null | grep -q 'libopencsd_c_api\.so\.1'; then
	check "frames are those of OpenCSD" \
		python3 tests/ntrace/opencsd.py --rounds=20
else
	echo "# skipped: there is no libopencsd1"
fi
check "what a capture's reference may leave out" \
	python3 tests/ntrace/captures_rules.py
