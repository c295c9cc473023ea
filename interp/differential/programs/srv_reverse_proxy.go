//go:build ignore

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
)

type backend struct {
	*httptest.Server
	name string
	hits int
}

func newBackend(name string) *backend {
	b := &backend{name: name}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.hits++
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Backend", b.name)
		fmt.Fprintf(w, "%s %s q=%s via=%q body=%s", r.Method, r.URL.Path, r.URL.Query().Get("q"), r.Header.Get("X-Via"), body)
	}))
	return b
}

type balancer struct {
	pool []*backend
	next int
}

func (b *balancer) pick() *url.URL {
	be := b.pool[b.next%len(b.pool)]
	b.next++
	u, err := url.Parse(be.URL)
	if err != nil {
		panic(err)
	}
	return u
}

type shouting struct{ http.RoundTripper }

func (s shouting) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "forbidden") {
		return nil, fmt.Errorf("refusing %s", r.URL.Path)
	}
	return s.RoundTripper.RoundTrip(r)
}

func main() {
	lb := &balancer{}
	for _, n := range []string{"alpha", "beta"} {
		be := newBackend(n)
		defer be.Close()
		lb.pool = append(lb.pool, be)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(pr *httputil.ProxyRequest) {
			pr.SetURL(lb.pick())
			pr.Out.Header.Set("X-Via", "proxy")
		},
		Transport: shouting{http.DefaultTransport},
		ModifyResponse: func(resp *http.Response) error {
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				return err
			}
			b = bytes.ToUpper(b)
			resp.Body = io.NopCloser(bytes.NewReader(b))
			resp.ContentLength = int64(len(b))
			resp.Header.Set("Content-Length", fmt.Sprint(len(b)))
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			http.Error(w, "proxy: "+err.Error(), http.StatusBadGateway)
		},
	}
	front := httptest.NewServer(http.StripPrefix("/api", proxy))
	defer front.Close()

	type call struct{ method, path, body string }
	for i, c := range []call{
		{"GET", "/api/one?q=x", ""},
		{"POST", "/api/two", "payload"},
		{"GET", "/api/three/four?q=y+z", ""},
		{"GET", "/api/forbidden", ""},
		{"GET", "/other", ""},
	} {
		req, _ := http.NewRequest(c.method, front.URL+c.path, strings.NewReader(c.body))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			fmt.Println(i, "error", err)
			continue
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Printf("%d %-12s %d backend=%q len=%d\n  %s\n", i, c.path, resp.StatusCode,
			resp.Header.Get("X-Backend"), resp.ContentLength, strings.TrimSpace(string(b)))
	}
	for _, be := range lb.pool {
		fmt.Println(be.name, be.hits)
	}
}
