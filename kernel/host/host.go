// Package host keeps a kernel in this process for one client. The kernel may be
// restarted; its client stays.
package host

import (
	"context"
	"errors"
	"sync"

	"krigo/kernel"
)

// Kernel is a kernel in this process.
type Kernel struct {
	ctx     context.Context
	options func() kernel.Options
	unread  *queue
	ended   chan struct{}
	// changing is held while the kernel is restarted or ends, and shared by messages
	// on their way to it.
	changing sync.RWMutex

	mu     sync.Mutex
	local  *kernel.Local // nil where the kernel has ended
	epoch  int           // counts restarts
	unhook func() bool   // ends what waits for ctx
}

// ErrEnded is the error of a kernel that has ended.
var ErrEnded = errors.New("host: the kernel has ended")

// Start starts a kernel. It calls options now and at each restart. The kernel ends
// with ctx, at Close, or when its client asks it to shut down.
func Start(ctx context.Context, options func() kernel.Options) *Kernel {
	return start(ctx, options, newQueue(limitPackets, limitBytes))
}

func start(ctx context.Context, options func() kernel.Options, unread *queue) *Kernel {
	k := &Kernel{ctx: ctx, options: options, unread: unread, ended: make(chan struct{})}
	k.launch()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.unhook = context.AfterFunc(ctx, func() { k.end() })
	return k
}

// launch starts a kernel that replaces one that has ended.
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

// shutDown ends the kernel when its client has asked for it, unless it has been
// restarted meanwhile.
func (k *Kernel) shutDown(epoch int) {
	if k.isAt(epoch) {
		k.end()
	}
}

// pass gives the client a message of the kernel that was launched as epoch.
func (k *Kernel) pass(epoch int, p kernel.Packet) {
	if k.isAt(epoch) {
		k.unread.push(p)
	}
}

func (k *Kernel) isAt(epoch int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.epoch == epoch
}

// Next waits for a message of the kernel. It is false when the kernel has ended and
// all was read. The kernel waits for a client that reads slowly.
func (k *Kernel) Next() (kernel.Packet, bool) { return k.unread.next() }

// Send gives the kernel a message, once a restart is over. It fails where the message
// is malformed or the kernel has ended. Neither Send nor Restart may be called from the
// goroutine that calls Next.
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

// Restart ends the kernel and starts another one for the same client, which first gets
// its status "starting". It returns when the new one takes messages.
func (k *Kernel) Restart() error {
	k.changing.Lock()
	defer k.changing.Unlock()
	old := k.stop()
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
	old := k.stop()
	if old == nil {
		return nil
	}
	err := old.Close()
	k.finish()
	return err
}

// stop takes the kernel out of service. What it still sends, replies to what is
// interrupted, passes.
func (k *Kernel) stop() *kernel.Local {
	k.mu.Lock()
	defer k.mu.Unlock()
	old := k.local
	k.local = nil
	return old
}

// finish reports to the client that nothing more comes.
func (k *Kernel) finish() {
	k.mu.Lock()
	if k.unhook != nil {
		k.unhook() // so that a ctx which goes on does not keep what has ended
	}
	k.mu.Unlock()
	k.unread.end()
	close(k.ended)
}
