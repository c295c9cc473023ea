package execute

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/peer"
)

// event is one thing that a cell emits, in a form that nbclient's test driver
// reads too.
type event struct {
	Cell   int    `json:"cell"`
	Kind   string `json:"kind"` // stream, display, update, clear, result, error
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
	ID     string `json:"id,omitempty"`
	Wait   bool   `json:"wait,omitempty"`
	Number int    `json:"number,omitempty"`
	// Traceback is the traceback of an error of Name and Text.
	Traceback []string `json:"traceback,omitempty"`
}

func (e event) bundle() cell.Bundle {
	return cell.Bundle{Data: map[string]any{"text/plain": e.Text}, Metadata: map[string]any{}}
}

func (e event) emit(o *cellOutput) {
	b := e.bundle()
	switch e.Kind {
	case "stream":
		o.Stream(e.Name, e.Text)
	case "display":
		o.Display(cell.Display{Bundle: b, ID: e.ID})
	case "update":
		o.Display(cell.Display{Bundle: b, ID: e.ID, Update: true})
	case "clear":
		o.Clear(e.Wait)
	case "result":
		o.cell.ExecutionCount = e.Number
		o.result(&b)
	case "error":
		o.fail(&cell.Error{Name: e.Name, Message: e.Text})
	}
}

// replay records events into a notebook of code cells.
func replay(cells int, events []event) *nbformat.Notebook {
	nb := nbformat.New()
	r := newRecorder(0, nil)
	var outs []*cellOutput
	for range cells {
		outs = append(outs, r.cell(nb.Add(nbformat.Code, "x")))
	}
	for _, e := range events {
		e.emit(outs[e.Cell])
	}
	for _, o := range outs {
		o.end()
	}
	return nb
}

var sequences = map[string][]event{
	"streams of one name merge": {
		{Kind: "stream", Name: "stdout", Text: "a"}, {Kind: "stream", Name: "stdout", Text: "b\n"},
		{Kind: "stream", Name: "stderr", Text: "c"}, {Kind: "stream", Name: "stdout", Text: "d"},
	},
	"a display parts streams": {
		{Kind: "stream", Name: "stdout", Text: "a"}, {Kind: "display", Text: "d"}, {Kind: "stream", Name: "stdout", Text: "b"},
	},
	"carriage returns overwrite": {
		{Kind: "stream", Name: "stdout", Text: "10 %\r20 %"}, {Kind: "stream", Name: "stdout", Text: "\r100 %\ndone\r\nend\r"},
	},
	"a carriage return waits for the next chunk": {
		{Kind: "stream", Name: "stdout", Text: "old\r"}, {Kind: "stream", Name: "stdout", Text: "\nnew"},
	},
	"an update reaches an earlier cell": {
		{Kind: "display", ID: "p", Text: "1"}, {Kind: "display", Text: "other"},
		{Cell: 1, Kind: "display", ID: "p", Text: "2"}, {Cell: 1, Kind: "update", ID: "p", Text: "3"},
	},
	"an update of an unknown display shows nothing": {
		{Kind: "update", ID: "nobody", Text: "1"},
	},
	"clear removes at once": {
		{Kind: "stream", Name: "stdout", Text: "a"}, {Kind: "clear"}, {Kind: "stream", Name: "stdout", Text: "b"},
	},
	"clear with wait keeps the old until the new": {
		{Kind: "display", Text: "a"}, {Kind: "clear", Wait: true}, {Kind: "display", Text: "b"}, {Kind: "display", Text: "c"},
	},
	"clear with wait and nothing after": {
		{Kind: "display", Text: "a"}, {Kind: "clear", Wait: true},
	},
	"an update does not bring the clearing about": {
		{Kind: "display", ID: "p", Text: "a"}, {Kind: "clear", Wait: true}, {Kind: "update", ID: "p", Text: "b"},
	},
	"a cleared display is updated no more": {
		{Kind: "display", ID: "p", Text: "a"}, {Kind: "clear"}, {Kind: "display", Text: "b"}, {Kind: "update", ID: "p", Text: "c"},
	},
	"clear leaves other cells": {
		{Kind: "display", ID: "p", Text: "a"}, {Cell: 1, Kind: "display", ID: "p", Text: "b"}, {Cell: 1, Kind: "clear"},
		{Cell: 1, Kind: "update", ID: "p", Text: "c"},
	},
	"a result and an error": {
		{Kind: "stream", Name: "stdout", Text: "a"}, {Kind: "result", Text: "42", Number: 7},
		{Cell: 1, Kind: "error", Name: "Panic", Text: "boom",
			Traceback: (&cell.Error{Name: "Panic", Message: "boom"}).Traceback(true)},
	},
}

// nbclient, Jupyter's own runner, assembles the same outputs from the same
// sequences of messages.
func TestOutputsAreThoseOfNbclient(t *testing.T) {
	python := peer.Python(t, "nbclient", "nbconvert")
	request, err := json.Marshal(sequences)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := exec.Command(python, filepath.Join("testdata", "nbclient_replay.py"), string(request)).Output()
	if err != nil {
		t.Fatalf("nbclient: %v", err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for name, events := range sequences {
		t.Run(name, func(t *testing.T) {
			peer, err := nbformat.Parse(want[name])
			if err != nil {
				t.Fatal(err)
			}
			if g, w := encoded(t, replay(2, events)), encoded(t, peer); g != w {
				t.Errorf("got %s\nnbclient has %s", g, w)
			}
		})
	}
}

// encoded returns the written form of a notebook, but for its cells' counts and IDs.
func encoded(t *testing.T, nb *nbformat.Notebook) string {
	t.Helper()
	for i, c := range nb.Cells {
		c.ID, c.ExecutionCount = fmt.Sprint("cell-", i), 0
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
