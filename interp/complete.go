package interp

import (
	"strconv"
	"strings"

	"krigo/cell"
)

// Complete completes the source at the cursor, a byte offset. It answers while
// a cell runs, and for source that is not sound yet.
func (s *Session) Complete(source string, cursor int) cell.Completion {
	return completer{s.reader, s.files}.complete(source, cursor)
}

// IsComplete reports whether the source is ready to be evaluated.
func (s *Session) IsComplete(source string) cell.Completeness { return s.reader.isComplete(source) }

// completer completes what users type. It is safe for concurrent use, also while a cell
// runs.
type completer struct {
	reader
	files files
}

// complete completes the source at the cursor.
func (k completer) complete(source string, cursor int) cell.Completion {
	if k.line(source) != kindGo {
		return k.completeCommand(source, cursor)
	}
	source = withoutMarks(source)
	if start, ok := k.static.FilePlace(source, cursor); ok {
		return k.completeFile(source, start, min(cursor, len(source)))
	}
	return k.static.Complete(source, cursor)
}

// completeFunction completes the name of a function of a cell, after end in the source.
func (k completer) completeFunction(source string, end, cursor int) cell.Completion {
	start := max(end, strings.LastIndexAny(source[:cursor], " \t")+1)
	c := cell.Completion{Start: start, End: cursor}
	for _, f := range k.static.Functions() {
		if strings.HasPrefix(f.Name, source[start:cursor]) {
			kind := "function"
			if strings.Contains(f.Name, ".") {
				kind = "method"
			}
			c.Matches = append(c.Matches, cell.Match{Text: f.Name, Type: kind, Signature: strings.TrimPrefix(f.Type, "func")})
		}
	}
	return c
}

// completeFile completes the name of a file that begins at start within a literal.
func (k completer) completeFile(source string, start, cursor int) cell.Completion {
	c := cell.Completion{Start: start, End: cursor}
	for _, name := range k.files.list(source[start:cursor], false) {
		if strconv.Quote(name) == `"`+name+`"` { // else the literal would be another
			c.Matches = append(c.Matches, cell.Match{Text: name, Type: "path"})
		}
	}
	return c
}

// completeCommand completes the name of a % command, or the Go after it.
func (k completer) completeCommand(source string, cursor int) cell.Completion {
	cursor = min(max(cursor, 0), len(source))
	name, end := commandName(source)
	start := end - len(name)
	if cursor > end {
		return k.completeArgument(source, name, cursor)
	}
	c := cell.Completion{Start: min(start, cursor), End: cursor}
	if cursor < start {
		return c
	}
	c.Matches = commandMatches(source[start:cursor])
	return c
}

// commandMatches lists the commands whose names begin with prefix.
func commandMatches(prefix string) []cell.Match {
	var out []cell.Match
	for _, c := range commands() {
		if strings.HasPrefix(c.name, prefix) {
			out = append(out, cell.Match{Text: c.name, Type: "keyword", Signature: c.args})
		}
	}
	return out
}

// completeArgument completes what follows a command's name.
func (k completer) completeArgument(source, name string, cursor int) cell.Completion {
	c, ok := findCommand(name)
	_, end := commandName(source)
	switch {
	case name == "cd":
		return k.completeFolder(source, end, cursor)
	case ok && c.takes == takesGoBelow && cursor <= lineEnd(source, end), ok && c.takes == takesText:
	case ok && (c.hasGo() || name == "doc"):
		return k.complete(c.goOf(source), cursor)
	case name == "fast":
		return k.completeFunction(source, end, cursor)
	case name == "help":
		start := strings.LastIndexAny(source[:cursor], " \t\n%") + 1
		return cell.Completion{Matches: commandMatches(source[start:cursor]), Start: start, End: cursor}
	}
	return cell.Completion{Start: cursor, End: cursor}
}

// completeFolder completes the argument of %cd, which begins after end.
func (k completer) completeFolder(source string, end, cursor int) cell.Completion {
	start := end + len(source[end:cursor]) - len(strings.TrimLeft(source[end:cursor], " \t"))
	c := cell.Completion{Start: start, End: cursor}
	for _, name := range k.files.list(source[start:cursor], true) {
		c.Matches = append(c.Matches, cell.Match{Text: name, Type: "path"})
	}
	return c
}
