package server

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

// handler serves a request that the guard has let in. An error is answered.
type handler func(http.ResponseWriter, *http.Request) error

// answers makes a handler one of net/http.
func answers(h handler, log *slog.Logger, b base) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		if wantsPage(r) {
			failPage(w, err, b)
		} else {
			fail(w, err)
		}
		if statusOf(err) >= http.StatusInternalServerError {
			log.Error("a request failed", "method", r.Method, "path", r.URL.Path, "err", err)
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

// fail answers an error as text.
func fail(w http.ResponseWriter, err error) { http.Error(w, err.Error(), statusOf(err)) }

var failure = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>krigo: {{.Reason}}</title>
<link rel="stylesheet" href="{{.Base}}/static/page.css"><main><h1>{{.Reason}}</h1><p>{{.Message}}</p><p><a href="{{.Base}}/tree">To the notebooks</a></p></main>
</html>
`))

// failPage answers a browser that shows what it gets.
func failPage(w http.ResponseWriter, err error, b base) {
	status := statusOf(err)
	writePage(w, status, failure, struct {
		Base            base
		Reason, Message string
	}{b, http.StatusText(status), err.Error()})
}

// wantsPage reports whether a browser shows the answer to its user.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

func statusOf(err error) int {
	known := (*refusal)(nil)
	switch {
	case errors.As(err, &known):
		return known.status
	case errors.Is(err, fs.ErrNotExist):
		return http.StatusNotFound
	case errors.Is(err, fs.ErrExist):
		return http.StatusConflict
	case errors.Is(err, fs.ErrPermission):
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
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

// formBytes is the largest size of a form.
const formBytes = 1 << 20

// readForm reads the form that a request has as its body.
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, formBytes)
	err := r.ParseForm()
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, refuse(http.StatusRequestEntityTooLarge, "the form has more than %d bytes", large.Limit)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "the form: %v", err)
	}
	return r.PostForm, nil
}
