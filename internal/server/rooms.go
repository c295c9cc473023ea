package server

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"sync"

	"github.com/coder/websocket"

	"krigo/internal/notebook"
	"krigo/kernel/host"
)

// rooms are the notebooks that are open in pages, or were: what their cells print is
// not lost while nobody looks.
type rooms struct {
	mu     sync.Mutex
	byName map[string]*notebook.Room
	blobs  *notebook.Blobs
}

// at is the room of a name within the folder, or nil.
func (rs *rooms) at(name string) *notebook.Room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byName[name]
}

// put keeps a room.
func (rs *rooms) put(name string, room *notebook.Room) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.byName[name] = room
}

// all are the rooms that are open.
func (rs *rooms) all() []*notebook.Room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	list := make([]*notebook.Room, 0, len(rs.byName))
	for _, room := range rs.byName {
		list = append(list, room)
	}
	return list
}

// kernelAt is the kernel of the room of a name, or nil.
func (rs *rooms) kernelAt(name string) *host.Kernel {
	room := rs.at(name)
	if room == nil {
		return nil
	}
	k := room.Host()
	if state, _, _ := k.State(); state == host.Dead {
		return nil
	}
	return k
}

// close saves and closes all rooms.
func (rs *rooms) close() error {
	var faults []error
	for _, room := range rs.all() {
		faults = append(faults, room.Close())
	}
	return errors.Join(faults...)
}

// room is the room of a name, which is opened where it is not. It has the kernel of
// the path's session, where there is one.
func (s *Server) room(name string) (*notebook.Room, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if room := s.rooms.at(name); room != nil {
		return room, nil
	}
	if s.kernels.isClosed() {
		return nil, errClosed
	}
	room, err := notebook.Open(s.ctx, notebook.Options{
		Root: s.folder.root, Path: name, Kernel: s.options.Kernel, Host: s.kernels.kernelAt(name), Blobs: s.rooms.blobs, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	s.rooms.put(name, room)
	return room, nil
}

// adopt lists the kernels of rooms, each with a session: a room may have another one
// since it was asked last.
func (s *Server) adopt() {
	for _, room := range s.rooms.all() {
		name := room.Path()
		if k := s.rooms.kernelAt(name); k != nil && s.kernels.add(k) == nil {
			// What fails has ended just now.
			_, _ = s.kernels.open(session{path: name, name: path.Base(name), kind: typeNotebook, kernel: k})
		}
	}
}

// withRooms makes a handler see the kernels of rooms.
func (s *Server) withRooms(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		s.adopt()
		return h(w, r)
	}
}

// notebookName is the name of the notebook that a page's address has.
func notebookName(r *http.Request) (string, error) {
	name, err := clean(r.PathValue("path"))
	if err == nil && !isNotebook(name) {
		err = refuse(http.StatusNotFound, "there is no notebook %q", shortened(name))
	}
	return name, err
}

// serveRoom connects a page with its room.
func (s *Server) serveRoom(w http.ResponseWriter, r *http.Request) error {
	name, err := notebookName(r)
	if err != nil {
		return err
	}
	if err := wantUpgrade(r); err != nil {
		return err
	}
	s.overWebsocket(w, r, func(ctx context.Context, c *websocket.Conn) {
		room, err := s.roomFor(r, name)
		if err != nil {
			s.turnAway(ctx, c, name, err)
			return
		}
		s.host(ctx, c, room)
	})
	return nil
}

// host lets a page into a room, until it goes.
func (s *Server) host(ctx context.Context, c *websocket.Conn, room *notebook.Room) {
	visit := room.Enter()
	defer visit.Leave()
	go func() {
		s.tell(ctx, c, visit)
		_ = c.Close(websocket.StatusGoingAway, "the notebook was closed, or the page did not keep up")
	}()
	for {
		kind, raw, err := c.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = c.Close(websocket.StatusUnsupportedData, "want operations as text")
			return
		}
		visit.Do(raw)
	}
}

// turnAway tells a page why its notebook cannot be opened. The status tells it not to
// try again by itself.
func (s *Server) turnAway(ctx context.Context, c *websocket.Conn, name string, fault error) {
	if errors.Is(fault, fs.ErrNotExist) || s.folder.leaves(name) {
		fault = s.folder.explain(name, fault)
	}
	s.log.Warn("a notebook was not opened", "err", fault)
	told, err := json.Marshal(map[string]string{"ev": "refused", "text": fault.Error()})
	if err == nil {
		err = s.write(ctx, c, told)
	}
	if err == nil {
		_ = c.Close(websocket.StatusPolicyViolation, reason(fault))
	}
}

// tell writes what happens in a room to a page, until one of them ends.
func (s *Server) tell(ctx context.Context, c *websocket.Conn, visit *notebook.Visit) {
	for {
		event, err := visit.Next(ctx)
		if err != nil || s.write(ctx, c, event) != nil {
			return
		}
	}
}

// write writes a text message.
func (s *Server) write(ctx context.Context, c *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.writeTime())
	defer cancel()
	return c.Write(ctx, websocket.MessageText, text)
}
