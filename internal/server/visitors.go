package server

import (
	"net/http"
	"regexp"
	"sync"

	"krigo/internal/notebook"
)

// Limits on the state kept of visitors: mostRooms rooms, where a new one replaces the one unused
// for the longest time, and for each visitor the pictures that no output shows any more.
const (
	mostRooms         = 1000
	visitorSpareBytes = 2 << 20
)

// visitors are the browsers that came, by what their cookies have.
type visitors struct {
	mu     sync.Mutex
	closed bool
	byID   map[string]*visitor
}

// visitor is a browser with the notebooks that it has open. It is kept as long as it
// has rooms, or a request opens one.
type visitor struct {
	*registry
	workplace workplace
	users     int // requests that open a room; under the lock of visitors
}

// visitorRoom is a room and its visitor.
type visitorRoom struct {
	*notebook.Room
	owner *visitor
}

// visitorID matches the value of a cookie that we made (rand.Text).
var visitorID = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// visitorCookie returns the name of the cookie that tells visitors apart.
func visitorCookie(r *http.Request) string { return cookieName(r) + "-visitor" }

// idOf returns the value of the visitor's cookie, or "".
func idOf(r *http.Request) string {
	c, err := r.Cookie(visitorCookie(r))
	if err != nil || !visitorID.MatchString(c.Value) {
		return ""
	}
	return c.Value
}

// at returns the visitor of an id, or nil.
func (vs *visitors) at(id string) *visitor {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	return vs.byID[id]
}

// all returns the known visitors.
func (vs *visitors) all() []*visitor {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	list := make([]*visitor, 0, len(vs.byID))
	for _, v := range vs.byID {
		list = append(list, v)
	}
	return list
}

// rooms returns the rooms of all visitors.
func (vs *visitors) rooms() (list []visitorRoom) {
	for _, v := range vs.all() {
		for _, room := range v.registry.all() {
			list = append(list, visitorRoom{room, v})
		}
	}
	return list
}

// come returns the visitor of an id, whose kernels work in a copy of the folder. The visitor is not
// dropped before went is called.
func (vs *visitors) come(id string, copies copies) (*visitor, error) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if vs.closed {
		return nil, errClosed
	}
	v := vs.byID[id]
	if v == nil {
		v = &visitor{registry: newRegistry(visitorSpareBytes), workplace: workplace{copies: copies}}
		vs.byID[id] = v
	}
	v.users++
	return v, nil
}

func (vs *visitors) went(v *visitor) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	v.users--
}

// drop forgets visitors without rooms.
func (vs *visitors) drop() {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	for id, v := range vs.byID {
		if v.users == 0 && len(v.registry.all()) == 0 {
			delete(vs.byID, id)
		}
	}
}

// spare makes sure that there may be one room more: of those without pages and kernel
// the one goes that was used the longest ago.
func (vs *visitors) spare() error {
	rooms := vs.rooms()
	if len(rooms) < mostRooms {
		return nil
	}
	var unused visitorRoom
	var since notebook.Usage
	for _, r := range rooms {
		u := r.Usage()
		if u.Pages == 0 && !u.Kernel && !u.Waiting && (unused.Room == nil || u.Used.Before(since.Used)) {
			unused, since = r, u
		}
	}
	if unused.Room == nil {
		return refuse(http.StatusServiceUnavailable, "%d notebooks are open here, which is the limit: try again later", mostRooms)
	}
	return unused.owner.forget(unused.Room)
}

// close ends all rooms and kernels.
func (vs *visitors) close() error {
	vs.mu.Lock()
	vs.closed = true
	vs.mu.Unlock()
	return concurrently(vs.all(), func(v *visitor) error { return v.registry.close() })
}
