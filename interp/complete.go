package interp

import (
	"context"
	"strings"

	"krigo/cell"
	"krigo/interp/static"
)

// Complete completes the source at the cursor, a byte offset. It answers while
// a cell runs, and for source that is not sound yet.
func (s *Session) Complete(source string, cursor int) cell.Completion {
	if s.reader.line(source) != kindGo {
		return s.completeCommand(source, cursor)
	}
	source = withoutMarks(source)
	if start, ok := s.static.FilePlace(source, cursor); ok {
		return s.completeFile(source, start, min(cursor, len(source)))
	}
	return s.static.Complete(source, cursor)
}

// completeFunction completes the name of a function of a cell, after end in the source.
func (s *Session) completeFunction(source string, end, cursor int) cell.Completion {
	start := max(end, strings.LastIndexAny(source[:cursor], " \t")+1)
	c := cell.Completion{Start: start, End: cursor}
	for _, f := range s.static.Functions() {
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

// withoutMarks puts spaces in the place of the question marks that a source
// begins with.
func withoutMarks(source string) string {
	trimmed := strings.TrimLeft(source, " \t\r\n")
	return blank(source, len(source)-len(strings.TrimLeft(trimmed, "?")))
}

// Inspect describes what is at the cursor, a byte offset; with detail 1 also
// the source of what a cell declared. It reports whether anything is there.
func (s *Session) Inspect(source string, cursor, detail int) (cell.Bundle, bool) {
	if s.reader.line(source) != kindGo {
		return s.inspectCommand(source, cursor, detail)
	}
	return s.inspectGo(source, cursor, detail)
}

func (s *Session) inspectGo(source string, cursor, detail int) (cell.Bundle, bool) {
	info, ok := s.static.Inspect(withoutMarks(source), cursor, detail)
	if !ok {
		return cell.Bundle{}, false
	}
	return s.describeNow(info), true
}

// IsComplete tells whether the source is ready to be evaluated.
func (s *Session) IsComplete(source string) cell.Completeness {
	switch s.reader.read(source).kind {
	case kindQuestion, kindShell:
		return cell.Completeness{Status: "complete"}
	case kindCommand:
		return s.isCommandComplete(source)
	default:
		return s.static.IsComplete(source)
	}
}

// isCommandComplete is IsComplete of a command. Text, which has no end of its
// own, ends with an empty line.
func (s *Session) isCommandComplete(source string) cell.Completeness {
	name, end := commandName(source)
	c, ok := findCommand(name)
	below := strings.Contains(source[end:], "\n")
	switch {
	case !ok || c.takes == takesLine:
	case c.takes == takesGo, c.takes == takesGoBelow && below:
		return s.IsComplete(c.goOf(source))
	case !below || strings.TrimSpace(source[strings.LastIndexByte(source, '\n'):]) != "":
		return cell.Completeness{Status: "incomplete"}
	}
	return cell.Completeness{Status: "complete"}
}

// describe shows what is known of a name as text, Markdown and HTML.
func describe(info static.Info) cell.Bundle {
	return cell.Bundle{Data: map[string]any{
		"text/plain":    info.Text(),
		"text/markdown": info.Markdown(),
		"text/html":     info.HTML(),
	}}
}

// describeNow is describe with the value of a variable, where the worker is
// idle and answers at once.
func (s *Session) describeNow(info static.Info) cell.Bundle {
	if !s.turn.isTaken() {
		info = s.withValue(context.Background(), info)
	}
	return describe(info)
}

// withValue adds the value of a variable.
func (s *Session) withValue(ctx context.Context, info static.Info) static.Info {
	if info.Expr == "" {
		return info
	}
	if peeks := s.workers.peek(ctx, []string{info.Expr}); len(peeks) == 1 && peeks[0].Known {
		info.Value = peeks[0].Text
	}
	return info
}
