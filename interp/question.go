package interp

import (
	"context"
	"go/token"
	"strings"

	"krigo/cell"
	"krigo/interp/static"
)

// explain shows the documentation of a name, after it has run the Go before the question.
func (s *Session) explain(ctx context.Context, c cell.Cell, q static.Question, out cell.Output) (b *cell.Bundle, err error) {
	if strings.TrimSpace(q.Before) != "" {
		if b, err = s.evaluate(ctx, cell.Cell{Label: c.Label, Source: q.Before, Columns: c.Columns}, true); err != nil {
			return nil, err
		}
	}
	page, err := s.documentation(ctx, q)
	if err != nil {
		return nil, err
	}
	out.Page(page)
	return b, nil
}

// documentation returns the documentation of the name in a question. The caller has the
// turn.
func (s *Session) documentation(ctx context.Context, q static.Question) (cell.Bundle, error) {
	if q.Name == "" {
		return introduce(), nil
	}
	if strings.HasPrefix(q.Name, "%") {
		return describeCommand(q.Name)
	}
	if info, ok := s.static.Inspect(q.Name, q.NameEnd(), q.Detail); ok {
		return describe(s.withValue(ctx, info)), nil
	}
	return undeclared(q)
}

// undeclared answers a question about a name that is not declared.
func undeclared(q static.Question) (cell.Bundle, error) {
	name := q.Name[:q.NameEnd()]
	if token.IsKeyword(name) {
		return plainBundle(name + " is a keyword of Go: https://go.dev/ref/spec"), nil
	}
	if advice := static.Advice(name); advice != "" {
		return plainBundle(name + ": " + advice), nil
	}
	return cell.Bundle{}, commandError("nothing is named %s; %%help shows what there is", name)
}

// followWord carries out a plain word.
func (s *Session) followWord(word string, out cell.Output) error {
	switch {
	case word == "help":
		out.Page(introduce())
	case s.options.Leaves:
		return cell.ErrLeave
	default:
		out.Stream("stdout", "The session goes on: the menu Kernel shuts it down, and %reset forgets what was declared.\n")
	}
	return nil
}
