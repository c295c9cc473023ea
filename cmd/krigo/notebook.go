package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/about"
	"krigo/internal/exit"
	"krigo/internal/notebook"
	"krigo/internal/server"
	"krigo/internal/sessions"
	"krigo/internal/source"
	"krigo/interp"
	"krigo/kernel"
)

func notebookCommand() *cobra.Command {
	var f notebookFlags
	cmd := &cobra.Command{
		Use:   "notebook [FILE.ipynb | DIR]",
		Short: "Open notebooks in the browser",
		Long: `Notebook serves the notebooks of a folder, by default the current one, to the browser. It
opens the page of FILE, which it creates if it does not exist, or the list of DIR. It needs
neither Jupyter nor Python. It prints its address, which contains a token: the browser needs
the token to get in.

Only programs of this machine can reach the server, unless --listen names another of its
addresses, or 0.0.0.0 for all. That requires a certificate (--tls-cert, --tls-key), because
otherwise anyone between can read the token and run programs as you. Add --insecure instead
if the connection is safe by other means. From another machine, ssh works without either:
ssh -L 8888:localhost:8888 HOST.

With --read-only the notebooks are for visitors, such as a class: each visitor has private
cells, outputs, files and sessions, and nothing is saved. Anyone who has the address with the
token may visit, or with --no-token anyone who reaches the server, and can run programs as
you: serve from an account or a container that has nothing else (docs/classroom.md). By
default at most 8 sessions run at once, each with at most 1024 MB, so 8 GB in all (usually far
less: about 90 MB each), and 4 processors; further visitors wait for their turn. A session that
is idle for 30 seconds makes room for one who waits, and repeats its cells when its visitor
runs one again. A cell may run for 5 minutes, and a session that is idle for 20 minutes ends.
A page for the teacher shows where each visitor is, exercises and guesses. It has its own token,
which is printed with its address, but only to a terminal: not where the output goes to a file or
to another program. Then set it in the environment (KRIGO_TEACHER_TOKEN).
Behind a proxy, which has to pass on X-Forwarded-For,
--public-url is the address that visitors use; with a path there, or --base-path, the pages are
below that path.

Notebooks are saved as they change. Ctrl-C, SIGTERM and SIGHUP save what is left and end the
server with its kernels; a second one ends it at once.`,
		Example: `  krigo notebook
  krigo notebook first-fit.ipynb
  krigo notebook --no-browser --port 9000 --token-file ~/.krigo-token lessons
  krigo notebook --read-only --max-workers 30 --memory-limit 500 lessons
  krigo notebook list
  krigo notebook stop 8888`,
		Args:              wantArgs(0, 1, "one notebook or folder"),
		GroupID:           groupRun,
		Annotations:       help.SeeAlso("krigo run", "krigo new", "krigo install", "krigo environment"),
		ValidArgsFunction: completeNotebook,
		RunE:              func(cmd *cobra.Command, args []string) error { return serveNotebooks(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.port, "port", -1, "listen on `PORT`; 0 means any free port (default: 8888, or the next free one)")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "listen on `ADDRESS` of this machine")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "open no browser")
	flags.StringVar(&f.tokenFile, "token-file", "", "read the token from `FILE`, which is created if it does not exist; FILE.sessions keeps hashes of the browsers that have shown it")
	flags.StringVar(&f.certificate, "tls-cert", "", "serve https with the certificate in `FILE`")
	flags.StringVar(&f.key, "tls-key", "", "the certificate's private key, in `FILE`")
	flags.BoolVar(&f.insecure, "insecure", false, "listen without encryption on addresses other than loopback")
	flags.StringVar(&f.publicURL, "public-url", "", "the `URL` of the server for browsers, behind a proxy that forwards their Host header")
	flags.StringVar(&f.basePath, "base-path", "", "serve below `PATH`, such as /krigo, which the proxy passes on (default: the path of --public-url)")
	f.class.add(flags)
	cmd.AddCommand(notebookListCommand(), notebookStopCommand())
	return cmd
}

// notebookFlags are the flags of `krigo notebook`.
type notebookFlags struct {
	port                                int
	listen, tokenFile, certificate, key string
	noBrowser, insecure                 bool
	tokenKnown                          bool // to the program that started the server
	publicURL, basePath                 string
	class                               classFlags
}

