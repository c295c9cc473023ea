package kernel

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"krigo/cell"
)

// fakeEngine runs a tiny language, one command a line: a word and its
// argument.
type fakeEngine struct {
	mu    sync.Mutex
	comms []cell.CommMessage
	// handled are called when the next message of a comm comes; interrupted counts
	// the interrupts of handlers.
	handled     []func()
	interrupted int
	out         cell.Output // of the last cell
	label       string      // of the last cell
	// abandoned holds one once Abandon was called.
	abandoned chan struct{}
}

func newFakeEngine() *fakeEngine { return &fakeEngine{abandoned: make(chan struct{}, 1)} }

func startFake(e *fakeEngine) func(context.Context) (Engine, error) {
	return func(context.Context) (Engine, error) { return e, nil }
}

func plain(text string) *cell.Bundle {
	return &cell.Bundle{Data: map[string]any{"text/plain": text}}
}

func (e *fakeEngine) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	e.mu.Lock()
	e.out, e.label = out, c.Label
	e.mu.Unlock()
	var value *cell.Bundle
	for line := range strings.Lines(c.Source) {
		word, argument, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var err error
		if value, err = e.run(ctx, word, argument, out); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func (e *fakeEngine) run(ctx context.Context, word, argument string, out cell.Output) (*cell.Bundle, error) {
	switch word {
	case "print":
		out.Stream("stdout", argument+"\n")
	case "pause":
		time.Sleep(2 * streamDelay)
	case "warn":
		out.Stream("stderr", argument+"\n")
	case "value":
		return plain(argument), nil
	case "fail":
		return nil, &cell.Error{Name: "Error", Message: argument}
	case "plainfail":
		return nil, errors.New(argument)
	case "panic":
		panic(argument)
	case "block":
		<-ctx.Done()
		return nil, &cell.Error{Name: "Interrupt", Message: "interrupted"}
	case "stuck":
		<-e.abandoned
		return nil, &cell.Error{Name: "Interrupt", Message: "abandoned"}
	case "ask":
		answer, err := out.Input(ctx, argument, false)
		if err != nil {
			return nil, err
		}
		return plain(answer), nil
	case "page":
		out.Page(*plain(argument))
	case "show":
		out.Display(cell.Display{Bundle: *plain(argument), ID: "id1"})
	case "update":
		out.Display(cell.Display{Bundle: *plain(argument), ID: "id1", Update: true})
	case "clear":
		out.Clear(argument == "wait")
	case "comm":
		out.Comm(cell.CommMessage{Kind: argument, ID: "c1", Target: "slider", Data: map[string]any{"v": 1}})
	}
	return nil, nil
}

func (e *fakeEngine) Evaluate(_ context.Context, expr string) (*cell.Bundle, error) {
	if expr == "bad" {
		return nil, &cell.Error{Name: "CompileError", Message: "undefined: bad"}
	}
	return plain("<" + expr + ">"), nil
}

// Complete knows the word "été" after a "é".
func (e *fakeEngine) Complete(source string, cursor int) cell.Completion {
	start := strings.LastIndex(source[:cursor], "é")
	if start < 0 {
		return cell.Completion{Start: cursor, End: cursor}
	}
	return cell.Completion{
		Matches: []cell.Match{{Text: "été", Type: "function", Signature: "()"}},
		Start:   start, End: cursor,
	}
}

func (e *fakeEngine) Inspect(source string, cursor, detail int) (cell.Bundle, bool) {
	if !strings.HasSuffix(source[:cursor], "sin") {
		return cell.Bundle{}, false
	}
	return *plain(strings.Repeat("sine", 1+detail)), true
}

// Variables are n, and what no cell ever read.
func (e *fakeEngine) Variables() (all []cell.Variable, running bool) {
	return []cell.Variable{
		{Name: "n", Type: "int", Known: true, Value: "7"}, {Name: "sin", Type: "float64", Known: true, Value: "0.5"}, {Name: "far", Type: "int"},
	}, true
}

func (e *fakeEngine) IsComplete(source string) cell.Completeness {
	if strings.HasSuffix(source, "{") {
		return cell.Completeness{Status: "incomplete", Indent: "\t"}
	}
	return cell.Completeness{Status: "complete"}
}

// Format joins words by one space, and refuses a text that ends in "{".
func (e *fakeEngine) Format(c cell.Cell) (string, error) {
	if strings.HasSuffix(c.Source, "{") {
		return c.Source, errors.New(c.Label + " ends early")
	}
	return strings.Join(strings.Fields(c.Source), " "), nil
}

// Comm knows the target slider and those of models. A message with the key "wait"
// is handled when another one comes.
func (e *fakeEngine) Comm(m cell.CommMessage, _ cell.Output, handled func()) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if m.Kind == "open" && m.Target != "slider" && !cell.HoldsModel(m.Target) {
		return errors.New("no such target")
	}
	e.comms = append(e.comms, m)
	for _, earlier := range e.handled {
		earlier()
	}
	e.handled = nil
	if m.Data["wait"] != nil {
		e.handled = append(e.handled, handled)
		return nil
	}
	handled()
	return nil
}

func (e *fakeEngine) InterruptHandlers() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.interrupted++
}

func (e *fakeEngine) Abandon() {
	select {
	case e.abandoned <- struct{}{}:
	default:
	}
}

// Close ends a cell that is stuck, as the end of a worker does.
func (e *fakeEngine) Close() error {
	e.Abandon()
	return nil
}
