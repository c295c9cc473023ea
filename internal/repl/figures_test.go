package repl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
)

// figure returns one of the bytes "png", to be shown at 640 by 400 pixels.
func figure() cell.Bundle {
	return cell.Bundle{
		Data:     map[string]any{"text/plain": "a figure of something that is told in many words", "image/png": "cG5n\n"},
		Metadata: map[string]any{"image/png": map[string]any{"width": 640.0, "height": 400.0}},
	}
}

func TestFiguresAreDrawnWhereTheTerminalCan(t *testing.T) {
	s, out, _ := screen()
	s.Size = func() (int, int) { return 20, 10 }
	s.Draw = func(png []byte, width, height int) (string, error) {
		return fmt.Sprintf("<%s %d %d>\n", png, width, height), nil
	}
	value := figure()
	s.Finish(&value, nil)
	if want := "<png 640 400>\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
	s.Figures = filepath.Join(t.TempDir(), "new", "folder")
	out.Reset()
	s.Finish(&value, nil)
	if want := "<png 640 400>\n" + filepath.Join(s.Figures, "figure-1.png") + "\n"; out.String() != want {
		t.Errorf("with a folder it printed %q, want %q", out, want)
	}
}

// A picture cannot be redrawn in its place: the first one and the last one are drawn.
func TestAnUpdatedPictureIsDrawnAtTheEnd(t *testing.T) {
	s, out, _ := screen()
	s.Size = func() (int, int) { return 20, 10 }
	drawn := 0
	s.Draw = func([]byte, int, int) (string, error) { drawn++; return "<picture>\n", nil }
	for i := range 5 {
		s.Display(cell.Display{Bundle: figure(), ID: "f", Update: i > 0})
	}
	s.Finish(nil, nil)
	if drawn != 2 || out.String() != "<picture>\n<picture>\n" {
		t.Errorf("%d are drawn: %q", drawn, out)
	}
}

// Without graphics a terminal shows words, broken at spaces, and the name of a file of its own.
func TestFiguresOfATerminalGoToFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, out, _ := screen()
	s.Size = func() (int, int) { return 20, 10 }
	s.Draw = func([]byte, int, int) (string, error) { return "", errors.New("no picture") }
	value := figure()
	s.Finish(&value, nil)
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 5 || lines[0] != "a figure of" || lines[1] != "something that is" || lines[2] != "told in many words" {
		t.Fatalf("printed %q", out)
	}
	if raw, err := os.ReadFile(lines[3]); err != nil || string(raw) != "png" {
		t.Errorf("%s holds %q, %v", lines[3], raw, err)
	}
}

func TestFiguresOfOtherSessionsAreKept(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"figure-1.png", "figure-3.png"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("other"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var files figureFiles
	for i, want := range []string{"figure-2.png", "figure-4.png", "figure-2.png"} {
		id := []string{"a", "", "a"}[i]
		if got, err := files.save(dir, []byte("new"), id); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("figure %d went to %s, %v, want %s", i, got, err, want)
		}
	}
	for _, name := range []string{"figure-1.png", "figure-3.png"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(raw) != "other" {
			t.Errorf("%s holds %q, %v", name, raw, err)
		}
	}
}

func TestPathsAreLinks(t *testing.T) {
	got := link("/a b/figure-1.png")
	if !strings.HasPrefix(got, "\x1b]8;;file://") || !strings.Contains(got, "/a%20b/figure-1.png\x1b\\/a b/figure-1.png\x1b]8;;\x1b\\") {
		t.Errorf("got %q", got)
	}
	if n := rows(got, len("/a b/figure-1.png")); n != 1 {
		t.Errorf("it takes %d rows", n)
	}
}

func TestOnlyLongPagesGoToThePager(t *testing.T) {
	s, out, _ := screen()
	s.Size = func() (int, int) { return 20, 10 }
	paged := ""
	s.Pager = func(text string) error { paged += text; return nil }
	long := strings.Repeat("line\n", 10)
	s.Page(plainBundle("short"))
	s.Page(plainBundle(long))
	if out.String() != "short\n" || paged != long {
		t.Errorf("printed %q, paged %q", out, paged)
	}
	s.Pager = func(string) error { return errors.New("no such program") }
	s.Page(plainBundle(long))
	if out.String() != "short\n"+long {
		t.Errorf("without a pager it printed %q", out)
	}
}

func TestLoadCallsNoMain(t *testing.T) {
	s, out, _ := screen()
	if err := Load(t.Context(), engineFunc(echo), s, "a.go", "package main\n\nfunc main() {}\n"); err != nil {
		t.Fatal(err)
	}
	if want := "ran \nfunc main() {}\na.go: declared; its main was not called\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out, want)
	}
}

func TestLoadTellsWhatIsNoScript(t *testing.T) {
	s, _, stderr := screen()
	if err := Load(t.Context(), engineFunc(echo), s, "a.go", "package stats\n"); err == nil || !strings.Contains(stderr.String(), "a.go: package stats is not a program") {
		t.Errorf("error %v, printed %q", err, stderr)
	}
}
