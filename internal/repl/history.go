package repl

import (
	"context"

	"krigo/cell"
)

// History keeps the cells that run; *history.Log is one.
type History interface {
	// Add notes that a cell runs, and Output its value as text. Errors are reported once.
	Add(line int, input string) error
	Output(line int, text string) error
}

// Recorded returns an engine that notes in a history what it evaluates. warn receives the errors of
// that; cells run all the same.
func Recorded(engine Engine, history History, warn func(error)) Engine {
	return &recorded{Engine: engine, history: history, warn: warn}
}

type recorded struct {
	Engine
	history History
	warn    func(error)
	count   int
}

// Eval notes the cell, evaluates it, and notes its value.
func (r *recorded) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	r.count++
	r.tell(r.history.Add(r.count, c.Source))
	value, err := r.Engine.Eval(ctx, c, out)
	if value != nil {
		r.tell(r.history.Output(r.count, value.Plain()))
	}
	return value, err
}

func (r *recorded) tell(err error) {
	if err != nil {
		r.warn(err)
	}
}
