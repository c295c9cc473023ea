package interp

import (
	"context"
	"strings"

	"krigo/cell"
	"krigo/interp/static"
)

// withoutMarks replaces the question marks at the start of a source by spaces.
func withoutMarks(source string) string {
	trimmed := strings.TrimLeft(source, " \t\r\n")
	return blank(source, len(source)-len(strings.TrimLeft(trimmed, "?")))
}

// Inspect describes the name at the cursor, a byte offset; with detail 1 it includes the
// source of a cell's declaration. It reports whether it found anything.
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

// describe shows the documentation of a name as text, Markdown and HTML.
func describe(info static.Info) cell.Bundle {
	return cell.Bundle{Data: map[string]any{
		"text/plain":    info.Text(),
		"text/markdown": info.Markdown(),
		"text/html":     info.HTML(),
	}}
}

// describeNow is describe with the value of a variable, if the worker is idle and answers
// at once.
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
