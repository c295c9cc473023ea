package kernel

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"krigo/internal/history"
)

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
	// outputLimit is the bytes of text that a cell may print, where above 0.
	outputLimit int
	count       int // the execution counter; the executor's alone
}

// newCore makes a kernel of that session that sends through out, and starts its
// engine.
func newCore(ctx context.Context, o Options, session string, out sender) *core {
	k := &core{
		info: o.Info, out: out, log: o.Log, session: session,
		stopped: make(chan struct{}),
		queue:   newQueue(), commQueue: newQueue(), history: openHistory(o.HistoryDir, o.Log), comms: newComms(), inputs: newInputs(),
		outputLimit: o.OutputLimit,
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

// subscriberLimit is the time that the first cell waits for a subscriber of iopub.
const subscriberLimit = 3 * time.Second

// awaitSubscriber waits until a client has subscribed to iopub. A client may send a cell as
// soon as shell is connected, before its subscription has arrived; without the wait it would
// miss the cell's output and its idle, and wait for them forever.
func (k *core) awaitSubscriber() {
	limit := time.NewTimer(subscriberLimit)
	defer limit.Stop()
	select {
	case <-k.out.subscribed():
	case <-limit.C:
		k.log.Info("nobody has subscribed to iopub; cells run nevertheless")
	case <-k.ctx.Done():
	}
}

// runQueue runs what is queued, until close.
func (k *core) runQueue() {
	for first := true; ; first = false {
		r, ok := k.queue.next()
		if !ok {
			return
		}
		if first {
			k.awaitSubscriber()
		}
		k.running.run(k.ctx, r, k.table[r.msg.header.Type].serve)
	}
}

// runComms serves the messages of comms, until close.
func (k *core) runComms() {
	for {
		r, ok := k.commQueue.next()
		if !ok {
			return
		}
		r.serve(k.table[r.msg.header.Type].serve)
	}
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
