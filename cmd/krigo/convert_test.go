package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
)

// A notebook that is run as a script prints what it has as outputs, commands and
// cells in other languages included.
func TestAConvertedNotebookRunsTheSame(t *testing.T) {
	dir := t.TempDir()
	nb := nbformat.New()
	for _, source := range []string{
		"x := 2\nx", "%%bash\necho from bash\n# %% x", "%%writefile a.txt\n%% in the file\npackage main\n// %%", "%env SIZE=7",
		"// %% no mark\nraw, err := os.ReadFile(\"a.txt\")\nfmt.Print(string(raw), os.Getenv(\"SIZE\"), \"\\n\")", "func f() int {\n\t// %% nor this\n\treturn x * 21\n}\nf()",
	} {
		nb.Add(nbformat.Code, source)
	}
	nb.Add(nbformat.Markdown, "%% text\nfmt.Println(1)")
	if err := nbformat.WriteFile(filepath.Join(dir, "a.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	if r := krigo(t, dir, "", "convert", "a.ipynb", "a.go"); r.status != 0 || r.stderr != "" || r.stdout != "a.go\n" {
		t.Fatalf("%+v", r)
	}
	script := krigo(t, dir, "", "run", "a.go")
	if err := os.Remove(filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	book := krigo(t, dir, "", "run", "--print", "all", "a.ipynb")
	if script.status != 0 || book.status != 0 || script.stdout != book.stdout {
		t.Errorf("the script prints\n%+v\nthe notebook\n%+v", script, book)
	}
	if want := "%% in the file\npackage main\n// %%\n7\n42\n"; !strings.HasSuffix(book.stdout, want) {
		t.Errorf("the notebook prints %q, want it to end in %q", book.stdout, want)
	}
}

func TestConvertKeepsOutputsOfCellsThatHaveNotChanged(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "a.ipynb", "1 + 1", "2 + 2")
	for _, args := range [][]string{{"run", "a.ipynb", "-o", "a.ipynb"}, {"convert", "a.ipynb", "a.go"}} {
		if r := krigo(t, dir, "", args...); r.status != 0 {
			t.Fatalf("%v: %+v", args, r)
		}
	}
	write(t, dir, "a.go", strings.Replace(read(t, dir, "a.go"), "2 + 2", "3 + 3", 1))
	before := read(t, dir, "a.ipynb")
	if r := krigo(t, dir, "", "convert", "a.go", "a.ipynb"); r.status == 0 || !strings.Contains(r.stderr, "a.ipynb has outputs, which would be lost: --update keeps") {
		t.Errorf("outputs are lost without a word: %+v", r)
	}
	if read(t, dir, "a.ipynb") != before {
		t.Error("the notebook was changed")
	}
	if r := krigo(t, dir, "", "convert", "--update", "a.go", "a.ipynb"); r.status != 0 || r.stderr != "note: a.ipynb: 1 of 2 cells with outputs have changed and lost them\n" {
		t.Errorf("%+v", r)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "a.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if len(nb.Cells) != 2 || len(nb.Cells[0].Outputs) != 1 || len(nb.Cells[1].Outputs) != 0 || nb.Cells[1].Source != "3 + 3" {
		t.Errorf("cells %+v, %+v", nb.Cells[0], nb.Cells[1])
	}
	if r := krigo(t, dir, "", "convert", "--force", "a.go", "a.ipynb"); r.status != 0 || strings.Contains(read(t, dir, "a.ipynb"), "output_type") {
		t.Errorf("%+v", r)
	}
}

func TestConvertWritesMarkdownWithItsFigures(t *testing.T) {
	dir := t.TempDir()
	course, err := filepath.Abs("../../notebooks/01-first-fit.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if r := krigo(t, dir, "", "convert", course, "out/a b.md"); r.status != 0 || r.stderr != "" {
		t.Fatalf("%+v", r)
	}
	text := read(t, dir, "out/a b.md")
	figures, _ := filepath.Glob(filepath.Join(dir, "out", "a b_files", "*.png"))
	if len(figures) != 4 || strings.Count(text, "](a%20b_files/") != 4 {
		t.Errorf("%d figures in files, %d in the text, want 4", len(figures), strings.Count(text, "](a%20b_files/"))
	}
	if r := krigo(t, dir, "", "convert", "--to", "md", "--embed", course, "-o", "-"); strings.Count(r.stdout, "](data:image/png;base64,iVBOR") != 4 {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
	if r := krigo(t, dir, read(t, "../../notebooks", "01-first-fit.ipynb"), "convert", "--to", "html", "-"); !strings.Contains(r.stdout, "<title>A first fit") {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
}

func TestConvertWritesAProgram(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "a.ipynb", "%%bash\necho no", "%time x, err := strconv.Atoi(\"21\")", "func double(n int) int { return 2 * n }", "double(x)")
	r := krigo(t, dir, "", "convert", "--program", "a.ipynb", "main.go")
	if r.status != 0 || r.stderr != "note: a.ipynb: cell 1 is not Go; the program omits it\n" {
		t.Fatalf("%+v", r)
	}
	if r := krigo(t, dir, "", "run", "main.go"); r.status != 0 || r.stdout != "42\n" {
		t.Errorf("%+v, of\n%s", r, read(t, dir, "main.go"))
	}
}

func TestConvertRefuses(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "a.ipynb", "1 + 1")
	write(t, dir, "a.md", "# A")
	write(t, dir, "a.csv", "1,2")
	write(t, dir, "lib.go", "package stats\n")
	write(t, dir, "broken.ipynb", "{")
	write(t, dir, "python.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{"kernelspec":{"name":"python3","display_name":"Python","language":"python"}},"cells":[]}`)
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeNotebook(t, dir, "sub/a.ipynb", "1 + 1")
	for i, c := range []struct{ args, want string }{
		{"lib.go b.ipynb", "package stats is not a program"},
		{"broken.ipynb b.go", "not JSON"},
		{"python.ipynb b.go", "for python"},
		{"", "convert: want files, got 0"},
		{"a.ipynb", "want two files"},
		{"a.ipynb out.txt", "convert a.ipynb out.txt: want two files"},
		{"a.ipynb a.ipynb", "a.ipynb would be replaced by itself"},
		{"--to ipynb sub/a.ipynb", "would be replaced by itself"},
		{"--to go a.ipynb sub/a.ipynb -o out", "a.ipynb and sub/a.ipynb would both be out/a.go"},
		{"--to pdf a.ipynb", "--to pdf: want go, ipynb, md or html"},
		{"--update a.ipynb a.go", "--update is for writing .ipynb, not .go"},
		{"--embed a.ipynb a.html", "--embed is for writing .md, not .html"},
		{"a.md b.ipynb", "a .md file can be written but not read"},
		{"a.csv b.ipynb", "want a notebook (.ipynb) or a Go file (.go)"},
		{"none.ipynb b.go", "none.ipynb: no such file"},
		{"a.ipynb sub", "want two files"},
	} {
		r := krigo(t, dir, "", append([]string{"convert"}, strings.Fields(c.args)...)...)
		status := exit.Misused
		if i < 3 { // a bad file is not wrong use
			status = 1
		}
		if r.status != status || !strings.Contains(r.stderr, c.want) {
			t.Errorf("convert %s: status %d, %q, want %q", c.args, r.status, r.stderr, c.want)
		}
	}
}
