package modules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Client downloads modules and keeps them in a cache. It is safe for concurrent use, and several
// processes may use one cache.
type Client struct {
	config  Config
	proxies []proxy
	http    *http.Client
	sumdb   *database // nil: none
	offline atomic.Bool
}

// ErrOffline is the error for a file that the cache does not have, of a client that downloads nothing.
var ErrOffline = errors.New("the module cache does not have it")

// SetOffline has the client download nothing, or ends that. It is safe for concurrent use.
func (c *Client) SetOffline(offline bool) { c.offline.Store(offline) }

// NewClient returns a client; the error names the setting that is wrong.
func NewClient(c Config) (*Client, error) {
	const patience = 30 * time.Second
	if c.Patience == 0 {
		c.Patience = patience
	}
	list, err := proxies(c.Proxy)
	if err != nil {
		return nil, err
	}
	client := &Client{config: c, proxies: list, http: &http.Client{CheckRedirect: checkRedirect}}
	client.sumdb, err = newDatabase(client)
	return client, err
}

// checkRedirect refuses to go from https to http, and more than ten redirections.
func checkRedirect(next *http.Request, done []*http.Request) error {
	const most = 10
	if next.URL.Scheme != "https" && done[len(done)-1].URL.Scheme == "https" {
		return fmt.Errorf("it redirects to %s, which is not encrypted", next.URL.Redacted())
	}
	if len(done) >= most {
		return fmt.Errorf("it redirects more than %d times", most)
	}
	return nil
}

// download has read take the content of a file from the first proxy of GOPROXY that has it. read starts
// again for each proxy. An error for which errors.Is(err, fs.ErrNotExist) means that every proxy was
// asked and none has the file.
func (c *Client) download(ctx context.Context, module, name string, limit int64, read func(io.Reader) error) error {
	list := c.proxiesFor(module)
	if len(list) == 0 {
		return errors.New("no module proxy is known: set the environment variable GOPROXY to the URL of one, or install Go")
	}
	var failure error
	for _, p := range list {
		switch p.url {
		case "off":
			return joined(failure, errors.New("the module cache does not have it, and GOPROXY=off forbids downloads"))
		case "direct":
			return joined(failure, fmt.Errorf("%w: set GOPROXY to a proxy that has %s, or use a replace directive with a folder", errDirect, module))
		}
		err := c.get(ctx, p.url+"/"+name, limit, read)
		if err == nil {
			return nil
		}
		failure = err
		if ctx.Err() != nil || !p.fallback && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return failure
}

// joined puts the error of a proxy before that of the entry of GOPROXY after it.
func joined(before, err error) error {
	if before == nil {
		return err
	}
	return fmt.Errorf("%w; %w", before, err)
}

// bytes downloads a small file.
func (c *Client) bytes(ctx context.Context, module, name string) (data []byte, err error) {
	const limit = 16 << 20
	err = c.download(ctx, module, name, limit, func(r io.Reader) error {
		data, err = io.ReadAll(r)
		return err
	})
	return data, err
}

// get has read take what a URL gives. It fails if nothing comes for the time of patience, and if more
// than limit bytes come.
func (c *Client) get(ctx context.Context, address string, limit int64, read func(io.Reader) error) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if c.offline.Load() {
		return ErrOffline
	}
	body, err := c.open(ctx, u)
	if err != nil {
		return fmt.Errorf("%s: %w", u.Redacted(), err)
	}
	defer body.Close()
	if err := read(&limited{body, limit}); err != nil {
		return fmt.Errorf("%s: %w", u.Redacted(), err)
	}
	return nil
}

// open starts to read a URL.
func (c *Client) open(ctx context.Context, u *url.URL) (io.ReadCloser, error) {
	if u.Scheme == "file" {
		return os.Open(filePath(u))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stalled := fmt.Errorf("nothing came for %v", c.config.Patience)
	body := &patient{cancel: cancel, ctx: ctx, every: c.config.Patience,
		timer: time.AfterFunc(c.config.Patience, func() { cancel(stalled) })}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, errors.Join(err, body.Close())
	}
	response, err := c.http.Do(request)
	if err != nil {
		err = body.cause(err)
		return nil, errors.Join(err, body.Close())
	}
	body.body = response.Body
	if response.StatusCode == http.StatusOK {
		return body, nil
	}
	return nil, errors.Join(statusError(response), body.Close())
}

// filePath returns the path of a file URL.
func filePath(u *url.URL) string {
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // file:///C:/proxy
		path = path[1:]
	}
	return path
}

// statusError returns an error with the status of a response and the first line of its text.
func statusError(r *http.Response) error {
	const most = 200
	var text []byte
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") {
		text, _ = io.ReadAll(io.LimitReader(r.Body, most))
		text, _, _ = bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	}
	err := fmt.Errorf("%s %s", r.Status, text)
	if r.StatusCode == http.StatusNotFound || r.StatusCode == http.StatusGone {
		return missing{err}
	}
	return err
}

// missing is the error of a proxy that does not have a file.
type missing struct{ error }

func (missing) Is(target error) bool { return target == fs.ErrNotExist }

// patient is the body of a response that has to send something from time to time.
type patient struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	every  time.Duration
	body   io.ReadCloser // nil before the response
}

func (p *patient) Read(b []byte) (int, error) {
	n, err := p.body.Read(b)
	if n > 0 {
		p.timer.Reset(p.every)
	}
	if err != nil && err != io.EOF {
		err = p.cause(err)
	}
	return n, err
}

// cause returns why the request ended, if it was cancelled.
func (p *patient) cause(err error) error {
	if why := context.Cause(p.ctx); why != nil {
		return why
	}
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		return wrapped.Err // the URL is named already
	}
	return err
}

func (p *patient) Close() error {
	p.timer.Stop()
	p.cancel(nil)
	if p.body == nil {
		return nil
	}
	return p.body.Close()
}

// limited is a reader that fails where more than left bytes come.
type limited struct {
	io.Reader
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	l.left -= int64(n)
	if l.left < 0 {
		return n, errors.New("it is larger than a module may be")
	}
	return n, err
}
