package worker

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/display/mime"
	"krigo/interp/internal/child"
	"krigo/interp/internal/core"
	"krigo/interp/internal/ring"
	"krigo/interp/internal/wire"
)

// maxStack is the stack of one goroutine in bytes. Go's own limit of 1 GB
// would let an endless recursion take a small machine's memory first.
const maxStack = 128 << 20

// worker runs one session's cells.
type worker struct {
	requests *wire.Reader
	emitter  *emitter
	panics   *panicLog
	interp   *yaegi.Interpreter
	core     *core.Runtime

	program    bool                       // it evaluates a program and ends with it
	unattended bool                       // no user reads reports about goroutines
	astray     atomic.Pointer[wire.Fault] // a goroutine's, which is to fail a cell
	dying      atomic.Bool                // of the panic of a program's goroutine
	evaluating sync.Mutex                 // held while an evaluation runs, of a cell or of handlers

	cell     atomic.Pointer[turn] // the last evaluation
	cellRuns atomic.Bool          // from its request until its result is sent

	inputs   inputs
	handlers *handlers
	console  *console
	keeping  atomic.Int32 // functions run whose output is kept back
	alarms   alarms
	census   census
}

// within is the environment variable that a worker, and what its cells start, has.
const within = "KRIGO_WITHIN_WORKER"

// Within reports whether this process is a worker or was started by one. Cells can hide that.
func Within() bool { return os.Getenv(within) != "" }

// serveRequests starts as the first request asks, and serves the others until the session is gone.
func (w *worker) serveRequests(symbols func() yaegi.Exports) error {
	var start wire.Request
	if err := w.requests.Read(&start); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	if err := w.start(start, symbols); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	return w.serve()
}

// newWorker returns a worker that reads requests and sends events, with its captured streams.
func newWorker(requests io.Reader, events io.Writer, text *ring.Ring, stdout, stderr *stream) (*worker, error) {
	written, err := child.NewWatch(stdout.fd, stderr.fd)
	if err != nil {
		return nil, err
	}
	w := &worker{
		requests: wire.NewReader(requests),
		emitter:  newEmitter(wire.NewWriter(events), newPrinted(text), stdout, stderr, written),
		handlers: newHandlers(),
	}
	w.cell.Store(newTurn(w, 0))
	w.emitter.stray, w.emitter.sent = w.stray, w.sent
	w.emitter.fault, w.emitter.interrupted = w.faultOf, w.interrupted
	w.emitter.keeps, w.emitter.capture = w.keeps, w.capture
	return w, nil
}

// start readies the interpreter and says so.
func (w *worker) start(r wire.Request, symbols func() yaegi.Exports) error {
	if len(r.Args) > 0 {
		os.Args = r.Args
	}
	clearGlobals()
	if err := limitMemory(r.MemoryLimit); err != nil {
		return err
	}
	for _, s := range w.emitter.streams {
		go w.emitter.watch(s)
	}
	go w.emitter.deliver()
	w.emitter.converses, w.emitter.records = r.Converses, r.Records
	mime.SetOutput(w.emitter)
	for _, n := range r.Notes {
		mime.TakeNote(n.Target, n.Data)
	}
	mime.AnnounceTargets()
	if err := w.newInterpreter(symbols()); err != nil {
		return err
	}
	w.program, w.unattended = r.Program, r.Unattended
	if w.program {
		w.core.Panicked = w.die
	}
	go w.serveComms()
	go w.serveBeside()
	w.census.take()
	return w.emitter.send(wire.Event{Kind: wire.KindReady})
}

// serve handles requests until the session is gone.
func (w *worker) serve() error {
	for {
		var r wire.Request
		if err := w.requests.Read(&r); err != nil {
			if errors.Is(err, io.EOF) {
				w.awaitPanics()
				return nil
			}
			return fmt.Errorf("worker: %w", err)
		}
		switch r.Kind {
		case wire.KindEval:
			w.begin(r)
		case wire.KindInterrupt:
			w.running().interrupt()
			w.handlers.interrupt() // for which the cell may wait
		case wire.KindInterruptHandlers:
			w.handlers.interrupt()
		case wire.KindPeek:
			go w.peek(r)
		case wire.KindJobs:
			_ = w.emitter.send(wire.Event{Kind: wire.KindResult, ID: r.ID, Jobs: w.jobs()})
		case wire.KindPlace:
			_ = w.emitter.send(place(r))
		case wire.KindAnswer:
			w.inputs.answer(r)
		case wire.KindComm:
			w.receive(r)
		default:
			return fmt.Errorf("worker: unknown request %q", r.Kind)
		}
	}
}

// begin starts an evaluation when running handlers have ended. The next interrupt applies
// to it.
func (w *worker) begin(r wire.Request) {
	c := newTurn(w, r.Cell)
	w.cell.Store(c)
	w.cellRuns.Store(true)
	go func() {
		w.evaluating.Lock()
		defer w.evaluating.Unlock()
		w.eval(c, r)
	}()
}

// running returns the evaluation that runs, or the one that ran last.
func (w *worker) running() *turn { return w.cell.Load() }
