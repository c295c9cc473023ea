package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/kernel"
	"krigo/kernel/host"
)

// Options say which notebook to open.
type Options struct {
	// Root is the folder that is never left, and Path the notebook's there, with
	// slashes.
	Root *os.Root
	Path string
	// Kernel returns the options of a kernel. It must not be nil.
	Kernel func(Place) kernel.Options
	// Blobs keeps pictures and frames; where nil the room has a store of its own.
	Blobs *Blobs
	// Inline puts pictures and frames into the events, as data: addresses, for pages that cannot fetch blobs.
	Inline bool
	// ReadOnly rooms run cells and save nothing, nor do they look whether another
	// program changes the file.
	ReadOnly bool
	// Admit, if not nil, is asked for a slot before a kernel starts, which it then does when a page
	// needs one and not when the room is opened. It waits for a slot, and meanwhile reports the
	// reason with tell. release gives the slot back when the kernel has ended. Pages see its error;
	// it ends with ctx.
	Admit func(ctx context.Context, tell func(note string)) (release func(), err error)
	// Follow, if not nil, is called with each progress, in order. It must not wait, nor call the room.
	Follow func(Progress)
	// MaxBytes, if positive, bounds the bytes that the room keeps: sources, outputs, models of
	// widgets, and what pages show of them. Outputs beyond are left out and edits refused, which
	// the pages see. Quota, if not nil, bounds what several rooms keep together.
	MaxBytes int
	Quota    *Quota
	// Log receives what an operator may want to know; discarded where nil.
	Log *slog.Logger
}

// Place is where a kernel works.
type Place struct {
	Dir string // of its cells: the notebook's folder, or a copy of it
	// Folder is the notebook's folder, and Modules what the notebook's metadata hold, as the file was opened or changed.
	Folder  string
	Modules cells.Modules
}

// Room is an open notebook with its kernel.
type Room struct {
	options Options
	client  string          // the room's name at the kernel
	life    context.Context // of kernels
	ctx     context.Context // of the room
	cancel  context.CancelFunc
	blobs   *Blobs

	mu     sync.Mutex
	state  *state
	host   *host.Kernel
	silent chan struct{} // closed when nothing more is heard of host
	visits map[visitor]*Visit
	count  visitor
	closed bool
	timer  *time.Timer
	// used is when a page or the kernel did something last, usage the use that all may read without
	// the lock, counted what the quota has of the room, and parting what is said when the kernel ends.
	used    time.Time
	usage   atomic.Pointer[Usage]
	counted int
	parting string
	unhook  func() bool // ends what waits for the end of life

	// admitting is held while a kernel is waited for, which giveUp ends.
	admitting sync.Mutex
	giveUp    context.CancelFunc

	requests, questions *serialQueue[request] // to the kernel
	writes              *serialQueue[diskCommand]
	telling             *serialQueue[telling]
	diskMu              sync.Mutex
	disk                *disk
	writing             sync.WaitGroup // to the file
	working             sync.WaitGroup // everything else but listening to kernels
}

// Open opens a notebook and starts its kernel. The room lives until Close or the end of
// ctx, which also end its kernel.
func Open(ctx context.Context, o Options) (*Room, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if !fs.ValidPath(o.Path) {
		return nil, fmt.Errorf("notebook: path is %q; wanted one with slashes within the folder", o.Path)
	}
	if o.Kernel == nil {
		return nil, errors.New("notebook: Options.Kernel is nil")
	}
	r := &Room{options: o, client: "room-" + uuid.NewString(), life: ctx, blobs: o.Blobs, visits: map[visitor]*Visit{}, used: time.Now()}
	if r.blobs == nil {
		r.blobs = NewBlobs(spareBytes)
	}
	r.disk = &disk{root: o.Root, path: o.Path}
	nb, err := r.disk.read()
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	r.state = newState(o.Path, r.client, nb, newViewer(r.blobs, o.MaxBytes, o.Quota))
	r.state.viewer.inline = o.Inline
	r.state.saving.readOnly, r.state.doc.maxBytes, r.state.doc.quota = o.ReadOnly, o.MaxBytes, o.Quota
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.timer = time.AfterFunc(time.Hour, func() { r.apply(operation{what: tick{}}) })
	r.requests, r.questions, r.writes = newSerialQueue(r.send), newSerialQueue(r.send), newSerialQueue(r.carryOut)
	r.telling = newSerialQueue(r.tell)
	r.working.Go(r.requests.run)
	r.working.Go(r.questions.run)
	r.working.Go(r.telling.run)
	r.writing.Go(r.writes.run)
	if !o.ReadOnly {
		r.working.Go(r.watch)
	}
	r.begin()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unhook = context.AfterFunc(ctx, func() {
		if err := r.Close(); err != nil {
			o.Log.Error("a notebook was not saved", "path", o.Path, "err", err)
		}
	})
	return r, nil
}

