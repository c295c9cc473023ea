package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"krigo/internal/notebook"
	"krigo/kernel"
)

// Options say what is served. Root and Kernel are wanted.
type Options struct {
	// Root is the folder of the notebooks. It stays the caller's.
	Root *os.Root
	// Kernel are the options of a new kernel that works in the folder dir.
	Kernel func(dir string) kernel.Options
	// Token is what clients know; where it is empty, a new one is made.
	Token string
	// Listen is the host that the server listens on: clients may name it, besides
	// localhost and the loopback addresses. Of an unspecified address (0.0.0.0, ::)
	// they may name every address, and the machine's name.
	Listen string
	// Public, where not empty, is the address by which clients know the server, behind
	// a proxy that passes their Host on: https://class.example.org.
	Public string
	// Class, where not nil, has the server show its notebooks to visitors and save
	// nothing.
	Class *Class
	// Version is krigo's, told to clients.
	Version string
	// Log receives what goes wrong; by default nothing is logged.
	Log *slog.Logger
}

// Server serves the notebooks of a folder.
type Server struct {
	ctx     context.Context
	stop    context.CancelFunc
	options Options
	log     *slog.Logger
	started time.Time
	folder  folder
	guard   *guard
	kernels kernels
	ears    ears
	rooms   rooms
	assets  assets
	opening sync.Mutex // held while a path gets its kernel
	memory  memory
	class   *class // nil where there are no visitors
	// writeTime is that of websockets, which tests change.
	writeTime func() time.Duration

	asked  chan struct{} // closed when a client has asked for the end
	asking sync.Once
}

// New returns a server, whose kernels end with ctx or at Close.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Root == nil || o.Kernel == nil {
		return nil, errors.New("server: Options.Root and Options.Kernel are wanted")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Token == "" {
		o.Token = NewToken()
	}
	if len(o.Token) < shortestToken {
		return nil, fmt.Errorf("server: the token has %d characters, want at least %d, so that it is not guessed", len(o.Token), shortestToken)
	}
	dir, err := filepath.Abs(o.Root.Name())
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	public, err := publicAddress(o.Public)
	if err != nil {
		return nil, err
	}
	s := &Server{options: o, log: o.Log, started: time.Now(), folder: folder{o.Root, dir}, rooms: rooms{byName: map[string]*notebook.Room{}, blobs: notebook.NewBlobs(spareBlobs)}, asked: make(chan struct{}), writeTime: func() time.Duration { return writeTime }}
	s.ctx, s.stop = context.WithCancel(ctx)
	if o.Class != nil {
		if s.class, err = newClass(s, *o.Class); err != nil {
			s.stop()
			return nil, err
		}
	}
	mux := http.NewServeMux()
	for pattern, serve := range s.routes() {
		mux.Handle(pattern, s.answers(serve))
	}
	s.guard = newGuard(o.Token, o.Listen, public, mux)
	s.guard.open = o.Class != nil && o.Class.Open
	return s, nil
}

// spareBlobs is how many bytes are kept of pictures that nobody shows any more.
const spareBlobs = 32 << 20

// publicAddress is the address by which clients know the server, empty for none.
func publicAddress(text string) (*url.URL, error) {
	if text == "" {
		return &url.URL{}, nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("server: the public address is %q, want one such as https://class.example.org", text)
	case u.Path != "" && u.Path != "/":
		return nil, fmt.Errorf("server: the public address %q has a path, and pages are at the top of their host: give the server a host name of its own", text)
	}
	return u, nil
}

// Token is what clients have to know.
func (s *Server) Token() string { return s.options.Token }

// ServeHTTP serves a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.guard.ServeHTTP(w, r) }

// Limits of a connection. Bodies have limits of their own.
const (
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute
	headerBytes = 64 << 10
)

// Serve serves the connections of a listener until Close, at which it returns nil.
func (s *Server) Serve(l net.Listener) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	defer context.AfterFunc(s.ctx, func() { h.Close() })()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("server: %w", err)
	}
	return nil
}

// Stopped is closed when a client has asked for the end. Close is still to be called.
func (s *Server) Stopped() <-chan struct{} { return s.asked }

