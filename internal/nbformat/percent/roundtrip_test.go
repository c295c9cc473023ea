package percent

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// content is all of a notebook that a script holds, as JSON: no outputs, and no
// version of Go.
func content(t *testing.T, nb *nbformat.Notebook) string {
	t.Helper()
	for _, c := range nb.Cells {
		c.Clear()
	}
	if info, ok := nb.Metadata["language_info"].(map[string]any); ok {
		delete(info, "version")
	}
	delete(nb.Metadata, "widgets") // of outputs
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func read(t *testing.T, text string) *nbformat.Notebook {
	t.Helper()
	nb, _, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("%v, of\n%s", err, text)
	}
	return nb
}

func TestTheCourseComesBackEqual(t *testing.T) {
	files, _ := filepath.Glob("../../../notebooks/*.ipynb")
	methods, _ := filepath.Glob("../../../notebooks/*/*.ipynb")
	if len(files) == 0 || len(methods) == 0 {
		t.Fatal("no notebooks found")
	}
	for _, file := range append(files, methods...) {
		nb, err := nbformat.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, lost := Write(nb)
		if len(lost) > 0 {
			t.Errorf("%s: lost %q", file, lost)
		}
		if got, want := content(t, read(t, string(text))), content(t, nb); got != want {
			t.Errorf("%s comes back as\n%s", file, got)
		}
	}
}

// head is the header that notebooks of krigo have.
const head = `// ---
// jupyter:
//   jupytext:
//     text_representation:
//       extension: .go
//       format_name: percent
//       format_version: '1.3'
//   kernelspec:
//     display_name: Go (krigo)
//     language: go
//     name: krigo
// ---

`

