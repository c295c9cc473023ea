package execute

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// engineFunc is an Engine made of a function.
type engineFunc func(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)

func (f engineFunc) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	return f(ctx, c, out)
}

// obeying returns an engine whose cells say what happens: "print X", "show X",
// "fail X", "wait" (for the context) or "break" (the engine itself).
func obeying(ran *[]string) engineFunc {
	return func(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
		*ran = append(*ran, c.Label)
		verb, text, _ := strings.Cut(c.Source, " ")
		switch verb {
		case "print":
			out.Stream("stdout", text)
		case "show":
			return &cell.Bundle{Data: map[string]any{"text/plain": text}}, nil
		case "fail":
			return nil, &cell.Error{Name: "Panic", Message: text}
		case "wait":
			<-ctx.Done()
			return nil, &cell.Error{Name: "Interrupt", Message: "interrupted"}
		case "break":
			return nil, errors.New("no worker")
		}
		return nil, nil
	}
}

func notebookOf(sources ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, s := range sources {
		nb.Add(nbformat.Code, s)
	}
	return nb
}

func TestNotebookRecordsOutputsAndCounts(t *testing.T) {
	nb := notebookOf("print a", " \n", "show 42")
	nb.Cells[0].Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "old"}}
	nb.Cells[1].ExecutionCount = 9
	nb.Add(nbformat.Markdown, "words")
	var ran []string
	if err := Notebook(t.Context(), obeying(&ran), nb, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(ran, ", "); got != "cell 1, cell 2" {
		t.Errorf("ran %s, want the two cells that are not empty", got)
	}
	if out := nb.Cells[0].Outputs; len(out) != 1 || out[0].Text != "a" {
		t.Errorf("the first cell's outputs are %v", out)
	}
	if nb.Cells[1].ExecutionCount != 0 {
		t.Error("an empty cell kept its count")
	}
	if out := nb.Cells[2].Outputs; len(out) != 1 || out[0].ExecutionCount != 2 || out[0].Data["text/plain"] != "42" {
		t.Errorf("the third cell's outputs are %v", out)
	}
	if err := nb.Validate(); err != nil {
		t.Error(err)
	}
	if nb.Kernel() != "krigo" || nb.Language() != "go" {
		t.Errorf("metadata: kernel %q, language %q", nb.Kernel(), nb.Language())
	}
}

func TestNotebookStopsAtTheFirstError(t *testing.T) {
	nb := notebookOf("print a", "fail boom", "print c")
	nb.Cells[2].Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "old"}}
	var ran []string
	err := Notebook(t.Context(), obeying(&ran), nb, Options{})
	failed := (*CellError)(nil)
	if !errors.As(err, &failed) || failed.Cell != 2 || failed.Of != 3 || failed.Err.Message != "boom" {
		t.Fatalf("error %v, want cell 2 of 3: Panic: boom", err)
	}
	if out := nb.Cells[1].Outputs; len(out) != 1 || out[0].ErrorName != "Panic" {
		t.Errorf("the failed cell's outputs are %v", out)
	}
	if len(ran) != 2 || len(nb.Cells[2].Outputs) != 0 {
		t.Error("the cell after the failure ran, or kept old outputs")
	}
}

func TestNotebookGoesOnWhereErrorsAreAllowed(t *testing.T) {
	tagged := notebookOf("fail boom", "fail never", "print c")
	tagged.Cells[0].Metadata["tags"] = []any{"raises-exception"}
	tagged.Cells[1].Metadata["tags"] = []any{"skip-execution"}
	var ran []string
	if err := Notebook(t.Context(), obeying(&ran), tagged, Options{}); err != nil || len(ran) != 2 {
		t.Errorf("with tags: %v after %v", err, ran)
	}
	ran = nil
	if err := Notebook(t.Context(), obeying(&ran), notebookOf("fail a", "print b"), Options{AllowErrors: true}); err != nil || len(ran) != 2 {
		t.Errorf("with AllowErrors: %v after %v", err, ran)
	}
}

