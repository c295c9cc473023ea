package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"

	"krigo/internal/notebook"
	"krigo/internal/words"
	"krigo/kernel"
)

// What is kept of visitors. A room without pages and kernel is forgotten after
// forgetTime, or when there are mostRooms and another is wanted. Who wants a kernel and
// has gone loses his place in the queue after queueTime.
const (
	forgetTime = 12 * time.Hour
	queueTime  = time.Minute
	mostRooms  = 1000
	roomBytes  = 64 << 20 // of code and outputs
	spareBytes = 2 << 20  // of pictures that nobody shows any more
)

// visitors are those who came, by what their cookies have.
type visitors struct {
	mu     sync.Mutex
	closed bool
	byID   map[string]*visitor
}

// visitor is a browser, known by its cookie, with the notebooks that it has open.
type visitor struct {
	rooms
	opening   sync.Mutex // held while a room is opened
	workplace workplace
	users     int // requests that open a room; under the lock of visitors
}

// visitorID is what a cookie has that we made (rand.Text).
var visitorID = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// visitorCookie is the name of the cookie that tells visitors apart.
func visitorCookie(r *http.Request) string { return cookieName(r) + "-visitor" }

// idOf is what the visitor's cookie has, or "".
func idOf(r *http.Request) string {
	c, err := r.Cookie(visitorCookie(r))
	if err != nil || !visitorID.MatchString(c.Value) {
		return ""
	}
	return c.Value
}

// greeting gives a browser that comes without one its cookie. It is sent, too, when a
// link on another's page leads here: a new one would part the visitor from his cells.
func (c *class) greeting(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if idOf(r) == "" {
			http.SetCookie(w, &http.Cookie{
				Name: visitorCookie(r), Value: NewToken(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.server.guard.isSecure(r),
			})
		}
		return h(w, r)
	}
}

// at is the visitor of an id, or nil.
func (vs *visitors) at(id string) *visitor {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	return vs.byID[id]
}

// all are those who are known.
func (vs *visitors) all() []*visitor {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	list := make([]*visitor, 0, len(vs.byID))
	for _, v := range vs.byID {
		list = append(list, v)
	}
	return list
}

// roomsOf are the rooms of who asks, none where he has opened none.
func (s *Server) roomsOf(r *http.Request) *rooms {
	if s.class == nil {
		return &s.rooms
	}
	if v := s.class.visitors.at(idOf(r)); v != nil {
		return &v.rooms
	}
	return &rooms{blobs: notebook.NewBlobs(0)}
}

// roomFor is the room of a notebook for who asks, which is opened where it is not.
func (s *Server) roomFor(r *http.Request, name string) (*notebook.Room, error) {
	if s.class == nil {
		return s.room(name)
	}
	id := idOf(r)
	if id == "" {
		return nil, refuse(http.StatusForbidden, "visitors are known by a cookie, which this browser does not send: allow cookies for this page, and load it anew")
	}
	return s.class.room(id, name)
}

// room is a visitor's room of a notebook.
func (c *class) room(id, name string) (*notebook.Room, error) {
	v, err := c.come(id)
	if err != nil {
		return nil, err
	}
	defer c.went(v)
	v.opening.Lock()
	defer v.opening.Unlock()
	if room := v.rooms.at(name); room != nil {
		return room, nil
	}
	if err := c.spare(); err != nil {
		return nil, err
	}
	room, err := notebook.Open(c.server.ctx, notebook.Options{
		Root: c.server.folder.root, Path: name, Blobs: v.blobs, ReadOnly: true, MaxBytes: roomBytes, Log: c.server.log,
		Kernel: func(string) kernel.Options { return c.kernel(v.workplace.of(name)) },
		Admit:  func(ctx context.Context, tell func(string)) (func(), error) { return c.admit(ctx, v, tell) },
	})
	if err != nil {
		return nil, err
	}
	v.put(name, room)
	return room, nil
}

// come is the visitor of an id, who is not forgotten before he went.
func (c *class) come(id string) (*visitor, error) {
	vs := &c.visitors
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if vs.closed {
		return nil, errClosed
	}
	v := vs.byID[id]
	if v == nil {
		v = &visitor{
			rooms:     rooms{byName: map[string]*notebook.Room{}, blobs: notebook.NewBlobs(spareBytes)},
			workplace: workplace{copies: c.copies},
		}
		if vs.byID == nil {
			vs.byID = map[string]*visitor{}
		}
		vs.byID[id] = v
	}
	v.users++
	return v, nil
}

