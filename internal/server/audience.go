package server

import (
	"context"
	"net/http"

	"krigo/internal/notebook"
)

// audience decides which open notebooks a request concerns: those that all users share,
// or those of a visitor of a class.
type audience interface {
	// opened are the notebooks that the sender of a request has open.
	opened(r *http.Request) *registry
	// open returns the room of a notebook for the sender of a request.
	open(r *http.Request, name string) (*notebook.Room, error)
	// close closes all rooms and ends their kernels.
	close() error
}

// shared is the audience of a server that saves: all clients with the token have the same notebooks
// open.
type shared struct {
	*registry
	ctx  context.Context  // ends the rooms
	room notebook.Options // of each room, but for its path
}

// spareBytes is the number of bytes to keep of pictures that no output shows any more.
const spareBytes = 32 << 20

func newShared(ctx context.Context, room notebook.Options) *shared {
	s := &shared{registry: newRegistry(spareBytes), ctx: ctx, room: room}
	s.room.Blobs = s.blobs
	return s
}

func (s *shared) opened(*http.Request) *registry { return s.registry }

func (s *shared) open(_ *http.Request, name string) (*notebook.Room, error) {
	return s.get(name, func() (*notebook.Room, error) {
		o := s.room
		o.Path = name
		return notebook.Open(s.ctx, o)
	})
}
