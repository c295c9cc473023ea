package interp

import (
	"context"

	"krigo/cell"
	"krigo/interp/static"
)

// Complete completes the source at the cursor, a byte offset. It answers while
// a cell runs, and for source that is not sound yet.
func (s *Session) Complete(source string, cursor int) cell.Completion {
	if s.isCommand(source) {
		return s.completeCommand(source, cursor)
	}
	return s.static.Complete(source, cursor)
}

// Inspect describes what is at the cursor, a byte offset; with detail 1 also
// the source of what a cell declared. It reports whether anything is there.
func (s *Session) Inspect(source string, cursor, detail int) (cell.Bundle, bool) {
	if s.isCommand(source) {
		return s.inspectCommand(source, cursor, detail)
	}
	return s.inspectGo(source, cursor, detail)
}

func (s *Session) inspectGo(source string, cursor, detail int) (cell.Bundle, bool) {
	info, ok := s.static.Inspect(source, cursor, detail)
	if !ok {
		return cell.Bundle{}, false
	}
	return s.describeNow(info), true
}

// IsComplete tells whether the source is ready to be evaluated.
func (s *Session) IsComplete(source string) cell.Completeness {
	if name, _ := commandName(source); s.isCommand(source) {
		if c, ok := findCommand(name); ok && c.code {
			return s.static.IsComplete(blankCommand(source))
		}
		return cell.Completeness{Status: "complete"}
	}
	return s.static.IsComplete(source)
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
	if info.Expr != "" && len(s.turn) > 0 {
		if peeks := s.peek(context.Background(), []string{info.Expr}); len(peeks) == 1 && peeks[0].Known {
			info.Value = peeks[0].Text
		}
	}
	return describe(info)
}