func TestNotebookInterruptKeepsWhatThereIs(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	nb := notebookOf("print a", "wait", "print c")
	var ran []string
	err := Notebook(ctx, obeying(&ran), nb, Options{AllowErrors: true, Observe: func(s Step) {
		if s.Cell == 2 && !s.Done {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if nb.Cells[0].Outputs[0].Text != "a" || nb.Cells[1].Outputs[0].ErrorName != "Interrupt" || len(ran) != 2 {
		t.Error("the outputs until the interrupt are not there")
	}
}

func TestNotebookTimeoutInterruptsACell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nb := notebookOf("wait")
		var ran []string
		err := Notebook(t.Context(), obeying(&ran), nb, Options{Timeout: time.Minute})
		failed := (*CellError)(nil)
		if !errors.As(err, &failed) || failed.Err.Name != "Timeout" || !strings.Contains(err.Error(), "1m0s") {
			t.Errorf("error %v, want a timeout that tells the limit", err)
		}
		if nb.Cells[0].Outputs[0].ErrorName != "Timeout" {
			t.Error("the timeout is not recorded")
		}
	})
}

func TestNotebookTellsAnEngineThatFails(t *testing.T) {
	var ran []string
	err := Notebook(t.Context(), obeying(&ran), notebookOf("break"), Options{AllowErrors: true})
	if err == nil || !strings.Contains(err.Error(), "cell 1 of 1: no worker") {
		t.Errorf("error %v", err)
	}
}

func TestNotebookRefusesOtherLanguages(t *testing.T) {
	nb, err := nbformat.ReadFile(filepath.Join("..", "..", "..", "testdata", "notebooks", "python.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	var ran []string
	err = Notebook(t.Context(), obeying(&ran), nb, Options{})
	if err == nil || !strings.Contains(err.Error(), `for python (kernel "python3")`) || len(ran) > 0 {
		t.Errorf("error %v after %v, want a refusal that names the language", err, ran)
	}
}

func TestCompleteMetadataKeepsWhatIsThere(t *testing.T) {
	nb := nbformat.New()
	nb.Metadata["kernelspec"] = map[string]any{"name": "mine", "extra": true}
	completeMetadata(nb)
	spec := nb.Metadata["kernelspec"].(map[string]any)
	if spec["name"] != "mine" || spec["extra"] != true || spec["display_name"] == nil {
		t.Errorf("kernelspec %v", spec)
	}
	if err := nb.Validate(); err != nil {
		t.Error(err)
	}
}

func TestProgressIsQuietInALogUnlessACellIsLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := NewProgress(&log, false)
		s := Step{Cell: 1, Of: 2, At: notebookOf("\nfit()\n").Cells[0]}
		p.Observe(s)
		time.Sleep(Patience / 2)
		s.Done, s.Elapsed = true, Patience/2
		p.Observe(s)
		if log.Len() > 0 {
			t.Errorf("a short cell was mentioned: %s", log.String())
		}
		s = Step{Cell: 2, Of: 2, At: notebookOf("fit()").Cells[0]}
		p.Observe(s)
		time.Sleep(Patience + time.Second)
		s.Done, s.Elapsed = true, Patience+time.Second
		p.Observe(s)
		const want = "cell 2 of 2 is still running after 10 s: fit()\ncell 2 of 2 took 11.0 s\n"
		if log.String() != want {
			t.Errorf("log %q, want %q", log.String(), want)
		}
	})
}

func TestProgressKeepsOneLineOnATerminal(t *testing.T) {
	var screen bytes.Buffer
	p := NewProgress(&screen, true)
	s := Step{Cell: 1, Of: 1, At: notebookOf("fit()").Cells[0]}
	p.Observe(s)
	s.Done = true
	p.Observe(s)
	got := screen.String()
	if !strings.HasSuffix(got, "\r\x1b[Kran all cells, 1 of 1\n") || strings.Count(got, "\n") != 1 {
		t.Errorf("the terminal got %q", got)
	}
}
