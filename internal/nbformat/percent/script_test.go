package percent

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// sourcesOf returns the sources of the cells of a file.
func sourcesOf(text string) ([]string, error) {
	cells, isProgram, err := Cells(text)
	if isProgram {
		cells = append(cells, Cell{Source: "main()"})
	}
	var sources []string
	for _, c := range cells {
		sources = append(sources, c.Source)
	}
	return sources, err
}

func TestCellsKeepTheFilesLines(t *testing.T) {
	cells, err := sourcesOf("#!/usr/bin/env -S krigo run\nx := 1\n// %% plot\n\n//%%\ny := 2\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"\nx := 1", "\n\n\n\n\ny := 2"}
	if !slices.Equal(cells, want) {
		t.Errorf("cells %q, want %q", cells, want)
	}
}

func TestCellsOfAProgramCallMain(t *testing.T) {
	cells, err := sourcesOf("// Doc.\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != 2 || cells[1] != "main()" || strings.Contains(cells[0], "package") {
		t.Errorf("cells %q", cells)
	}
	if strings.Count(cells[0], "\n") != 6 {
		t.Error("lines were lost with the package clause")
	}
}

func TestCellsRefuseALibrary(t *testing.T) {
	if _, err := sourcesOf("package stats\n"); err == nil || !strings.Contains(err.Error(), "package stats is not a program") {
		t.Errorf("error %v", err)
	}
}

func TestCellsWithStatementsAndAPackageClause(t *testing.T) {
	cells, err := sourcesOf("package main\nx := 1\nx\n")
	if err != nil || len(cells) != 1 || cells[0] != "            \nx := 1\nx" {
		t.Errorf("cells %q, %v", cells, err)
	}
}

// A file that a cell writes keeps its package clause.
func TestCellsLeaveCommandsAsTheyAre(t *testing.T) {
	cells, err := sourcesOf("#!/usr/bin/krigo run\n%%writefile a.go\npackage main\n// %%\npackage main\nx := 1\n// %%\n%%bash\npackage -h\n")
	if err != nil || len(cells) != 3 {
		t.Fatalf("cells %q, %v", cells, err)
	}
	want := []string{"\n%%writefile a.go\npackage main", "\n\n\n\n            \nx := 1", "\n\n\n\n\n\n\n%%bash\npackage -h"}
	for i := range want {
		if strings.TrimLeft(cells[i], "\n") != strings.TrimLeft(want[i], "\n") {
			t.Errorf("cell %d is %q, want %q", i, cells[i], want[i])
		}
	}
}

// With a header, commands are in comments, and what does not run is skipped.
func TestCellsOfANotebook(t *testing.T) {
	cells, _, err := Cells("// ---\n// jupyter:\n//   a: 1\n// ---\n" + `
// %% [markdown]
no comment

// %% tags=["parameters", "a"]
n := 5

// %%
// %time f()
// // %d

// %% magic_args="-e" language="bash"
// ls
//

// %% active="ipynb"
// inJupyter()

// %% active="go"
inScripts()

// %% [raw]
// text
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Cell{
		{strings.Repeat("\n", 9) + "n := 5", []string{"parameters", "a"}},
		{strings.Repeat("\n", 12) + "%time f()\n// %d", nil},
		{strings.Repeat("\n", 15) + "%%bash -e\nls\n", nil},
		{strings.Repeat("\n", 23) + "inScripts()", nil},
	}
	if !reflect.DeepEqual(cells, want) {
		t.Errorf("got  %q\nwant %q", cells, want)
	}
}

func TestReadNamesWhatItCannotRead(t *testing.T) {
	for text, want := range map[string]string{
		"package stats\n":                                                                 "package stats is not a program",
		"x := 1\n\xff":                                                                    "line 2 is not UTF-8 text",
		"// -*- coding: latin-1 -*-\n// %%\n":                                             "line 1: the encoding is latin-1",
		"// ---\n// jupyter:\n//   a: !!set {}\n// ---\n":                                 "line 3, in the header: references and types",
		"// ---\n// jupyter:\n//   a: &x [*x]\n// ---\n":                                  "line 3, in the header: references and types",
		"// ---\n// jupyter:\n//   [1]: 2\n// ---\n":                                      "line 3, in the header: want a text as key",
		"// ---\n// jupyter:\n//   a: [0x1]\n// ---\n":                                    "line 3, in the header: 0x1 can be a number",
		"// ---\n// jupyter:\n//   a: 12:30\n// ---\n":                                    "line 3, in the header: 12:30 can be a number",
		"// ---\n// jupyter:\n//   a: 1\n//   a: 2\n// ---\n":                             "line 4, in the header: a stands there twice",
		"// ---\n// jupyter:\n//   a\n// ---\n":                                           "jupyter has no keys",
		"// ---\n// jupyter:\n//     a: 1\n//   b: 1\n// ---\n":                           "line 2 begins a header that is not YAML: did not find",
		"// ---\n// jupyter:\n// ---\n":                                                   "jupyter has no keys",
		"// ---\n// jupyter:\n//   kernelspec:\n//     name:\n// ---\n":                   "the header: metadata: kernelspec has no name",
		"// ---\n// jupyter: {\"jupytext\": 1}\n// ---\n// %%\n":                          "",
		head[:len(head)-1] + "// %% id=\"a b\"\nx\n":                                      "",
		strings.Replace(head, "percent", "light", 1):                                      "jupytext's light format",
		strings.Replace(head, "'1.3'", "'2.0'", 1):                                        "version 2.0 of the percent format; krigo reads 1.1 to 1.3",
		strings.Replace(head, "display_name: Go (krigo)", "display_name: 'open", 1) + "x": "line 2 begins a header that is not YAML: found unexpected end",
	} {
		_, _, err := Read([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestHeadersAreReadAsYAML(t *testing.T) {
	const text = `// ---
// jupyter:
//   anchor: &name value
//   authors:
//   - name: A
//     born: 1912
//   - [b, yes, 1e5, "\x7e\U0001F600"]
//   folded: >-
//     two
//     lines
//   literal: |
//     two
//     lines
//   none: ~
//   quoted: 'it''s
//     long'
//   plain: a text that
//     goes on  # until here
// ---
`
	nb, _, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"anchor":  `"value"`,
		"authors": `[{"born":1912,"name":"A"},["b",true,1e5,"~😀"]]`,
		"folded":  `"two lines"`,
		"literal": `"two\nlines\n"`,
		"none":    `null`,
		"quoted":  `"it's long"`,
		"plain":   `"a text that goes on"`,
	} {
		if got := mustJSON(nb.Metadata[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}

func TestReadTellsWhatIsOtherwise(t *testing.T) {
	for text, want := range map[string]string{
		"package main\n\n// %%\nx := 1\n":          "the package clause was dropped",
		"package main\n\nfunc main() {}\n":         "the program is one cell",
		"// %% id=\"a\"\nx\n\n// %% id=\"a\"\ny\n": `cell 2 has a new ID: "a" is not an ID, or is that of an earlier cell`,
		"// %% id=\"a b\"\nx\n":                    `cell 1 has a new ID: "a b"`,
	} {
		nb, notes, err := Read([]byte(text))
		if err != nil || len(notes) != 1 || !strings.Contains(notes[0], want) {
			t.Errorf("%q: notes %q, %v, want %q", text, notes, err, want)
			continue
		}
		if strings.Contains(nb.Cells[0].Source, "package") {
			t.Errorf("%q: cell %q", text, nb.Cells[0].Source)
		}
	}
}

func TestUpdateKeepsWhatAFileDoesNotHold(t *testing.T) {
	earlier, err := nbformat.Parse([]byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{"language_info":{"name":"go","version":"go1.26"},"widgets":{"a":1}},"cells":[
		{"id":"text","cell_type":"markdown","metadata":{},"source":"![](attachment:dot.png)","attachments":{"dot.png":{"image/png":"aW1n"}}},
		{"id":"same","cell_type":"code","metadata":{"scrolled":true,"tags":["gone"]},"source":"x\n","execution_count":1,"outputs":[{"output_type":"stream","name":"stdout","text":"1"}]},
		{"id":"changed","cell_type":"code","metadata":{},"source":"y","execution_count":2,"outputs":[{"output_type":"stream","name":"stdout","text":"2"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	nb := read(t, "// %%\nnew\n\n// %%\nx\n\n// %% id=\"changed\"\nz\n\n// %% [markdown] id=\"text\"\n// other\n")
	if kept, had := Update(nb, earlier); kept != 1 || had != 2 {
		t.Errorf("kept %d of %d outputs, want 1 of 2", kept, had)
	}
	same, changed, text := nb.Cells[1], nb.Cells[2], nb.Cells[3]
	if same.ID != "same" || len(same.Outputs) != 1 || same.ExecutionCount != 1 || same.Metadata["scrolled"] != true || same.Metadata["tags"] != nil {
		t.Errorf("the unchanged cell is %+v", same)
	}
	if changed.ID != "changed" || len(changed.Outputs) != 0 || changed.ExecutionCount != 0 {
		t.Errorf("the changed cell is %+v", changed)
	}
	if text.Attachments["dot.png"] == nil || text.Source != "other" {
		t.Errorf("the text is %+v", text)
	}
	if nb.Metadata["widgets"] == nil || mustJSON(nb.Metadata["language_info"]) != `{"name":"go","version":"go1.26"}` {
		t.Errorf("metadata %v", nb.Metadata)
	}
	if err := nb.Validate(); err != nil {
		t.Error(err)
	}
}
