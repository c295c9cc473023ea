package interp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"krigo/cell"
	"krigo/interp/internal/child"
	"krigo/interp/internal/confine"
	"krigo/interp/internal/ring"
	"krigo/interp/internal/wire"
)

// closeTimeout is how long a worker may take to end after a request.
const closeTimeout = time.Second

// process is one worker process.
type process struct {
	cmd      *exec.Cmd
	group    *child.Group // of cmd
	log      *slog.Logger
	input    *os.File // requests
	requests *wire.Writer
	output   *os.File // events
	events   *wire.Reader
	stdout   *os.File // output that the worker wrote and did not send before it died
	stderr   *os.File
	text     *ring.Ring // the worker's printed text
	printed  uint64     // the position in text up to which events delivered it

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
	if err := p.spawn(o); err != nil {
		return nil, fmt.Errorf("interp: start the worker: %w", err)
	}
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

// spawn starts the process with the files that it inherits: pipes for requests, events
// and both ends of its standard output and error, and the ring for its text.
func (p *process) spawn(o Options) error {
	shared, err := ring.Create()
	if err != nil {
		return err
	}
	defer shared.Close()
	text, err := ring.Open(shared)
	if err != nil {
		return err
	}
	defer func() {
		if p.text == nil {
			text.Close()
		}
	}()
	pipes, err := openPipes()
	if err != nil {
		return err
	}
	defer func() { closePipes(pipes[:], &p.input, &p.output, &p.stdout, &p.stderr) }()
	requests, events, stdout, stderr := pipes[0], pipes[1], pipes[2], pipes[3]
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = environment(o.Env)
	cmd.Stdout, cmd.Stderr = stdout.w, stderr.w
	group := child.NewGroup(cmd)
	if o.Confined.Means != confine.None {
		if err := confine.Command(cmd, o.Confined); err != nil {
			return err
		}
	}
	release, err := child.Give(cmd, requests.r, events.w, stdout.r, stderr.r, shared) // wire.RequestsFile and on
	if err != nil {
		return err
	}
	defer release()
	if err := group.Start(); err != nil {
		return err
	}
	p.cmd, p.group, p.text = cmd, group, text
	p.input, p.output, p.stdout, p.stderr = requests.w, events.r, stdout.r, stderr.r
	p.requests, p.events = wire.NewWriter(p.input), wire.NewReader(p.output)
	return nil
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
		if n := confine.Memory(p.cmd.Process.Pid); n > limit/4*5 {
			p.kill(fmt.Sprintf("it and the processes that it has started have %d MB of memory, more than the limit of %d MB", n>>20, limit>>20))
			return
		}
	}
}

type pipe struct{ r, w *os.File }

// openPipes opens the pipes for requests, events, standard output and error.
func openPipes() (pipes [4]pipe, err error) {
	for i := range pipes {
		open := child.LargePipe
		if i == 0 { // no death may leave requests behind
			open = os.Pipe
		}
		if pipes[i].r, pipes[i].w, err = open(); err != nil {
			closePipes(pipes[:i])
			return pipes, err
		}
	}
	return pipes, nil
}

// closePipes closes the ends that are not in kept.
func closePipes(pipes []pipe, kept ...**os.File) {
	keep := map[*os.File]bool{nil: true}
	for _, f := range kept {
		keep[*f] = true
	}
	for _, p := range pipes {
		for _, end := range []*os.File{p.r, p.w} {
			if !keep[end] {
				end.Close()
			}
		}
	}
}

// environment adds the variables that shorten the report of a crash, and that let the
// worker distinguish the goroutines of cells.
func environment(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	debug := "GODEBUG=tracebacklabels=1"
	for _, v := range env {
		if settings, ok := strings.CutPrefix(v, "GODEBUG="); ok && settings != "" {
			debug = "GODEBUG=" + settings + ",tracebacklabels=1"
		}
	}
	return append(env[:len(env):len(env)], "GOTRACEBACK=single", debug)
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
	if err := p.group.Kill(); err != nil {
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
	p.input.Close()
	select {
	case <-p.dead:
	case <-time.After(closeTimeout):
		p.kill("")
		<-p.dead
	}
}

// bury waits for the end of the process and finds its cause.
func (p *process) bury() {
	err := p.cmd.Wait()
	p.group.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	stdout := string(p.text.Read(nil, p.printed, ring.Size)) + readRest(p.stdout)
	if stderr := readRest(p.stderr); p.told {
		p.death = death{name: "WorkerExit", cause: "the program ended", exited: true, code: p.cmd.ProcessState.ExitCode(), unsent: streams(stdout, stderr)}
	} else {
		p.death = postMortem(p.cmd.ProcessState, p.reason, string(p.tail), stdout, stderr)
	}
	p.log.Info("worker ended", "error", err, "cause", p.death.cause, "trace", p.death.trace)
	for _, f := range []*os.File{p.input, p.output, p.stdout, p.stderr} {
		f.Close()
	}
	if err := p.text.Close(); err != nil {
		p.log.Warn("the memory of text", "error", err)
	}
}

// readRest returns a pipe's contents, without waiting for more.
func readRest(f *os.File) string {
	conn, err := f.SyscallConn()
	if err != nil {
		return ""
	}
	var text strings.Builder
	_ = conn.Control(func(fd uintptr) {
		if child.NeverBlock(fd) != nil {
			return
		}
		buffer := make([]byte, maxTail)
		for {
			n := child.ReadNow(fd, buffer)
			if n == 0 {
				return
			}
			text.Write(buffer[:n])
		}
	})
	return text.String()
}
