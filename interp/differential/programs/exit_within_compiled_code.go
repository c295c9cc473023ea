package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"text/template"
)

type leaving struct{ status int }

func (l leaving) String() string {
	fmt.Println("leaving with", l.status)
	if l.status > 2 {
		os.Exit(l.status)
	}
	return "stays"
}

func main() {
	defer fmt.Println("not deferred any more")
	fmt.Println(leaving{1}, leaving{2})
	t := template.Must(template.New("").Funcs(template.FuncMap{"leave": func(n int) string { return leaving{n}.String() }}).Parse("{{leave 2}}\n"))
	if err := t.Execute(os.Stdout, nil); err != nil {
		fmt.Println(err)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := len(strings.Trim(r.URL.Path, "/"))
		fmt.Fprint(w, leaving{n})
	})
	for _, path := range []string{"/a", "/abc", "/ab"} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		fmt.Println(answer.Body)
		if path == "/a" {
			fmt.Println(fmt.Sprint(leaving{7}), "never")
		}
	}
}
