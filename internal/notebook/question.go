package notebook

import (
	"html/template"

	cells "krigo/cell"
	"krigo/internal/nbformat"
)

// asked is a request whose answer goes to one page.
type asked struct {
	by   visitor
	seq  int
	kind string
}

// probeKind is the question by which the room knows that the kernel's engine is there.
const probeKind = "probe"

// ask asks the kernel about code, or sends a widget's message, for a page.
func (s *state) ask(by visitor, seq int, kind string, content any) {
	if s.kernel.away() {
		if kind != "comm_msg" { // whose controls have ended with their kernel
			s.need()
		}
		s.tellOne(by, answerEvent{Ev: "answer", Seq: seq})
		return
	}
	id := s.request("shell", kind, content, nil)
	s.asked[id] = asked{by, seq, kind}
}

// greet tells a new kernel how the pages like to be served, and asks for nothing, which
// it answers when it is ready.
func (s *state) greet() {
	s.request("shell", "comm_open", map[string]any{
		"comm_id": s.client, "target_name": cells.FrontTarget, "data": map[string]any{"redraw": svgType},
	}, nil)
	id := s.request("shell", "complete_request", map[string]any{"code": "", "cursor_pos": 0}, nil)
	s.asked[id] = asked{kind: probeKind}
	s.askReactive()
}

// answerHandled answers a widget's message, when the kernel is done with it.
func (s *state) answerHandled(id string) {
	if q, ok := s.asked[id]; ok && q.kind == "comm_msg" {
		delete(s.asked, id)
		s.tellOne(q.by, answerEvent{Ev: "answer", Seq: q.seq})
	}
}

// hearAnswer passes an answer on to the page that asked.
func (s *state) hearAnswer(p packet, id string) {
	q, ok := s.asked[id]
	if !ok {
		return
	}
	delete(s.asked, id)
	switch q.kind {
	case probeKind:
		s.ready(p)
	case "krigo_effects_request":
		s.hearForesight(p)
	case "krigo_reactive_request":
		s.hearReactive(p)
	case "complete_request":
		s.tellOne(q.by, completion(p, q.seq))
	case "inspect_request":
		s.tellOne(q.by, s.inspection(p, q.seq))
	}
}

// ready notes that the kernel's engine is there, or why not.
func (s *state) ready(p packet) {
	var content struct {
		Status string `json:"status"`
		failure
	}
	if p.read(&content) && content.Status == "error" {
		s.setKernel(s.kernel.State, content.Value)
		return
	}
	if s.kernel.State == kernelStarting {
		s.setKernel(kernelIdle, "")
	}
}

func completion(p packet, seq int) answerEvent {
	var content struct {
		Matches  []string `json:"matches"`
		Start    int      `json:"cursor_start"`
		End      int      `json:"cursor_end"`
		Metadata struct {
			Types []match `json:"_jupyter_types_experimental"`
		} `json:"metadata"`
	}
	answer := answerEvent{Ev: "answer", Seq: seq}
	if !p.read(&content) {
		return answer
	}
	answer.Start, answer.End, answer.Matches = content.Start, content.End, content.Metadata.Types
	if len(answer.Matches) != len(content.Matches) {
		answer.Matches = nil
		for _, text := range content.Matches {
			answer.Matches = append(answer.Matches, match{Text: text})
		}
	}
	return answer
}

func (s *state) inspection(p packet, seq int) answerEvent {
	var content struct {
		Found bool           `json:"found"`
		Data  map[string]any `json:"data"`
	}
	answer := answerEvent{Ev: "answer", Seq: seq}
	if !p.read(&content) || !content.Found {
		return answer
	}
	answer.Found = true
	if source, ok := content.Data["text/markdown"].(string); ok {
		html, err := s.viewer.render.Text(source)
		if err != nil {
			html = failed(err)
		}
		answer.HTML = string(html)
		return answer
	}
	answer.HTML = string(template.HTML(s.viewer.html(&nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{"text/plain": content.Data["text/plain"]}})))
	return answer
}