// serveNotebooks serves a folder until a signal, or krigo notebook stop, ends it.
func serveNotebooks(cmd *cobra.Command, f notebookFlags, args []string) error {
	if err := f.class.check(cmd.Flags()); err != nil {
		return err
	}
	dir, name, err := whatToServe(args)
	if err != nil {
		return exit.Misuse(err)
	}
	token, err := f.token()
	if err != nil {
		return exit.Misuse(err)
	}
	if err := f.class.takeToken(); err != nil {
		return exit.Misuse(err)
	}
	encryption, err := f.encryption()
	if err != nil {
		return exit.Misuse(err)
	}
	listener, err := f.open()
	if err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	defer listener.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return exit.Misuse(err)
	}
	defer root.Close()
	page, err := firstPage(root, name, f.class.readOnly)
	if err != nil {
		return exit.Misuse(err)
	}
	f.class.boundMemory()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	// The kernels outlive the signal, so that what cells gave is saved.
	s, err := server.New(context.WithoutCancel(cmd.Context()), server.Options{
		Root: root, Token: token, Listen: f.listen, Public: f.publicURL, Base: f.basePath, Log: log, Class: f.class.options(), Sessions: f.sessionFile(),
		Kernel: func(at notebook.Place) kernel.Options { return f.kernel(at, log) },
	})
	if err != nil {
		return exit.Misuse(err)
	}
	running := f.running(listener, s, dir)
	if encryption != nil {
		listener = tls.NewListener(listener, encryption)
	}
	if !f.class.readOnly { // else it does not answer the commands that list and stop servers
		defer announce(running, log)()
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	f.tellAddress(cmd.OutOrStdout(), running, s.Base(), page)
	f.class.tellTeacher(cmd.OutOrStdout(), f.address(running, s.Base()), s)
	fmt.Fprintln(cmd.OutOrStdout(), "Ctrl-C ends the server.")
	if !f.noBrowser {
		if err := openBrowser(running.URL + page + "?ticket=" + s.Ticket()); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "krigo: no browser was opened:", err)
		}
	}
	return f.wait(cmd.Context(), s, served)
}

// wait waits for the end, and has the server save and end.
func (notebookFlags) wait(ctx context.Context, s *server.Server, served <-chan error) error {
	var err error
	select {
	case err = <-served:
	case <-s.Stopped():
	case <-ctx.Done():
		defer exit.OnHurry(ctx, func() {
			status, _ := exit.SignalStatus(ctx)
			os.Exit(status)
		})()
	}
	err = errors.Join(err, s.Close())
	if status, ok := exit.SignalStatus(ctx); ok && err == nil {
		return &exit.Error{Status: status}
	}
	return err
}

// firstPage returns the address of the page to begin with: that of a notebook, which is made
// where it is not there and something may be written, or of the folder.
func firstPage(root *os.Root, name string, readOnly bool) (string, error) {
	if name == "" {
		return "", nil
	}
	if _, err := root.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if readOnly {
			return "", fmt.Errorf("notebook: %s does not exist, and --read-only does not create it", name)
		}
		if err := server.NewNotebook(root, name); err != nil {
			return "", fmt.Errorf("notebook: %w", err)
		}
	}
	return "notebooks/" + url.PathEscape(name), nil
}

// whatToServe returns the folder to be served, and the notebook there to begin with, or "".
func whatToServe(args []string) (dir, name string, err error) {
	if len(args) == 0 {
		return ".", "", nil
	}
	info, err := os.Stat(args[0])
	switch {
	case err == nil && info.IsDir():
		return args[0], "", nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", "", err
	case !source.IsNotebook(args[0]):
		if err == nil {
			err = fmt.Errorf("%s: want a notebook (.ipynb) or a folder", args[0])
		}
		return "", "", err
	}
	dir, name = filepath.Split(args[0])
	if strings.HasPrefix(name, ".") {
		return "", "", fmt.Errorf("%s: hidden files are not served", args[0])
	}
	if dir == "" {
		dir = "."
	}
	if _, err := os.Stat(dir); err != nil {
		return "", "", err
	}
	return dir, name, nil
}

// tokenVariable names the variable with the token, for a program that starts the server and has to
// know it. Then the token is not printed, which would put it into that program's log.
const tokenVariable = "KRIGO_TOKEN"

