package kernel

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"krigo/internal/history"
)

// sender carries messages to clients. The kernel's core knows no more of
// sockets than this.
type sender interface {
	// send queues a message on a channel. It may be called concurrently.
	send(ch channel, m *message)
	// subscribed returns a channel that is closed once a client has subscribed to iopub.
	subscribed() <-chan struct{}
}

// core is a kernel without its sockets.
type core struct {
	info    Info
	out     sender
	log     *slog.Logger
	session string

	ctx    context.Context // ends with the kernel
	cancel context.CancelFunc
	// stopped is closed when a client asked for the shutdown.
	stopped  chan struct{}
	stopOnce sync.Once

	engine *starter
	table  map[string]route
	queue  *queue // of cells
	// commQueue has the messages of comms, and late says idle of those that are
	// still handled.
	commQueue *queue
	late      sync.WaitGroup
	executors sync.WaitGroup // of both queues
	history   *history.Log
	comms     *comms
	inputs    *inputs
	running   running
	usage     usageMeter
	panel     atomic.Bool // a front end shows the variables
	// latest is the request of the latest cell; refusedSteps says that it was told that there are no breakpoints.
	latest       atomic.Pointer[request]
	refusedSteps atomic.Bool
	// outputLimit is the bytes of text that a cell may print, where above 0.
	outputLimit int
	module      func() ([]byte, error) // nil where there is none
	returning   *time.Timer            // of memory
	count       int                    // the execution counter; runQueue's alone
}

// newCore makes a kernel of that session that sends through out, and starts its
// engine.
func newCore(ctx context.Context, o Options, session string, out sender) *core {
	k := &core{
		info: o.Info, out: out, log: o.Log, session: session,
		stopped: make(chan struct{}),
		queue:   newQueue(), commQueue: newQueue(), history: openHistory(o.HistoryDir, o.Log), comms: newComms(), inputs: newInputs(),
		outputLimit: o.OutputLimit, module: o.Module, returning: newReturn(),
	}
	k.ctx, k.cancel = context.WithCancel(ctx)
	k.engine = startEngine(k.ctx, o.Start)
	k.table = k.routes()
	return k
}

// begin runs what is queued from now on and reports that the kernel starts.
func (k *core) begin() {
	k.executors.Go(k.runQueue)
	k.executors.Go(k.runComms)
	k.starting()
}

// close interrupts what runs, ends the engine and waits until all that was asked
// is answered.
func (k *core) close() error {
	k.queue.close()
	k.commQueue.close()
	k.cancel()
	err := k.engine.close()
	k.executors.Wait()
	k.late.Wait()
	return err
}
