# SPDX-License-Identifier: BSD-2-Clause
#
# awk -f nested.awk FILE...: prints each "?" that is a part of an operand of another.

# The line without comments, strings and characters
function code(line)
{
	gsub(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/, "0", line)
	gsub(/\/\/.*|\/\*([^*]|\*[^\/])*\*\//, " ", line)
	if (comment && !sub(/^.*\*\//, "", line))
		return ""
	comment = sub(/\/\*.*/, "", line)
	return line
}

FNR == 1 { comment = depth = 0 }

# open[depth]: a conditional began in these brackets, and no comma ended it
{
	line = code($0)
	if (line ~ /^#/)
		depth = open[0] = 0
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c ~ /[({[]/)
			open[++depth] = 0
		else if (c ~ /[])}]/)
			depth -= depth > 0
		else if (c ~ /[;,]/)
			open[depth] = 0
		if (c != "?")
			continue
		for (d = 0; d <= depth && !open[d]; d++)
			;
		if (d <= depth)
			print FILENAME ":" FNR ": a ?: within another"
		open[depth] = 1
	}
}
