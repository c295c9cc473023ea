package kernel

import (
	"context"
	"sync"

	"krigo/cell"
)

// inputs are the questions that wait for an answer on stdin, by the identity
// of the client that was asked.
type inputs struct {
	mu      sync.Mutex
	waiting map[string]chan string
}

func newInputs() *inputs { return &inputs{waiting: map[string]chan string{}} }

// receive takes an answer. An unexpected answer is dropped.
func (i *inputs) receive(r *request) {
	var content struct {
		Value string `json:"value"`
	}
	if r.msg.header.Type != "input_reply" || len(r.msg.identities) == 0 || r.parse(&content) != nil {
		r.core.log.Warn("not an input_reply", "type", r.msg.header.Type)
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	select {
	case i.waiting[string(r.msg.identities[0])] <- content.Value:
	default:
		r.core.log.Info("dropped an input_reply that nothing waits for")
	}
}

// expect returns where the answer of a client will come, and what to call when
// it is not wanted any more.
func (i *inputs) expect(identity string) (<-chan string, func()) {
	answer := make(chan string, 1)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.waiting[identity] = answer
	return answer, func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		delete(i.waiting, identity)
	}
}

// ask asks the client that sent the request for a line of text.
func (r *request) ask(ctx context.Context, prompt string, password bool) (string, error) {
	if len(r.msg.identities) == 0 {
		return "", cell.ErrNoInput
	}
	answer, forget := r.core.inputs.expect(string(r.msg.identities[0]))
	defer forget()
	m, err := r.compose("input_request", map[string]any{"prompt": prompt, "password": password})
	if err != nil {
		return "", err
	}
	m.identities = r.msg.identities
	r.core.out.send(stdin, m)
	select {
	case value := <-answer:
		return value, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
