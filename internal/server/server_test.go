package server

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/kernel"
)

// engine runs cells of one command a line: a word and its argument. It sends back what
// it gets over comms.
type engine struct {
	kernel.Engine
	gate <-chan struct{} // what "wait" waits for
	dir  string          // where it works
	mu   sync.Mutex
	out  cell.Output // of the last cell
}

func (e *engine) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	e.mu.Lock()
	e.out = out
	e.mu.Unlock()
	for line := range strings.Lines(c.Source) {
		word, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "show":
			out.Display(cell.Display{Bundle: *plain(argument)})
		case "draw":
			out.Display(cell.Display{Bundle: cell.Bundle{Data: map[string]any{"image/png": base64.StdEncoding.EncodeToString([]byte(argument))}}})
		case "read":
			raw, err := os.ReadFile(filepath.Join(e.dir, argument))
			if err != nil {
				return nil, &cell.Error{Name: "Error", Message: "there is no " + argument}
			}
			return plain("read: " + string(raw)), nil
		case "write":
			if err := os.WriteFile(filepath.Join(e.dir, argument), []byte("written"), 0o600); err != nil {
				return nil, &cell.Error{Name: "Error", Message: err.Error()}
			}
		case "much":
			for range 40 {
				out.Display(cell.Display{Bundle: *plain(strings.Repeat("x", 100_000))})
			}
		case "fail":
			return nil, &cell.Error{Name: "Error", Message: argument}
		case "block":
			<-ctx.Done()
			return nil, &cell.Error{Name: "Interrupt", Message: "interrupted"}
		case "wait":
			<-e.gate
		case "ask":
			answer, err := out.Input(ctx, argument, false)
			if err != nil {
				return nil, err
			}
			return plain(answer), nil
		}
	}
	return nil, nil
}

func (e *engine) Comm(m cell.CommMessage, _ cell.Output, handled func()) error {
	e.mu.Lock()
	out := e.out
	e.mu.Unlock()
	if m.Kind == "msg" {
		out.Comm(cell.CommMessage{Kind: "msg", ID: m.ID, Data: m.Data, Buffers: m.Buffers})
	}
	handled()
	return nil
}

func (*engine) Abandon()           {}
func (*engine) InterruptHandlers() {}
func (*engine) Close() error       { return nil }

func plain(text string) *cell.Bundle { return &cell.Bundle{Data: map[string]any{"text/plain": text}} }

const testToken = "a-token-for-the-tests"

// served is a server of a folder, and a client that knows its token.
type served struct {
	*Server
	t    testing.TB
	http *httptest.Server
	dir  string
	gate chan struct{} // lets a cell go on that waits
}

func serve(t testing.TB) served {
	t.Helper()
	return serveDir(t, t.TempDir())
}

func serveDir(t testing.TB, dir string) served {
	t.Helper()
	return serveWith(t, dir, Options{})
}

func serveWith(t testing.TB, dir string, o Options) served {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	gate := make(chan struct{})
	o.Root, o.Token = root, testToken
	o.Kernel = func(dir string) kernel.Options {
		return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return &engine{gate: gate, dir: dir}, nil }}
	}
	s, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
		root.Close()
	})
	return served{s, t, h, dir, gate}
}

// answer is what a server has answered.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request as it is given, whatever its path, with the token.
func (s served) ask(method, path, body string, header ...string) answer {
	s.t.Helper()
	return s.askBare(method, path, body, append([]string{"Authorization", "token " + testToken}, header...)...)
}

// askBare is ask without the token.
func (s served) askBare(method, path, body string, header ...string) answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(testwait.Context(s.t, "the answer to "+method+" "+path), method, s.http.URL, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.URL.Opaque = path
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Add(header[i], header[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err, context.Cause(r.Context()))
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Fatal(err, context.Cause(r.Context()))
	}
	return answer{got.StatusCode, got.Header, string(text)}
}

// want asks, wants a status, and reads the answer into v.
func (s served) want(status int, method, path, body string, v any) {
	s.t.Helper()
	got := s.ask(method, path, body)
	if got.status != status {
		s.t.Fatalf("%s %s: %d %s, want %d", method, path, got.status, got.body, status)
	}
	if v == nil {
		return
	}
	if err := json.Unmarshal([]byte(got.body), v); err != nil {
		s.t.Fatalf("%s %s: %v in %s", method, path, err, got.body)
	}
}

func (s served) write(name, content string) {
	s.t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

func (s served) read(name string) string {
	s.t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(raw)
}
