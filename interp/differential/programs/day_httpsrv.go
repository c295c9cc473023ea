package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
)

type Todo struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
	Done bool   `json:"done,omitempty"`
}
type Store interface {
	List(ctx context.Context) []Todo
	Get(int) (Todo, error)
	Put(*Todo) error
}
type mem struct {
	sync.RWMutex
	m   map[int]Todo
	seq int
}

type HTTPError struct {
	Code int
	Msg  string
}

func (e HTTPError) Error() string { return strconv.Itoa(e.Code) + " " + e.Msg }

func (m *mem) List(ctx context.Context) (out []Todo) {
	m.RLock()
	defer m.RUnlock()
	for _, t := range m.m {
		out = append(out, t)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	if u, ok := ctx.Value(userKey{}).(string); ok {
		out = append(out, Todo{Text: "for " + u})
	}
	return
}
func (m *mem) Get(id int) (Todo, error) {
	m.RLock()
	defer m.RUnlock()
	if t, ok := m.m[id]; ok {
		return t, nil
	}
	return Todo{}, HTTPError{404, "no todo " + strconv.Itoa(id)}
}
func (m *mem) Put(t *Todo) error {
	if t.Text == "" {
		return &HTTPError{422, "empty"}
	}
	m.Lock()
	defer m.Unlock()
	m.seq++
	t.ID = m.seq
	m.m[t.ID] = *t
	return nil
}

type userKey struct{}
type handler func(w http.ResponseWriter, r *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	if err == nil {
		return
	}
	var he HTTPError
	var hp *HTTPError
	switch {
	case errors.As(err, &he):
		http.Error(w, he.Msg, he.Code)
	case errors.As(err, &hp):
		http.Error(w, "*"+hp.Msg, hp.Code)
	default:
		http.Error(w, err.Error(), 500)
	}
}

type middleware func(http.Handler) http.Handler

func chain(h http.Handler, ms ...middleware) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

type statusWriter struct {
	http.ResponseWriter
	code, n int
}

func (s *statusWriter) WriteHeader(c int) { s.code = c; s.ResponseWriter.WriteHeader(c) }
func (s *statusWriter) Write(b []byte) (int, error) {
	n, err := s.ResponseWriter.Write(b)
	s.n += n
	return n, err
}

func main() {
	var store Store = &mem{m: map[int]Todo{}}
	var logs []string
	logging := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sw := &statusWriter{w, 200, 0}
			next.ServeHTTP(sw, r)
			logs = append(logs, fmt.Sprint(r.Method, " ", r.URL.Path, " ", sw.code, " ", sw.n))
		})
	}
	recoverer := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if p := recover(); p != nil {
					http.Error(w, fmt.Sprint("panic: ", p), http.StatusInternalServerError)
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
	auth := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if u, _, ok := r.BasicAuth(); ok {
				r = r.WithContext(context.WithValue(r.Context(), userKey{}, u))
			}
			next.ServeHTTP(w, r)
		})
	}
	mux := http.NewServeMux()
	mux.Handle("GET /todos", handler(func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Type", "application/json")
		return json.NewEncoder(w).Encode(store.List(r.Context()))
	}))
	mux.Handle("GET /todos/{id}", handler(func(w http.ResponseWriter, r *http.Request) error {
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil {
			return fmt.Errorf("bad id: %w", err)
		}
		t, err := store.Get(id)
		if err != nil {
			return fmt.Errorf("get: %w", err)
		}
		return json.NewEncoder(w).Encode(t)
	}))
	mux.Handle("POST /todos", handler(func(w http.ResponseWriter, r *http.Request) error {
		var t Todo
		if err := json.NewDecoder(r.Body).Decode(&t); err != nil {
			return err
		}
		if err := store.Put(&t); err != nil {
			return err
		}
		w.Header().Set("Location", "/todos/"+strconv.Itoa(t.ID))
		w.WriteHeader(http.StatusCreated)
		return nil
	}))
	mux.HandleFunc("/boom", func(w http.ResponseWriter, r *http.Request) { var s []int; _ = s[3] })
	mux.HandleFunc("/form", func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		fmt.Fprintln(w, r.Form["a"], r.PostFormValue("b"), r.Header.Get("X-Test"))
	})
	srv := httptest.NewServer(chain(mux, logging, recoverer, auth))
	defer srv.Close()
	do := func(method, path, body string, mod ...func(*http.Request)) {
		req, _ := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		for _, m := range mod {
			m(req)
		}
		resp, err := srv.Client().Do(req)
		if err != nil {
			fmt.Println("ERR", err)
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Println(resp.StatusCode, resp.Header.Get("Location"), strings.TrimSpace(string(b)))
	}
	do("POST", "/todos", `{"text":"a"}`)
	do("POST", "/todos", `{"text":"b","done":true}`)
	do("POST", "/todos", `{"text":""}`)
	do("POST", "/todos", `{`)
	do("GET", "/todos", "", func(r *http.Request) { r.SetBasicAuth("ann", "p") })
	do("GET", "/todos/2", "")
	do("GET", "/todos/9", "")
	do("GET", "/todos/x", "")
	do("DELETE", "/todos", "")
	do("GET", "/boom", "")
	do("POST", "/form?a=1", url.Values{"a": {"2"}, "b": {"x y"}}.Encode(), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("x-test", "T")
	})
	rec := httptest.NewRecorder()
	http.RedirectHandler("/new", 301).ServeHTTP(rec, httptest.NewRequest("GET", "/old", nil))
	fmt.Println(rec.Code, rec.Header().Get("Location"))
	for _, l := range logs {
		fmt.Println(l)
	}
}
