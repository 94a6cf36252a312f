# shellcheck shell=bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Completion of hartscope's commands and options for bash. The tool itself says
# what there is: its help texts are read, so that no list can become stale.

# Commands that "$@ --help" lists: lines of two blanks, a word, blanks, a text
_hartscope_commands()
{
	"$@" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p'
}

_hartscope_options()
{
	"$@" --help 2>/dev/null |
		grep -oE '^(  -., |      )--[a-z][a-z-]*=?' | sed 's/.*--/--/'
}

# The names that "--format=help" lists
_hartscope_formats()
{
	"$@" --format=help 2>/dev/null | sed -n 's/^ *\([a-z][a-z0-9-]*\) .*/\1/p'
}

_hartscope()
{
	local word=${COMP_WORDS[COMP_CWORD]} tool=${COMP_WORDS[0]} words=()

	COMPREPLY=()
	# "=" parts words: --format = WORD
	[ "$word" = = ] && word=
	case "${COMP_WORDS[COMP_CWORD - 1]}${COMP_WORDS[COMP_CWORD - 2]}" in
	-f*|=--format|--format*)
		mapfile -t words < <(_hartscope_formats "${COMP_WORDS[@]:0:3}") ;;
	*)
		if [ "$COMP_CWORD" -eq 1 ]; then
			mapfile -t words < <(_hartscope_commands "$tool")
			words+=(--help --version)
		elif [ "${COMP_WORDS[1]}" = help ]; then
			mapfile -t words < <(_hartscope_commands "$tool")
		elif [ "${COMP_WORDS[1]}" = run ]; then
			mapfile -t words < <(_hartscope_options "$tool" run)
		elif [ "$COMP_CWORD" -eq 2 ]; then
			mapfile -t words < \
				<(_hartscope_commands "$tool" "${COMP_WORDS[1]}")
		elif [[ $word == -* ]]; then
			mapfile -t words < \
				<(_hartscope_options "${COMP_WORDS[@]:0:3}")
		fi ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
	[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}

complete -o default -F _hartscope hartscope
