package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	board "krigo/internal/class"
	"krigo/internal/notebook"
	"krigo/internal/words"
	"krigo/kernel"
)

// Class has the server show its notebooks to visitors, and save nothing. Each visitor has separate
// cells, outputs, files and kernels.
type Class struct {
	// Open lets in every client: there is no token.
	Open bool
	// MaxKernels bounds the number of kernels that run at once, at least 1. Further ones wait.
	MaxKernels int
	// CellTime, where positive, is how long a cell, or what a control calls, may run
	// before it is interrupted.
	CellTime time.Duration
	// Idle, positive, is after how long without use a kernel ends.
	Idle time.Duration
	// TeacherToken is the secret that the teacher's page requires; if it is empty, New makes one.
	TeacherToken string

	byHand bool // tests call sweep and makeRoom
}

// ClassMemory is about the bytes that the server of a class takes itself: open notebooks are bounded to
// half of it, which leaves the other half to what is on its way and not yet collected.
const ClassMemory = 2 * classBytesKept

// Describe returns what the limits mean for a number of visitors, whose sessions may allocate so many
// megabytes each.
func (o Class) Describe(visitors int, megabytes uint64) string {
	sessions := func(n int) float64 { return float64(n) * float64(megabytes) / 1024 }
	const server = float64(ClassMemory) / (1 << 30)
	text := fmt.Sprintf("At most %d sessions run at once, %d of a visitor and %d of an address, each of at most %d MB: %.1f GB in all, "+
		"and %.1f GB for the server.", o.MaxKernels, visitorKernels(o.MaxKernels), addressKernels(o.MaxKernels), megabytes, sessions(o.MaxKernels), server)
	if o.MaxKernels >= visitors {
		return text
	}
	return text + fmt.Sprintf("\nFor a class of %d: a session that is idle for %v, or for %v while others wait longer, makes room, "+
		"and repeats its cells when its visitor runs one again. For %d at once, --max-workers %d may take %.1f GB.",
		visitors, words.Duration(yieldIdle), words.Duration(briefIdle), visitors, visitors, sessions(visitors)+server)
}

// check returns an error for invalid options.
func (o Class) check() error {
	switch {
	case o.MaxKernels < 1:
		return fmt.Errorf("server: Class.MaxKernels is %d, want 1 or more", o.MaxKernels)
	case o.CellTime < 0:
		return fmt.Errorf("server: Class.CellTime is %v, want 0 or more", o.CellTime)
	case o.Idle <= 0:
		return fmt.Errorf("server: Class.Idle is %v, want more than 0", o.Idle)
	}
	return nil
}

// class is the audience of a server of visitors: it bounds how many kernels run, gives
// each visitor a copy of the folder to work in, and ends what is not used any more.
type class struct {
	Class
	ctx      context.Context  // ends the rooms
	room     notebook.Options // of each room, but for what depends on the visitor
	cookies  cookies
	copies   copies
	running  *slots
	visitors visitors
	known    identities
	board    *board.Board // what the teacher sees
}

func newClass(ctx context.Context, room notebook.Options, o Class, cookies cookies, proxied bool) (*class, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "krigo-class-")
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	copies := copies{root: room.Root, dir: dir}
	linked, err := copies.survey()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	for _, name := range linked {
		room.Log.Warn("a large file is not copied for each visitor: remove its write permission, otherwise their cells can change it", "file", name)
	}
	c := &class{
		Class: o, ctx: ctx, room: room, cookies: cookies, copies: copies, running: newSlots(o.MaxKernels),
		visitors: newVisitors(), known: newIdentities(proxied), board: board.New(),
	}
	c.room.ReadOnly, c.room.MaxBytes = true, roomBytes
	if !o.byHand {
		go c.sweepNowAndThen()
		go c.makeRoomNowAndThen()
	}
	return c, nil
}

// close ends all rooms and kernels, and removes what they wrote.
func (c *class) close() error {
	return errors.Join(c.visitors.close(), os.RemoveAll(c.copies.dir))
}

// kernel returns the options of a visitor's kernel. The history across sessions would be everybody's.
func (c *class) kernel(at notebook.Place) kernel.Options {
	o := c.room.Kernel(at)
	o.HistoryDir = ""
	if start := o.Start; c.CellTime > 0 {
		o.Start = func(ctx context.Context) (kernel.Engine, error) {
			e, err := start(ctx)
			if err != nil {
				return nil, err
			}
			return &limited{Engine: e, limit: c.CellTime}, nil
		}
	}
	return o
}

