package interp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"time"

	"krigo/cell"
	"krigo/interp/internal/confine"
	"krigo/interp/internal/wire"
	"krigo/interp/static"
)

// Confinement says what a worker may reach.
type Confinement = confine.Limits

// The means by which a worker is confined.
const (
	Unconfined   = confine.None
	ByNamespaces = confine.Namespaces
	ByLandlock   = confine.Landlock
)

// Options configure a Session. Symbols must be set.
type Options struct {
	// Symbols has the packages that cells can import; package symbols has those of
	// krigo. It serves one session. The worker needs the symbol tables of the same
	// packages.
	Symbols static.World
	// Command starts a worker; by default it is this executable with the
	// argument "worker".
	Command []string
	// Dir is the worker's working directory; by default the caller's.
	Dir string
	// Env is the worker's environment; by default the caller's.
	Env []string
	// Stdin becomes os.Stdin in cells, which is empty if it is nil. It is not a terminal, which would stop the worker:
	// its process group is not the one that may read.
	Stdin *os.File
	// Args become os.Args in cells.
	Args []string
	// MemoryLimit is the number of bytes that the worker may allocate, if the system can
	// limit it; by default four fifths of the machine's memory. A cell cannot lift a
	// limit that is set, unless its user is root and it is not Confined.
	MemoryLimit uint64
	// Confined keeps the worker, and all that it starts, from files, the network and other
	// processes; the zero value does not. Start fails if the system cannot do that: it needs
	// Linux. MemoryLimit then bounds the memory of all its processes, too.
	Confined Confinement
	// StopTimeout is how long a cell may take to end after an interrupt; 5 s if it is 0.
	// [Session.Abandon] describes what follows.
	StopTimeout time.Duration
	// Unattended means that no user can interrupt twice: a cell that does not stop in
	// time is ended with its worker. No user reads about panics of goroutines either: a
	// panic fails the cell that runs then, or the next one.
	Unattended bool
	// Program means that the session runs a program: a panic in a goroutine ends the
	// process, as in Go. A notebook only reports it.
	Program bool
	// Converses means that a front end answers comms, as a kernel's does. Without one,
	// controls are shown as text.
	Converses bool
	// Records means that a notebook keeps the outputs and the state of controls: comms
	// are opened as for a front end, which never answers.
	Records bool
	// Given holds preset values of controls (package krigo/widget), by name: given.Typed,
	// or values of JSON. See [Session.Untaken].
	Given map[string]any
	// Leaves means that the cells exit and quit end the session: Eval then returns
	// [cell.ErrLeave]. Otherwise they show how to end it.
	Leaves bool
	// OwnsPage means that the front end knows the cells of its page and their order, and
	// runs stale ones if [Session.Reactive] reports true. The effects of cells are
	// followed, and reported to outputs that are a [cell.Follower].
	OwnsPage bool
	// Log receives the exchange between the session and its worker; by default nothing is
	// logged.
	Log *slog.Logger
}

// Session is a Go session made of cells. Eval, Evaluate and Restart take
// turns; the other methods may be called at any time.
type Session struct {
	options Options // as Start was called, with defaults
	static  *static.Session
	reader  reader
	sources sources
	comms   comms
	outlet  outlet
	place   workerPlace
	workers workers
	files   files

	turn        turn
	asking      asking
	abandonable abandonable
	following   following
	// Guarded by the turn: the folder before the last %cd, and the commands that ran and
	// that a saved program lacks.
	previous string
	beside   map[string]bool
}

// Start begins a session. The worker starts in the background; ctx bounds only Start
// itself.
func Start(ctx context.Context, o Options) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("interp: %w", err)
	}
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	known := o.followed(static.New(o.Symbols))
	s := &Session{
		options: o, static: known, reader: reader{known, o.Program}, place: workerPlace{began: o.Dir, dir: o.Dir, env: o.Env},
		turn: newTurn(), following: following{ownsPage: o.OwnsPage}, beside: map[string]bool{},
	}
	s.fetching()() // not before a cell runs
	s.comms.give(o.Given)
	s.files = files{&s.workers, &s.place}
	s.workers = workers{static: known, outlet: &s.outlet, log: o.Log, spawn: s.spawn, ended: s.workerEnded}
	if err := s.workers.first(); err != nil {
		return nil, err
	}
	return s, nil
}

// spawn starts a worker where the session is.
func (s *Session) spawn(died func(*process)) (*process, error) {
	o, gone := s.options, ""
	if o.Dir, o.Env, gone = s.place.start(); gone != "" {
		s.outlet.tell(fmt.Sprintf("The folder %s no longer exists: the new Go process is where the session began.", gone))
	}
	return startProcess(o, s.comms.noted(), s.emit, died)
}

// workerEnded reports to the front end what ended with a worker.
func (s *Session) workerEnded() {
	for _, m := range s.comms.forget() {
		s.outlet.pass(wire.Event{Kind: wire.KindComm, Comm: &m})
	}
	s.outlet.endPassing()
}

func (o Options) withDefaults() (Options, error) {
	if o.Symbols == nil {
		return o, errors.New("interp: Options.Symbols is nil: pass what cells can import, such as symbols.NewWorld()")
	}
	if len(o.Command) == 0 && runtime.GOOS != "js" { // a page has its own way to start a worker
		exe, err := os.Executable()
		if err != nil {
			return o, fmt.Errorf("interp: find this executable: %w", err)
		}
		o.Command = []string{exe, "worker"}
	}
	if o.StopTimeout == 0 {
		o.StopTimeout = 5 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o, nil
}

// Restart replaces the worker and forgets all declarations. It ends a running cell.
func (s *Session) Restart(ctx context.Context) error {
	p := s.workers.current()
	p.retire("the session was restarted")
	end, err := s.turn.take(ctx)
	if err != nil {
		return err
	}
	defer end()
	<-p.dead
	s.forget()
	_, err = s.workers.usable(ctx)
	return err
}

// forget forgets all declarations, and which packages of modules are in use.
func (s *Session) forget() {
	s.static.Reset()
	forgetModules(s.options.Symbols)
}

// Close ends the session and its worker. It returns an error if a panic in a goroutine
// has ended a program.
func (s *Session) Close() error {
	p := s.workers.close()
	if p == nil {
		return nil
	}
	if p.close(); p.told && p.death.code != 0 {
		return &cell.Error{Name: p.death.name, Message: p.death.cause, Exited: true, Code: p.death.code}
	}
	return nil
}

// emit handles an event of the worker.
func (s *Session) emit(e wire.Event) {
	switch {
	case e.Kind == wire.KindInput:
		go s.answer(s.asking.current(), s.workers.current(), e)
	case e.Kind == wire.KindComm && !s.comms.sent(e.Comm):
	default:
		s.outlet.pass(e)
	}
}
