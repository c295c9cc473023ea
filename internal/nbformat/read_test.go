package nbformat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func testdata(name string) string {
	return filepath.Join("..", "..", "testdata", "notebooks", name)
}

func read(t *testing.T, name string) *Notebook {
	t.Helper()
	nb, err := ReadFile(testdata(name))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func TestReadTakesEveryKindOfCellAndOutput(t *testing.T) {
	nb := read(t, "kinds.ipynb")
	if got := nb.Language(); got != "go" {
		t.Errorf("language %q, want go", got)
	}
	code := nb.Cells[1]
	if want := "x := 1\r\nfmt.Println(x)\f\u2029y"; code.Source != want {
		t.Errorf("source %q, want %q", code.Source, want)
	}
	if !code.HasTag("keep") || code.HasTag("lose") {
		t.Error("tags are not those of the file")
	}
	if code.ExecutionCount != 1 || len(code.Outputs) != 5 {
		t.Errorf("count %d and %d outputs, want 1 and 5", code.ExecutionCount, len(code.Outputs))
	}
	if got := code.Outputs[2].Data["text/plain"]; got != "a\nb" {
		t.Errorf("text/plain %q, want its lines joined", got)
	}
	if list, ok := code.Outputs[2].Data["application/vnd.x+json"].([]any); !ok || len(list) != 2 {
		t.Error("a list of a JSON type was joined")
	}
	if got := code.Outputs[4]; got.ErrorName != "panic" || got.ErrorValue != "boom" || len(got.Traceback) != 2 {
		t.Errorf("error output %+v", got)
	}
	if nb.Cells[0].Attachments["dot.png"]["image/png"] == nil {
		t.Error("the attachment is lost")
	}
}

func TestReadGivesOldCellsIDs(t *testing.T) {
	nb := read(t, "old.ipynb")
	if nb.Minor != 5 {
		t.Errorf("minor %d, want 5", nb.Minor)
	}
	if err := nb.Validate(); err != nil {
		t.Error(err)
	}
	if nb.Cells[1].ExecutionCount != 3 {
		t.Error("the execution count is lost")
	}
}

func TestReadGivesDuplicateIDsNewOnes(t *testing.T) {
	nb, err := Parse([]byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[
		{"id":"a","cell_type":"raw","metadata":{},"source":""},
		{"id":"a","cell_type":"raw","metadata":{},"source":""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if nb.Cells[0].ID != "a" || nb.Cells[1].ID == "a" {
		t.Errorf("ids %q and %q, want the first kept and the second new", nb.Cells[0].ID, nb.Cells[1].ID)
	}
}

func TestReadErrorsSayWhatIsWrong(t *testing.T) {
	const head = `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[`
	for _, c := range []struct{ name, raw, want string }{
		{"empty", "", "the file is empty"},
		{"cut off", "{\n \"cells\": [", "not JSON"},
		{"conflict", "{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}", "the conflict marks of a merge begin at line 2"},
		{"conflict marker", "{\n<<<<<<< HEAD\n", "line 2, column 1"},
		{"trailing text", head + "]}\nmore", "text follows the JSON"},
		{"array", "[]", "want a JSON object, got a list"},
		{"no version", "{}", "no field nbformat"},
		{"version 5", `{"nbformat":5}`, "nbformat 5 is unknown"},
		{"version text", `{"nbformat":"4"}`, `nbformat: want a count or null, got the string "4"`},
		{"cell type", head + `{"cell_type":"heading"}]}`, `cell 1 of 1: cell_type: want code, markdown or raw, got "heading"`},
		{"source", head + `{"cell_type":"raw","source":5}]}`, "source: want a string or a list of strings, got the number 5"},
		{"output", head + `{"cell_type":"code","outputs":[{"output_type":"pyout"}]}]}`, `output 1 of 1: output_type`},
		{"metadata", head + `{"cell_type":"raw","metadata":[]}]}`, "metadata: want an object, got a list"},
		{"negative count", head + `{"cell_type":"code","execution_count":-1}]}`, "execution_count: want a count"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.raw))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestReadFileOfVersion3SaysHowToConvert(t *testing.T) {
	_, err := ReadFile(testdata("v3.ipynb"))
	if err == nil || !strings.Contains(err.Error(), "v3.ipynb") || !strings.Contains(err.Error(), "nbconvert") {
		t.Errorf("error %v, want the file's name and the command that converts it", err)
	}
}

func TestReadFileAcceptsAByteOrderMark(t *testing.T) {
	raw, err := os.ReadFile(testdata("small.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(append([]byte("\ufeff"), raw...)); err != nil {
		t.Error(err)
	}
}