// token returns the token in the token file or else in the environment, or "".
func (f *notebookFlags) token() (string, error) {
	if f.tokenFile == "" {
		token := os.Getenv(tokenVariable)
		f.tokenKnown = token != ""
		return token, os.Unsetenv(tokenVariable) // cells need not see it
	}
	raw, err := os.ReadFile(f.tokenFile)
	if errors.Is(err, fs.ErrNotExist) {
		token := server.NewToken()
		return token, os.WriteFile(f.tokenFile, []byte(token+"\n"), 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("--token-file: %w", err)
	}
	return strings.TrimSpace(string(raw)), nil
}

// sessionFile returns the file next to the token file that keeps the sessions of browsers, or "".
func (f notebookFlags) sessionFile() string {
	if f.tokenFile == "" {
		return ""
	}
	return f.tokenFile + ".sessions"
}

// encryption returns the configuration for https, or nil. A server that listens for other machines
// has to encrypt, unless a flag turns that off.
func (f notebookFlags) encryption() (*tls.Config, error) {
	if (f.certificate == "") != (f.key == "") {
		return nil, errors.New("--tls-cert and --tls-key go together: the certificate and its private key")
	}
	if f.certificate != "" {
		pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
		return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}, nil
	}
	if !f.isLoopback() && !f.insecure {
		return nil, fmt.Errorf("--listen %s: other machines could read the token and run programs as you; "+
			"add --tls-cert and --tls-key, or --insecure if the connection is safe by other means", f.listen)
	}
	return nil, nil
}

// host returns the address to listen on, of IPv6 without its brackets.
func (f notebookFlags) host() string { return strings.Trim(f.listen, "[]") }

func (f notebookFlags) isLoopback() bool {
	address, err := netip.ParseAddr(f.host())
	return f.listen == "localhost" || err == nil && address.IsLoopback()
}

// The port that is tried first where none is asked for, and how many.
const (
	firstPort = 8888
	mostPorts = 100
)

// open listens on the port that is asked for, or on the first free one.
func (f notebookFlags) open() (net.Listener, error) {
	if f.port >= 0 {
		return net.Listen("tcp", net.JoinHostPort(f.host(), strconv.Itoa(f.port)))
	}
	var fault error
	for port := firstPort; port < firstPort+mostPorts; port++ {
		listener, err := net.Listen("tcp", net.JoinHostPort(f.host(), strconv.Itoa(port)))
		if err == nil {
			return listener, nil
		}
		if fault == nil {
			fault = err
		}
	}
	return nil, fmt.Errorf("none of the ports %d to %d is free (%w); --port 0 takes any", firstPort, firstPort+mostPorts-1, fault)
}

// running returns the server that listens.
func (f notebookFlags) running(l net.Listener, s *server.Server, dir string) server.Running {
	port := l.Addr().(*net.TCPAddr).Port
	host := f.host()
	if address, err := netip.ParseAddr(host); err == nil && address.IsUnspecified() {
		host = "127.0.0.1"
	}
	scheme := "http"
	if f.certificate != "" {
		scheme = "https"
	}
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	return server.Running{
		URL:  scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port)) + s.Base() + "/",
		Port: port, Token: s.Token(), Folder: dir,
	}
}

// announce lets krigo notebook list know of the server. Without that it serves, too.
func announce(r server.Running, log *slog.Logger) (end func()) {
	dir, err := serversDir()
	if err == nil {
		var remove func() error
		if remove, err = server.Announce(dir, r); err == nil {
			return func() { _ = remove() } // krigo notebook list may have done it
		}
	}
	log.Warn("krigo notebook list will not show this server", "err", err)
	return func() {}
}

// tellAddress prints the server's address, and what visitors may use.
func (f notebookFlags) tellAddress(out io.Writer, r server.Running, base, page string) {
	address := f.address(r, base) + page
	if !f.class.noToken && !f.tokenKnown {
		address += "?token=" + r.Token
	}
	fmt.Fprintf(out, "The notebooks of %s are at\n  %s\n", r.Folder, address)
	if f.class.readOnly {
		fmt.Fprintln(out, f.class.summary())
	}
}

// address returns the address by which browsers know the server, with a slash at its end.
func (f notebookFlags) address(r server.Running, base string) string {
	if f.publicURL == "" {
		return r.URL
	}
	return strings.TrimSuffix(strings.TrimSuffix(f.publicURL, "/"), base) + base + "/"
}

// kernel returns the options of a kernel that works in a folder.
func (f notebookFlags) kernel(at notebook.Place, log *slog.Logger) kernel.Options {
	if f.class.readOnly {
		return f.class.kernel(at, log)
	}
	history, err := historyDir()
	if err != nil {
		log.Warn("only each session's history is kept", "err", err)
	}
	return kernel.Options{
		Info: about.Kernel(version),
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return sessions.Start(ctx, interp.Options{
				Symbols: sessions.Attended(at.Dir, at.Modules), Log: log, Converses: true, OwnsPage: true, Dir: at.Dir, Env: pageEnvironment(),
			})
		},
		Log: log, OutputLimit: outputLimit << 20, HistoryDir: history,
	}
}
