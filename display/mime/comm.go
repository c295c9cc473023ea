package mime

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"krigo/cell"
)

// Comm is a two-way channel between user code and a front end, such as a
// widget has. Both sides may open one:
//
//	display.HandleComm("echo", func(c *display.Comm, data map[string]any) {
//		c.OnMessage(func(data map[string]any) { c.Send(data) })
//	})
//
// Handlers run one at a time, in the order in which the messages came, while no
// cell runs: see [Comm.Concurrent]. Updates of a widget's state that wait are
// merged (see [MergeComm]). What handlers show belongs to the cell that opened
// the comm or named its target, and an interrupt ends them. Its methods may be
// called from several goroutines.
type Comm struct {
	id, target string

	mu        sync.Mutex
	closed    bool
	beside    bool
	name      string
	metadata  map[string]any
	buffers   [][]byte
	onMessage func(map[string]any)
	onClose   func()
	early     []cell.CommMessage // came before there was an onMessage
	handing   bool               // early ones are being handed over
}

// maxEarly is the number of messages that wait for OnMessage; the oldest go.
const maxEarly = 1000

// target is the handler of comms that a front end opens.
type target struct {
	answer func(*Comm, map[string]any)
	beside bool
}

// comms holds the process's comms, as current holds its output.
var comms = struct {
	sync.Mutex
	targets map[string]target
	open    map[string]*Comm
}{targets: map[string]target{}, open: map[string]*Comm{}}

// HandleComm answers the comms that a front end opens to a target: f gets the comm and
// the data it was opened with. A later call for the same target replaces an earlier
// one; a nil f accepts comms and does nothing.
func HandleComm(target string, f func(c *Comm, data map[string]any)) { handleComm(target, false, f) }

// HandleCommBeside is HandleComm for compiled packages that answer front ends whatever
// cells do: the handlers run also while a cell runs. An init function may call it, see
// [AnnounceTargets].
func HandleCommBeside(target string, f func(c *Comm, data map[string]any)) {
	handleComm(target, true, f)
}

func handleComm(name string, beside bool, f func(c *Comm, data map[string]any)) {
	if f == nil {
		f = func(*Comm, map[string]any) {}
	}
	comms.Lock()
	comms.targets[name] = target{answer: f, beside: beside}
	comms.Unlock()
	output().Comm(cell.CommMessage{Kind: "target", Target: name})
}

// AnnounceTargets announces to the output all targets that are answered, since an
// output that was set later does not know them.
func AnnounceTargets() {
	comms.Lock()
	names := slices.Sorted(maps.Keys(comms.targets))
	comms.Unlock()
	for _, name := range names {
		output().Comm(cell.CommMessage{Kind: "target", Target: name})
	}
}

// OpenComm opens a comm to what a front end calls target, with data and with
// metadata where there is some.
func OpenComm(target string, data map[string]any, metadata ...map[string]any) *Comm {
	c := &Comm{id: uuid.NewString(), target: target}
	c.register()
	output().Comm(cell.CommMessage{Kind: "open", ID: c.id, Target: target, Data: data, Metadata: merged(metadata)})
	return c
}

// ID returns the comm's comm_id.
func (c *Comm) ID() string { return c.id }

// Target returns the name to which the comm was opened.
func (c *Comm) Target() string { return c.target }

// Concurrent lets the comm's handlers run also while a cell runs, and returns the comm.
// Data that both use needs a lock then: two goroutines that write to one map end the
// process. Interrupts end their ctx only.
func (c *Comm) Concurrent() *Comm {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beside = true
	return c
}

// Called names the comm in messages about its handlers, and returns it.
func (c *Comm) Called(name string) *Comm {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.name = name
	return c
}

// AtEnd sends data to the front end when the process ends, instead of a message that
// the comm is closed: the front end keeps its view of the comm, and data can say that
// the process has ended.
func (c *Comm) AtEnd(data map[string]any) {
	output().Comm(cell.CommMessage{Kind: "will", ID: c.id, Data: data})
}

// Metadata returns the metadata of the message that arrived last.
func (c *Comm) Metadata() map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.metadata
}

// Buffers returns the binary buffers of the message that arrived last.
func (c *Comm) Buffers() [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buffers
}

// Send sends data to the other side, with metadata where there is some. It
// fails where the comm is closed.
func (c *Comm) Send(data map[string]any, metadata ...map[string]any) error {
	return c.send(cell.CommMessage{Data: data, Metadata: merged(metadata)})
}

// SendBuffers sends data with binary buffers, which pass unchanged. It fails if the
// comm is closed.
func (c *Comm) SendBuffers(data map[string]any, buffers ...[]byte) error {
	return c.send(cell.CommMessage{Data: data, Buffers: buffers})
}

func (c *Comm) send(m cell.CommMessage) error {
	c.mu.Lock()
	closed := c.closed
	c.mu.Unlock()
	if closed {
		return fmt.Errorf("display: comm %s (%s) is closed", c.id, c.target)
	}
	m.Kind, m.ID = "msg", c.id
	output().Comm(m)
	return nil
}

