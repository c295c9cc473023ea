package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"context"

	"krigo/cell"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/interp/parameters"
)

// withParameters returns a notebook that declares parameters, and uses them and a control.
func withParameters(control bool) *nbformat.Notebook {
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "# Title")
	nb.Add(nbformat.Code, "folds := 5\nrate := 0.5").Metadata["tags"] = []any{parameters.Tag}
	nb.Add(nbformat.Code, "fmt.Println(folds, rate)")
	if control {
		nb.Add(nbformat.Code, "w := widget.Int(\"points\", 1, 9)")
	}
	return nb
}

func TestParametersAreSetAfterTheCellThatDeclaresThem(t *testing.T) {
	nb := withParameters(false)
	for _, folds := range []string{"7", "8"} { // the second takes the place of the first
		if _, err := setParameters("a.ipynb", nb, map[string]any{"folds": parameters.Text(folds)}); err != nil {
			t.Fatal(err)
		}
		if len(nb.Cells) != 4 || !nb.Cells[2].HasTag(parameters.InjectedTag) || !strings.Contains(nb.Cells[2].Source, "folds = "+folds) {
			t.Fatalf("the cells are %+v", execute.Cells(nb))
		}
	}
}

func TestValuesWithoutParameterAreThoseOfControls(t *testing.T) {
	nb := withParameters(true)
	controls, err := setParameters("a.ipynb", nb, map[string]any{"folds": parameters.Text("7"), "points": parameters.Text("3")})
	if err != nil || len(controls) != 1 || controls["points"] == nil || len(nb.Cells) != 5 {
		t.Errorf("controls have %v, %v; %d cells", controls, err, len(nb.Cells))
	}
	if _, err := setParameters("a.ipynb", withParameters(false), map[string]any{"points": parameters.Text("3")}); err == nil || !strings.Contains(err.Error(), `no parameter "points"`) {
		t.Errorf("the error of an unknown parameter is %v", err)
	}
}

func TestParametersOfAScript(t *testing.T) {
	cells, err := repl.ScriptCells("a.go", "// %% tags=[\"parameters\"]\nn := 2 // how many\n// %%\nn\n")
	if err != nil {
		t.Fatal(err)
	}
	s := Script{Name: "a.go", Cells: cells}
	var list bytes.Buffer
	if err := s.ListParameters(&list); err != nil || !strings.Contains(list.String(), "n          int   2        how many") {
		t.Errorf("the parameters are listed as %q, %v", list.String(), err)
	}
	if _, err := s.setParameters(map[string]any{"n": parameters.Text("3")}); err != nil || !strings.Contains(s.Cells[1].Source, "n = 3") {
		t.Errorf("the cells are %+v, %v", s.Cells, err)
	}
	if _, err := s.setParameters(map[string]any{"n": parameters.Text("x")}); err == nil {
		t.Error("n can be x")
	}
	plain := Code([]string{"1"}, nil)
	if err := plain.ListParameters(&list); err == nil || !strings.Contains(err.Error(), "-e has no cell that declares") {
		t.Errorf("the error of a script without parameters is %v", err)
	}
}

func TestPrintedCellsAreThoseWithTheTag(t *testing.T) {
	nb := nbformat.New()
	for i, text := range []string{"one\n", "two"} {
		c := nb.Add(nbformat.Code, text)
		c.Metadata["tags"] = []any{[]string{"a", "b"}[i]}
		c.Outputs = append(c.Outputs, &nbformat.Output{Type: "execute_result", Data: map[string]any{"text/plain": text}})
	}
	for tag, want := range map[string]string{"": "", "a": "one\n", "b": "two\n", AllCells: "one\ntwo\n"} {
		var out bytes.Buffer
		if err := printOutputs(&out, nb, tag); err != nil || out.String() != want {
			t.Errorf("--print %q prints %q, %v; want %q", tag, out.String(), err, want)
		}
	}
	jobs := []*job{{notebook: nb}}
	if err := checkTag("c", jobs); err == nil || !strings.Contains(err.Error(), "available: a, all, b") && !strings.Contains(err.Error(), "available: a, b, all") {
		t.Errorf("the error of an unknown tag is %v", err)
	}
}

