//go:build ignore

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

type Middleware func(http.Handler) http.Handler

func Chain(h http.Handler, ms ...Middleware) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

type ctxKey int

const (
	userKey ctxKey = iota
	requestIDKey
)

type statusRecorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (r *statusRecorder) WriteHeader(code int) {
	r.status = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *statusRecorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += n
	return n, err
}

func logging(lines *[]string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := &statusRecorder{ResponseWriter: w}
			next.ServeHTTP(rec, r)
			*lines = append(*lines, fmt.Sprintf("%s %s %d %dB", r.Method, r.URL.Path, rec.status, rec.bytes))
		})
	}
}

func recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				http.Error(w, fmt.Sprintf("recovered: %v", v), 500)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func auth(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey, user)))
	})
}

func numbered() Middleware {
	n := 0
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n++
			ctx := context.WithValue(r.Context(), requestIDKey, n)
			w.Header().Set("X-Request-Id", fmt.Sprint(n))
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

func main() {
	var lines []string
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, _ := r.Context().Value(userKey).(string)
		id, _ := r.Context().Value(requestIDKey).(int)
		if user == "mallory" {
			var m map[string]int
			m[user]++
		}
		fmt.Fprintf(w, "hello %s, request %d", user, id)
	})
	h := Chain(hello, logging(&lines), recovering, numbered(), auth)
	for _, token := range []string{"Bearer ann", "", "Bearer mallory", "Basic x", "Bearer bob"} {
		req := httptest.NewRequest("GET", "/greet", nil)
		if token != "" {
			req.Header.Set("Authorization", token)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		fmt.Printf("%3d id=%s %q\n", w.Code, w.Result().Header.Get("X-Request-Id"), w.Body.String())
	}
	fmt.Println("log:")
	for i, l := range lines {
		fmt.Println(" ", i, l)
	}
}
