package notebook

import (
	"fmt"

	cells "krigo/cell"
	"krigo/internal/nbformat"
)

// The states of the kernel that the room looks at.
const (
	kernelNone       = "none"    // none is there before one is needed
	kernelWaiting    = "waiting" // for a place
	kernelStarting   = "starting"
	kernelIdle       = "idle"
	kernelBusy       = "busy"
	kernelRestarting = "restarting"
	kernelDead       = "dead"
)

// kernelState is the state of the kernel: "none" before one is needed, "waiting" for a slot,
// "starting", "idle", "busy", "restarting" or "dead", with a note for the user.
type kernelState struct {
	State string `json:"state"`
	Note  string `json:"note"`
}

// away reports whether the kernel takes no requests now.
func (k kernelState) away() bool {
	switch k.State {
	case kernelNone, kernelWaiting, kernelRestarting, kernelDead:
		return true
	}
	return false
}

// request is a message for the kernel.
type request struct {
	id, channel, kind string
	content           any
	metadata          map[string]any
}

// asked is a request whose answer is awaited, by a page or, where by is 0, by the room.
type asked struct {
	by   visitor
	seq  int
	kind string
}

// probeKind is the question by which the room knows that the kernel's engine is there.
const probeKind = "probe"

// kernelLink is the room's view of its kernel: requests, the questions among them whose answers are
// awaited, and the question that the running cell asks the user.
//
// A kernel that is away has no questions.
type kernelLink struct {
	pages    *subscribers
	client   string // names the room to the kernel
	count    int    // of requests
	status   kernelState
	launches int              // that have not reported "starting" yet; each does once, in order
	asked    map[string]asked // by the request
	asking   *question        // nil where no cell asks
	effects  kernelEffects
}

// kernelEffects are the requests of an operation to the kernel.
type kernelEffects struct {
	requests  []request
	interrupt bool
	restart   bool
	start     bool // a kernel, where there is a place
	giveUp    bool // waiting for that
}

// take returns the effects and removes them.
func (k *kernelLink) take() kernelEffects {
	e := k.effects
	k.effects = kernelEffects{}
	return e
}

// waits says why the kernel cannot start yet.
type waits struct{ note string }

// ask asks the kernel about code, or sends a widget's message, for a page.
func (k *kernelLink) ask(by visitor, seq int, kind string, content any) {
	if k.status.away() {
		if kind != "comm_msg" { // whose controls have ended with their kernel
			k.need()
		}
		k.pages.tellOne(by, answerEvent{Ev: "answer", Seq: seq})
		return
	}
	id := k.request("shell", kind, content, nil)
	k.asked[id] = asked{by, seq, kind}
}

// greet sends a new kernel the settings of the pages, and asks for nothing, which
// it answers when it is ready.
func (k *kernelLink) greet() {
	k.request("shell", "comm_open", map[string]any{
		"comm_id": k.client, "target_name": cells.FrontTarget, "data": map[string]any{"redraw": cells.FigureType, "explore": true},
	}, nil)
	id := k.request("shell", "complete_request", map[string]any{"code": "", "cursor_pos": 0}, nil)
	k.asked[id] = asked{kind: probeKind}
}

// query asks the kernel for the room itself, and returns the request's id.
func (k *kernelLink) query(kind string, content any) string {
	id := k.request("shell", kind, content, nil)
	k.asked[id] = asked{kind: kind}
	return id
}

// answered returns the question that a request was, which is awaited no more.
func (k *kernelLink) answered(id string) (q asked, ok bool) {
	q, ok = k.asked[id]
	delete(k.asked, id)
	return q, ok
}

// drop answers a page's question with nothing, where the request was one.
func (k *kernelLink) drop(id string) {
	if q, ok := k.answered(id); ok {
		k.pages.tellOne(q.by, answerEvent{Ev: "answer", Seq: q.seq})
	}
}

// abandon drops all questions to a kernel that has gone.
func (k *kernelLink) abandon() {
	k.withdraw()
	for id := range k.asked {
		k.drop(id)
	}
}

// answerHandled answers a widget's message, when the kernel is done with it.
func (k *kernelLink) answerHandled(id string) {
	if k.asked[id].kind == "comm_msg" {
		k.drop(id)
	}
}

// ready notes that the kernel's engine is there, or why not.
func (k *kernelLink) ready(m message) {
	var content struct {
		Status string `json:"status"`
		failure
	}
	if m.read(&content) && content.Status == "error" {
		k.setStatus(k.status.State, content.Value)
		return
	}
	if k.status.State == kernelStarting {
		k.setStatus(kernelIdle, "")
	}
}

