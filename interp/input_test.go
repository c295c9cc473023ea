package interp

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp/internal/wire"
	"krigo/interp/static"
	"krigo/interp/symbols"
)

// hastyWorker asks the user before the write that hands it a cell returns,
// and ends the cell when it has the answer.
type hastyWorker struct {
	session *Session
	process *process
	asked   chan bool
	cell    int
}

func (h *hastyWorker) Write(frame []byte) (int, error) {
	var r wire.Request
	if err := json.Unmarshal(frame[4:], &r); err != nil {
		return 0, err
	}
	switch r.Kind {
	case wire.KindEval:
		h.cell = r.ID
		h.session.emit(wire.Event{Kind: wire.KindInput, ID: 1, Text: "Name? "})
		select {
		case <-h.asked:
		case <-time.After(testwait.Limit):
			return 0, errors.New("the user was not asked")
		}
	case wire.KindAnswer:
		h.process.handle(wire.Event{Kind: wire.KindResult, ID: h.cell, Bundle: &cell.Bundle{Data: map[string]any{"text/plain": r.Text}}}, nil)
	}
	return len(frame), nil
}

// hastyOutput answers the questions whose context has not ended.
type hastyOutput struct {
	cell.Output
	asked chan bool
}

func (o hastyOutput) Input(ctx context.Context, _ string, _ bool) (string, error) {
	defer close(o.asked)
	return "Ann", ctx.Err()
}

// A cell's first question belongs to it though it comes at once, and not to
// the cell before, whose context has ended.
func TestEarlyQuestion(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	p := &process{pending: map[int]*call{}, ready: closed, usable: closed, dead: make(chan struct{})}
	known := static.New(symbols.NewWorld())
	s := &Session{static: known, reader: reader{static: known}, turn: newTurn(), workers: workers{process: p}}
	h := &hastyWorker{session: s, process: p, asked: make(chan bool)}
	p.requests = wire.NewWriter(h)
	old, cancel := context.WithCancel(t.Context())
	cancel()
	s.asking.begin(old)
	b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: `input("Name? ")`}, hastyOutput{asked: h.asked})
	if err != nil || b.Data["text/plain"] != "Ann" {
		t.Errorf("the answer is %v, %v", b, err)
	}
}
