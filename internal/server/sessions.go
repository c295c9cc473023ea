package server

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/google/uuid"

	"krigo/kernel/host"
)

// session is what a Jupyter client has on a kernel: a notebook, or a console. A path
// has one session at most, and so one kernel.
type session struct {
	id, path, name, kind string
	kernel               *host.Kernel
}

// sessionModel is a session as the API tells it.
type sessionModel struct {
	ID       string      `json:"id"`
	Path     string      `json:"path"`
	Name     string      `json:"name"`
	Type     string      `json:"type"`
	Kernel   kernelModel `json:"kernel"`
	Notebook *notebookOf `json:"notebook,omitempty"`
}

// notebookOf is where older clients look for a session's path.
type notebookOf struct {
	Path string `json:"path"`
	Name string `json:"name"`
}

func (s *session) model() sessionModel {
	m := sessionModel{ID: s.id, Path: s.path, Name: s.name, Type: s.kind, Kernel: modelOf(s.kernel)}
	if s.kind == "notebook" {
		m.Notebook = &notebookOf{s.path, s.name}
	}
	return m
}

// at is the session of a path, or nil. The caller holds ks.mu.
func (ks *kernels) at(path string) *session {
	for _, s := range ks.sessions {
		if s.path == path {
			return s
		}
	}
	return nil
}

// kernelAt is the kernel of a path's session, or nil.
func (ks *kernels) kernelAt(path string) *host.Kernel {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if s := ks.at(path); s != nil {
		return s.kernel
	}
	return nil
}

// paths are the paths of sessions by the ids of their kernels, the first of each.
func (ks *kernels) paths() map[string]string {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	all := map[string]string{}
	for _, s := range ks.sessions {
		if first, ok := all[s.kernel.ID]; !ok || s.path < first {
			all[s.kernel.ID] = s.path
		}
	}
	return all
}

// open adds a session, unless its path has one, or its kernel has ended. It returns
// that which the path has.
func (ks *kernels) open(wanted session) (sessionModel, error) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if s := ks.at(wanted.path); s != nil {
		return s.model(), nil
	}
	if ks.closed {
		return sessionModel{}, errClosed
	}
	if ks.byID[wanted.kernel.ID] == nil {
		return sessionModel{}, gone(host.ErrEnded)
	}
	wanted.id = uuid.NewString()
	ks.sessions[wanted.id] = &wanted
	return wanted.model(), nil
}

// session is a copy of the session of an id.
func (ks *kernels) session(id string) (session, error) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if s := ks.sessions[id]; s != nil {
		return *s, nil
	}
	return session{}, refuse(http.StatusNotFound, "there is no session %q", shortened(id))
}

func (s *Server) listSessions(w http.ResponseWriter, _ *http.Request) error {
	s.kernels.mu.Lock()
	list := []sessionModel{}
	for _, one := range s.kernels.sessions {
		list = append(list, one.model())
	}
	s.kernels.mu.Unlock()
	slices.SortFunc(list, func(a, b sessionModel) int { return strings.Compare(a.Path, b.Path) })
	return reply(w, http.StatusOK, list)
}

// wantedSession is what a client asks for, of a new session or as a change of one.
type wantedSession struct {
	Path, Name, Type *string
	Kernel           *struct{ ID, Name *string }
}

// kernel are the id and the name of the kernel that is asked for, or empty.
func (q wantedSession) kernel() (id, name string) {
	if q.Kernel == nil {
		return "", ""
	}
	return orElse(q.Kernel.ID, ""), orElse(q.Kernel.Name, "")
}

func orElse(text *string, other string) string {
	if text == nil {
		return other
	}
	return *text
}

