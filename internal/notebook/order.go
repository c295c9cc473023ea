package notebook

import (
	"encoding/json"
	"fmt"
)

// order is what a page asks for.
type order struct {
	Op       string         `json:"op"`
	ID       string         `json:"id"`
	IDs      []string       `json:"ids"`
	After    string         `json:"after"`
	Like     string         `json:"like"` // the cell of which an inserted one is a copy, "" for none
	Type     string         `json:"type"`
	Source   any            `json:"source"` // a text, or whether it is folded
	Outputs  bool           `json:"outputs"`
	Base     int            `json:"base"`
	At       int            `json:"at"`
	New      string         `json:"new"`
	Which    string         `json:"which"`
	Run      string         `json:"run"`
	Seq      int            `json:"seq"`
	Cursor   int            `json:"cursor"`
	Detail   int            `json:"detail"`
	Data     map[string]any `json:"data"`
	Value    string         `json:"value"`
	On       bool           `json:"on"`
	Choose   string         `json:"choose"`
	unproven error          // why it could not be read
}

// parseOrder reads an order.
func parseOrder(raw []byte) order {
	var o order
	if err := json.Unmarshal(raw, &o); err != nil {
		return order{unproven: err}
	}
	return o
}

func (o order) text() string {
	text, _ := o.Source.(string)
	return text
}

// orders are what pages may ask for, by name.
var orders = map[string]func(*state, visitor, order){
	"edit":     func(s *state, by visitor, o order) { s.editor.edit(by, o) },
	"insert":   func(s *state, by visitor, o order) { s.editor.insert(by, o) },
	"delete":   func(s *state, by visitor, o order) { s.editor.delete(by, o) },
	"undelete": func(s *state, by visitor, _ order) { s.editor.undelete(by) },
	"move":     func(s *state, by visitor, o order) { s.editor.move(by, o) },
	"split":    func(s *state, by visitor, o order) { s.editor.split(by, o) },
	"merge":    func(s *state, by visitor, o order) { s.editor.merge(by, o) },
	"type":     func(s *state, by visitor, o order) { s.editor.setType(by, o) },
	"fold":     func(s *state, by visitor, o order) { s.editor.fold(by, o) },
	"clear":    func(s *state, _ visitor, o order) { s.editor.clearOutputs(o.IDs) },

	"run":       (*state).run,
	"interrupt": func(s *state, _ visitor, _ order) { s.runs.interrupt() },
	"restart":   func(s *state, by visitor, o order) { s.restart(by, o.Run) },
	"input":     func(s *state, by visitor, o order) { s.kernel.answer(by, o.Value) },
	"comm":      func(s *state, by visitor, o order) { s.widgets.comm(by, o) },
	"complete": func(s *state, by visitor, o order) {
		s.kernel.ask(by, o.Seq, "complete_request", map[string]any{"code": o.text(), "cursor_pos": o.Cursor})
	},
	"inspect": func(s *state, by visitor, o order) {
		s.kernel.ask(by, o.Seq, "inspect_request", map[string]any{"code": o.text(), "cursor_pos": o.Cursor, "detail_level": o.Detail})
	},
	"reactive": func(s *state, by visitor, o order) { s.reactive.turn(by, o) },

	"save":    func(s *state, by visitor, _ order) { s.saving.save(by) },
	"outside": func(s *state, by visitor, o order) { s.saving.choose(by, o) },
}

// obey does what a page asks for, or tells it why not.
func (s *state) obey(by visitor, o order) {
	switch do := orders[o.Op]; {
	case o.unproven != nil:
		s.pages.say(by, "error", "The page sent what is no order: "+o.unproven.Error())
	case do == nil:
		s.pages.say(by, "error", fmt.Sprintf("The page asks for %q, which is unknown here: load it anew.", o.Op))
	case s.doc.full(len(o.text())) && (o.Op == "edit" || o.Op == "insert"):
		s.pages.refuse(by, o, "nothing more can be written: %s; clear outputs first", s.doc.boundBytes())
	default:
		do(s, by, o)
	}
}