// begin gives the room its first kernel, or none until one is needed.
func (r *Room) begin() {
	if r.options.Admit != nil {
		r.state.onDemand = true
		r.state.kernel.reset(kernelNone, "")
		r.mu.Lock()
		defer r.mu.Unlock()
		r.note()
		return
	}
	r.attach(r.startKernel())
}

// startKernel starts a kernel in the notebook's folder.
func (r *Room) startKernel() *host.Kernel {
	return host.Start(r.life, func() kernel.Options { return r.options.Kernel(r.place()) })
}

// place returns where a kernel of the notebook works.
func (r *Room) place() Place {
	dir := filepath.Join(r.options.Root.Name(), filepath.FromSlash(path.Dir(r.options.Path)))
	kept, err := r.Notebook().Modules()
	if err != nil {
		r.options.Log.Warn("the modules of a notebook are not used", "path", r.options.Path, "err", err)
	}
	return Place{Dir: dir, Folder: dir, Modules: kept}
}

// attach makes a kernel the room's.
func (r *Room) attach(k *host.Kernel) {
	r.mu.Lock()
	defer r.mu.Unlock()
	silent := make(chan struct{})
	r.host, r.silent = k, silent
	go func() {
		defer close(silent)
		r.listen(k)
	}()
	r.applyLocked(operation{what: revived{}})
}

// listen hears a kernel until it ends. What comes from one that has yielded is no news.
func (r *Room) listen(k *host.Kernel) {
	for {
		p, ok := k.Next()
		if !ok {
			break
		}
		r.hear(k, message{p})
	}
	if r.ctx.Err() == nil {
		r.hear(k, kernelEnded{note: r.takeParting()})
	}
}

// hear applies what the room's kernel says.
func (r *Room) hear(k *host.Kernel, what any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.host == k {
		r.applyLocked(operation{what: what})
	}
}

// Path returns the path of the notebook in its folder, with slashes.
func (r *Room) Path() string { return r.options.Path }

// kernel returns the kernel, nil where none has been needed yet, and what is closed when
// all was heard of one that has ended. It is another one after a restart of one that had
// ended.
func (r *Room) kernel() (k *host.Kernel, silent <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.host, r.silent
}

// Notebook returns the document as a file would have it. It is not to be changed.
func (r *Room) Notebook() *nbformat.Notebook {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.doc.notebook()
}

// Enter begins a page's visit.
func (r *Room) Enter() *Visit {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	v := &Visit{room: r, id: r.count, signal: make(chan struct{}, 1)}
	if r.closed {
		v.end(ErrLeft)
		return v
	}
	r.visits[v.id] = v
	r.applyLocked(operation{by: v.id, what: entered{}})
	return v
}

func (r *Room) leave(v *Visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.visits[v.id] != nil {
		delete(r.visits, v.id)
		r.applyLocked(operation{by: v.id, what: left{}})
	}
}

func (r *Room) do(by visitor, cmd command) { r.apply(operation{by: by, what: cmd}) }

func (r *Room) apply(o operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.applyLocked(o)
}

