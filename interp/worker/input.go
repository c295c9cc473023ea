package worker

import (
	"errors"
	"fmt"
	"sync"

	"krigo/interp/internal/wire"
)

// inputs are the questions that the user has not answered yet.
type inputs struct {
	mu      sync.Mutex
	last    int
	pending map[int]chan wire.Request
}

// ask notes a question and returns its number and where its answer arrives.
func (i *inputs) ask() (int, <-chan wire.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.pending == nil {
		i.pending = map[int]chan wire.Request{}
	}
	i.last++
	answer := make(chan wire.Request, 1)
	i.pending[i.last] = answer
	return i.last, answer
}

// answer delivers r to who asked. Nobody may be waiting any more.
func (i *inputs) answer(r wire.Request) {
	if answer := i.forget(r.ID); answer != nil {
		answer <- r
	}
}

func (i *inputs) forget(id int) chan wire.Request {
	i.mu.Lock()
	defer i.mu.Unlock()
	answer := i.pending[id]
	delete(i.pending, id)
	return answer
}

// ask asks the user for a line of text, hidden while it is typed where
// password is true. An interrupt of the cell ends it.
func (w *worker) ask(prompt string, password bool) (string, error) {
	id, answer := w.inputs.ask()
	defer w.inputs.forget(id)
	err := w.emitter.send(wire.Event{Kind: wire.KindInput, ID: id, Text: prompt, Password: password})
	if err != nil {
		return "", fmt.Errorf("input: %w", err)
	}
	ctx := w.context()
	select {
	case r := <-answer:
		if r.Refused != "" {
			return "", errors.New(r.Refused)
		}
		return r.Text, nil
	case <-ctx.Done():
		return "", fmt.Errorf("input: %w", ctx.Err())
	}
}