// files have the form that is written.
var files = map[string]string{
	"nothing":                    "",
	"a script":                   "// %%\nx := 1\n",
	"two cells":                  "// %%\nx := 1\n\n// %%\nx\n",
	"a header and no cell":       head,
	"a header":                   head + "// %%\nx := 1\n",
	"Markdown":                   head + "// %% [markdown]\n// # Title\n//\n// text\n",
	"Markdown written short":     head + "// %% [md]\n// text\n",
	"empty Markdown":             head + "// %% [markdown]\n//\n",
	"raw":                        head + "// %% [raw]\n// <b>\n",
	"an empty cell":              head + "// %%\n\n// %%\nx\n",
	"only an empty cell":         head + "// %%\n",
	"a title":                    head + "// %% The data\nx\n",
	"a title in Markdown":        head + "// %% The data [markdown]\n// text\n",
	"a title of many words":      head + "// %% a  b, c: d (e) é\nx\n",
	"a section below":            head + "// %%% Part\nx\n",
	"sections":                   head + "// %% A\n\n// %%%% B [markdown]\n// b\n",
	"tags":                       head + "// %% tags=[\"parameters\"]\nx := 1\n",
	"a title and tags":           head + "// %% Folds tags=[\"a\", \"b\"]\nx := 1\n",
	"metadata of all kinds":      head + `// %% a=true b=1.5 c d="x = \"y\" [z]" e={"f": [1, {"g": []}]} h.i="j" k-l=-3` + "\nx\n",
	"metadata in Markdown":       head + "// %% [markdown] slideshow={\"slide_type\": \"slide\"}\n// text\n",
	"non-ASCII metadata":         head + `// %% name="caf\u00e9 \ud83d\ude00"` + "\nx\n",
	"an ID":                      head + "// %% id=\"first\"\nx\n",
	"a class":                    head + "// %% .noeval\nx\n",
	"a title and a class":        head + "// %% Title .class tags=[\"a\"]\nx\n",
	"keys alone":                 head + "// %% .x a=1 hide\nx\n",
	"metadata that are none":     head + "// %% a == b\nx\n",
	"a title with a brace":       head + "// %% title=\"a {b} = c\"\nx\n",
	"no empty line between":      head + "// %%\nx := 1\n// %%\nx\n",
	"two empty lines between":    head + "// %%\nx := 1\n\n\n// %%\nx\n",
	"four empty lines between":   head + "// %%\nx := 1\n\n\n\n\n// %%\nx\n",
	"empty lines at the end":     head + "// %%\nx := 1\n\n",
	"two empty lines at the end": head + "// %%\nx := 1\n\n\n",
	"empty lines inside":         head + "// %%\n\n\nx := 1\n\ny := 2\n",
	"a command":                  head + "// %%\n// %time f()\n",
	"a cell of a command":        head + "// %%\n// %%capture out\nf()\n",
	"a command for the shell":    head + "// %%\n// !ls -l\n",
	"a comment with a command":   head + "// %%\n// // %time f()\n",
	"a shell script":             head + "// %% language=\"bash\"\n// ls\n//\n// echo %x\n",
	"a shell script's options":   head + "// %% magic_args=\"-e -x\" language=\"bash\"\n// ls\n",
	"an empty shell script":      head + "// %% language=\"bash\"\n",
	"a tagged shell script":      head + "// %% tags=[\"a\"] language=\"bash\" id=\"b\"\n// ls\n",
	"commands of a script":       "// %%\n%time f()\n\n// %%\n%%bash\nls\n",
	"a mark in a cell":           head + "// %%\nx := 1\n// //gonb:%% not a mark\n",
	"a mark in a function":       head + "// %%\nfunc f() {\n\t// //gonb:%% part\n}\n",
	"a mark in Markdown":         head + "// %% [markdown]\n// //gonb:%% a comment of LaTeX\n",
	"a guarded mark in a cell":   head + "// %%\n//gonb://gonb:%%\n",
	"gonb's command":             head + "// %%\n//gonb:%% -v\nx\n",
	"escaped by itself":          head + "// %%\nx\n\t// %d // escape\n",
	"not escaped by itself":      head + "// %%\n%d x // noescape\n",
	"an indented cell":           head + "\t// %%\n\tx := 1\n",
	"an inactive cell":           head + "// %% active=\"ipynb\"\n// x := 1\n",
	"a cell of scripts only":     head + "// %% active=\"go\"\nx := 1\n",
	"an inactive tag":            head + "// %% tags=[\"active-ipynb\"]\n// x := 1\n",
	"a frozen cell":              head + "// %% run_control={\"frozen\": true}\n// x := 1\n",
	"a comment that ends others": head + "// %%\n/* x */\n// %% [markdown]\n// */ text\n",
	"directives":                 head + "// %%\n//go:embed a.txt\nvar text string\n\n//go:build linux\n",
	"a command named first":      "#!/usr/bin/env -S krigo run\n// %%\nx\n",
	"a command and a header":     "#!/usr/bin/env -S krigo run\n" + head + "// %%\nx\n",
	"an encoding":                "// -*- coding: utf-8 -*-\n" + head + "// %%\nx := \"é\"\n",
	"non-ASCII":                  head + "// %% [markdown]\n// Gaußsche Prozesse, 高斯过程, 😀\n\n// %%\nα := \"C:\\\\data\\\\x.csv\"\n",
	"front matter":               "// ---\n// title: A fit\n// author: me\n" + head[len("// ---\n"):] + "// %%\nx\n",
	"only front matter":          "// ---\n// title: A fit\n// ---\n\n// %%\nx\n",
	"front matter, no gap":       "// ---\n// title: A fit\n// ---\n// %%\nx\n",
	"other metadata":             strings.Replace(head, "//   jupytext:", "//   authors:\n//   - {\"name\":\"A\"}\n//   - B\n//   empty: {}\n//   jupytext:", 1) + "// %%\nx\n",
	"odd metadata":               strings.Replace(head, "//   jupytext:", "//   a: 'true'\n//   b: true\n//   c: '1.0'\n//   d: 1.0\n//   e: it's\n//   ee: '''s'\n//   f: ''\n//   g: \"a\\nb\"\n//   h: null\n//   i: '- x'\n//   j: '12:30'\n//   jupytext:", 1),
	"jupytext's version":         strings.Replace(head, "'1.3'\n", "'1.3'\n//       jupytext_version: 1.16.4\n", 1) + "// %%\nx\n",
	"commands as they are":       strings.Replace(head, "//     text_rep", "//     comment_magics: false\n//     text_rep", 1) + "// %%\n%time f()\n// %time g()\n",
	"metadata as one object":     strings.Replace(head, "//     text_rep", "//     cell_metadata_json: true\n//     text_rep", 1) + "// %% Title {\"id\": \"x\", \"tags\": [\"a\"]}\nx\n",
}

func TestFilesComeBackByteForByte(t *testing.T) {
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			nb := read(t, text)
			if err := nb.Validate(); err != nil {
				t.Error(err)
			}
			raw, err := nb.Encode() // by way of a file, as a user would
			if err != nil {
				t.Fatal(err)
			}
			if nb, err = nbformat.Parse(raw); err != nil {
				t.Fatal(err)
			}
			got, lost := Write(nb)
			if string(got) != text || len(lost) > 0 {
				t.Errorf("comes back as\n%s\nlost %q, was\n%s", got, lost, text)
			}
		})
	}
}

