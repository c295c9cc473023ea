package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"
)

// handler serves a request that the guard has let in. An error is answered.
type handler func(http.ResponseWriter, *http.Request) error

// answers makes a handler one of net/http.
func (s *Server) answers(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		if wantsPage(r) {
			failPage(w, err)
		} else {
			fail(w, err)
		}
		if statusOf(err) >= http.StatusInternalServerError {
			s.log.Error("a request failed", "method", r.Method, "path", r.URL.Path, "err", err)
		}
	})
}

// refusal is an error with its status.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func refuse(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// fail answers an error as Jupyter does.
func fail(w http.ResponseWriter, err error) {
	status := statusOf(err)
	w.Header().Del("Location")
	_ = reply(w, status, map[string]any{"message": err.Error(), "reason": http.StatusText(status)})
}

var failure = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>krigo: {{.Reason}}</title>
<link rel="stylesheet" href="/static/page.css"><main><h1>{{.Reason}}</h1><p>{{.Message}}</p><p><a href="/tree">To the notebooks</a></p></main>
</html>
`))

// failPage answers a browser that shows what it gets.
func failPage(w http.ResponseWriter, err error) {
	status := statusOf(err)
	w.Header().Del("Location")
	writePage(w, status, failure, struct{ Reason, Message string }{http.StatusText(status), err.Error()})
}

// wantsPage tells of a request whose answer a browser shows to the user.
func wantsPage(r *http.Request) bool {
	return !isAPI(r.URL.Path) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

func statusOf(err error) int {
	known := (*refusal)(nil)
	large := (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &known):
		return known.status
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, fs.ErrNotExist):
		return http.StatusNotFound
	case errors.Is(err, fs.ErrExist):
		return http.StatusConflict
	case errors.Is(err, fs.ErrPermission):
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}

// reply answers with JSON, or where there is no content with nothing.
func reply(w http.ResponseWriter, status int, content any) error {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return nil
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a client that has gone is told nothing
	return nil
}

// writePage answers with a page.
func writePage(w http.ResponseWriter, status int, page *template.Template, data any) {
	var b bytes.Buffer
	if err := page.Execute(&b, data); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// The sizes of bodies, and how long they may take.
const (
	bodyBytes = 1 << 20
	fileBytes = 256 << 20
	bodyTime  = 5 * time.Minute
)

// readJSON reads a body of at most limit bytes. An empty one changes nothing.
func readJSON(w http.ResponseWriter, r *http.Request, limit int64, to any) error {
	// Not all writers know deadlines; those of net/http do.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			return refuse(http.StatusRequestEntityTooLarge, "the body has more than %d bytes", limit)
		}
		return refuse(http.StatusBadRequest, "the body: %v", err)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return refuse(http.StatusBadRequest, "the body is not what is wanted: %v", err)
	}
	return nil
}
