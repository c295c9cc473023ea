package percent

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/peer"
)

// jupytextOn asks the real jupytext.
func jupytextOn(t *testing.T, questions ...any) []json.RawMessage {
	t.Helper()
	var in bytes.Buffer
	for _, q := range questions {
		in.WriteString(mustJSON(q) + "\n")
	}
	cmd := exec.Command(peer.Python(t, "jupytext"), "testdata/as_jupytext.py")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	raw, err := cmd.Output()
	if err != nil {
		t.Fatalf("jupytext: %v\n%s", err, stderr.Bytes())
	}
	var answers []json.RawMessage
	for line := range bytes.Lines(raw) {
		answers = append(answers, line)
	}
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers
}

// theirCell is a cell as jupytext reads it.
type theirCell struct {
	Type     nbformat.CellType `json:"cell_type"`
	Source   string            `json:"source"`
	Metadata map[string]any    `json:"metadata"`
}

// otherThanJupytext are files that it reads otherwise, for the reasons that the
// package's documentation has.
var otherThanJupytext = map[string]bool{
	"a mark in a function":     true, // it does not know our escape, which it leaves as it is
	"a guarded mark in a cell": true, // nor this one
	"an empty shell script":    true, // it adds an empty line
}

// writtenOtherwise are files whose notebooks it writes otherwise: it keeps no IDs,
// and its own file would be read as something else.
var writtenOtherwise = map[string]bool{
	"an ID":                  true,
	"a tagged shell script":  true,
	"metadata as one object": true,
	"a title with a brace":   true,
	"commands of a script":   true,
	"a mark in Markdown":     true,
	"a mark in a cell":       true,
	"metadata that are none": true,
	"a header and no cell":   true,
	"odd metadata":           true,
}

func TestFilesAreReadAsByJupytext(t *testing.T) {
	var names []string
	var questions []any
	for name, text := range files {
		names = append(names, name)
		questions = append(questions, map[string]string{"text": text})
	}
	for i, answer := range jupytextOn(t, questions...) {
		var theirs []theirCell
		dec := json.NewDecoder(bytes.NewReader(answer))
		dec.UseNumber()
		if err := dec.Decode(&theirs); err != nil {
			t.Fatal(err)
		}
		ours := []theirCell{}
		for _, c := range read(t, files[names[i]]).Cells {
			ours = append(ours, theirCell{c.Type, c.Source, c.Metadata})
		}
		for _, c := range theirs {
			delete(c.Metadata, idKey)
		}
		if !reflect.DeepEqual(ours, theirs) && !otherThanJupytext[names[i]] {
			t.Errorf("%s: read as\n%s\njupytext has\n%s", names[i], mustJSON(ours), mustJSON(theirs))
		}
	}
}

func TestFilesAreWrittenAsByJupytext(t *testing.T) {
	var texts []string
	var questions []any
	for name, text := range files {
		nb := read(t, text)
		raw, err := nb.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if otherThanJupytext[name] || writtenOtherwise[name] {
			continue
		}
		texts = append(texts, text)
		questions = append(questions, map[string]json.RawMessage{"notebook": raw})
	}
	for i, answer := range jupytextOn(t, questions...) {
		var theirs string
		if err := json.Unmarshal(answer, &theirs); err != nil {
			t.Fatal(err)
		}
		if got, want := cellsOf(texts[i]), cellsOf(theirs); got != want {
			t.Errorf("written as\n%s\nby jupytext as\n%s", got, want)
		}
	}
}

// cellsOf returns a file without its header, in which jupytext names its version.
func cellsOf(text string) string {
	if at := strings.LastIndex(text, "// ---\n"); at >= 0 {
		text = text[at+len("// ---\n"):]
	}
	return text
}