func TestOddMetadataComeBack(t *testing.T) {
	long := strings.Repeat("k", 2000)
	nb := nbformat.New()
	nb.CompleteMetadata()
	nb.Metadata["odd"] = map[string]any{
		long: []any{long}, long + ": ": long + " #", "null": "null", "? a": "- a", "<<": "<<", "*a": "&a", "": "", "a: b": "a:b",
		"controls": "\x01\x7f\u0085\u00a0\u2028\ufeff\uffff\U000e0001",
		"list":     []any{map[string]any{"\x7f\u0085": "\u2029\ufeff"}, "...", "---"},
		"numbers":  []any{json.Number("1e5"), json.Number("-0"), json.Number("1E-7"), []any{json.Number("1e5")}},
		"texts":    []any{"1e5", "0x1", "1_0", "2026-01-02", "12:30", ".inf", "NO", "~", "=", "%a", "@", "`", "!a", "|", ">", "{", "'", "\"", "a\tb"},
	}
	text, _ := Write(nb)
	got, _ := json.Marshal(read(t, string(text)).Metadata["odd"])
	want := strings.NewReplacer(`[1e5,-0,1E-7,[`, `[100000,-0,0.0000001,[`).Replace(mustJSON(nb.Metadata["odd"]))
	if string(got) != want {
		t.Errorf("come back as\n%s\nwant\n%s\nby\n%s", got, want, text)
	}
}

// cells are odd, and what is lost of each.
var cells = []struct {
	kind         nbformat.CellType
	source, lost string
}{
	{nbformat.Code, "", ""},
	{nbformat.Code, "\n", ""},
	{nbformat.Code, "x\n\n", ""},
	{nbformat.Code, "x\n", "empty lines at the end of cell 1"},
	{nbformat.Code, " ", "empty lines at the end of cell 1"},
	{nbformat.Code, "x\r\ny", "carriage returns of cell 1"},
	{nbformat.Code, "a\rb\fc\u2028d", ""},
	{nbformat.Code, "// %%\n// %% title\n//%%\n\t// %% x\n// %%% y\n%%\n%% - a\n//gonb:%%\n// // %%", ""},
	{nbformat.Code, "%time x\n// %time y\n//%time z\n// // !ls\n!*go get\n  %d\n`\n%x\n`", ""},
	{nbformat.Code, "%%bash", ""},
	{nbformat.Code, "%%bash\n", ""},
	{nbformat.Code, "%%bash -e\n# %% x\n// %% y\n%z", ""},
	{nbformat.Code, "%%bash ", ""},
	{nbformat.Code, "%%writefile a.go\npackage main\n// %%\n", "empty lines at the end of cell 1"},
	{nbformat.Code, "// ---\n// jupyter:\n// ---", ""},
	{nbformat.Code, "/*\n// %%\n*/\n\"\"\"\n// %% x", ""},
	{nbformat.Markdown, "", ""},
	{nbformat.Markdown, "\n\n", ""},
	{nbformat.Markdown, "text\n", ""},
	{nbformat.Markdown, "%% LaTeX\n  %%\n// %% x\n//gonb:%%\n%time\n//\n// a\n    code", ""},
	{nbformat.Raw, "---\nnot\n---\nfront", ""},
	{nbformat.Raw, "\\begin{x}\n*/\n%% y", ""},
}

func TestCellsComeBackAsTheyAre(t *testing.T) {
	for _, c := range cells {
		for _, alone := range []bool{true, false} {
			nb := nbformat.New()
			nb.Add(c.kind, c.source)
			if !alone {
				nb.Add(nbformat.Code, "last")
			}
			nb.CompleteMetadata()
			text, lost := Write(nb)
			got := read(t, string(text))
			if len(got.Cells) != len(nb.Cells) {
				t.Errorf("%q: %d cells of\n%s", c.source, len(got.Cells), text)
				continue
			}
			if c.lost == "" && (!alone || strings.TrimRight(c.source, "\n") == c.source) {
				if content(t, got) != content(t, nb) || len(lost) > 0 {
					t.Errorf("%q comes back as %q, lost %q, by\n%s", c.source, got.Cells[0].Source, lost, text)
				}
			} else if strings.Join(lost, "") != c.lost && c.lost != "" {
				t.Errorf("%q: lost %q, want %q", c.source, lost, c.lost)
			}
		}
	}
}

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	nb, err := nbformat.Parse([]byte(`{"nbformat":4,"nbformat_minor":5,"later":1,"metadata":{"jupytext":{"notebook_metadata_filter":"-toc"},"toc":1,"kept":[2]},"cells":[
		{"id":"a","cell_type":"markdown","metadata":{"collapsed":true,"id":"x"},"source":"![](attachment:dot.png)","attachments":{"dot.png":{"image/png":"aW1n"}}},
		{"id":"b","cell_type":"code","metadata":{"collapsed":true,"a b":1},"source":"x","outputs":[],"execution_count":null,"later":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	text, lost := Write(nb)
	want := []string{
		"the notebook's metadata toc", "the notebook's field later", "the attachment dot.png of cell 1",
		"the metadata collapsed of cells 1, 2", "the metadata id of cell 1", "the field later of cell 2", "the metadata a b of cell 2",
	}
	if got, _ := json.Marshal(lost); string(got) != mustJSON(want) {
		t.Errorf("lost %s, want %s", got, mustJSON(want))
	}
	if !strings.Contains(string(text), "//   kept:\n//   - 2\n") {
		t.Errorf("metadata are not in the header of\n%s", text)
	}
}

func mustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
