package server

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"krigo/kernel"
	"krigo/kernel/host"
)

// kernels are those that run, with their sessions.
type kernels struct {
	mu       sync.Mutex
	closed   bool
	byID     map[string]*host.Kernel
	sessions map[string]*session
}

// errClosed is the error of a server that ends.
var errClosed = refuse(http.StatusServiceUnavailable, "the server ends")

// add keeps a kernel until it has ended.
func (ks *kernels) add(k *host.Kernel) error {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if ks.closed {
		return errClosed
	}
	if ks.byID == nil {
		ks.byID, ks.sessions = map[string]*host.Kernel{}, map[string]*session{}
	}
	if ks.byID[k.ID] != nil {
		return nil
	}
	ks.byID[k.ID] = k
	go func() {
		<-k.Ended()
		ks.remove(k)
	}()
	return nil
}

// remove forgets a kernel that has ended, with its sessions.
func (ks *kernels) remove(k *host.Kernel) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	delete(ks.byID, k.ID)
	for id, s := range ks.sessions {
		if s.kernel == k {
			delete(ks.sessions, id)
		}
	}
}

// get is the kernel of an id.
func (ks *kernels) get(id string) (*host.Kernel, error) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if k := ks.byID[id]; k != nil {
		return k, nil
	}
	return nil, refuse(http.StatusNotFound, "there is no kernel %q", shortened(id))
}

// all are the kernels that run, in the order of their ids.
func (ks *kernels) all() []*host.Kernel {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	list := make([]*host.Kernel, 0, len(ks.byID))
	for _, k := range ks.byID {
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b *host.Kernel) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// isClosed tells whether no more kernels may begin.
func (ks *kernels) isClosed() bool {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	return ks.closed
}

// close ends all kernels, and lets no more begin.
func (ks *kernels) close() error {
	ks.mu.Lock()
	ks.closed = true
	ks.mu.Unlock()
	all := ks.all()
	faults := make([]error, len(all))
	var wait sync.WaitGroup
	for i, k := range all {
		wait.Go(func() { faults[i] = k.Close() })
	}
	wait.Wait()
	return errors.Join(faults...)
}

// startKernel starts a kernel that works in a folder.
func (s *Server) startKernel(dir string) (*host.Kernel, error) {
	k := host.Start(s.ctx, func() kernel.Options { return s.options.Kernel(dir) })
	if err := s.kernels.add(k); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, wake(k)
}

// wake has a kernel tell its state, as Jupyter does: until somebody asks it something
// it is "starting".
func wake(k *host.Kernel) error {
	p, err := kernel.Request("shell", "server", "kernel_info_request", struct{}{})
	if err != nil {
		return err
	}
	return k.Send(p)
}

// kernelModel is a kernel as the API tells it.
type kernelModel struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Activity    string `json:"last_activity"`
	State       string `json:"execution_state"`
	Connections int    `json:"connections"`
}

func modelOf(k *host.Kernel) kernelModel {
	state, activity, listeners := k.State()
	return kernelModel{k.ID, kernelName, timestamp(activity), state, listeners}
}

// timeForm is how times are written, in UTC.
const timeForm = "2006-01-02T15:04:05.000000Z"

func timestamp(t time.Time) string { return t.UTC().Format(timeForm) }

func (s *Server) listKernels(w http.ResponseWriter, _ *http.Request) error {
	list := []kernelModel{}
	for _, k := range s.kernels.all() {
		list = append(list, modelOf(k))
	}
	return reply(w, http.StatusOK, list)
}

func (s *Server) postKernel(w http.ResponseWriter, r *http.Request) error {
	var wanted struct{ Name, Path string }
	if err := readJSON(w, r, bodyBytes, &wanted); err != nil {
		return err
	}
	if err := checkKernelName(wanted.Name); err != nil {
		return err
	}
	name, err := clean(wanted.Path)
	if err != nil {
		return err
	}
	dir, err := s.folder.workingDir(name)
	if err != nil {
		return err
	}
	k, err := s.startKernel(dir)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api/kernels/"+k.ID)
	return reply(w, http.StatusCreated, modelOf(k))
}

func (s *Server) getKernel(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, modelOf(k))
}

func (s *Server) deleteKernel(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.end(k); err != nil {
		return err
	}
	return reply(w, http.StatusNoContent, nil)
}

// end ends a kernel. It is not listed any more when end returns.
func (s *Server) end(k *host.Kernel) error {
	err := k.Close()
	s.kernels.remove(k)
	return err
}

func (s *Server) interruptKernel(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := k.Interrupt(); err != nil {
		return gone(err)
	}
	return reply(w, http.StatusNoContent, nil)
}

func (s *Server) restartKernel(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := k.Restart(); err != nil {
		return gone(err)
	}
	return reply(w, http.StatusOK, modelOf(k))
}

// gone says of a kernel that has ended that it is not there.
func gone(err error) error {
	if errors.Is(err, host.ErrEnded) {
		return refuse(http.StatusNotFound, "the kernel has ended")
	}
	return err
}
