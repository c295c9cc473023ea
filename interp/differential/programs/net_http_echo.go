package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
)

type middleware func(http.Handler) http.Handler

type echo struct {
	Method string              `json:"method"`
	Path   string              `json:"path"`
	Query  map[string][]string `json:"query,omitempty"`
	Body   string              `json:"body,omitempty"`
}

func chain(h http.Handler, ms ...middleware) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func tag(name string) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("X-Tag", name)
			next.ServeHTTP(w, r)
		})
	}
}

func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				http.Error(w, fmt.Sprint("oops: ", p), http.StatusTeapot)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo/", func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(io.LimitReader(r.Body, 10))
		if err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(echo{r.Method, r.URL.Path, r.URL.Query(), string(b)})
	})
	mux.HandleFunc("GET /item/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "item %s of kind %q", r.PathValue("id"), r.FormValue("kind"))
	})
	mux.HandleFunc("/boom", func(http.ResponseWriter, *http.Request) { panic("boom") })
	mux.Handle("/old", http.RedirectHandler("/item/7?kind=moved", http.StatusFound))
	hits := map[string]int{}
	count := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hits[r.URL.Path]++; next.ServeHTTP(w, r) })
	}
	srv := httptest.NewServer(chain(mux, tag("outer"), count, recovered, tag("inner")))
	defer srv.Close()

	do := func(method, path, body string) {
		req, err := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		if err != nil {
			fmt.Println("request:", err)
			return
		}
		res, err := srv.Client().Do(req)
		if err != nil {
			fmt.Println("do:", err)
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		fmt.Printf("%s %s -> %s %v %s\n", method, path, res.Status, res.Header.Values("X-Tag"), bytes.TrimSpace(b))
	}
	do("GET", "/echo/a/b?x=1&y=2&x=3", "")
	do("POST", "/echo/", "a body longer than ten")
	do("GET", "/item/42?kind=lamp", "")
	do("DELETE", "/item/42", "")
	do("GET", "/boom", "")
	do("GET", "/old", "")
	do("GET", "/none", "")
	paths := make([]string, 0, len(hits))
	for p := range hits {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		fmt.Println(p, hits[p])
	}
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("PUT", "/echo/rec", strings.NewReader("hi")))
	var e echo
	err := json.Unmarshal(rec.Body.Bytes(), &e)
	fmt.Printf("%d %+v %v %s\n", rec.Code, e, err, rec.Header().Get("content-type"))
	fmt.Println(http.StatusText(418), http.MethodPatch, http.CanonicalHeaderKey("x-my-key"))
}
