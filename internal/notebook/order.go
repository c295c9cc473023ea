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
	"edit":     (*state).edit,
	"insert":   (*state).insert,
	"delete":   (*state).delete,
	"undelete": func(s *state, by visitor, _ order) { s.undelete(by) },
	"move":     (*state).move,
	"split":    (*state).split,
	"merge":    (*state).merge,
	"type":     (*state).setType,
	"fold":     (*state).fold,
	"clear":    func(s *state, _ visitor, o order) { s.clearOutputs(o.IDs) },

	"run":       (*state).runOrder,
	"interrupt": func(s *state, _ visitor, _ order) { s.interrupt() },
	"restart":   func(s *state, by visitor, o order) { s.restart(by, o.Run) },
	"input":     func(s *state, by visitor, o order) { s.answer(by, o.Value) },
	"comm":      (*state).comm,
	"complete": func(s *state, by visitor, o order) {
		s.ask(by, o.Seq, "complete_request", map[string]any{"code": o.text(), "cursor_pos": o.Cursor})
	},
	"inspect": func(s *state, by visitor, o order) {
		s.ask(by, o.Seq, "inspect_request", map[string]any{"code": o.text(), "cursor_pos": o.Cursor, "detail_level": o.Detail})
	},
	"reactive": (*state).reactiveOrder,

	"save":    func(s *state, by visitor, _ order) { s.saveOrder(by) },
	"outside": (*state).choose,
}

// obey does what a page asks for, or tells it why not.
func (s *state) obey(by visitor, o order) {
	switch do := orders[o.Op]; {
	case o.unproven != nil:
		s.say(by, "error", "The page sent what is no order: "+o.unproven.Error())
	case do == nil:
		s.say(by, "error", fmt.Sprintf("The page asks for %q, which is unknown here: load it anew.", o.Op))
	case s.full(len(o.text())) && (o.Op == "edit" || o.Op == "insert"):
		s.refuse(by, o, "nothing more can be written: %s; clear outputs first", s.boundBytes())
	default:
		do(s, by, o)
	}
}

// refuse tells a page why an order cannot be obeyed.
func (s *state) refuse(by visitor, o order, format string, a ...any) {
	s.say(by, "error", o.Op+": "+fmt.Sprintf(format, a...))
}
