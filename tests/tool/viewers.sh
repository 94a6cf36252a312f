# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Cases of run.sh, read by wrecks.sh: files for viewers in npm's registry. They
# are fetched if there is a network.
# shellcheck disable=SC2154

speedscope_version=1.25.0
speedscope_sum=7297fd1d64d97f58a32d7049ae4f3b55eff9e2d9d8c7aae57f48144e1be7de8a
speedscope_sum=${speedscope_sum}24ea1eb784b5d539088c7f8e0f4fe5e8579d3770f7ef7e24f980fe6fa23a7a02
# npm's package, whose sum has to be right, unpacked in $tmp/package
fetch_speedscope()
{
	file=speedscope-$speedscope_version.tgz
	(
		cd "$tmp" || exit
		[ -s "$file" ] || npm pack --silent --fetch-timeout=60000 \
			--fetch-retries=1 "speedscope@$speedscope_version" \
			>npm.log 2>&1
		echo "$speedscope_sum  $file" | sha512sum -c --quiet &&
			tar xzf "$file"
	)
}
in_speedscope()
{
	nt decode -f speedscope -i "$elf" -o "$tmp/speedscope.json" "$trace" &&
		nt decode -f folded -i "$elf" -o "$tmp/folded" "$trace" &&
		python3 "$here/speedscope_browser.py" "$tmp/package" \
			"$tmp/speedscope.json" "$tmp/folded" "$tmp/browser"
}
if ! command -v chromium >/dev/null || ! command -v npm >/dev/null; then
	echo "# skipped: there is no Chromium, or no npm"
elif ! fetch_speedscope >"$tmp/log" 2>&1; then
	echo "# skipped: npm's speedscope is not to be had"
else
	check "speedscope in Chromium shows the functions" in_speedscope
fi
