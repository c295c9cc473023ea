// Module github.com/go-chi/chi/v5@v5.5.0

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	r.Get("/u/{id}", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "user ", chi.URLParam(r, "id")) })
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest("GET", "/u/7", nil))
	fmt.Println(w.Code, w.Body)
}
