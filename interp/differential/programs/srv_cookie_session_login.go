//go:build ignore

package main

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
)

type user struct {
	name  string
	visit int
}

type sessions struct {
	sync.RWMutex
	byID map[string]*user
	next int
}

func (s *sessions) start(name string) string {
	s.Lock()
	defer s.Unlock()
	s.next++
	id := fmt.Sprintf("s%03d", s.next)
	if s.byID == nil {
		s.byID = make(map[string]*user)
	}
	s.byID[id] = &user{name: name}
	return id
}

func (s *sessions) from(r *http.Request) (*user, bool) {
	c, err := r.Cookie("sid")
	if err != nil {
		return nil, false
	}
	s.RLock()
	defer s.RUnlock()
	u, ok := s.byID[c.Value]
	return u, ok
}

type app struct {
	sessions
	passwords map[string]string
}

func (a *app) login(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	name, pw := r.PostForm.Get("name"), r.PostForm.Get("pw")
	if want, ok := a.passwords[name]; !ok || want != pw {
		http.Error(w, "wrong name or password", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: a.start(name), Path: "/", HttpOnly: true})
	http.Redirect(w, r, "/home", http.StatusSeeOther)
}

func (a *app) home(w http.ResponseWriter, r *http.Request) {
	u, ok := a.from(r)
	if !ok {
		http.Error(w, "please log in", http.StatusUnauthorized)
		return
	}
	u.visit++
	fmt.Fprintf(w, "<b>%s</b> visit %d", html.EscapeString(u.name), u.visit)
}

func (a *app) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", a.login)
	mux.HandleFunc("GET /home", a.home)
	return mux
}

func main() {
	a := &app{passwords: map[string]string{"ann": "x1", "<bob>": "y2"}}
	ts := httptest.NewServer(a.routes())
	defer ts.Close()

	browser := func() *http.Client {
		jar, _ := cookiejar.New(nil)
		return &http.Client{Jar: jar}
	}
	show := func(who string, resp *http.Response, err error) {
		if err != nil {
			fmt.Println(who, "failed:", err)
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		fmt.Printf("%s: %d %s %s\n", who, resp.StatusCode, resp.Request.URL.Path, strings.TrimSpace(string(b)))
	}
	c1, c2 := browser(), browser()
	form := func(c *http.Client, name, pw string) (*http.Response, error) {
		return c.PostForm(ts.URL+"/login", url.Values{"name": {name}, "pw": {pw}})
	}
	get := func(c *http.Client) (*http.Response, error) { return c.Get(ts.URL + "/home") }
	type step struct {
		who string
		do  func() (*http.Response, error)
	}
	for _, s := range []step{
		{"c1 early", func() (*http.Response, error) { return get(c1) }},
		{"c1 bad", func() (*http.Response, error) { return form(c1, "ann", "nope") }},
		{"c1 login", func() (*http.Response, error) { return form(c1, "ann", "x1") }},
		{"c2 login", func() (*http.Response, error) { return form(c2, "<bob>", "y2") }},
		{"c1 again", func() (*http.Response, error) { return get(c1) }},
		{"c2 again", func() (*http.Response, error) { return get(c2) }},
		{"c1 wrong method", func() (*http.Response, error) { return c1.Get(ts.URL + "/login") }},
	} {
		resp, err := s.do()
		show(s.who, resp, err)
	}
	u, _ := url.Parse(ts.URL)
	for _, c := range c1.Jar.Cookies(u) {
		fmt.Println(c.Name, c.Value)
	}
	fmt.Println(len(a.byID), a.next)
}
