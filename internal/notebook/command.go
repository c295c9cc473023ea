package notebook

import (
	"encoding/json"
	"fmt"
)

// command is a command of a page.
type command struct {
	Op       string         `json:"op"`
	ID       string         `json:"id"`
	IDs      []string       `json:"ids"`
	After    string         `json:"after"`
	Like     string         `json:"like"` // the cell that an inserted one copies, "" for none
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

// parseCommand reads a command.
func parseCommand(raw []byte) command {
	var cmd command
	if err := json.Unmarshal(raw, &cmd); err != nil {
		return command{unproven: err}
	}
	return cmd
}

func (cmd command) text() string {
	text, _ := cmd.Source.(string)
	return text
}

// commands are the commands of pages, by name.
var commands = map[string]func(*state, visitor, command){
	"edit":     func(s *state, by visitor, cmd command) { s.editor.edit(by, cmd) },
	"insert":   func(s *state, by visitor, cmd command) { s.editor.insert(by, cmd) },
	"delete":   func(s *state, by visitor, cmd command) { s.editor.delete(by, cmd) },
	"undelete": func(s *state, by visitor, _ command) { s.editor.undelete(by) },
	"move":     func(s *state, by visitor, cmd command) { s.editor.move(by, cmd) },
	"split":    func(s *state, by visitor, cmd command) { s.editor.split(by, cmd) },
	"merge":    func(s *state, by visitor, cmd command) { s.editor.merge(by, cmd) },
	"type":     func(s *state, by visitor, cmd command) { s.editor.setType(by, cmd) },
	"fold":     func(s *state, by visitor, cmd command) { s.editor.fold(by, cmd) },
	"clear":    func(s *state, _ visitor, cmd command) { s.editor.clearOutputs(cmd.IDs) },

	"run":       (*state).run,
	"interrupt": func(s *state, _ visitor, _ command) { s.runs.interrupt() },
	"restart":   func(s *state, by visitor, cmd command) { s.restart(by, cmd.Run) },
	"input":     func(s *state, by visitor, cmd command) { s.kernel.answer(by, cmd.Value) },
	"comm":      func(s *state, by visitor, cmd command) { s.widgets.comm(by, cmd) },
	"complete": func(s *state, by visitor, cmd command) {
		s.kernel.ask(by, cmd.Seq, "complete_request", map[string]any{"code": cmd.text(), "cursor_pos": cmd.Cursor})
	},
	"inspect": func(s *state, by visitor, cmd command) {
		s.kernel.ask(by, cmd.Seq, "inspect_request", map[string]any{"code": cmd.text(), "cursor_pos": cmd.Cursor, "detail_level": cmd.Detail})
	},
	"reactive": func(s *state, by visitor, cmd command) { s.reactive.turn(by, cmd) },

	"save":    func(s *state, by visitor, _ command) { s.saving.save(by) },
	"outside": func(s *state, by visitor, cmd command) { s.saving.choose(by, cmd) },
}

// perform applies a command of a page, or reports why it cannot.
func (s *state) perform(by visitor, cmd command) {
	switch do := commands[cmd.Op]; {
	case cmd.unproven != nil:
		s.pages.say(by, "error", "The page sent an invalid command: "+cmd.unproven.Error())
	case do == nil:
		s.pages.say(by, "error", fmt.Sprintf("The page asks for %q, which is unknown here: reload the page.", cmd.Op))
	default:
		do(s, by, cmd)
	}
}
