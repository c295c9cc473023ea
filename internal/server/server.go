package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// Options configure a server. Root and Kernel are required.
type Options struct {
	// Root is the folder of the notebooks. It stays the caller's.
	Root *os.Root
	// Kernel are the options of a new kernel.
	Kernel func(notebook.Place) kernel.Options
	// Token is the secret that clients have to know; if it is empty, New makes one.
	Token string
	// Sessions, where not empty, names a file that keeps hashes of the sessions of browsers, so that
	// they need the token once. Without it they need it again when the server was restarted.
	Sessions string
	// Listen is the host that the server listens on. Clients may name it, localhost and the
	// loopback addresses; for an unspecified address (0.0.0.0, ::) every address and the machine's
	// name.
	Listen string
	// Public, where not empty, is the address by which clients know the server, behind
	// a proxy that passes their Host on: https://class.example.org.
	Public string
	// Base is the path below which the pages are, such as /krigo, behind a proxy that passes the whole path on;
	// by default that of Public, or the top of the host.
	Base string
	// Class, where not nil, has the server show its notebooks to visitors and save
	// nothing.
	Class *Class
	// Log receives what goes wrong; by default nothing is logged.
	Log *slog.Logger
}

// Server serves the notebooks of a folder. It owns what requests pass through, from the
// guard to the open notebooks of its audience, and ends them at Close.
type Server struct {
	ctx      context.Context // ends connections
	stop     context.CancelFunc
	log      *slog.Logger
	base     base
	guard    *guard
	audience audience

	asked  chan struct{} // closed when a client has asked for the end
	asking sync.Once
}

// New returns a server, whose kernels end with ctx or at Close.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Root == nil || o.Kernel == nil {
		return nil, errors.New("server: Options.Root and Options.Kernel are required")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Token == "" {
		o.Token = NewToken()
	}
	if len(o.Token) < shortestToken {
		return nil, fmt.Errorf("server: the token has %d characters, want at least %d, so that it cannot be guessed", len(o.Token), shortestToken)
	}
	dir, err := filepath.Abs(o.Root.Name())
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	public, err := publicAddress(o.Public)
	if err != nil {
		return nil, err
	}
	below, err := baseOf(o.Base, public.Path)
	if err != nil {
		return nil, err
	}
	main, err := newDoor(o.Token, o.Sessions)
	if err != nil {
		return nil, err
	}
	s := &Server{log: o.Log, base: below, asked: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(ctx)
	main.cookies, main.log, main.hint = cookies{secure: public.Scheme == "https", base: below}, o.Log, hintOfList
	room := notebook.Options{Root: o.Root, Kernel: o.Kernel, Log: o.Log}
	var c *class
	if o.Class == nil {
		s.audience = newShared(s.ctx, room)
	} else if c, err = newClass(s.ctx, room, *o.Class, main.cookies, o.Public != ""); err == nil {
		s.audience = c
	} else {
		s.stop()
		return nil, err
	}
	mux := http.NewServeMux()
	for pattern, serve := range s.routes(folder{o.Root, dir}, c) {
		mux.Handle(s.base.pattern(pattern), answers(serve, o.Log, s.base))
	}
	if s.base != "" {
		mux.Handle("GET "+s.base.of(""), answers(s.base.toHome, o.Log, s.base))
	}
	main.next = mux
	s.guard = &guard{named: ownNames(o.Listen, public.Hostname()), main: main}
	if c != nil {
		mux.Handle("/", answers(refuseRest, o.Log, s.base))
		main.open, main.hint = c.Open, hintOfClass
		if err := s.openTeacherPage(c, main); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// The hints of where the token is.
const (
	hintOfList  = "This server requires its token. The command <code>krigo notebook list</code> prints the address that has it."
	hintOfClass = "This server requires its token, which is in the link that the class was given."
)

// publicAddress returns the address by which clients know the server, empty for none.
func publicAddress(text string) (*url.URL, error) {
	if text == "" {
		return &url.URL{}, nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("server: the public address is %q, want one such as https://class.example.org", text)
	}
	return u, nil
}

// routes name what answers to which address. The class is nil where there are no
// visitors.
func (s *Server) routes(f folder, c *class) map[string]handler {
	own := &assets{base: s.base}
	p := pages{folder: f, audience: s.audience, assets: own, saves: c == nil, base: s.base, exports: make(chan struct{}, 1)}
	if c != nil {
		p.known = func(r *http.Request) (int, string) { return c.board.Known(c.known.of(r)) }
	}
	k := &sockets{ctx: s.ctx, audience: s.audience, folder: f, log: s.log, most: messageBytes}
	all := map[string]handler{
		"GET /static/{file...}":    own.getPageAsset,
		"GET /home/{file...}":      own.getHomeAsset,
		"GET /{$}":                 p.getHome,
		"GET /tree":                p.getHome,
		"GET /tree/{path...}":      p.getHome,
		"GET /notebooks/{path...}": p.getNotebook,
		"GET /room/{path...}":      k.serveRoom,
		"GET /blob/{hash}":         p.getBlob,
		"GET /frame/{hash}":        p.getFrame,
		"GET /export/{path...}":    p.getExport,
	}
	if c != nil {
		k.most = visitorBytes
		for _, pattern := range []string{"GET /{$}", "GET /tree", "GET /tree/{path...}", "GET /notebooks/{path...}"} {
			all[pattern] = c.greeting(all[pattern])
		}
		all["POST /name"] = c.postName
		return all
	}
	all["POST /new"] = p.postNew
	all["POST /end/{path...}"] = p.postEnd
	all["GET /status"] = getStatus
	all["POST /stop"] = s.postStop
	return all
}

// Base returns the path below which the pages are, without a slash at its end.
func (s *Server) Base() string { return string(s.base) }

// Token returns the secret that clients have to know.
func (s *Server) Token() string { return s.guard.main.token }

// Ticket returns a secret that opens a page once, within a minute, as ?ticket=SECRET.
func (s *Server) Ticket() string { return s.guard.main.ticket() }

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

// getStatus answers programs that look for running servers.
func getStatus(w http.ResponseWriter, _ *http.Request) error {
	w.WriteHeader(http.StatusOK)
	return nil
}

// postStop asks for the end of the server.
func (s *Server) postStop(w http.ResponseWriter, _ *http.Request) error {
	w.WriteHeader(http.StatusOK)
	s.asking.Do(func() { close(s.asked) })
	return nil
}

// Stopped is closed when a client has asked for the end. Close is still to be called.
func (s *Server) Stopped() <-chan struct{} { return s.asked }

// Close saves what is open, and ends the kernels and the server's connections. A notebook that takes
// longer than closeTime holds up no other, and is named by the error.
func (s *Server) Close() error {
	err := within(closeTime+time.Second, "the server", s.audience.close) // a notebook may be about to be opened
	s.stop()
	return err
}
