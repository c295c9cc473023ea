package notebook

import (
	"maps"
	"strings"

	cells "krigo/cell"
)

// widgets keeps the models of widgets, which are in the document, and passes messages between
// the kernel and the pages.
type widgets struct {
	doc    *document
	pages  *subscribers
	saving *saving
	kernel *kernelLink
}

// change changes the state of a model, unless the room is full.
func (w *widgets) change(id string, changes map[string]any) {
	if w.doc.full(valueBytes(changes) - valueBytes(w.doc.models[id])) {
		w.pages.say(0, "warning", "The change of a control is not kept: "+w.doc.boundBytes()+".")
		return
	}
	model := maps.Clone(w.doc.models[id])
	maps.Copy(model, changes)
	w.doc.setModel(id, model)
	w.saving.changed()
}

// comm passes a page's message of a widget on: to the kernel, and its changes to the
// other pages.
func (w *widgets) comm(by visitor, cmd command) {
	if w.doc.models[cmd.ID] == nil {
		w.pages.tellOne(by, answerEvent{Ev: "answer", Seq: cmd.Seq})
		return
	}
	if changes, ok := cmd.Data["state"].(map[string]any); ok && cmd.Data["method"] == "update" {
		w.change(cmd.ID, changes)
		w.pages.tellBut(by, commEvent{"comm", "msg", cmd.ID, cmd.Data})
	}
	w.kernel.ask(by, cmd.Seq, "comm_msg", map[string]any{"comm_id": cmd.ID, "data": cmd.Data})
}

// disable shows in all controls that no handler answers them any more.
func (w *widgets) disable() {
	off := map[string]any{"disabled": true}
	for id, model := range w.doc.models {
		if disabled, ok := model["disabled"].(bool); ok && !disabled {
			w.change(id, off)
			w.pages.tell(commEvent{"comm", "msg", id, map[string]any{"method": "update", "state": off, "buffer_paths": []any{}}})
		}
	}
}

// hear keeps the models of widgets, whichever side opened them.
func (w *widgets) hear(m message, of parent) {
	var content struct {
		ID     string         `json:"comm_id"`
		Target string         `json:"target_name"`
		Data   map[string]any `json:"data"`
	}
	if !m.read(&content) {
		return
	}
	kind := strings.TrimPrefix(m.Type, "comm_")
	changes, _ := content.Data["state"].(map[string]any)
	switch {
	case kind == "open" && cells.HoldsModel(content.Target) && w.doc.full(valueBytes(content.Data)):
		w.pages.say(0, "warning", "Controls are left out: "+w.doc.boundBytes()+".")
		return
	case kind == "open" && cells.HoldsModel(content.Target):
		w.doc.setModel(content.ID, cloned(changes))
	case w.doc.models[content.ID] == nil:
		return
	case kind == "close":
		w.doc.removeModel(content.ID)
	case content.Data["method"] == "echo_update":
		if _, ours := w.kernel.asked[of.ID]; ours {
			return // the other pages have it already
		}
		content.Data["method"] = "update"
		w.change(content.ID, changes)
	case content.Data["method"] == "update":
		w.change(content.ID, changes)
	}
	w.pages.tell(commEvent{"comm", kind, content.ID, content.Data})
}
