package server

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Running is a server that runs, as its file says, which is PID.json in the folder of
// the servers that run.
type Running struct {
	URL    string `json:"url"`
	Port   int    `json:"port"`
	Token  string `json:"token"`
	Folder string `json:"folder"`
	PID    int    `json:"pid"`
}

// Address returns the server's address with its token.
func (r Running) Address() string { return r.URL + "?token=" + r.Token }

// Announce writes the file of a server into a folder, readable by its user only. Remove
// takes it away.
func Announce(dir string, r Running) (remove func() error, err error) {
	r.PID = os.Getpid()
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%d.json", r.PID))
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("server: %w", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	_, err = file.Write(raw)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return func() error { return os.Remove(path) }, nil
}

// Find lists the servers that a folder has files of, by port. Files of those that
// do not answer any more, because they were killed, are removed.
func Find(ctx context.Context, dir string) ([]Running, error) {
	paths, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.json"))
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	var all []Running
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it ended just now, or is another user's
		}
		var r Running
		if json.Unmarshal(raw, &r) != nil {
			continue // it begins just now
		}
		if err := r.ask(ctx, http.MethodGet, "status"); nobodyAnswers(err) || errors.Is(err, errAnother) {
			_ = os.Remove(path)
			continue
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Running) int { return a.Port - b.Port })
	return all, nil
}

// escapeGlob returns a path that matches itself only.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // where patterns have no escapes
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Stop asks the server to end, and waits until it has, or ctx ends.
func (r Running) Stop(ctx context.Context) error {
	if err := r.ask(ctx, http.MethodPost, "stop"); err != nil {
		return fmt.Errorf("server at port %d: %w", r.Port, err)
	}
	for ctx.Err() == nil {
		// One that is too slow to answer has not ended.
		if err := r.ask(ctx, http.MethodGet, "status"); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			break
		}
		time.Sleep(pollInterval)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("server at port %d: it has not ended yet: %w", r.Port, context.Cause(ctx))
	}
	return nil
}

// pollInterval is the interval of checks that a server has ended.
const pollInterval = 50 * time.Millisecond

// nobodyAnswers reports whether no program listens on the port.
func nobodyAnswers(err error) bool {
	fault := (*net.OpError)(nil)
	return errors.As(err, &fault) && fault.Op == "dial" && !fault.Timeout()
}

// errAnother reports that another server answers at the port.
var errAnother = errors.New("another server answers")

// askTime is the time that a server may take to answer. One on this machine answers at once
// unless the machine is very busy or the server was stopped.
const askTime = 20 * time.Second

// ask asks the server, and wants it to know its token.
func (r Running) ask(ctx context.Context, method, path string) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, r.URL+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+r.Token)
	// The server is on this machine. Its certificate is for the names that others
	// call it by.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusForbidden, http.StatusNotFound:
		return errAnother
	}
	return fmt.Errorf("it answered %s", answer.Status)
}
