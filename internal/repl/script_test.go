package repl

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"krigo/cell"
)

// TestScriptCellsHaveTheTagsOfTheirMarks, as Jupytext writes them.
func TestScriptCellsHaveTheTagsOfTheirMarks(t *testing.T) {
	cells, err := ScriptCells("a.go", "x := 1\n// %% tags=[\"parameters\", \"b\"]\nn := 2\n// %% a title tags=[\"c\"] id=\"d\"\nn\n// %% tags=[oops]\nx\n")
	if err != nil || len(cells) != 4 || cells[1].Label != "a.go" {
		t.Fatalf("%+v (%v)", cells, err)
	}
	for i, want := range []string{"", "parameters b", "c", ""} {
		if got := strings.Join(cells[i].Tags, " "); got != want {
			t.Errorf("cell %d has the tags %q, want %q", i+1, got, want)
		}
	}
}

// engineFunc is an Engine made of a function.
type engineFunc func(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)

func (f engineFunc) Abandon() {}

func (f engineFunc) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	return f(ctx, c, out)
}

// echo prints a cell's source, and fails on one that holds "fail".
func echo(_ context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	source := strings.TrimSpace(c.Source)
	if strings.Contains(source, "fail") {
		return nil, &cell.Error{Name: "Panic", Message: c.Label}
	}
	out.Stream("stdout", "ran ")
	return &cell.Bundle{Data: map[string]any{"text/plain": source}}, nil
}

// screen returns a Screen and what it prints.
func screen() (*Screen, *bytes.Buffer, *bytes.Buffer) {
	out, err := new(bytes.Buffer), new(bytes.Buffer)
	return &Screen{Out: out, Err: err}, out, err
}

func TestScriptStopsAtTheFirstFailure(t *testing.T) {
	s, out, stderr := screen()
	err := Script(t.Context(), engineFunc(echo), s, "a.go", "one\n// %%\nfail\n// %%\nthree\n")
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) {
		t.Fatalf("error %v", err)
	}
	if out.String() != "ran \none\n" || !strings.Contains(stderr.String(), "a.go") {
		t.Errorf("printed %q and %q", out, stderr)
	}
}

// A script's output is printed unchanged: no line is ended for it.
func TestScriptEndsNoLine(t *testing.T) {
	s, out, _ := screen()
	print := func(_ context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
		out.Stream("stdout", strings.TrimSpace(c.Source))
		return nil, nil
	}
	if err := Script(t.Context(), engineFunc(print), s, "a.go", "one\n// %%\n, two\n"); err != nil {
		t.Fatal(err)
	}
	if out.String() != "one, two" {
		t.Errorf("printed %q", out)
	}
}

func TestLoopGoesOnAfterAFailure(t *testing.T) {
	s, out, stderr := screen()
	incompleteBrace := func(source string) cell.Completeness {
		if strings.Count(source, "{") > strings.Count(source, "}") {
			return cell.Completeness{Status: "incomplete"}
		}
		return cell.Completeness{Status: "complete"}
	}
	lines := NewLines(strings.NewReader("one\n\nfail\nf {\n}\nlast {"), incompleteBrace)
	failed, err := Loop(t.Context(), engineFunc(echo), lines, s)
	if err != nil || failed != 1 {
		t.Errorf("%d failed, error %v", failed, err)
	}
	if want := "ran \none\nran \nf {\n}\nran \nlast {\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
	if !strings.Contains(stderr.String(), "cell 2") {
		t.Errorf("the failure is not told: %q", stderr)
	}
}

// A session does not call a program's func main, as go run does; so it reports how to.
func TestLoopTellsOfAMainThatIsNotCalled(t *testing.T) {
	s, _, stderr := screen()
	complete := func(string) cell.Completeness { return cell.Completeness{Status: "complete"} }
	if _, err := Loop(t.Context(), engineFunc(echo), NewLines(strings.NewReader("func domain() {}\nfunc main() {}\n"), complete), s); err != nil {
		t.Fatal(err)
	}
	if got := stderr.String(); got != "main is declared; main() runs it\n" {
		t.Errorf("told %q", got)
	}
}

// Whether a cell is whole is asked of its lines as an editor has them: an empty
// line at the end is one that was typed.
func TestLinesEndTextWithAnEmptyLine(t *testing.T) {
	whole := func(source string) cell.Completeness {
		if strings.HasSuffix(source, "\n") {
			return cell.Completeness{Status: "complete"}
		}
		return cell.Completeness{Status: "incomplete"}
	}
	lines := NewLines(strings.NewReader("text\nmore\n\nnext\n\n"), whole)
	for _, want := range []string{"text\nmore\n\n", "next\n\n"} {
		if got, err := lines.Read(); got != want || err != nil {
			t.Errorf("a cell is %q, %v, want %q", got, err, want)
		}
	}
}

func TestScriptEndsQuietlyWhereItExits(t *testing.T) {
	s, out, stderr := screen()
	exit := func(_ context.Context, _ cell.Cell, out cell.Output) (*cell.Bundle, error) {
		out.Stream("stdout", "bye")
		return nil, &cell.Error{Name: "Exit", Message: "os.Exit(3)", Code: 3}
	}
	err := Script(t.Context(), engineFunc(exit), s, "a.go", "one\n// %%\ntwo\n")
	if code, ok := ExitCode(err); !ok || code != 3 {
		t.Errorf("error %v", err)
	}
	if out.String() != "bye" || stderr.Len() > 0 {
		t.Errorf("printed %q and %q", out, stderr)
	}
	if code, ok := ExitCode(&cell.Error{Name: "WorkerExit", Exited: true, Code: 4}); !ok || code != 4 {
		t.Errorf("the exit of a process has code %d, %t", code, ok)
	}
	if _, ok := ExitCode(&cell.Error{Name: "WorkerExit"}); ok {
		t.Error("the end of a session's process is an exit")
	}
	if _, ok := ExitCode(errors.New("other")); ok {
		t.Error("another error is an exit")
	}
}