// applyLocked applies an operation and carries out what it asks for. Nothing here
// waits: what takes time goes to goroutines, in order.
func (r *Room) applyLocked(o operation) {
	if r.closed {
		return
	}
	o.at = time.Now()
	if o.isUse() {
		r.used = o.at
	}
	e := r.state.apply(o)
	r.note()
	if r.options.Follow != nil {
		for _, p := range e.progress {
			r.options.Follow(p)
		}
	}
	for _, event := range e.events {
		r.deliver(event)
	}
	for _, q := range e.requests {
		switch q.kind {
		case "complete_request", "inspect_request", "krigo_effects_request":
			r.questions.push(q)
		default:
			r.requests.push(q)
		}
	}
	if e.interrupt {
		r.requests.push(request{kind: interruptKind})
	}
	if e.restart {
		r.working.Go(r.restart)
	}
	if e.start {
		r.working.Go(r.admit)
	}
	if e.giveUp && r.giveUp != nil {
		r.giveUp()
	}
	for _, w := range e.disk {
		r.writes.push(w)
	}
	r.wind(e.flushAt, e.saveAt)
}

// note counts what the room keeps, and notes its use for all who ask.
func (r *Room) note() {
	u := r.use()
	if r.options.MaxBytes > 0 || r.options.Quota != nil {
		views := int(r.state.viewer.views.Load())
		u.Bytes = r.state.doc.bytes()
		r.state.viewer.kept.Store(int64(u.Bytes - views))
		r.state.viewer.counted.Store(int64(views))
		r.options.Quota.add(u.Bytes - r.counted)
		r.counted = u.Bytes
	}
	r.usage.Store(&u)
}

// wind sets the clock to the earlier of two times.
func (r *Room) wind(times ...time.Time) {
	var next time.Time
	for _, t := range times {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	if next.IsZero() {
		r.timer.Stop()
		return
	}
	r.timer.Reset(max(0, time.Until(next)))
}

// interruptKind is the request that is the host's own.
const interruptKind = "interrupt"

// send gives the kernel a request.
func (r *Room) send(q request) {
	k, _ := r.kernel()
	if k == nil {
		return // runs wait for the first kernel in the state
	}
	if q.kind == interruptKind {
		if err := k.Interrupt(); err != nil {
			r.options.Log.Info("an interrupt found no kernel", "err", err)
		}
		return
	}
	p, err := q.message(r.client)
	if err == nil {
		err = k.Send(p)
	}
	if err != nil {
		r.apply(operation{what: unsent{q.id, err}})
	}
}

// message returns the request as a message.
func (q request) message(client string) (kernel.Packet, error) {
	header, err := json.Marshal(map[string]string{
		"msg_id": q.id, "msg_type": q.kind, "session": client, "username": "room", "version": kernel.ProtocolVersion,
		"date": time.Now().UTC().Format(time.RFC3339Nano),
	})
	if err != nil {
		return kernel.Packet{}, err
	}
	content, err := json.Marshal(q.content)
	if err != nil {
		return kernel.Packet{}, err
	}
	p := kernel.Packet{Channel: q.channel, Client: client, Type: q.kind, ID: q.id, Header: header, Content: content}
	if q.metadata != nil {
		p.Metadata, err = json.Marshal(q.metadata)
	}
	return p, err
}

// restart restarts the kernel, or starts another instead of one that has ended.
func (r *Room) restart() {
	k, silent := r.kernel()
	err := k.Restart()
	switch {
	case err == nil:
		return // its status says so
	case !errors.Is(err, host.ErrEnded):
		r.options.Log.Warn("a kernel did not end well", "err", err)
		return
	case r.ctx.Err() != nil:
		return
	}
	<-silent // or the end of the former kernel is taken for the new one's
	r.attach(r.startKernel())
}

// watchPause is the interval of checks whether another program has changed the file.
const watchPause = 2 * time.Second

// watch looks at the file while pages are there.
func (r *Room) watch() {
	ticker := time.NewTicker(watchPause)
	defer ticker.Stop()
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-ticker.C:
		}
		r.mu.Lock()
		watched := len(r.visits) > 0
		r.mu.Unlock()
		if watched {
			r.lookOutside()
		}
	}
}