// TestATaskIsTheJobItWasMadeOf sends a job to another process and back, as cluster does.
func TestATaskIsTheJobItWasMadeOf(t *testing.T) {
	nb := withParameters(true)
	j := &job{path: "a.ipynb", notebook: nb, output: "out.ipynb", html: "out.html", controls: map[string]any{"points": 3, "span": []any{1, 2.5}}}
	b := &batch{options: Options{Timeout: time.Minute, Omit: []string{"text/latex"}, MaxOutput: 7}, jobs: []*job{j}}
	tasks, err := b.tasks("stop")
	if err != nil {
		t.Fatal(err)
	}
	sent := through(t, tasks[0])
	there, err := sent.job()
	if err != nil || there.path != j.path || there.output != j.output || there.html != j.html || len(there.controls) != 2 {
		t.Fatalf("the job is %+v, %v", there, err)
	}
	if o, want := sent.execution(), b.options.execution(); !reflect.DeepEqual(o, want) {
		t.Errorf("it runs with %+v, want %+v", o, want)
	}
	there.steps = []execute.Step{{Cell: 2, Of: 3, At: there.notebook.Cells[2], Done: true, Elapsed: time.Second, Err: &cell.Error{Name: "Panic", Message: "lost"}}}
	there.err = &execute.CellError{Cell: 2, Of: 3, Err: &cell.Error{Name: "Panic", Message: "lost"}}
	r, err := there.result(t.Context(), ending{began: true, took: time.Second, err: there.exit(t.Context())})
	if err != nil {
		t.Fatal(err)
	}
	e, err := j.receive(t.Context(), through(t, r))
	if err != nil || !e.began || e.took != time.Second || exit.Status(t.Context(), e.err) != 1 || e.verdict(t.Context()) != "failed" {
		t.Errorf("it ended as %+v, %v", e, err)
	}
	if len(j.steps) != 1 || j.steps[0].At != j.notebook.Cells[2] || j.steps[0].Err.(*cell.Error).Message != "lost" {
		t.Errorf("its steps are %+v", j.steps)
	}
	if failed := asCellError(j.err); failed == nil || failed.Cell != 2 || failed.Err.Name != "Panic" {
		t.Errorf("its error is %v", j.err)
	}
}

// through returns a value after a way through JSON.
func through[T any](t *testing.T, v T) (out T) {
	t.Helper()
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestABatchHasTheHighestStatus(t *testing.T) {
	ok := ending{began: true}
	timeout := ending{began: true, err: &exit.Error{Status: exit.TimedOut, Err: errors.New("timeout")}}
	failed := ending{began: true, err: errors.New("failed")}
	interrupted, cancel := context.WithCancelCause(t.Context())
	cancel(exit.Signal(syscall.SIGINT))
	for _, c := range []struct {
		ctx  context.Context
		ends []ending
		want int // 0 for no error
	}{
		{t.Context(), []ending{ok, ok}, 0},
		{t.Context(), []ending{ok, failed}, 1},
		{t.Context(), []ending{failed, timeout, ok}, exit.TimedOut},
		{t.Context(), []ending{ok, {}}, 1},
		{interrupted, []ending{ok, {}}, 130},
		{interrupted, []ending{ok, ok}, 0},
	} {
		b := &batch{jobs: make([]*job, len(c.ends)), ends: c.ends}
		status := 0
		if err := b.exit(c.ctx); err != nil {
			status = exit.Status(c.ctx, err)
		}
		if status != c.want {
			t.Errorf("the status of %+v is %d, want %d", c.ends, status, c.want)
		}
	}
}

func TestAPageLinksToItsNotebook(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ output, want string }{
		{"", "../in/a%20b.ipynb"},
		{"-", "../in/a%20b.ipynb"},
		{filepath.Join(dir, "html", "out.ipynb"), "out.ipynb"},
	} {
		j := &job{path: filepath.Join(dir, "in", "a b.ipynb"), output: c.output, html: filepath.Join(dir, "html", "page.html")}
		if got := j.link(); got != c.want {
			t.Errorf("with the output %q the link is %q, want %q", c.output, got, c.want)
		}
	}
}

// The error of a notebook of others steers no terminal.
func TestFailuresSteerNoTerminal(t *testing.T) {
	failed := &execute.CellError{Err: &cell.Error{Name: "Error", Message: "\x1b]52;c;QQ==\a", Diagnostics: []cell.Diagnostic{{Cell: "cell 1", Line: 2, Source: "\x1b[2J"}}}}
	var out bytes.Buffer
	(&job{path: "evil\x1b[2J.ipynb", err: failed}).writeFailure(&out, true)
	text := strings.NewReplacer("\x1b[1;38;5;131m", "", "\x1b[1m", "", "\x1b[0m", "").Replace(out.String())
	if strings.ContainsAny(text, "\x1b\a") || !strings.Contains(text, "^[]52;c;QQ==^G") {
		t.Errorf("printed %q", text)
	}
}
