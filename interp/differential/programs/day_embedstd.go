package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"
)

type Shell struct {
	*log.Logger
	*bytes.Buffer
	sync.Once
	name string
}
type rt func(*http.Request) (*http.Response, error)

func (f rt) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type gzipW struct {
	http.ResponseWriter
	io.Writer
}

func (g gzipW) Write(b []byte) (int, error) { return g.Writer.Write(b) }

type Base struct {
	ID   int       `json:"id"`
	Time time.Time `json:"-"`
}
type Mid struct {
	Base
	*Extra `json:",omitempty"`
	Name   string `json:"name"`
}
type Extra struct{ Note, ID string }
type Top struct {
	Mid
	Name string `json:"name"`
	json.Number
	http.Header `json:"hdr,omitempty"`
}
type deadlineCtx struct {
	context.Context
	d time.Time
}

func (d deadlineCtx) Deadline() (time.Time, bool) { return d.d, true }

type loud struct{ error }

func (l loud) Error() string { return strings.ToUpper(l.error.Error()) }
func (l loud) Unwrap() error { return l.error }

type lockedMap struct {
	mu sync.RWMutex
	m  map[string]int
}
type counterHandler struct {
	lockedMap
	http.Handler
}

func (c *counterHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.m[r.URL.Path]++
	c.mu.Unlock()
	c.Handler.ServeHTTP(w, r)
}

func main() {
	var sh Shell
	sh.Buffer = &bytes.Buffer{}
	sh.Logger = log.New(sh.Buffer, "", 0)
	sh.Printf("a %d", 1)
	sh.Do(func() { sh.Logger.SetPrefix("p:") })
	sh.Do(func() { sh.Logger.SetPrefix("q:") })
	sh.Println("b")
	fmt.Print(sh.String(), sh.Len(), "\n")
	cl := &http.Client{Transport: rt(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "bad" {
			return nil, errors.New("no route")
		}
		return &http.Response{StatusCode: 299, Body: io.NopCloser(strings.NewReader(r.Method + r.URL.Path)), Header: http.Header{"X": {"y"}}}, nil
	})}
	resp, err := cl.Get("http://h/p")
	b, _ := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, string(b), err)
	_, err = cl.Get("http://bad/p")
	fmt.Println(err)
	ch := &counterHandler{lockedMap{m: map[string]int{}}, http.NotFoundHandler()}
	for _, p := range []string{"/a", "/b", "/a"} {
		rec := httptest.NewRecorder()
		var buf bytes.Buffer
		ch.ServeHTTP(gzipW{rec, &buf}, httptest.NewRequest("GET", p, nil))
		fmt.Print(rec.Code, rec.Body.Len(), " ", buf.Len(), ";")
	}
	fmt.Println(ch.m)
	t := Top{Mid: Mid{Base: Base{ID: 3}, Name: "inner"}, Name: "outer", Number: "12.5"}
	j, err := json.Marshal(t)
	fmt.Println(string(j), err)
	t.Extra = &Extra{"n", "conflict"}
	t.Header = http.Header{}
	t.Set("k", "v")
	j, err = json.Marshal(t)
	fmt.Println(string(j), err)
	f, err := t.Float64()
	fmt.Println(f, err, t.Get("K"), t.Base.ID, t.Note)
	var back Top
	fmt.Println(json.Unmarshal([]byte(`{"id":9,"name":"q","Note":"nn","hdr":{"A":["b"]}}`), &back), back.Base.ID, back.Name, back.Mid.Name, back.Extra == nil, back.Header)
	var ctx context.Context = deadlineCtx{context.Background(), time.Unix(1, 0).UTC()}
	d, ok := ctx.Deadline()
	fmt.Println(d, ok, ctx.Err())
	e := error(loud{fmt.Errorf("x: %w", os.ErrExist)})
	fmt.Println(e, errors.Is(e, os.ErrExist), errors.Unwrap(e))
	rw := struct {
		*bufio.Reader
		*bufio.Writer
		n int
	}{bufio.NewReader(strings.NewReader("line\nrest")), bufio.NewWriter(os.Stdout), 1}
	l, _ := rw.ReadString('\n')
	rw.WriteString("wrote " + l)
	rw.Flush()
}
