package server

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"krigo/internal/notebook"
)

// registry holds the notebooks that one owner has open, by their names within the
// folder: all users of a server that saves are one owner, each visitor of a class is
// another. What cells print while no page shows a notebook is kept in its room.
//
// A name has one room at most, and none is opened after close.
type registry struct {
	blobs *notebook.Blobs // pictures and frames of outputs

	opening sync.Mutex // held while a room is opened, and at the end
	closed  bool       // under opening

	mu     sync.Mutex
	byName map[string]*notebook.Room
}

// newRegistry makes a registry that keeps up to spare bytes of pictures which no
// output shows any more.
func newRegistry(spare int) *registry {
	return &registry{blobs: notebook.NewBlobs(spare), byName: map[string]*notebook.Room{}}
}

// errClosed is the error of a server that ends.
var errClosed = refuse(http.StatusServiceUnavailable, "the server ends")

// get returns the room of a name, or opens it with open.
func (g *registry) get(name string, open func() (*notebook.Room, error)) (*notebook.Room, error) {
	g.opening.Lock()
	defer g.opening.Unlock()
	if room := g.at(name); room != nil {
		return room, nil
	}
	if g.closed {
		return nil, errClosed
	}
	room, err := open()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.byName[name] = room
	return room, nil
}

// at returns the room of a name, or nil.
func (g *registry) at(name string) *notebook.Room {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byName[name]
}

// all returns the rooms that are open.
func (g *registry) all() []*notebook.Room {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := make([]*notebook.Room, 0, len(g.byName))
	for _, room := range g.byName {
		list = append(list, room)
	}
	return list
}

// forget closes a room, with its kernel, and drops it.
func (g *registry) forget(room *notebook.Room) error {
	err := room.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.byName, room.Path())
	return err
}

// close closes all rooms, with their kernels.
func (g *registry) close() error {
	g.opening.Lock()
	defer g.opening.Unlock()
	g.closed = true
	return concurrently(g.all(), func(room *notebook.Room) error {
		return within(closeTime, room.Path(), func() error { return g.forget(room) })
	})
}

// closeTime is how long a notebook may take to be saved and ended when the server ends.
const closeTime = 20 * time.Second

// within calls do, and returns an error that names what if that takes longer than limit. Then do
// goes on.
func within(limit time.Duration, what string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return fmt.Errorf("server: %s did not end within %v", what, limit)
	}
}

// concurrently calls do with all values at the same time, and joins the errors.
func concurrently[T any](values []T, do func(T) error) error {
	faults := make([]error, len(values))
	var work sync.WaitGroup
	for i, v := range values {
		work.Go(func() { faults[i] = do(v) })
	}
	work.Wait()
	return errors.Join(faults...)
}
