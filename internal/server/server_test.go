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
	"testing"

	"krigo/cell"
	"krigo/internal/class/report"
	"krigo/internal/nbformat"
	"krigo/internal/notebook"
	"krigo/internal/testwait"
	"krigo/kernel"
)

// engine runs cells of one command a line: a word and its argument.
type engine struct {
	kernel.Engine
	dir string // where it works
}

func (e *engine) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
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
		case "report":
			var data map[string]any
			if err := json.Unmarshal([]byte(argument), &data); err != nil {
				return nil, &cell.Error{Name: "Error", Message: err.Error()}
			}
			out.Comm(cell.CommMessage{Kind: "open", ID: "r", Target: report.Target, Data: data})
			out.Comm(cell.CommMessage{Kind: "close", ID: "r"})
		case "fail":
			return nil, &cell.Error{Name: "Error", Message: argument}
		case "block":
			<-ctx.Done()
			return nil, &cell.Error{Name: "Interrupt", Message: "interrupted"}
		}
	}
	return nil, nil
}

func (*engine) Abandon()           {}
func (*engine) InterruptHandlers() {}
func (*engine) Close() error       { return nil }

func plain(text string) *cell.Bundle { return &cell.Bundle{Data: map[string]any{"text/plain": text}} }

const testToken = "a-token-for-the-tests"

// testTeacherToken is that of a class's teacher.
const testTeacherToken = "a-teacher's-token-for-the-tests"

// served is a server of a folder, and a client that knows its token.
type served struct {
	*Server
	t    testing.TB
	http *httptest.Server
	dir  string
	with Options
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
	o.Root, o.Token = root, testToken
	o.Kernel = func(at notebook.Place) kernel.Options {
		return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return &engine{dir: at.Dir}, nil }}
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
	return served{s, t, h, dir, o}
}

// answer is the answer of a server.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request as it is given, whatever its path, with the token.
func (s served) ask(method, path, body string, header ...string) answer {
	s.t.Helper()
	return s.askBare(method, path, body, append([]string{"Authorization", "Bearer " + testToken}, header...)...)
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

func notebookText(t *testing.T, sources ...string) string {
	t.Helper()
	nb := nbformat.New()
	for _, s := range sources {
		nb.Add(nbformat.Code, s)
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
