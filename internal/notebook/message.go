package notebook

import (
	"encoding/json"
	"fmt"
	"strings"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/kernel"
)

// message is a message of the kernel.
type message struct{ kernel.Packet }

// parent is the request that a packet belongs to.
type parent struct {
	ID   string `json:"msg_id"`
	Type string `json:"msg_type"`
}

// hear takes what the kernel sends. Only widgets and updates of displays need not belong
// to a run that the room has requested.
func (s *state) hear(m message) {
	var of parent
	_ = json.Unmarshal(m.Parent, &of) // without a parent it belongs to no request
	switch m.Type {
	case "status":
		s.hearStatus(m, of)
		return
	case "comm_open", "comm_msg", "comm_close":
		s.follower.hear(m)
		s.widgets.hear(m, of)
		return
	case "update_display_data":
		var d displayContent
		if m.read(&d) {
			s.outputs.update(d.Transient.ID, d.output(nbformat.DisplayData))
		}
		return
	case "complete_reply", "inspect_reply", "krigo_effects_reply", "krigo_reactive_reply":
		s.hearAnswer(m, of.ID)
		return
	case "krigo_modules":
		var kept cells.Modules
		if m.read(&kept) {
			s.doc.header.KeepModules(kept)
			s.saving.changed()
		}
		return
	case "krigo_ran":
		var r cells.Run
		if m.read(&r) {
			s.reactive.ran(of.ID, r)
		}
		return
	}
	if c := s.runs.byRequest[of.ID]; c != nil {
		s.runs.hear(c, of.ID, m)
	}
}

// read reads the content. What does not read is not the kernel's.
func (m message) read(v any) bool { return json.Unmarshal(m.Content, v) == nil }

type displayContent struct {
	Data      map[string]any `json:"data"`
	Metadata  map[string]any `json:"metadata"`
	Transient struct {
		ID string `json:"display_id"`
	} `json:"transient"`
	Count int `json:"execution_count"`
}

func (d displayContent) output(kind nbformat.OutputType) nbformat.Output {
	for mimetype, v := range d.Data {
		if v == nil {
			delete(d.Data, mimetype)
		}
	}
	return nbformat.Output{Type: kind, Data: d.Data, Metadata: d.Metadata, ExecutionCount: d.Count}
}

func streamName(name string) string {
	if name == "stderr" {
		return name
	}
	return "stdout"
}

type failure struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// output returns the error as an output. Of a long one, the beginning and the end are kept, as of
// printed text.
func (f failure) output() nbformat.Output {
	traceback := f.Traceback
	if all := strings.Join(traceback, "\n"); len(all) > maxText {
		traceback = strings.Split(middleLeftOut(all, maxText), "\n")
	}
	return nbformat.Output{Type: nbformat.Error, ErrorName: middleLeftOut(f.Name, maxText), ErrorValue: middleLeftOut(f.Value, maxText), Traceback: traceback}
}

// middleLeftOut returns a text of at most about so many bytes.
func middleLeftOut(text string, most int) string {
	left := len(text) - most
	if left <= 0 {
		return text
	}
	return strings.ToValidUTF8(text[:most/2], "") + fmt.Sprintf("\n… %d bytes left out …\n", left) + strings.ToValidUTF8(text[len(text)-most/2:], "")
}

// hearStatus follows the kernel's work on cells, for any client. Questions about code block no
// cell.
func (s *state) hearStatus(m message, of parent) {
	var content struct {
		State string `json:"execution_state"`
	}
	if !m.read(&content) {
		return
	}
	if content.State == kernelIdle {
		s.kernel.answerHandled(of.ID)
	}
	switch of.Type {
	case "execute_request":
		if s.kernel.status.State != kernelRestarting && s.kernel.status.State != kernelDead {
			s.kernel.setStatus(content.State, "")
		}
	case "":
		if content.State == kernelStarting && s.kernel.started() {
			s.restarted()
		}
	}
}