func (s *Server) postSession(w http.ResponseWriter, r *http.Request) error {
	var q wantedSession
	if err := readJSON(w, r, bodyBytes, &q); err != nil {
		return err
	}
	if q.Path == nil {
		return refuse(http.StatusBadRequest, "path is wanted")
	}
	name, err := clean(*q.Path)
	if err != nil {
		return err
	}
	wanted := session{path: shown(name), name: orElse(q.Name, path.Base(name)), kind: orElse(q.Type, "notebook")}
	s.opening.Lock() // so that a path gets one kernel, and not two at once
	defer s.opening.Unlock()
	if wanted.kernel = s.kernels.kernelAt(wanted.path); wanted.kernel == nil {
		id, kind := q.kernel()
		if wanted.kernel, err = s.kernelFor(name, id, kind); err != nil {
			return err
		}
	}
	model, err := s.kernels.open(wanted)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api/sessions/"+model.ID)
	return reply(w, http.StatusCreated, model)
}

// kernelFor is the kernel of the page on a path, or where that is open in none the
// kernel of an id, or where that is empty a new one.
func (s *Server) kernelFor(name, id, kind string) (*host.Kernel, error) {
	if k := s.rooms.kernelAt(name); k != nil {
		return k, nil
	}
	if id != "" {
		return s.kernels.get(id)
	}
	if err := checkKernelName(kind); err != nil {
		return nil, err
	}
	dir, err := s.folder.workingDir(name)
	if err != nil {
		return nil, err
	}
	return s.startKernel(dir)
}

func (s *Server) getSession(w http.ResponseWriter, r *http.Request) error {
	one, err := s.kernels.session(r.PathValue("id"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, one.model())
}

func (s *Server) patchSession(w http.ResponseWriter, r *http.Request) error {
	var q wantedSession
	if err := readJSON(w, r, bodyBytes, &q); err != nil {
		return err
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	one, err := s.kernels.session(r.PathValue("id"))
	if err != nil {
		return err
	}
	before := one.kernel
	if q.Path != nil {
		name, err := clean(*q.Path)
		if err != nil {
			return err
		}
		one.path = shown(name)
	}
	one.name, one.kind = orElse(q.Name, one.name), orElse(q.Type, one.kind)
	if q.Kernel != nil {
		if one.kernel, err = s.anotherKernel(one, q); err != nil {
			return err
		}
	}
	if err := s.kernels.change(one); err != nil {
		return err
	}
	if one.kernel != before {
		if err := s.end(before); err != nil {
			return err
		}
	}
	return reply(w, http.StatusOK, one.model())
}

// anotherKernel is the kernel that a session is to have from now on.
func (s *Server) anotherKernel(one session, q wantedSession) (*host.Kernel, error) {
	id, kind := q.kernel()
	if id == one.kernel.ID || id == "" && kind == "" {
		return one.kernel, nil
	}
	if s.rooms.kernelAt(orRoot(one.path)) != nil {
		return nil, refuse(http.StatusConflict, "%s is open in a page, whose kernel this is: restart it instead", one.path)
	}
	return s.kernelFor(orRoot(one.path), id, kind)
}

// orRoot is the name within the folder of a shown path.
func orRoot(path string) string {
	if path == "" {
		return "."
	}
	return path
}

// change puts a session in the place of that which has its id.
func (ks *kernels) change(to session) error {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if other := ks.at(to.path); other != nil && other.id != to.id {
		return refuse(http.StatusConflict, "%s has a session already", to.path)
	}
	if ks.sessions[to.id] == nil || ks.byID[to.kernel.ID] == nil {
		return gone(host.ErrEnded)
	}
	ks.sessions[to.id] = &to
	return nil
}

// deleteSession ends a session and its kernel, as Jupyter does, unless another session
// is on that.
func (s *Server) deleteSession(w http.ResponseWriter, r *http.Request) error {
	one, err := s.kernels.session(r.PathValue("id"))
	if err != nil {
		return err
	}
	if s.kernels.leave(one) {
		if err := s.end(one.kernel); err != nil {
			return err
		}
	}
	return reply(w, http.StatusNoContent, nil)
}

// leave forgets a session, and reports whether it was the last one on its kernel.
func (ks *kernels) leave(one session) bool {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	delete(ks.sessions, one.id)
	for _, other := range ks.sessions {
		if other.kernel == one.kernel {
			return false
		}
	}
	return true
}
