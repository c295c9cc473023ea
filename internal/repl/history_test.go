package repl

import (
	"context"
	"errors"
	"strings"
	"testing"

	"krigo/cell"
)

// kept is a history whose disk is full from the second cell on.
type kept struct{ lines []string }

func (k *kept) Add(line int, input string) error {
	k.lines = append(k.lines, "in "+input)
	if line == 2 {
		return errors.New("disk full")
	}
	return nil
}

func (k *kept) Output(_ int, text string) error {
	k.lines = append(k.lines, "out "+text)
	return nil
}

// upper evaluates a cell to its capitals, and fails where there are none.
type upper struct{}

func (upper) Eval(_ context.Context, c cell.Cell, _ cell.Output) (*cell.Bundle, error) {
	if c.Source == "" {
		return nil, errors.New("empty")
	}
	return &cell.Bundle{Data: map[string]any{"text/plain": strings.ToUpper(c.Source)}}, nil
}

func (upper) Abandon() {}

func TestCellsAndTheirValuesAreRecorded(t *testing.T) {
	history, warned := &kept{}, 0
	engine := Recorded(upper{}, history, func(error) { warned++ })
	for _, source := range []string{"a", "", "b"} {
		value, err := engine.Eval(t.Context(), cell.Cell{Source: source}, nil)
		if (err != nil) != (source == "") || err == nil && value.Plain() != strings.ToUpper(source) {
			t.Errorf("%q is %v, %v", source, value, err)
		}
	}
	if got, want := strings.Join(history.lines, ", "), "in a, out A, in , in b, out B"; got != want || warned != 1 {
		t.Errorf("recorded %q with %d warnings, want %q with 1", got, warned, want)
	}
}

func TestLinesPromptForEachLine(t *testing.T) {
	lines := NewLines(strings.NewReader("a {\n}\nb\n"), func(source string) cell.Completeness {
		if strings.Count(source, "{") > strings.Count(source, "}") {
			return cell.Completeness{Status: "incomplete"}
		}
		return cell.Completeness{Status: "complete"}
	})
	var prompts []bool
	lines.Prompt = func(more bool) { prompts = append(prompts, more) }
	for range 2 {
		if _, err := lines.Read(); err != nil {
			t.Fatal(err)
		}
	}
	if len(prompts) != 3 || prompts[0] || !prompts[1] || prompts[2] {
		t.Errorf("prompted %v, want first, more, first", prompts)
	}
}
