package interp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"syscall"
	"time"

	"krigo/cell"
	"krigo/interp/internal/confine"
	"krigo/interp/internal/wire"
)

// closeTimeout is how long a worker may take to end after a request.
const closeTimeout = time.Second

// process is one worker, which runs on its host: an operating system (host_os.go) or a web page (host_js.go).
type process struct {
	host     // what it runs on
	log      *slog.Logger
	requests *wire.Writer
	events   *wire.Reader
	printed  uint64 // the position in its printed text up to which events delivered it

	ready  chan struct{} // closed when the worker serves requests
	usable chan struct{} // closed when the session's declarations are there
	dead   chan struct{} // closed when it is gone and death is set

	mu      sync.Mutex
	last    int
	pending map[int]*call
	handled map[int]func() // called when the handlers of a comm's message have ended
	reason  string         // why the session ended it, if it did
	told    bool           // by the worker, why it ends
	retired bool           // not to be replaced automatically
	tail    []byte         // the end of what it wrote to standard error
	death   death
}

// call is an evaluation that the worker has been asked for.
type call struct {
	declared func()          // called when its declarations were evaluated
	result   chan wire.Event // holds one
}

// startProcess starts a worker. Its events go to emit, from one goroutine, which calls
// died after the last of them and before it closes dead. Notes are the notes of earlier
// workers.
func startProcess(o Options, notes []cell.CommMessage, emit func(wire.Event), died func(*process)) (*process, error) {
	p := &process{
		log: o.Log, pending: map[int]*call{}, handled: map[int]func(){},
		ready: make(chan struct{}), usable: make(chan struct{}), dead: make(chan struct{}),
	}
	requests, events, err := p.host.spawn(o)
	if err != nil {
		return nil, fmt.Errorf("interp: start the worker: %w", err)
	}
	p.requests, p.events = wire.NewWriter(requests), wire.NewReader(events)
	go p.read(emit, died)
	if o.Confined.Means != confine.None && o.MemoryLimit > 0 {
		go p.watchMemory(int64(o.MemoryLimit))
	}
	start := wire.Request{Kind: wire.KindStart, Args: o.Args, MemoryLimit: o.MemoryLimit, Program: o.Program, Unattended: o.Unattended, Converses: o.Converses, Records: o.Records, Notes: notes}
	if err := p.requests.Write(start); err != nil {
		p.log.Warn("the worker does not accept requests", "error", err) // it is about to be found dead
	}
	return p, nil
}

// memoryPace is the pause between two looks at the memory of a confined worker.
const memoryPace = 200 * time.Millisecond

// watchMemory ends a confined worker whose processes together have clearly more memory than it alone may
// allocate.
func (p *process) watchMemory(limit int64) {
	ticker := time.NewTicker(memoryPace)
	defer ticker.Stop()
	for {
		select {
		case <-p.dead:
			return
		case <-ticker.C:
		}
		if n := p.host.memory(); n > limit/4*5 {
			p.kill(fmt.Sprintf("it and the processes that it has started have %d MB of memory, more than the limit of %d MB", n>>20, limit>>20))
			return
		}
	}
}

// read passes on the worker's events until it is gone.
func (p *process) read(emit func(wire.Event), died func(*process)) {
	for {
		var e wire.Event
		if err := p.events.Read(&e); err != nil {
			if !errors.Is(err, io.EOF) {
				p.kill(err.Error())
			}
			break
		}
		p.handle(e, emit)
	}
	p.bury()
	for _, e := range p.death.unsent {
		emit(e)
	}
	died(p)
	p.handleAll()
	close(p.dead)
}

func (p *process) handle(e wire.Event, emit func(wire.Event)) {
	switch e.Kind {
	case wire.KindReady:
		close(p.ready)
	case wire.KindDeclared:
		if c := p.find(e.ID); c != nil && c.declared != nil {
			c.declared()
		}
	case wire.KindResult:
		if c := p.find(e.ID); c != nil {
			p.forget(e.ID)
			c.result <- e
		}
	case wire.KindHandled:
		if handled := p.takeHandled(e.ID); handled != nil {
			handled()
		}
	case wire.KindEnds:
		p.told = true
	default:
		if e.Name == "stderr" {
			p.keepTail(e.Text)
		}
		if e.UpTo != 0 {
			p.printed = e.UpTo
		}
		emit(e)
	}
}