// opened returns the rooms of the requesting visitor, nil for none.
func (c *class) opened(r *http.Request) *registry {
	if v := c.visitors.at(c.known.of(r)); v != nil {
		return v.registry
	}
	return newRegistry(0)
}

// open returns the visitor's room of a notebook.
func (c *class) open(r *http.Request, name string) (*notebook.Room, error) {
	id := c.known.of(r)
	if id == "" {
		return nil, refuse(http.StatusForbidden, "visitors are known by a cookie, which this browser does not send: allow cookies for this page, and reload it")
	}
	v, err := c.visitors.come(owner{id, c.known.address(r)}, c.copies)
	if err != nil {
		return nil, err
	}
	defer c.visitors.went(v)
	return v.get(name, func() (*notebook.Room, error) {
		if err := c.visitors.spare(v); err != nil {
			return nil, err
		}
		o := c.room
		o.Path, o.Blobs, o.Quota = name, v.blobs, v.quota
		o.Kernel = func(at notebook.Place) kernel.Options {
			at.Dir = v.workplace.of(name)
			return c.kernel(at)
		}
		o.Follow = c.followed(v.owner, name)
		c.board.Opened(v.owner.onBoard(), name, time.Now())
		o.Admit = func(ctx context.Context, tell func(string)) (func(), error) { return c.admit(ctx, v, tell) }
		return notebook.Open(c.ctx, o)
	})
}

// admit waits for a place for a kernel of the visitor.
func (c *class) admit(ctx context.Context, v *visitor, tell func(string)) (release func(), err error) {
	free, err := c.running.take(ctx, v.owner, tell)
	if err != nil {
		return nil, err
	}
	if err := v.workplace.enter(); err != nil {
		free()
		return nil, err
	}
	return func() {
		if err := v.workplace.leave(); err != nil {
			c.room.Log.Warn("files that a session wrote were not removed", "err", err)
		}
		free()
	}, nil
}

// Limits on the state kept of visitors. A room without pages and kernel is forgotten after
// forgetTime. A visitor that waits for a kernel and has gone loses the place in the queue after
// queueTime.
const (
	forgetTime = 12 * time.Hour
	queueTime  = time.Minute
	roomBytes  = 64 << 20 // of code and outputs, and what pages show of them
)

// sweepNowAndThen ends what is not used any more, until the server ends.
func (c *class) sweepNowAndThen() {
	tick := time.NewTicker(min(max(c.Idle/20, 100*time.Millisecond), 30*time.Second))
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case now := <-tick.C:
			c.sweep(now)
		}
	}
}

// sweep ends the unused kernels and forgets the abandoned rooms.
func (c *class) sweep(now time.Time) {
	if err := concurrently(c.visitors.rooms(), func(r visitorRoom) error { return c.look(r, now) }); err != nil {
		c.room.Log.Warn("a session did not end cleanly", "err", err)
	}
	c.visitors.drop()
}

// look ends what is not used of a room.
func (c *class) look(r visitorRoom, now time.Time) error {
	u := r.Usage()
	unused := now.Sub(u.Used)
	switch {
	case u.Waiting && u.Pages == 0 && unused >= queueTime:
		return r.Rest("You left while waiting for a session. Run the cells again.")
	case u.Kernel && !u.Busy && unused >= c.Idle:
		return r.Rest(fmt.Sprintf("The session was not used for %v and has ended, with its variables and the files that it wrote. "+
			"The next run starts a new one; what cells showed stays.", words.Duration(c.Idle)))
	case !u.Kernel && !u.Waiting && u.Pages == 0 && unused >= forgetTime:
		return r.owner.forget(r.Room)
	}
	return nil
}

// greeting gives a browser that comes without one its cookie. It is sent, too, when a link on a
// foreign page leads here: a new one would part the visitor from the visitor's cells.
func (c *class) greeting(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if c.known.of(r) == "" {
			c.cookies.set(w, r, visitorCookie(r), c.known.issue(), http.SameSiteLaxMode)
		}
		return h(w, r)
	}
}

// refuseRest answers what only a server has that saves.
func refuseRest(_ http.ResponseWriter, r *http.Request) error {
	return refuse(http.StatusNotFound, "there is no %s %q: this server shows notebooks and saves nothing (krigo notebook --read-only)",
		r.Method, shortened(r.URL.Path))
}
