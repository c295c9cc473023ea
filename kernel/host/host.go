// Package host keeps kernels in this process, each for any number of clients that
// come and go: front ends over websockets, and rooms. A kernel may be restarted; its
// clients stay.
package host

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"krigo/kernel"
)

// The states of a kernel beside those that it tells itself, "starting", "busy" and
// "idle".
const (
	Restarting = "restarting"
	Dead       = "dead"
)

// Kernel is a kernel in this process.
type Kernel struct {
	// ID is the kernel's, a UUID.
	ID string

	ctx     context.Context
	options func() kernel.Options
	// changing is held while the kernel is restarted or ends, and shared by messages
	// on their way to it.
	changing sync.RWMutex

	mu        sync.Mutex
	local     *kernel.Local // nil where the kernel has ended
	epoch     int           // counts restarts
	state     string
	activity  time.Time
	listeners map[*Listener]bool
	ended     chan struct{}
	unhook    func() bool // ends what waits for ctx
}

// ErrEnded is the error of a kernel that has ended.
var ErrEnded = errors.New("host: the kernel has ended")

// Start starts a kernel. It calls options now and at each restart. The kernel ends
// with ctx, at Close, or when a client asks it to shut down.
func Start(ctx context.Context, options func() kernel.Options) *Kernel {
	k := &Kernel{
		ID: uuid.NewString(), ctx: ctx, options: options, state: "starting", activity: time.Now(),
		listeners: map[*Listener]bool{}, ended: make(chan struct{}),
	}
	k.launch()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.unhook = context.AfterFunc(ctx, func() { k.end() })
	return k
}

// launch starts a kernel in the place of one that has ended.
func (k *Kernel) launch() {
	k.mu.Lock()
	k.epoch++
	epoch := k.epoch
	k.mu.Unlock()
	l := kernel.NewLocal(k.ctx, k.options(), func(p kernel.Packet) { k.pass(epoch, p) })
	k.mu.Lock()
	k.local = l
	k.mu.Unlock()
	go func() {
		select {
		case <-l.Stopped():
			k.shutDown(epoch)
		case <-k.ended:
		}
	}()
}

// shutDown ends the kernel when a client has asked for it, unless it is another by
// now.
func (k *Kernel) shutDown(epoch int) {
	k.mu.Lock()
	same := k.epoch == epoch
	k.mu.Unlock()
	if same {
		k.end()
	}
}

// pass gives a packet to all who are to have it.
func (k *Kernel) pass(epoch int, p kernel.Packet) {
	k.mu.Lock()
	if epoch != k.epoch {
		k.mu.Unlock()
		return
	}
	if p.Channel == "iopub" {
		k.activity = time.Now()
		if p.Type == "status" {
			k.state = executionState(p.Content, k.state)
		}
	}
	var to []*Listener
	for l := range k.listeners {
		if p.Client == "" || p.Client == l.client {
			to = append(to, l)
		}
	}
	k.mu.Unlock()
	for _, l := range to {
		l.push(p)
	}
}

func executionState(content json.RawMessage, before string) string {
	var status struct {
		State string `json:"execution_state"`
	}
	if json.Unmarshal(content, &status) != nil || status.State == "" {
		return before
	}
	return status.State
}

// State is what the kernel does: "starting", "idle", "busy", [Restarting] or [Dead];
// when it last sent something; and how many listen to it.
func (k *Kernel) State() (state string, activity time.Time, listeners int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state, k.activity, len(k.listeners)
}

// Send gives the kernel a client's message, once a restart is over. It fails where
// the message is malformed or the kernel has ended. Neither Send nor Restart may be
// called from the goroutine that reads a listener which paces.
func (k *Kernel) Send(p kernel.Packet) error {
	k.changing.RLock()
	defer k.changing.RUnlock()
	k.mu.Lock()
	l := k.local
	k.mu.Unlock()
	if l == nil {
		return ErrEnded
	}
	return l.Receive(p)
}

// Interrupt interrupts the cell that runs.
func (k *Kernel) Interrupt() error {
	p, err := kernel.Request("control", "", "interrupt_request", struct{}{})
	if err != nil {
		return err
	}
	return k.Send(p)
}

// Restart ends the kernel and starts it anew for the same clients, which hear a
// status of [Restarting] between. It returns when the new one takes messages.
func (k *Kernel) Restart() error {
	k.changing.Lock()
	defer k.changing.Unlock()
	old := k.stop(Restarting)
	if old == nil {
		return ErrEnded
	}
	err := old.Close()
	if k.ctx.Err() != nil {
		k.finish()
		return ErrEnded
	}
	k.launch()
	return err
}

// Close ends the kernel.
func (k *Kernel) Close() error { return k.end() }

// Ended is closed when the kernel has ended.
func (k *Kernel) Ended() <-chan struct{} { return k.ended }

func (k *Kernel) end() error {
	k.changing.Lock()
	defer k.changing.Unlock()
	old := k.stop(Dead)
	if old == nil {
		return nil
	}
	err := old.Close()
	k.finish()
	return err
}

// stop takes the kernel out of service and tells its clients why. What it still
// sends, answers to what is interrupted, passes.
func (k *Kernel) stop(state string) *kernel.Local {
	k.mu.Lock()
	old := k.local
	k.local = nil
	k.mu.Unlock()
	if old != nil {
		k.announce(state)
	}
	return old
}

// announce sends a status of the host's own.
func (k *Kernel) announce(state string) {
	k.mu.Lock()
	epoch := k.epoch
	k.mu.Unlock()
	p, err := kernel.Request("iopub", "", "status", map[string]string{"execution_state": state})
	if err != nil {
		return
	}
	p.Parent, p.Metadata = json.RawMessage("{}"), json.RawMessage("{}")
	k.pass(epoch, p)
}

// finish ends the listeners.
func (k *Kernel) finish() {
	k.mu.Lock()
	k.state = Dead
	all := k.listeners
	k.listeners = map[*Listener]bool{}
	if k.unhook != nil {
		k.unhook() // so that a ctx which goes on does not keep what has ended
	}
	k.mu.Unlock()
	for l := range all {
		l.finish()
	}
	close(k.ended)
}
