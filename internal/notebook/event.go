package notebook

import (
	"bytes"
	"encoding/json"
)

// Events report changes to pages, as JSON objects with the name of the event in
// "ev".

type docEvent struct {
	Ev       string                    `json:"ev"` // doc
	Path     string                    `json:"path"`
	Name     string                    `json:"name"`
	Cells    []cellView                `json:"cells"`
	Kernel   kernelState               `json:"kernel"`
	Models   map[string]map[string]any `json:"models"`
	Dirty    bool                      `json:"dirty"`
	Saved    string                    `json:"saved"` // RFC 3339, or ""
	Error    string                    `json:"error"` // of the last save
	ReadOnly bool                      `json:"readonly"`
	Reactive bool                      `json:"reactive"`
	Ask      *question                 `json:"ask"`
	Outside  string                    `json:"outside"`
	Stale    map[string]string         `json:"stale"`
	Notes    map[string]string         `json:"notes"`
	Order    []string                  `json:"order"`
}

type cellEvent struct {
	Ev   string   `json:"ev"` // cell
	Cell cellView `json:"cell"`
}

type editedEvent struct {
	Ev  string `json:"ev"` // edited
	ID  string `json:"id"`
	Rev int    `json:"rev"`
}

// conflictEvent has a source that was replaced by a page or program that had not seen it.
type conflictEvent struct {
	Ev     string `json:"ev"` // conflict
	ID     string `json:"id"`
	Source string `json:"source"`
	// By is "another page", which replaced this one's source; or whose source this one
	// has replaced: that of "a page that has gone" or "another program".
	By string `json:"by"`
}

type insertEvent struct {
	Ev    string   `json:"ev"` // insert
	After string   `json:"after"`
	Cell  cellView `json:"cell"`
}

type deleteEvent struct {
	Ev  string   `json:"ev"` // delete
	IDs []string `json:"ids"`
}

type moveEvent struct {
	Ev    string   `json:"ev"` // move
	IDs   []string `json:"ids"`
	After string   `json:"after"`
}

type statusEvent struct {
	Ev     string `json:"ev"` // status
	ID     string `json:"id"`
	Status string `json:"status"`
	Count  int    `json:"count"`
	MS     int64  `json:"ms"`
	Ran    *int   `json:"ran"`
}

type outEvent struct {
	Ev  string `json:"ev"` // out
	ID  string `json:"id"`
	I   int    `json:"i"`
	Out *view  `json:"out"`
}

type textEvent struct {
	Ev   string `json:"ev"` // text
	ID   string `json:"id"`
	I    int    `json:"i"`
	Text string `json:"text"` // HTML of whole lines, before the open one
	Line string `json:"line"` // HTML of the open line
}

type clearEvent struct {
	Ev string `json:"ev"` // clear
	ID string `json:"id"`
}

type staleEvent struct {
	Ev    string            `json:"ev"` // stale
	Cells map[string]string `json:"cells"`
	Notes map[string]string `json:"notes"`
	Order []string          `json:"order"`
}

type reactiveEvent struct {
	Ev string `json:"ev"` // reactive
	On bool   `json:"on"`
}

type kernelEvent struct {
	Ev string `json:"ev"` // kernel
	kernelState
}

type commEvent struct {
	Ev   string         `json:"ev"` // comm
	Kind string         `json:"kind"`
	ID   string         `json:"id"`
	Data map[string]any `json:"data"`
}

type answerEvent struct {
	Ev  string `json:"ev"` // answer
	Seq int    `json:"seq"`
	// Of a completion; Start and End count code points.
	Matches []match `json:"matches,omitempty"`
	Start   int     `json:"start"`
	End     int     `json:"end"`
	// Of an inspection.
	Found bool      `json:"found"`
	HTML  *htmlView `json:"html,omitempty"`
}

type match struct {
	Text      string `json:"text"`
	Type      string `json:"type"`
	Signature string `json:"signature"`
	Doc       string `json:"doc"`
}

// question is a question that a cell asks the user.
type question struct {
	ID       string `json:"id"`
	Prompt   string `json:"prompt"`
	Password bool   `json:"password"`
}

type askEvent struct {
	Ev       string  `json:"ev"` // ask
	ID       string  `json:"id"`
	Prompt   *string `json:"prompt"` // null takes the question away
	Password bool    `json:"password"`
}

type dirtyEvent struct {
	Ev string `json:"ev"` // dirty
}

type savedEvent struct {
	Ev    string `json:"ev"` // saved
	Saved string `json:"saved"`
	Error string `json:"error"`
}

type outsideEvent struct {
	Ev   string `json:"ev"` // outside
	What string `json:"what"`
}

type toldEvent struct {
	Ev    string `json:"ev"` // told
	Text  string `json:"text"`
	Level string `json:"level"`
}

// encode returns an event as JSON, in which HTML stays as it is. What does not encode is
// values of the kernel's that are not JSON, which do not come from JSON.
func encode(ev any) []byte {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(ev); err != nil {
		raw, _ := json.Marshal(toldEvent{Ev: "told", Text: "An event could not be sent: " + err.Error(), Level: "error"})
		return raw
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