// call sends r and returns the channel for its result, unless p dies before.
func (p *process) call(r wire.Request, declared func()) (<-chan wire.Event, error) {
	c := &call{declared: declared, result: make(chan wire.Event, 1)}
	p.mu.Lock()
	p.last++
	r.ID = p.last
	p.pending[r.ID] = c
	p.mu.Unlock()
	if err := p.requests.Write(r); err != nil {
		p.forget(r.ID)
		return nil, err
	}
	return c.result, nil
}

// sendComm sends a comm's message. Handled, if not nil, is called when its handlers or p
// have ended.
func (p *process) sendComm(m cell.CommMessage, handled func()) error {
	p.mu.Lock()
	p.last++
	id := p.last
	if handled != nil {
		p.handled[id] = handled
	}
	p.mu.Unlock()
	err := p.requests.Write(wire.Request{Kind: wire.KindComm, ID: id, Comm: &m})
	if err != nil || p.isDead() {
		p.handleAll()
	}
	return err
}

func (p *process) takeHandled(id int) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	handled := p.handled[id]
	delete(p.handled, id)
	return handled
}

// handleAll reports that no handler of p runs any more.
func (p *process) handleAll() {
	p.mu.Lock()
	all := slices.Collect(maps.Values(p.handled))
	clear(p.handled)
	p.mu.Unlock()
	for _, handled := range all {
		handled()
	}
}

// readyTimeout bounds the wait for a worker that starts. It is long, since a busy machine
// may be slow, and one that cannot start is dead at once.
const readyTimeout = time.Minute

// awaitReady waits until the worker serves requests, or never will.
func (p *process) awaitReady() {
	select {
	case <-p.ready:
	case <-p.dead:
	case <-time.After(readyTimeout):
	}
}

func (p *process) find(id int) *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending[id]
}

func (p *process) forget(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, id)
}

// maxTail is how many bytes of standard error are kept to explain a worker's death.
const maxTail = 64 << 10

func (p *process) keepTail(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tail = append(p.tail, text...)
	if n := len(p.tail) - maxTail; n > 0 {
		p.tail = append(p.tail[:0], p.tail[n:]...)
	}
}

// kill ends the worker and all that it started, for a reason that the user sees.
func (p *process) kill(reason string) {
	p.mu.Lock()
	if p.reason == "" {
		p.reason = reason
	}
	p.mu.Unlock()
	if err := p.host.kill(); err != nil {
		p.log.Debug("the worker has already ended", "error", err)
	}
}

// retire kills the worker, which is not replaced.
func (p *process) retire(reason string) {
	p.mu.Lock()
	p.retired = true
	p.mu.Unlock()
	p.kill(reason)
}

// isRetired reports whether the worker is not to be replaced automatically.
func (p *process) isRetired() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.retired
}

// wasUsable reports whether the worker has ever been.
func (p *process) wasUsable() bool {
	select {
	case <-p.usable:
		return true
	default:
		return false
	}
}

// isDead reports whether the worker is gone.
func (p *process) isDead() bool {
	select {
	case <-p.dead:
		return true
	default:
		return false
	}
}

// idle reports whether the worker has no pending requests.
func (p *process) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.pending) == 0
}

// close asks the worker to end, and kills it if it does not.
func (p *process) close() {
	p.mu.Lock()
	p.retired, p.reason = true, "the session ended"
	p.mu.Unlock()
	p.host.closeRequests()
	select {
	case <-p.dead:
	case <-time.After(closeTimeout):
		p.kill("")
		<-p.dead
	}
}

// ending is how a worker ended.
type ending struct {
	code   int            // that it exited with
	signal syscall.Signal // that ended it, or 0
	// What it wrote and sent no event of.
	stdout, stderr string
}

// bury waits for the end of the worker and finds its cause.
func (p *process) bury() {
	e, err := p.host.await(p.printed)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.told {
		p.death = death{name: "WorkerExit", cause: "the program ended", exited: true, code: e.code, unsent: streams(e.stdout, e.stderr)}
	} else {
		p.death = postMortem(e, p.reason, string(p.tail))
	}
	p.log.Info("worker ended", "error", err, "cause", p.death.cause, "trace", p.death.trace)
}
