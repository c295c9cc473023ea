//go:build ignore

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
	"sync"
)

type Item struct {
	SKU   string  `json:"sku"`
	Name  string  `json:"name"`
	Qty   int     `json:"qty"`
	Price float64 `json:"price,omitempty"`
}

var errNotFound = errors.New("no such item")

type store struct {
	mu    sync.Mutex
	items map[string]Item
}

func (s *store) get(sku string) (Item, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.items[sku]
	if !ok {
		return Item{}, fmt.Errorf("get %q: %w", sku, errNotFound)
	}
	return it, nil
}

func (s *store) list() []Item {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Item, 0, len(s.items))
	for _, it := range s.items {
		out = append(out, it)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].SKU < out[j].SKU })
	return out
}

type apiFunc func(w http.ResponseWriter, r *http.Request) error

func (f apiFunc) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f(w, r); err != nil {
		code := http.StatusInternalServerError
		switch {
		case errors.Is(err, errNotFound):
			code = http.StatusNotFound
		default:
			var syn *json.SyntaxError
			if errors.As(err, &syn) {
				code = http.StatusBadRequest
			}
		}
		http.Error(w, err.Error(), code)
	}
}

func main() {
	s := &store{items: map[string]Item{}}
	mux := http.NewServeMux()
	mux.Handle("GET /items/{sku}", apiFunc(func(w http.ResponseWriter, r *http.Request) error {
		it, err := s.get(r.PathValue("sku"))
		if err != nil {
			return err
		}
		return json.NewEncoder(w).Encode(it)
	}))
	mux.Handle("GET /items", apiFunc(func(w http.ResponseWriter, r *http.Request) error {
		return json.NewEncoder(w).Encode(s.list())
	}))
	mux.Handle("PUT /items/{sku}", apiFunc(func(w http.ResponseWriter, r *http.Request) error {
		var it Item
		if err := json.NewDecoder(r.Body).Decode(&it); err != nil {
			return fmt.Errorf("decode: %w", err)
		}
		it.SKU = r.PathValue("sku")
		s.mu.Lock()
		s.items[it.SKU] = it
		s.mu.Unlock()
		w.WriteHeader(http.StatusCreated)
		return nil
	}))
	ts := httptest.NewServer(mux)
	defer ts.Close()

	do := func(method, path, body string) {
		req, err := http.NewRequest(method, ts.URL+path, bytes.NewBufferString(body))
		if err != nil {
			panic(err)
		}
		resp, err := ts.Client().Do(req)
		if err != nil {
			panic(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Printf("%-6s %-10s -> %d %s\n", method, path, resp.StatusCode, strings.TrimSpace(string(b)))
	}
	do("PUT", "/items/b2", `{"name":"bolt","qty":40,"price":0.25}`)
	do("PUT", "/items/a1", `{"name":"anvil","qty":1}`)
	do("GET", "/items/b2", "")
	do("GET", "/items/zz", "")
	do("PUT", "/items/c3", `{"name":`)
	do("PUT", "/items/c3", `{"name":x}`)
	do("GET", "/items", "")
	do("DELETE", "/items/a1", "")
}