// OnMessage calls f with the data of each message, those included that came
// before f was set. It replaces an earlier f.
func (c *Comm) OnMessage(f func(data map[string]any)) {
	c.mu.Lock()
	c.onMessage = f
	c.mu.Unlock()
	c.hand()
}

// OnClose calls f when the other side closes the comm.
func (c *Comm) OnClose(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onClose = f
}

// Close closes the comm with last data for the other side, which may be nil.
// Closing it again does nothing.
func (c *Comm) Close(data map[string]any) {
	if c.end() {
		output().Comm(cell.CommMessage{Kind: "close", ID: c.id, Data: data})
	}
}

// ReceiveComm passes a message of the front end to the handlers of its target or comm,
// and returns when they have. It is for programs that run cells, such as a kernel's
// worker; a handler's panic is theirs to recover. An error says that there is no
// handler.
func ReceiveComm(m cell.CommMessage) error {
	handling.Add(1)
	defer handling.Add(-1)
	switch m.Kind {
	case "open":
		return receiveOpen(m)
	case "wake":
		return runTask(m.ID)
	}
	c := openComm(m.ID)
	switch {
	case c == nil:
		return fmt.Errorf("display: comm %q is not open", m.ID)
	case m.Kind == "msg":
		c.receive(m)
		return nil
	case m.Kind == "close":
		c.receiveClose(m)
		return nil
	}
	return fmt.Errorf("display: a comm has no message of kind %q", m.Kind)
}

// handling counts the handlers that run.
var handling atomic.Int32

// Handling reports whether handlers run.
func Handling() bool { return handling.Load() > 0 }

func openComm(id string) *Comm {
	comms.Lock()
	defer comms.Unlock()
	return comms.open[id]
}

// RunsBeside reports whether the handlers of a message run also while a cell runs.
func RunsBeside(m cell.CommMessage) bool {
	comms.Lock()
	t := comms.targets[m.Target]
	comms.Unlock()
	if m.Kind == "open" {
		return t.beside
	}
	c := openComm(m.ID)
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.beside
}

// CommName returns the name of the handlers of a comm or of a task in messages.
func CommName(id string) string {
	if c := openComm(id); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.name != "" {
			return c.name
		}
	}
	if t := taskOf(id); t != nil {
		return t.name
	}
	return "comm " + id
}

// receiveOpen answers a comm that the front end opens. Where the handler
// panics the comm is closed.
func receiveOpen(m cell.CommMessage) error {
	comms.Lock()
	t := comms.targets[m.Target]
	comms.Unlock()
	if t.answer == nil {
		return fmt.Errorf("display: comm %q: no handler for the target %q", m.ID, m.Target)
	}
	c := &Comm{id: m.ID, target: m.Target, beside: t.beside, metadata: m.Metadata, buffers: m.Buffers}
	c.register()
	answered := false
	defer func() {
		if !answered {
			c.Close(nil)
		}
	}()
	t.answer(c, m.Data)
	answered = true
	return nil
}

func (c *Comm) register() {
	comms.Lock()
	defer comms.Unlock()
	comms.open[c.id] = c
}

// end closes this side. It reports whether it was open.
func (c *Comm) end() bool {
	comms.Lock()
	delete(comms.open, c.id)
	comms.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	open := !c.closed
	c.closed = true
	return open
}

func (c *Comm) receiveClose(m cell.CommMessage) {
	if !c.end() {
		return
	}
	c.mu.Lock()
	c.metadata, c.buffers = m.Metadata, m.Buffers
	f := c.onClose
	c.mu.Unlock()
	if f != nil {
		f()
	}
}

// receive queues a message behind those that wait for OnMessage.
func (c *Comm) receive(m cell.CommMessage) {
	c.mu.Lock()
	c.early = append(c.early, m)
	if n := len(c.early) - maxEarly; n > 0 {
		c.early = slices.Delete(c.early, 0, n)
	}
	c.mu.Unlock()
	c.hand()
}

// hand gives what waits to onMessage, one at a time.
func (c *Comm) hand() {
	for {
		m, f := c.next()
		if f == nil {
			return
		}
		func() {
			defer c.handed()
			f(m.Data)
		}()
	}
}

// next takes the next message to be handed over, if there is one and no other goroutine
// is handing one over.
func (c *Comm) next() (cell.CommMessage, func(map[string]any)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.onMessage == nil || c.handing || len(c.early) == 0 {
		return cell.CommMessage{}, nil
	}
	m := c.early[0]
	c.early = c.early[1:]
	c.handing, c.metadata, c.buffers = true, m.Metadata, m.Buffers
	return m, c.onMessage
}

func (c *Comm) handed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handing = false
}

// merged joins optional metadata into one map, or nil.
func merged(metadata []map[string]any) map[string]any {
	if len(metadata) == 0 {
		return nil
	}
	all := map[string]any{}
	for _, m := range metadata {
		maps.Copy(all, m)
	}
	return all
}
