package nbformat

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// run is a notebook as editors leave it, with two spaces of indentation, an order
// of keys of its own and nbformat 4.4, which knows no IDs.
const run = `{
  "cells": [
    {
      "cell_type": "markdown",
      "metadata": {"collapsed": true},
      "source": ["# A title, \"outputs\": [1]"]
    },
    {
      "cell_type": "code",
      "source": ["x"],
      "metadata": {
        "collapsed": false,
        "tags": ["a"],
        "ExecuteTime": {"end": 1},
        "jupyter": {"outputs_hidden": true, "source_hidden": true},
        "scrolled": true
      },
      "outputs": [
        {"output_type": "stream", "name": "stdout", "text": "]}\n"}
      ],
      "execution_count": 3
    },
    {
      "cell_type": "code",
      "execution_count": 4,
      "metadata": { "tags": [ "keep_output" ] , "jupyter": {"outputs_hidden": true}},
      "outputs": [{"output_type": "execute_result", "execution_count": 4, "data": {"text/plain": "1"}, "metadata": {}}],
      "source": []
    }
  ],
  "metadata": {"papermill": {}, "kernelspec": {"name": "krigo", "display_name": "Go"}, "signature": "x"},
  "nbformat": 4,
  "nbformat_minor": 4
}
`

const stripped = `{
  "cells": [
    {
      "cell_type": "markdown",
      "metadata": {},
      "source": ["# A title, \"outputs\": [1]"]
    },
    {
      "cell_type": "code",
      "source": ["x"],
      "metadata": {
        "tags": ["a"],
        "jupyter": {"source_hidden": true}
      },
      "outputs": [],
      "execution_count": null
    },
    {
      "cell_type": "code",
      "execution_count": null,
      "metadata": { "tags": [ "keep_output" ]},
      "outputs": [{"output_type": "execute_result", "execution_count": null, "data": {"text/plain": "1"}, "metadata": {}}],
      "source": []
    }
  ],
  "metadata": {"kernelspec": {"name": "krigo", "display_name": "Go"}},
  "nbformat": 4,
  "nbformat_minor": 4
}
`

func TestStripChangesNothingElse(t *testing.T) {
	for _, mark := range []string{"", "\ufeff"} {
		got, err := Strip([]byte(mark + run))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != mark+stripped {
			t.Errorf("got\n%s\nwant\n%s", got, stripped)
		}
		again, err := Strip(got)
		if err != nil || string(again) != string(got) {
			t.Errorf("stripped twice: %v\n%s", err, again)
		}
	}
}

func TestStripKeepsOutputsWhereToldTo(t *testing.T) {
	for _, c := range []struct {
		notebook, cell string
		keeps          bool
	}{
		{`{}`, `{}`, false},
		{`{}`, `{"keep_output": true}`, true},
		{`{}`, `{"tags": ["keep_output"]}`, true},
		{`{"keep_output": true}`, `{}`, true},
		{`{"keep_output": true}`, `{"keep_output": false}`, false},
	} {
		notebook := `{"nbformat":4,"nbformat_minor":5,"metadata":` + c.notebook + `,"cells":[{"cell_type":"code","id":"a","source":"1","metadata":` +
			c.cell + `,"execution_count":null,"outputs":[{"output_type":"stream","name":"stdout","text":"1"}]}]}`
		got, err := Strip([]byte(notebook))
		if err != nil {
			t.Fatal(err)
		}
		if keeps := string(got) == notebook; keeps != c.keeps {
			t.Errorf("notebook %s, cell %s: kept %t, want %t: %s", c.notebook, c.cell, keeps, c.keeps, got)
		}
	}
}

func TestStripKeepsWidgetsOfOutputsThatStay(t *testing.T) {
	const head = `{"nbformat":4,"nbformat_minor":5,"metadata":{"widgets":{"state":{}}},"cells":[{"cell_type":"code","id":"a","source":"1","outputs":[],"execution_count":null,"metadata":`
	for metadata, stays := range map[string]bool{`{}`: false, `{"keep_output":true}`: true} {
		got, err := Strip([]byte(head + metadata + "}]}"))
		if err != nil || strings.Contains(string(got), "widgets") != stays {
			t.Errorf("%s: %s, %v", metadata, got, err)
		}
	}
}

// A stripped notebook of the course, read again, is the notebook with its results
// taken out by hand.
func TestStripOfTheCourse(t *testing.T) {
	paths, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d notebooks, %v", len(paths), err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Strip(raw)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(decoded(t, got), byHand(t, raw)) {
			t.Errorf("%s is not what it should be", path)
		}
	}
}

func decoded(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// byHand takes results out of a notebook whose metadata has no noise.
func byHand(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	top := decoded(t, raw)
	delete(top["metadata"].(map[string]any), "widgets")
	for _, v := range top["cells"].([]any) {
		if c := v.(map[string]any); c["cell_type"] == "code" {
			c["outputs"], c["execution_count"] = []any{}, nil
		}
	}
	return top
}

func TestStripRefusesWhatIsNoNotebook(t *testing.T) {
	for text, want := range map[string]string{
		"{":                  "not JSON",
		"":                   "empty",
		`{"nbformat": 3}`:    "too old",
		`{"cells": []}`:      "no field nbformat",
		`{"nbformat": 4} {}`: "text follows",
	} {
		if got, err := Strip([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v, want %q", text, got, err, want)
		}
	}
}

func TestStripFileWritesOnlyWhatChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(path, []byte(run), 0o600); err != nil {
		t.Fatal(err)
	}
	if changed, err := StripFile(path); err != nil || !changed {
		t.Fatalf("changed %t, %v", changed, err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := StripFile(path); err != nil || changed {
		t.Fatalf("again: changed %t, %v", changed, err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || after.Mode().Perm() != 0o600 {
		t.Errorf("the file was written again, or has another mode: %v, %v", after, err)
	}
}

func FuzzStrip(f *testing.F) {
	f.Add([]byte(run))
	f.Add([]byte(`{"nbformat":4,"cells":[{"cell_type":"code","source":"","outputs":[{"output_type":"error"}],"outputs":[]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := Strip(raw)
		if err != nil {
			return
		}
		twice, err := Strip(once)
		if err != nil || string(twice) != string(once) {
			t.Fatalf("%q: stripped once %q, twice %q, %v", raw, once, twice, err)
		}
	})
}
