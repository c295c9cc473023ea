package kernel

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

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
	r.core.returnMemory(r.msg)
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

// status reports to all clients that the request is worked on ("busy") or done with
// ("idle").
func (r *request) status(state string) {
	r.publish("status", map[string]string{"execution_state": state})
}

// publish sends a message to everybody on iopub.
func (r *request) publish(kind string, content any) {
	m, err := r.compose(kind, content)
	if err != nil {
		r.core.log.Error("an output cannot be sent", "type", kind, "err", err)
		return
	}
	r.core.broadcast(m)
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
