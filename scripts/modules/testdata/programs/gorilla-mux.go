// Module github.com/gorilla/mux@v1.8.1

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/gorilla/mux"
)

func main() {
	r := mux.NewRouter()
	r.HandleFunc("/a/{k:[a-z]+}", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, mux.Vars(r)["k"]) })
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest("GET", "/a/xyz", nil))
	fmt.Println(w.Code, w.Body)
}
