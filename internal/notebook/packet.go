package notebook

import (
	"encoding/json"
	"maps"
	"strings"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/kernel"
)

// packet is what the kernel sends.
type packet struct{ kernel.Packet }

// parent is the request that a packet belongs to.
type parent struct {
	ID   string `json:"msg_id"`
	Type string `json:"msg_type"`
}

// hear takes what the kernel sends. Only widgets and updates of displays need not belong
// to a run that the room has requested.
func (s *state) hear(p packet) {
	var of parent
	_ = json.Unmarshal(p.Parent, &of) // one without a parent belongs to nobody
	switch p.Type {
	case "status":
		s.hearStatus(p, of)
		return
	case "comm_open", "comm_msg", "comm_close":
		s.hearComm(p, of)
		return
	case "update_display_data":
		var d displayContent
		if p.read(&d) {
			s.update(d.Transient.ID, d.output(nbformat.DisplayData))
		}
		return
	case "complete_reply", "inspect_reply", "krigo_effects_reply", "krigo_reactive_reply":
		s.hearAnswer(p, of.ID)
		return
	case "krigo_ran":
		var r cells.Run
		if p.read(&r) {
			s.ran(of.ID, r)
		}
		return
	}
	if c := s.runs[of.ID]; c != nil {
		s.hearRun(c, of.ID, p)
	}
}

// read reads the content. What does not read is not the kernel's.
func (p packet) read(v any) bool { return json.Unmarshal(p.Content, v) == nil }

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

// hearRun takes what belongs to a run of a cell, also after its end.
func (s *state) hearRun(c *cell, id string, p packet) {
	switch p.Type {
	case "execute_input":
		var content struct {
			Count int `json:"execution_count"`
		}
		if p.read(&content) {
			s.began(c, id, content.Count)
		}
	case "stream":
		var content struct{ Name, Text string }
		if p.read(&content) && content.Text != "" {
			s.print(c, streamName(content.Name), content.Text)
		}
	case "display_data", "execute_result":
		var d displayContent
		if p.read(&d) {
			s.show(c, d.output(nbformat.OutputType(p.Type)), d.Transient.ID)
		}
	case "error":
		var content failure
		if p.read(&content) {
			s.show(c, nbformat.Output{
				Type: nbformat.Error, ErrorName: content.Name, ErrorValue: content.Value, Traceback: content.Traceback,
			}, "")
		}
	case "clear_output":
		var content struct{ Wait bool }
		if !p.read(&content) {
			return
		}
		if content.Wait {
			c.clearNext = true
		} else {
			s.clear(c)
		}
	case "input_request":
		s.hearQuestion(c, p)
	case "execute_reply":
		s.hearReply(c, id, p)
	}
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

// hearReply ends a run, after the pages of its payload.
func (s *state) hearReply(c *cell, id string, p packet) {
	var content struct {
		Status  string `json:"status"`
		Payload []struct {
			Source string         `json:"source"`
			Data   map[string]any `json:"data"`
		} `json:"payload"`
	}
	if !p.read(&content) || s.running == nil || s.running.id != id {
		return
	}
	for _, page := range content.Payload {
		if page.Source == "page" {
			s.show(c, nbformat.Output{Type: nbformat.DisplayData, Data: page.Data}, "")
		}
	}
	switch content.Status {
	case statusOK, statusAborted:
		s.finish(content.Status)
	default:
		s.finish(statusError)
	}
}

// hearStatus follows what the kernel does with cells, whosever they are. Questions
// about code keep nobody waiting.
func (s *state) hearStatus(p packet, of parent) {
	var content struct {
		State string `json:"execution_state"`
	}
	if !p.read(&content) {
		return
	}
	if content.State == kernelIdle {
		s.answerHandled(of.ID)
	}
	switch of.Type {
	case "execute_request":
		if s.kernel.State != kernelRestarting && s.kernel.State != kernelDead {
			s.setKernel(content.State, "")
		}
	case "":
		if content.State == kernelStarting && s.kernel.State == kernelRestarting {
			s.restarted()
		}
	}
}

// hearQuestion asks the pages for what a cell wants to know.
func (s *state) hearQuestion(c *cell, p packet) {
	var content struct {
		Prompt   string `json:"prompt"`
		Password bool   `json:"password"`
	}
	if !p.read(&content) {
		return
	}
	s.asking = &question{c.file.ID, content.Prompt, content.Password}
	s.tell(askEvent{"ask", c.file.ID, &content.Prompt, content.Password})
}

// answer gives the kernel what a page answers.
func (s *state) answer(by visitor, value string) {
	if s.asking == nil {
		s.say(by, "note", "The cell does not ask any more.")
		return
	}
	s.request("stdin", "input_reply", map[string]string{"value": value}, nil)
	s.answered()
}

// answered takes the question away.
func (s *state) answered() {
	if s.asking != nil {
		id := s.asking.ID
		s.asking = nil
		s.tell(askEvent{Ev: "ask", ID: id})
	}
}

// hearComm keeps the models of widgets, whoever opened them.
func (s *state) hearComm(p packet, of parent) {
	var content struct {
		ID     string         `json:"comm_id"`
		Target string         `json:"target_name"`
		Data   map[string]any `json:"data"`
	}
	if !p.read(&content) {
		return
	}
	kind := strings.TrimPrefix(p.Type, "comm_")
	changes, _ := content.Data["state"].(map[string]any)
	switch {
	case kind == "open" && content.Target == widgetTarget:
		s.models[content.ID] = maps.Clone(changes)
		if changes == nil {
			s.models[content.ID] = map[string]any{}
		}
	case s.models[content.ID] == nil:
		return
	case kind == "close":
		delete(s.models, content.ID)
	case content.Data["method"] == "echo_update":
		if _, ours := s.asked[of.ID]; ours {
			return // the other pages have it already
		}
		content.Data["method"] = "update"
		s.changeModel(content.ID, changes)
	case content.Data["method"] == "update":
		s.changeModel(content.ID, changes)
	}
	s.tell(commEvent{"comm", kind, content.ID, content.Data})
}
