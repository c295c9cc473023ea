package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
)

type Todo struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
	Done bool   `json:"done"`
}

type httpError struct {
	Code int    `json:"code"`
	Msg  string `json:"error"`
}

func (e httpError) Error() string { return e.Msg }

type store struct {
	sync.RWMutex
	next  int
	todos map[int]*Todo
}

type handler func(w http.ResponseWriter, r *http.Request) (any, error)

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v, err := h(w, r)
	code := http.StatusOK
	var he httpError
	switch {
	case errors.As(err, &he):
		v, code = he, he.Code
	case err != nil:
		v, code = httpError{500, err.Error()}, 500
	case v == nil:
		w.WriteHeader(http.StatusNoContent)
		return
	case r.Method == http.MethodPost:
		code = http.StatusCreated
	}
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}

func (s *store) find(r *http.Request) (*Todo, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return nil, fmt.Errorf("bad id: %w", httpError{400, err.Error()})
	}
	t, ok := s.todos[id]
	if !ok {
		return nil, httpError{404, "no todo " + strconv.Itoa(id)}
	}
	return t, nil
}

func (s *store) list(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.RLock()
	defer s.RUnlock()
	out := []Todo{}
	for _, t := range s.todos {
		if want := r.URL.Query().Get("done"); want == "" || want == fmt.Sprint(t.Done) {
			out = append(out, *t)
		}
	}
	slices.SortFunc(out, func(a, b Todo) int { return a.ID - b.ID })
	return out, nil
}

func (s *store) add(_ http.ResponseWriter, r *http.Request) (any, error) {
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	var t Todo
	if err := dec.Decode(&t); err != nil {
		return nil, httpError{http.StatusUnprocessableEntity, err.Error()}
	}
	s.Lock()
	defer s.Unlock()
	s.next++
	t.ID = s.next
	s.todos[t.ID] = &t
	return t, nil
}

func main() {
	s := &store{todos: map[int]*Todo{}}
	mux := http.NewServeMux()
	mux.Handle("GET /todos", handler(s.list))
	mux.Handle("POST /todos", handler(s.add))
	mux.Handle("PUT /todos/{id}/done", handler(func(w http.ResponseWriter, r *http.Request) (any, error) {
		t, err := s.find(r)
		if err == nil {
			t.Done = true
		}
		return t, err
	}))
	mux.Handle("DELETE /todos/{id}", handler(func(w http.ResponseWriter, r *http.Request) (any, error) {
		t, err := s.find(r)
		if err != nil {
			return nil, err
		}
		delete(s.todos, t.ID)
		return nil, nil
	}))
	for _, step := range []string{
		"GET /todos", `POST /todos {"text":"buy ink"}`, `POST /todos {"text":"mend gate","done":true}`, `POST /todos {"txt":"typo"}`, `POST /todos {bad`,
		"PUT /todos/1/done", "PUT /todos/9/done", "PUT /todos/x/done", "GET /todos?done=true", "DELETE /todos/1", "DELETE /todos/1", "GET /todos", "PATCH /todos",
	} {
		parts := strings.SplitN(step, " ", 3)
		var body io.Reader
		if len(parts) == 3 {
			body = strings.NewReader(parts[2])
		}
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest(parts[0], parts[1], body))
		fmt.Printf("%-45s %d %s\n", step, rec.Code, strings.TrimSpace(rec.Body.String()))
	}
}
