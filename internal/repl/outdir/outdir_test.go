package outdir

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
)

// script is an engine whose cells show what they are given.
type script struct{ shows map[string][]cell.Display }

func (s script) Eval(_ context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	for _, d := range s.shows[c.Source] {
		out.Display(d)
	}
	return nil, nil
}

func (s script) Abandon() {}

// silent is an output that drops all.
type silent struct{ cell.Output }

func (silent) Display(cell.Display) {}

func figure(content string) cell.Bundle {
	return cell.Bundle{Data: map[string]any{"text/plain": "f", "image/png": base64.StdEncoding.EncodeToString([]byte(content))}}
}

func TestFiguresAndTablesAreFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	table := cell.Bundle{Data: map[string]any{"text/plain": "a b", "text/markdown": "| a | b |\n"}}
	engine := d.Saving(script{map[string][]cell.Display{
		"one": {{Bundle: figure("1")}, {Bundle: figure("old"), ID: "p"}, {Bundle: figure("new"), ID: "p", Update: true}, {Bundle: table}},
		"two": {
			{Bundle: figure("newer"), ID: "p", Update: true}, {Bundle: figure("passing").AsPassing()},
			{Bundle: cell.Bundle{Data: map[string]any{"text/plain": "42"}}}, {Bundle: figure("3")},
		},
	}})
	for _, source := range []string{"one", "two"} {
		if _, err := engine.Eval(t.Context(), cell.Cell{Source: source}, silent{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"figure-1.png": "1", "figure-2.png": "newer", "figure-3.png": "3", "table-1.md": "| a | b |\n", "table-1.txt": "a b\n",
	}
	for name, content := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); string(got) != content {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, content)
		}
	}
	if all, err := os.ReadDir(dir); len(all) != len(want) {
		t.Errorf("there are %v (%v)", all, err)
	}
}

func TestAFolderThatCannotBeIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file is no folder")
	}
}

func TestWhatCannotBeWrittenIsTold(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := filepath.Join(t.TempDir(), "out")
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	engine := d.Saving(script{map[string][]cell.Display{"one": {{Bundle: figure("1")}, {Bundle: cell.Bundle{Data: map[string]any{"image/png": "%"}}}}}})
	if _, err := engine.Eval(t.Context(), cell.Cell{Source: "one"}, silent{}); err != nil {
		t.Fatal(err)
	}
	err = d.Close()
	if err == nil || !strings.Contains(err.Error(), "is kept as ") || !strings.Contains(err.Error(), "figure-2.png") {
		t.Errorf("%v", err)
	}
}
