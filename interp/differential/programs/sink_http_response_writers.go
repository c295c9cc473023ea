//go:build ignore

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

type gzipWriter struct {
	http.ResponseWriter
	gz *gzip.Writer
}

func (g *gzipWriter) Write(p []byte) (int, error) { return g.gz.Write(p) }
func (g *gzipWriter) Flush() {
	g.gz.Flush()
	if f, ok := g.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
func (g *gzipWriter) Unwrap() http.ResponseWriter { return g.ResponseWriter }

func gzipped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		gw := &gzipWriter{w, gzip.NewWriter(w)}
		defer gw.gz.Close()
		next.ServeHTTP(gw, r)
	})
}

type buffered struct {
	head http.Header
	code int
	bytes.Buffer
}

func (b *buffered) Header() http.Header {
	if b.head == nil {
		b.head = http.Header{}
	}
	return b.head
}
func (b *buffered) WriteHeader(c int) {
	if b.code == 0 {
		b.code = c
	}
}

type counter map[string]int

func (c counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c[r.URL.Path]++
	fmt.Fprintf(w, "%s seen %d", r.URL.Path, c[r.URL.Path])
}

type methods struct{ get, post http.HandlerFunc }

func (m methods) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := map[string]http.HandlerFunc{"GET": m.get, "POST": m.post}[r.Method]
	if h == nil {
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "no", http.StatusMethodNotAllowed)
		return
	}
	h(w, r)
}

type hello string

func (h hello) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.WriteString(w, "hello "+string(h))
}

func stream(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	for i := range 3 {
		fmt.Fprintf(w, "chunk%d;", i)
		if err := rc.Flush(); err != nil {
			fmt.Fprint(w, "no flush: ", err)
			return
		}
	}
}

func main() {
	c := counter{}
	mux := http.NewServeMux()
	mux.Handle("/count/", c)
	mux.Handle("/hello", hello("world"))
	mux.Handle("/m", methods{get: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, post: hello("poster").ServeHTTP})
	mux.HandleFunc("/stream", stream)
	mux.Handle("/old", http.RedirectHandler("/hello", http.StatusMovedPermanently))
	mux.Handle("/limited", http.MaxBytesHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Fprint(w, len(b), err)
	}), 4))
	mux.Handle("/slow", http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}), 5*time.Millisecond, "timed out"))
	h := gzipped(mux)

	for _, line := range []string{"GET /hello", "GET /count/a", "POST /count/a body", "GET /m", "POST /m", "PUT /m", "GET /stream", "GET /old", "POST /limited abcdefgh", "GET /slow", "GET /none"} {
		p := append(strings.SplitN(line, " ", 3), "")
		b := &buffered{}
		h.ServeHTTP(b, httptest.NewRequest(p[0], p[1], strings.NewReader(p[2])))
		fmt.Printf("%-24s %d %q %v\n", line, b.code, strings.TrimSpace(b.String()), b.Header()["Allow"])
	}
	ts := httptest.NewServer(h)
	defer ts.Close()
	for _, p := range []string{"/stream", "/old", "/count/a"} {
		resp, err := http.Get(ts.URL + p)
		if err != nil {
			fmt.Println(err)
			continue
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(p, resp.StatusCode, string(b), err, resp.Uncompressed, resp.TransferEncoding)
	}
	fmt.Println(c)
}
