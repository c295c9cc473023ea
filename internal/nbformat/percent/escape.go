package percent

import (
	"regexp"
	"strings"
)

// Lines of a cell that would mean something else in a script are escaped there: a
// command (%time, !ls) by a comment sign before it, and a line that would be a mark
// by "//gonb:", which jupytext has for the same.

var (
	commandLine = regexp.MustCompile(`^(?:// |//)*(?:!\*?|%{1,3})[a-zA-Z]`)
	// What a line says of itself overrules that.
	escapedLine   = regexp.MustCompile(`^\s*(?:// |//)*%{1,3}[a-zA-Z].*//\s*escape`)
	unescapedLine = regexp.MustCompile(`^\s*(?:// |//)*%{1,3}[a-zA-Z].*//\s*noescape`)
)

// isCommand reports whether a line is a command, behind comment signs or not.
func isCommand(line string) bool {
	return escapedLine.MatchString(line) || !unescapedLine.MatchString(line) && commandLine.MatchString(line)
}

func commentCommand(line string) string {
	if !isCommand(line) {
		return line
	}
	text := strings.TrimLeft(line, " \t")
	return line[:len(line)-len(text)] + "// " + text
}

func uncommentCommand(line string) string {
	if !isCommand(line) {
		return line
	}
	text := strings.TrimLeft(line, " \t")
	return line[:len(line)-len(text)] + uncomment(text)
}

// comment makes a line one of a comment.
func comment(line string) string {
	if line == "" {
		return "//"
	}
	return "// " + line
}

// uncomment takes a comment sign and a space away where they are.
func uncomment(line string) string {
	if rest, ok := strings.CutPrefix(line, "//"); ok {
		return strings.TrimPrefix(rest, " ")
	}
	return line
}

var (
	markLike   = regexp.MustCompile(`^(\s*(?://\s*)*)((?://\s*gonb:)*%%.*)$`)
	guardedTop = regexp.MustCompile(`^//\s*gonb:`)
	guarded    = regexp.MustCompile(`^(\s*(?://\s*)*)//\s*gonb:((?://\s*gonb:)*%%.*)$`)
)

// guard escapes a line that would be a mark, or that unguard would change. In a
// comment, or in a file whose commands are in comments, that is one that begins
// with %% too.
func (d dialect) guard(line string, inComment bool) string {
	m := markLike.FindStringSubmatch(line)
	if m == nil || !guardedTop.MatchString(m[2]) && !d.isMark(line) && !((inComment || d.commented) && d.isMark("// "+line)) {
		return line
	}
	return m[1] + "//gonb:" + m[2]
}

func unguard(line string) string {
	if m := guarded.FindStringSubmatch(line); m != nil {
		return m[1] + m[2]
	}
	return line
}
