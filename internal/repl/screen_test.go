package repl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
)

func plainBundle(text string) cell.Bundle {
	return cell.Bundle{Data: map[string]any{"text/plain": text}}
}

func show(id, text string, update bool) cell.Display {
	return cell.Display{Bundle: plainBundle(text), ID: id, Update: update}
}

func TestScreenPrintsTheLastStateOfAnUpdatedDisplay(t *testing.T) {
	s, out, _ := screen()
	s.Display(show("p", "0 %", false))
	s.Display(show("p", "50 %", true))
	s.Stream("stdout", "text")
	s.Display(show("p", "100 %", true))
	s.Finish(nil, nil)
	if want := "0 %\ntext\n100 %\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
}

func TestScreenLeavesOutWhatPassesWhereItCannotRedraw(t *testing.T) {
	s, out, _ := screen()
	for i, d := range []cell.Display{show("p", "1 of 3", false), show("p", "2 of 3", true)} {
		d.Bundle = d.AsPassing()
		s.Display(d)
		if out.Len() > 0 {
			t.Errorf("state %d is printed: %q", i, out)
		}
	}
	s.Stream("stdout", "text\n")
	s.Display(show("p", "done", true))
	s.Finish(nil, nil)
	if want := "text\ndone\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
}

func TestScreenRedrawsOnATerminal(t *testing.T) {
	s, out, _ := screen()
	s.Size = func() (int, int) { return 10, 24 }
	s.Display(show("p", "a line of 20 columns", false))
	s.Display(show("p", "done", true))
	s.Stream("stdout", "x\n")
	s.Display(show("p", "late", true))
	s.Finish(nil, nil)
	if want := "a line of 20 columns\n\r\x1b[2A\x1b[3Mdone\nx\nlate\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
}

func TestScreenBeginsValuesAndFailuresOnALineOfTheirOwn(t *testing.T) {
	s, out, stderr := screen()
	s.Stream("stdout", "no newline")
	value := plainBundle("42")
	s.Finish(&value, nil)
	s.Stream("stdout", "again")
	s.Finish(nil, errors.New("bad"))
	if want := "no newline\n42\nagain"; out.String() != want { // a program's output is not changed by its failure
		t.Errorf("printed %q, want %q", out, want)
	}
	if stderr.String() != "\nbad\n" {
		t.Errorf("failure %q", stderr)
	}
}

func TestScreenSavesFigures(t *testing.T) {
	s, out, _ := screen()
	s.Figures = t.TempDir()
	figure := cell.Bundle{Data: map[string]any{"text/plain": "a figure", "image/png": "cG5n\n"}}
	s.Display(cell.Display{Bundle: figure})
	s.Display(cell.Display{Bundle: figure, ID: "live"})
	s.Display(cell.Display{Bundle: figure, ID: "live", Update: true})
	s.Finish(&figure, nil)
	files, err := filepath.Glob(filepath.Join(s.Figures, "*.png"))
	if err != nil || len(files) != 3 {
		t.Fatalf("files %v, %v, want three: the live figure keeps its own", files, err)
	}
	for _, f := range files {
		if raw, err := os.ReadFile(f); err != nil || string(raw) != "png" {
			t.Errorf("%s holds %q, %v", f, raw, err)
		}
		if !strings.Contains(out.String(), f) {
			t.Errorf("%s is not announced", f)
		}
	}
}

// A failure's own text clears no screen and sets no title.
func TestFailuresSteerNoTerminal(t *testing.T) {
	for _, err := range []error{
		&cell.Error{Name: "Panic", Message: "\x1b]0;title\a\x1b[2J", Details: []string{"\x1b[2J"}, Diagnostics: []cell.Diagnostic{{Cell: "cell 1", Line: 1, Source: "panic(\"\x1b[2J\")"}}},
		errors.New("\x1b]0;title\a\x1b[2J"),
	} {
		s, _, stderr := screen()
		s.Color = true
		s.Finish(nil, err)
		if text := stderr.String(); strings.Contains(text, "\x1b[2J") || strings.ContainsAny(text, "\a") || !strings.Contains(text, "^[]0;title^G^[[2J") {
			t.Errorf("printed %q", text)
		}
	}
}

// Words of messages stay whole on a terminal, and carets below what they point at.
func TestFailuresKeepToTheWidth(t *testing.T) {
	var err strings.Builder
	s := Screen{Out: io.Discard, Err: &err, Size: func() (int, int) { return 30, 24 }}
	s.Finish(nil, &cell.Error{Name: "CompileError", Diagnostics: []cell.Diagnostic{{
		Cell: "cell 1", Line: 1, Column: 34, Message: "undefined: rand", Source: "xs := make([]float64, 3000); ys = rand", Hint: `an import has a path, as in import "math"`,
	}}})
	const want = "CompileError\n" +
		"cell 1:1:34: undefined: rand\n" +
		"    xs := make([]float64, 3000); ys = rand\n" +
		"                                     ^\n" +
		"    hint: an import has a\n" +
		"    path, as in import \"math\"\n"
	if err.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", err.String(), want)
	}
}

func TestAskFromReadsLines(t *testing.T) {
	var prompts strings.Builder
	ask := AskFrom(NewInput(strings.NewReader("one\r\ntwo")).Line, &prompts, nil)
	for _, want := range []string{"one", "two"} {
		if got, err := ask(t.Context(), "? ", false); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := ask(t.Context(), "? ", false); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	if prompts.String() != "? ? ? \n" {
		t.Errorf("prompts %q", prompts.String())
	}
}
