package kernel

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// route describes how one type of request is served.
type route struct {
	// serve returns the content of the reply, or nil for none.
	serve func(*request) (any, error)
	// Requests in the same lane run one after the other; those of the zero lane are answered at
	// once, also while others run.
	lane lane
}

// lane says which requests run one after the other.
type lane int

const (
	atOnce lane = iota
	cells
	commLane // comms wait for the engine and its worker to start
)

// routes returns the dispatch table, of shell and of control alike.
func (k *core) routes() map[string]route {
	return map[string]route{
		"execute_request":     {serve: k.execute, lane: cells},
		"complete_request":    {serve: k.complete},
		"inspect_request":     {serve: k.inspect},
		"is_complete_request": {serve: k.isComplete},
		"history_request":     {serve: k.historyRequest},
		"comm_info_request":   {serve: k.commInfo, lane: commLane},
		"comm_open":           {serve: k.commOpen, lane: commLane},
		"comm_msg":            {serve: k.commMsg, lane: commLane},
		"comm_close":          {serve: k.commClose, lane: commLane},
		"kernel_info_request": {serve: k.kernelInfo},
		"interrupt_request":   {serve: k.interrupt},
		"shutdown_request":    {serve: k.shutdown},
		"debug_request":       {serve: k.debug},
		"usage_request":       {serve: k.usageRequest},

		"krigo_effects_request":  {serve: k.effects},
		"krigo_reactive_request": {serve: k.reactive},
	}
}

// receive serves a message of shell, control or stdin.
func (k *core) receive(ch channel, m *message) {
	r := &request{core: k, channel: ch, msg: m}
	if ch == stdin {
		k.inputs.receive(r)
		return
	}
	route, known := k.table[m.header.Type]
	switch {
	case !known:
		k.log.Warn("no such request", "type", m.header.Type, "channel", ch)
		r.serve(func(*request) (any, error) { return nil, nil })
	case route.lane == cells:
		k.queue.push(r)
	case route.lane == commLane:
		k.commQueue.push(r)
	default:
		r.serve(route.serve)
	}
}

// request is a message being served. What is sent through it bears its header
// as the parent.
type request struct {
	core    *core
	channel channel
	msg     *message
	// after, where not nil, runs when reply and idle are sent.
	after func()
	// until, if not nil, delays idle until it is closed, in the background and for a short time.
	until <-chan struct{}
}

// serve runs a handler between busy and idle and sends what it returns.
func (r *request) serve(handler func(*request) (any, error)) {
	r.status("busy")
	content, err := r.guard(handler)
	if err != nil {
		content = failureOf(err)
	}
	if content != nil {
		r.reply(content)
	}
	if r.until != nil {
		r.core.late.Go(r.idleLate)
		return
	}
	r.status("idle")
	if r.after != nil {
		r.after()
	}
}

// idleLate says idle when the handlers of a comm's message have ended.
func (r *request) idleLate() {
	limit := time.NewTimer(handlerLimit)
	defer limit.Stop()
	select {
	case <-r.until:
	case <-limit.C:
	case <-r.core.ctx.Done():
	}
	r.status("idle")
}

// guard turns a handler's panic into an error, so that one bad request does
// not end the session.
func (r *request) guard(handler func(*request) (any, error)) (content any, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.core.log.Error("panic while serving", "type", r.msg.header.Type, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	return handler(r)
}

// parse reads the request's content into v, whose values so far are defaults.
func (r *request) parse(v any) error {
	if err := json.Unmarshal(r.msg.content, v); err != nil {
		return fmt.Errorf("%s: %w", r.msg.header.Type, err)
	}
	return nil
}

// reply answers on the request's own channel.
func (r *request) reply(content any) {
	kind := strings.TrimSuffix(r.msg.header.Type, "_request") + "_reply"
	m, err := r.compose(kind, content)
	if err != nil {
		m, err = r.compose(kind, failureOf(err))
	}
	if err != nil {
		r.core.log.Error("a reply cannot be sent", "type", kind, "err", err)
		return
	}
	m.identities = r.msg.identities
	r.core.out.send(r.channel, m)
}

// compose makes a message that answers the request.
func (r *request) compose(kind string, content any) (*message, error) {
	m, err := compose(r.core.session, kind, content)
	if err != nil {
		return nil, err
	}
	m.parent = r.msg.rawHeader
	return m, nil
}
