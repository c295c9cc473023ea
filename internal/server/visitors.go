package server

import (
	"maps"
	"net/http"
	"slices"
	"sync"

	"krigo/internal/notebook"
)

// Limits on the state kept of visitors: open notebooks of a visitor, of an address and of all, where a
// new one replaces the one unused for the longest time; the bytes of these; and for each visitor the
// pictures that no output shows any more.
const (
	visitorRooms      = 20
	addressRooms      = 500
	mostRooms         = 1000
	visitorBytesKept  = 128 << 20
	addressBytesKept  = 512 << 20
	classBytesKept    = 1 << 30
	visitorSpareBytes = 2 << 20
)

// visitors are the browsers that came, by what their cookies have.
type visitors struct {
	quota *notebook.Quota

	mu        sync.Mutex
	closed    bool
	byID      map[string]*visitor
	byAddress map[string]*notebook.Quota // of addresses with visitors
}

func newVisitors() visitors {
	return visitors{quota: notebook.NewQuota(classBytesKept, nil), byID: map[string]*visitor{}, byAddress: map[string]*notebook.Quota{}}
}

// visitor is a browser with the notebooks that it has open. It is kept as long as it
// has rooms, or a request opens one.
type visitor struct {
	*registry
	owner     owner
	quota     *notebook.Quota
	workplace workplace
	users     int // requests that open a room; under the lock of visitors
}

// visitorRoom is a room and its visitor.
type visitorRoom struct {
	*notebook.Room
	owner *visitor
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

// come returns a visitor, whose kernels work in a copy of the folder. The visitor is not dropped
// before went is called.
func (vs *visitors) come(o owner, copies copies) (*visitor, error) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if vs.closed {
		return nil, errClosed
	}
	v := vs.byID[o.visitor]
	if v == nil {
		quota := notebook.NewQuota(visitorBytesKept, vs.quotaOf(o.address))
		v = &visitor{registry: newRegistry(visitorSpareBytes), owner: o, quota: quota, workplace: workplace{copies: copies}}
		vs.byID[o.visitor] = v
	}
	v.users++
	return v, nil
}

// quotaOf returns the quota of an address. An unknown one has that of all.
func (vs *visitors) quotaOf(address string) *notebook.Quota {
	if address == "" {
		return vs.quota
	}
	if vs.byAddress[address] == nil {
		vs.byAddress[address] = notebook.NewQuota(addressBytesKept, vs.quota)
	}
	return vs.byAddress[address]
}

func (vs *visitors) went(v *visitor) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	v.users--
}

// drop forgets visitors without rooms, and addresses without visitors.
func (vs *visitors) drop() {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	left := map[string]bool{}
	for id, v := range vs.byID {
		if v.users == 0 && len(v.registry.all()) == 0 {
			delete(vs.byID, id)
		} else {
			left[v.owner.address] = true
		}
	}
	maps.DeleteFunc(vs.byAddress, func(address string, _ *notebook.Quota) bool { return !left[address] })
}

// spare makes sure that a visitor may have one room more: of those of the visitor, the address or all,
// whichever are too many, the one goes that was used the longest ago and has neither page nor kernel.
func (vs *visitors) spare(v *visitor) error {
	rooms := vs.rooms()
	for _, bound := range []struct {
		most int
		whom string
		of   func(*visitor) bool
	}{
		{visitorRooms, "of yours", func(other *visitor) bool { return other == v }},
		{addressRooms, "of your network", func(other *visitor) bool { return v.owner.address != "" && other.owner.address == v.owner.address }},
		{mostRooms, "in all", func(*visitor) bool { return true }},
	} {
		within := slices.DeleteFunc(slices.Clone(rooms), func(r visitorRoom) bool { return !bound.of(r.owner) })
		if len(within) < bound.most {
			continue
		}
		unused := slices.DeleteFunc(within, func(r visitorRoom) bool {
			u := r.Usage()
			return u.Pages > 0 || u.Kernel || u.Waiting
		})
		if len(unused) == 0 {
			return refuse(http.StatusServiceUnavailable, "%d notebooks %s are open here, which is the limit: close a page, or try again later", bound.most, bound.whom)
		}
		oldest := slices.MinFunc(unused, func(a, b visitorRoom) int { return a.Usage().Used.Compare(b.Usage().Used) })
		return oldest.owner.forget(oldest.Room)
	}
	return nil
}

// close ends all rooms and kernels.
func (vs *visitors) close() error {
	vs.mu.Lock()
	vs.closed = true
	vs.mu.Unlock()
	return concurrently(vs.all(), func(v *visitor) error { return v.registry.close() })
}
