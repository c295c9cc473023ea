package worker

import (
	"sync"

	"krigo/interp/internal/wire"
)

// inputs are the questions that the user has not answered yet.
type inputs struct {
	mu      sync.Mutex
	last    int
	pending map[int]chan wire.Request
}

// ask notes a question and returns its number and the channel for its answer.
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

// answer delivers r to the caller that asked, if it still waits.
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

// noAnswer is input's panic value if the user cannot be asked: the cell, or the
// goroutine, fails.
type noAnswer struct{ reason string }

func (n noAnswer) Error() string { return "input: " + n.reason }

// interruptedQuestion is input's panic value when it is interrupted.
type interruptedQuestion struct{}

func (interruptedQuestion) Error() string { return "input: interrupted" }

// ask asks the user for a line of text, hidden while it is typed if password is true. An
// interrupt of the cell ends it.
func (w *worker) ask(prompt string, password bool) string {
	if w.handlers.mine() != nil {
		panic(noAnswer{"a handler cannot ask for input: ask in a cell, or show a widget.Text"})
	}
	id, answer := w.inputs.ask()
	defer w.inputs.forget(id)
	err := w.emitter.send(wire.Event{Kind: wire.KindInput, ID: id, Text: prompt, Password: password})
	if err != nil {
		panic(noAnswer{err.Error()})
	}
	select {
	case r := <-answer:
		switch {
		case r.Interrupted:
			panic(interruptedQuestion{})
		case r.Refused != "":
			panic(noAnswer{r.Refused})
		}
		return r.Text
	case <-w.context().Done():
		panic(interruptedQuestion{})
	}
}