// lookOutside reports to the pages if another program has changed the file.
func (r *Room) lookOutside() {
	r.diskMu.Lock()
	what, err := r.disk.outside()
	r.diskMu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if back := what == "" && r.state.saving.outside == outsideDeleted; err == nil && (what != "" || back) {
		r.applyLocked(operation{what: found{what}})
	}
}

// carryOut does what is to be done with the file.
func (r *Room) carryOut(o diskCommand) {
	r.diskMu.Lock()
	result := r.disk.do(o)
	r.diskMu.Unlock()
	r.apply(operation{by: o.by, what: result})
}

// do carries out a command, and returns the operation that reports how it went.
func (d *disk) do(o diskCommand) any {
	switch o.do {
	case diskReload, diskFollow:
		nb, err := d.read()
		if err == nil {
			d.dropCopy()
		}
		return loaded{nb: nb, followed: o.do == diskFollow, err: err}
	case diskMine:
		start := time.Now()
		name, err := d.copyAs(o.nb)
		return copied{name, err, time.Since(start)}
	case diskCopy:
		name, err := d.copyAs(o.nb)
		if err != nil {
			return written{err: err}
		}
		d.mine = "" // it stays
		nb, err := d.read()
		return loaded{nb: nb, copied: name, err: err}
	case diskSave:
		if what, err := d.outside(); err == nil && what != "" {
			return found{what}
		}
	}
	start := time.Now()
	err := d.write(o.nb)
	if err == nil {
		d.dropCopy()
	}
	return written{err, time.Since(start)}
}

// save saves now. It fails where another program has changed the file.
func (r *Room) save() error {
	if r.options.ReadOnly {
		return errors.New("notebook: it is open read-only")
	}
	r.diskMu.Lock()
	defer r.diskMu.Unlock()
	nb := r.Notebook()
	switch w := r.disk.do(diskCommand{do: diskSave, nb: nb}).(type) {
	case found:
		return fmt.Errorf("notebook %s: another program has %s the file", r.options.Path, w.what)
	case written:
		return w.err
	}
	return nil
}

// Close saves the notebook and ends all visits and the kernel. If it cannot be saved in its place,
// because another program has changed the file or it cannot be written, it is kept next to it, or
// in the folder for temporary files, which the error names.
func (r *Room) Close() error {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil
	}
	dirty := r.state.saving.dirty && !r.options.ReadOnly
	r.closed = true
	r.timer.Stop()
	if r.unhook != nil {
		r.unhook()
	}
	for _, v := range r.visits {
		v.end(ErrLeft)
	}
	r.options.Quota.add(-r.counted)
	r.mu.Unlock()
	r.cancel()
	r.writes.close()
	r.writing.Wait()
	var err error
	if dirty {
		err = r.saveOrKeep()
	}
	r.requests.close()
	r.questions.close()
	r.telling.close()
	r.working.Wait()
	defer r.letGo()
	return errors.Join(err, end(r.kernel()))
}

// saveOrKeep saves the notebook, or, if that fails, a copy of it, which the error names.
func (r *Room) saveOrKeep() error {
	err := r.save()
	if err == nil {
		return nil
	}
	nb := r.Notebook()
	kept, failure := r.disk.copyAs(nb)
	if failure != nil {
		kept, failure = r.disk.elsewhere(nb)
	}
	if failure != nil {
		return errors.Join(err, failure)
	}
	return fmt.Errorf("%w; the new content is kept as %s", err, kept)
}

// end ends a kernel and waits until all was heard of it.
func end(k *host.Kernel, silent <-chan struct{}) error {
	if k == nil {
		return nil
	}
	err := k.Close()
	<-silent
	return err
}