func (c *class) went(v *visitor) {
	c.visitors.mu.Lock()
	defer c.visitors.mu.Unlock()
	v.users--
}

// admit waits for a place for a kernel of the visitor.
func (c *class) admit(ctx context.Context, v *visitor, tell func(string)) (release func(), err error) {
	free, err := c.places.take(ctx, tell)
	if err != nil {
		return nil, err
	}
	if err := v.workplace.enter(); err != nil {
		free()
		return nil, err
	}
	return func() {
		if err := v.workplace.leave(); err != nil {
			c.server.log.Warn("what a session wrote was not removed", "err", err)
		}
		free()
	}, nil
}

// sweepNowAndThen ends what is not used any more, until ctx ends.
func (c *class) sweepNowAndThen(ctx context.Context) {
	tick := time.NewTicker(min(max(c.Idle/20, 100*time.Millisecond), 30*time.Second))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			c.sweep(now)
		}
	}
}

// sweep ends the kernels that nobody uses and forgets the rooms that nobody comes back
// to.
func (c *class) sweep(now time.Time) {
	var work sync.WaitGroup
	for _, v := range c.visitors.all() {
		for _, room := range v.all() {
			work.Go(func() { c.look(v, room, now) })
		}
	}
	work.Wait()
	c.visitors.drop()
}

// look ends what is not used of a room.
func (c *class) look(v *visitor, room *notebook.Room, now time.Time) {
	u := room.Usage()
	unused := now.Sub(u.Used)
	var err error
	switch {
	case u.Waiting && u.Pages == 0 && unused >= queueTime:
		err = room.Rest("You had left while your session was waited for. Run the cells again.")
	case u.Kernel && !u.Busy && unused >= c.Idle:
		err = room.Rest(fmt.Sprintf("The session was not used for %v and has ended, with its variables and the files that it wrote. "+
			"The next run starts a new one; what cells showed stays.", words.Duration(c.Idle)))
	case !u.Kernel && !u.Waiting && u.Pages == 0 && unused >= forgetTime:
		err = v.forget(room)
	}
	if err != nil {
		c.server.log.Warn("a session did not end well", "err", err)
	}
}

// forget closes a room, with its kernel, and drops it.
func (rs *rooms) forget(room *notebook.Room) error {
	err := room.Close()
	if k := room.Host(); k != nil {
		err = errors.Join(err, k.Close())
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	delete(rs.byName, room.Path())
	return err
}

// drop forgets visitors without rooms.
func (vs *visitors) drop() {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	for id, v := range vs.byID {
		if v.users == 0 && len(v.all()) == 0 {
			delete(vs.byID, id)
		}
	}
}

// spare makes sure that there may be one room more: of those without pages and kernel
// the one goes that was used the longest ago.
func (c *class) spare() error {
	count, oldest := 0, notebook.Usage{}
	var of *visitor
	var room *notebook.Room
	for _, v := range c.visitors.all() {
		for _, r := range v.all() {
			count++
			u := r.Usage()
			if u.Pages == 0 && !u.Kernel && !u.Waiting && (room == nil || u.Used.Before(oldest.Used)) {
				of, room, oldest = v, r, u
			}
		}
	}
	switch {
	case count < mostRooms:
		return nil
	case room == nil:
		return refuse(http.StatusServiceUnavailable, "%d notebooks are open here, which is the limit: try again later", mostRooms)
	}
	return of.forget(room)
}

// close ends all rooms and kernels.
func (vs *visitors) close() error {
	vs.mu.Lock()
	vs.closed = true
	vs.mu.Unlock()
	var mu sync.Mutex
	var faults []error
	var work sync.WaitGroup
	for _, v := range vs.all() {
		v.opening.Lock() // what is about to be opened is, and then ends
		for _, room := range v.all() {
			work.Go(func() {
				err := v.forget(room)
				mu.Lock()
				defer mu.Unlock()
				faults = append(faults, err)
			})
		}
		v.opening.Unlock()
	}
	work.Wait()
	return errors.Join(faults...)
}
