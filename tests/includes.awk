# SPDX-License-Identifier: BSD-2-Clause
#
# awk -f includes.awk includes.txt FILE...: prints what breaks the rules.

# The pattern as a regular expression: of the special characters only "*" and
# "." occur in names of files.
function regex(pattern)
{
	gsub(/\./, "[.]", pattern)
	gsub(/\*/, "[^/]*", pattern)
	return "^" pattern "$"
}

function add(list, from,	i, word)
{
	for (i = from; i <= NF; i++) {
		word = $i
		list = list " " (word ~ /^@/ ? group[substr(word, 2)] : word)
	}
	return list
}

function find_rule(file,	i)
{
	for (i = 1; i <= rules; i++) {
		if (file ~ regex(pattern[i]))
			return i
	}
	return 0
}

function allowed(header, list,	i, n, word)
{
	n = split(list, word, " ")
	for (i = 1; i <= n; i++) {
		if (header ~ regex(word[i]))
			return 1
	}
	return 0
}

FNR == 1 { file_number++ }

file_number == 1 && /^=/ {
	name = substr($1, 2)
	group[name] = add(group[name], 2)
}

file_number == 1 && /^[^=#]/ {
	pattern[++rules] = $1
	headers[rules] = add("", 2)
}

file_number > 1 && FNR == 1 {
	rule = find_rule(FILENAME)
	used[rule] = 1
	if (!rule)
		print FILENAME ": no line in tests/includes.txt fits it"
}

file_number > 1 && rule && /^[ \t]*#[ \t]*include/ {
	header = $0
	gsub(/^[^<"]*[<"]|[>"].*$/, "", header)
	if (!allowed(header, headers[rule]))
		print FILENAME ":" FNR ": must not include " header
}

END {
	for (i = 1; i <= rules; i++) {
		if (!used[i])
			print "tests/includes.txt: nothing fits " pattern[i]
	}
}