// Close saves what is open, and ends the kernels and the server's connections.
func (s *Server) Close() error {
	err := s.rooms.close()
	if s.class != nil {
		err = errors.Join(err, s.class.close())
	}
	err = errors.Join(err, s.kernels.close())
	s.stop()
	return err
}

// routes name what answers to which address.
func (s *Server) routes() map[string]handler {
	all := map[string]handler{
		"GET /static/{file...}": s.getAsset,
		"GET /home/{file...}":   s.getHomeAsset,
		"GET /room/{path...}":   s.serveRoom,
		"GET /blob/{hash}":      s.getBlob,
		"GET /frame/{hash}":     s.getFrame,
		"GET /export/{path...}": s.getExport,
	}
	if s.class != nil {
		maps.Copy(all, s.class.routes())
		return all
	}
	maps.Copy(all, s.savingRoutes())
	return all
}

// savingRoutes are those of a server that saves.
func (s *Server) savingRoutes() map[string]handler {
	return map[string]handler{
		"GET /{$}":                 s.withRooms(s.getHome),
		"GET /tree":                s.withRooms(s.getHome),
		"GET /tree/{path...}":      s.withRooms(s.getHome),
		"GET /notebooks/{path...}": s.getPage,
		"POST /new":                s.postNew,
		"POST /end/{id}":           s.withRooms(s.postEnd),

		"GET /api":                    s.getVersion,
		"GET /api/{$}":                s.getVersion,
		"GET /api/me":                 s.getMe,
		"GET /api/status":             s.withRooms(s.getStatus),
		"GET /api/terminals":          s.listTerminals,
		"GET /api/events/subscribe":   s.subscribe,
		"POST /api/shutdown":          s.shutDown,
		"GET /api/config/{section}":   s.getConfig,
		"PUT /api/config/{section}":   s.putConfig,
		"PATCH /api/config/{section}": s.patchConfig,

		"GET /api/kernelspecs":             s.listKernelspecs,
		"GET /api/kernelspecs/{name}":      s.getKernelspec,
		"GET /kernelspecs/{name}/{file}":   s.getResource,
		"GET /api/kernels":                 s.withRooms(s.listKernels),
		"POST /api/kernels":                s.postKernel,
		"GET /api/kernels/{id}":            s.withRooms(s.getKernel),
		"DELETE /api/kernels/{id}":         s.withRooms(s.deleteKernel),
		"POST /api/kernels/{id}/interrupt": s.withRooms(s.interruptKernel),
		"POST /api/kernels/{id}/restart":   s.withRooms(s.restartKernel),
		"GET /api/kernels/{id}/channels":   s.withRooms(s.serveChannels),
		"GET /api/sessions":                s.withRooms(s.listSessions),
		"POST /api/sessions":               s.withRooms(s.postSession),
		"GET /api/sessions/{id}":           s.withRooms(s.getSession),
		"PATCH /api/sessions/{id}":         s.withRooms(s.patchSession),
		"DELETE /api/sessions/{id}":        s.withRooms(s.deleteSession),

		"GET /api/contents":              s.getContents,
		"POST /api/contents":             s.postContents,
		"GET /api/contents/{path...}":    s.getContents,
		"PUT /api/contents/{path...}":    s.putContents,
		"POST /api/contents/{path...}":   s.postContents,
		"PATCH /api/contents/{path...}":  s.patchContents,
		"DELETE /api/contents/{path...}": s.deleteContents,

		"GET /lab/api/settings":              s.listSettings,
		"GET /lab/api/translations":          s.getTranslations,
		"GET /lab/api/translations/{$}":      s.getTranslations,
		"GET /lab/api/translations/{locale}": s.getTranslations,
		"GET /lab/api/workspaces":            s.listWorkspaces,
		"GET /lab/api/workspaces/{$}":        s.listWorkspaces,
		"GET /lab/api/workspaces/{id...}":    s.getWorkspace,
		"PUT /lab/api/workspaces/{id...}":    s.putWorkspace,
		"DELETE /lab/api/workspaces/{id...}": s.deleteWorkspace,
	}
}