func completion(m message, seq int) answerEvent {
	var content struct {
		Matches  []string `json:"matches"`
		Start    int      `json:"cursor_start"`
		End      int      `json:"cursor_end"`
		Metadata struct {
			Types []match `json:"_jupyter_types_experimental"`
		} `json:"metadata"`
	}
	answer := answerEvent{Ev: "answer", Seq: seq}
	if !m.read(&content) {
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

func (v *viewer) inspection(m message, seq int) answerEvent {
	var content struct {
		Found bool           `json:"found"`
		Data  map[string]any `json:"data"`
	}
	answer := answerEvent{Ev: "answer", Seq: seq}
	if !m.read(&content) || !content.Found {
		return answer
	}
	answer.Found = true
	answer.HTML = &htmlView{v.later(func(*view) Out {
		if source, ok := content.Data["text/markdown"].(string); ok {
			return Out{HTML: htmlOr(v.render.Text(source))}
		}
		plain := map[string]any{"text/plain": content.Data["text/plain"]}
		return Out{HTML: htmlOr(v.render.Output(&nbformat.Output{Type: nbformat.DisplayData, Data: plain}))}
	})}
	return answer
}

// request asks the kernel for something and returns the request's id.
func (k *kernelLink) request(channel, kind string, content any, metadata map[string]any) string {
	k.count++
	id := fmt.Sprintf("%s-%d", k.client, k.count)
	k.effects.requests = append(k.effects.requests, request{id, channel, kind, content, metadata})
	return id
}

// reset notes what the kernel does, for pages that get the whole document.
func (k *kernelLink) reset(state, note string) { k.status = kernelState{state, note} }

// setStatus notes the kernel's state, and reports it to the pages.
func (k *kernelLink) setStatus(state, note string) {
	if now := (kernelState{state, note}); k.status != now {
		k.status = now
		k.pages.tell(kernelEvent{"kernel", k.status})
	}
}

// interrupt asks for an interrupt, or gives up the wait for a kernel.
func (k *kernelLink) interrupt() {
	switch k.status.State {
	case kernelNone:
	case kernelWaiting:
		k.leaveQueue()
	default:
		k.effects.interrupt = true
	}
}

// restart asks for a restart.
func (k *kernelLink) restart() {
	k.setStatus(kernelRestarting, "")
	k.effects.restart = true
	k.launches++
}

// started notes that a launched kernel has reported "starting", and reports whether this ends a
// restart. A kernel that is restarted at once may report it after the restart was asked for.
func (k *kernelLink) started() bool {
	k.launches = max(0, k.launches-1)
	return k.launches == 0 && k.status.State == kernelRestarting
}

// need asks for a kernel if there is none yet.
func (k *kernelLink) need() {
	if k.status.State == kernelNone {
		k.setStatus(kernelWaiting, "")
		k.effects.start = true
	}
}

// waitsFor reports to the pages why the kernel cannot start yet.
func (k *kernelLink) waitsFor(w waits) {
	if k.status.State == kernelWaiting {
		k.setStatus(kernelWaiting, w.note)
	}
}

// leaveQueue gives up the wait for a kernel.
func (k *kernelLink) leaveQueue() {
	k.effects.giveUp = true
	k.setStatus(kernelNone, "")
}

// hearQuestion asks the pages for what a cell wants to know.
func (k *kernelLink) hearQuestion(c *cell, m message) {
	var content struct {
		Prompt   string `json:"prompt"`
		Password bool   `json:"password"`
	}
	if !m.read(&content) {
		return
	}
	k.asking = &question{c.file.ID, content.Prompt, content.Password}
	k.pages.tell(askEvent{"ask", c.file.ID, &content.Prompt, content.Password})
}

// answer gives the kernel what a page answers.
func (k *kernelLink) answer(by visitor, value string) {
	if k.asking == nil {
		k.pages.say(by, "note", "The cell is no longer asking.")
		return
	}
	k.request("stdin", "input_reply", map[string]string{"value": value}, nil)
	k.withdraw()
}

// withdraw takes the cell's question away.
func (k *kernelLink) withdraw() {
	if k.asking != nil {
		id := k.asking.ID
		k.asking = nil
		k.pages.tell(askEvent{Ev: "ask", ID: id})
	}
}
