package interp

import (
	"strings"

	"krigo/cell"
	"krigo/interp/static"
)

// kind is how a session reads the source of a cell.
type kind int

const (
	kindGo       kind = iota
	kindQuestion      // cov.SE? or ?cov.SE: asks what a name is
	kindWord          // help, exit or quit
	kindShell         // a line that begins with !
	kindCommand       // a % command
)

// reading is the source of a cell, read once: Eval, Effects and Vet follow its kind.
type reading struct {
	kind     kind
	question static.Question // of kindQuestion
	word     string          // of kindWord
}

// reader distinguishes the kinds of sources. A source that is valid Go in the session,
// such as !done or a declared help, is Go.
type reader struct {
	static  *static.Session
	program bool // as in [Options]
}

// read classifies a source.
func (r reader) read(source string) reading {
	if q, ok := r.question(source); ok {
		return reading{kind: kindQuestion, question: q}
	}
	if word := r.plainWord(source); word != "" {
		return reading{kind: kindWord, word: word}
	}
	return reading{kind: r.line(source)}
}

// line distinguishes commands and lines for the shell from Go, also in an incomplete
// source.
func (r reader) line(source string) kind {
	source = strings.TrimSpace(source)
	switch {
	case strings.HasPrefix(source, "%"):
		return kindCommand
	case strings.HasPrefix(source, "!") && !r.isSound(source):
		return kindShell
	}
	return kindGo
}

// isSound reports whether a source is Go without faults.
func (r reader) isSound(source string) bool {
	_, faults := r.static.Check(cell.Cell{Source: source})
	return len(faults) == 0
}

// question finds what a source asks. A line for the shell asks nothing, and neither
// does the text of a command.
func (r reader) question(source string) (static.Question, bool) {
	if trimmed := strings.TrimSpace(source); strings.HasPrefix(trimmed, "!") || strings.HasPrefix(trimmed, "%") && strings.ContainsAny(trimmed, " \t\n") {
		return static.Question{}, false
	}
	q, ok := static.ReadQuestion(source)
	if ok && strings.TrimSpace(q.Before) != "" && r.static.IsComplete(q.Before).Status != "complete" {
		return q, false
	}
	return q, ok
}

// plainWord finds the word, help, exit or quit, that a source consists of: users of
// other languages type it. It is Go where it is declared, and in a program.
func (r reader) plainWord(source string) string {
	word := strings.TrimSuffix(strings.TrimRight(strings.TrimSpace(source), ";"), "()")
	if word != "help" && word != "exit" && word != "quit" || r.program || r.static.Declares(word) {
		return ""
	}
	return word
}

// isComplete reports whether a source is ready to be evaluated.
func (r reader) isComplete(source string) cell.Completeness {
	switch r.read(source).kind {
	case kindQuestion, kindShell:
		return cell.Completeness{Status: "complete"}
	case kindCommand:
		return r.isCommandComplete(source)
	default:
		return r.static.IsComplete(source)
	}
}

// isCommandComplete is isComplete of a command. Text, which has no end of its
// own, ends with an empty line.
func (r reader) isCommandComplete(source string) cell.Completeness {
	name, end := commandName(source)
	c, ok := findCommand(name)
	below := strings.Contains(source[end:], "\n")
	switch {
	case !ok || c.takes == takesLine:
	case c.takes == takesGo, c.takes == takesGoBelow && below:
		return r.isComplete(c.goOf(source))
	case !below || strings.TrimSpace(source[strings.LastIndexByte(source, '\n'):]) != "":
		return cell.Completeness{Status: "incomplete"}
	}
	return cell.Completeness{Status: "complete"}
}
