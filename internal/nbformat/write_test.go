package nbformat

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/internal/peer"
)

// A notebook that Jupyter wrote is written back byte by byte.
func TestEncodeWritesWhatJupyterWrites(t *testing.T) {
	for _, name := range []string{"kinds.ipynb", "python.ipynb", "small.ipynb"} {
		want, err := os.ReadFile(testdata(name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(t, name).Encode()
		if err != nil {
			t.Fatal(err)
		}
		if name == "kinds.ipynb" {
			// encoding/json escapes U+2029, with the same meaning.
			got = bytes.ReplaceAll(got, []byte(`\u2029`), []byte("\u2029"))
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: wrote\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestEncodeKeepsUnknownFields(t *testing.T) {
	nb, err := Parse([]byte(`{"nbformat":4,"nbformat_minor":6,"metadata":{"a":{"b":[1.0]}},"new":1,
		"cells":[{"id":"a","cell_type":"code","metadata":{"k":1e400},"source":"","outputs":[],"execution_count":null,"more":{}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"new": 1`, `"more": {}`, `1e400`, `1.0`, `"nbformat_minor": 6`} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("%s is lost in\n%s", want, raw)
		}
	}
}

func TestSplitLinesAsPython(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{}},
		{"a", []string{"a"}},
		{"a\n", []string{"a\n"}},
		{"a\r\nb\rc\n\nd", []string{"a\r\n", "b\r", "c\n", "\n", "d"}},
		{"a\fb\vc\x1cd\u0085e\u2028f", []string{"a\f", "b\v", "c\x1c", "d\u0085", "e\u2028", "f"}},
	} {
		if got := splitLines(c.text); !slices.Equal(got, c.want) {
			t.Errorf("splitLines(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWriteFileReplacesWholeOrNotAtAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nb.ipynb")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := New()
	bad.Add(Code, "1").ID = "not valid"
	if err := WriteFile(path, bad); err == nil {
		t.Error("an invalid notebook was written")
	}
	if raw, _ := os.ReadFile(path); string(raw) != "old" {
		t.Errorf("a failed write left %q", raw)
	}
	if err := WriteFile(path, read(t, "small.ipynb")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, want those that the file had", info.Mode().Perm())
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".krigo-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Jupyter's own validator, a stranger to this code, accepts what it writes.
func TestJupyterAcceptsWhatIsWritten(t *testing.T) {
	python := peer.Python(t, "nbformat")
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"kinds.ipynb", "old.ipynb", "small.ipynb"} {
		path := filepath.Join(dir, name)
		if err := WriteFile(path, read(t, name)); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	const check = `
import sys, warnings, nbformat
warnings.simplefilter("error")
for path in sys.argv[1:]:
    nbformat.validate(nbformat.read(path, as_version=nbformat.NO_CONVERT))
    print(nbformat.read(path, as_version=4).nbformat_minor)
`
	out, err := exec.Command(python, append([]string{"-c", check}, paths...)...).CombinedOutput()
	if err != nil || string(out) != "5\n5\n5\n" {
		t.Errorf("nbformat.validate: %v\n%s", err, out)
	}
}

func TestValidateNamesTheFault(t *testing.T) {
	for _, c := range []struct {
		want   string
		damage func(nb *Notebook)
	}{
		{`cell 2: id "words" is also that of cell 1`, func(nb *Notebook) { nb.Cells[1].ID = "words" }},
		{`cell 1: id "a b"`, func(nb *Notebook) { nb.Cells[0].ID = "a b" }},
		{"cell 1: a markdown cell cannot have outputs", func(nb *Notebook) { nb.Cells[0].ExecutionCount = 1 }},
		{`cell 1: cell type "x"`, func(nb *Notebook) { nb.Cells[0].Type = "x" }},
		{"metadata: kernelspec has no display_name", func(nb *Notebook) { nb.Metadata["kernelspec"] = map[string]any{"name": "a"} }},
		{`cell 2: output 1: "png" is not a MIME type`, func(nb *Notebook) {
			nb.Cells[1].Outputs = []*Output{{Type: DisplayData, Data: map[string]any{"png": ""}}}
		}},
		{"cell 2: output 1: image/png: want a string, got []uint8", func(nb *Notebook) {
			nb.Cells[1].Outputs = []*Output{{Type: DisplayData, Data: map[string]any{"image/png": []byte{1}}}}
		}},
	} {
		nb := read(t, "small.ipynb")
		c.damage(nb)
		if err := nb.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}
