//go:build ignore

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"text/template"
	"text/template/parse"
)

type Renderer struct {
	base  *template.Template
	pages map[string]*template.Template
	calls []string
}

func NewRenderer() *Renderer {
	r := &Renderer{pages: make(map[string]*template.Template)}
	r.base = template.Must(template.New("layout").Funcs(template.FuncMap{
		"track":   r.track,
		"include": func(string, any) (string, error) { return "", fmt.Errorf("include not bound") },
	}).Parse(`[{{block "title" .}}untitled{{end}}]
{{template "menu" .Menu}}{{block "content" .}}empty{{end}}
{{define "menu"}}{{range $i, $m := .}}{{if $i}} | {{end}}{{$m}}{{end}}
{{end}}`))
	return r
}

func (r *Renderer) track(s string) string {
	r.calls = append(r.calls, s)
	return strings.ToLower(s)
}

func (r *Renderer) Add(name, src string) error {
	t, err := r.base.Clone()
	if err != nil {
		return err
	}
	t.Funcs(template.FuncMap{"include": func(n string, data any) (string, error) {
		var b bytes.Buffer
		err := t.ExecuteTemplate(&b, n, data)
		return strings.TrimSpace(b.String()), err
	}})
	if _, err := t.Parse(src); err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	r.pages[name] = t
	return nil
}

func (r *Renderer) Render(w io.Writer, name string, data any) error {
	t, ok := r.pages[name]
	if !ok {
		return fmt.Errorf("no page %q", name)
	}
	return t.Execute(w, data)
}

type MenuItem struct {
	Label  string
	Active bool
}

func (m MenuItem) String() string {
	if m.Active {
		return "*" + m.Label + "*"
	}
	return m.Label
}

type Page struct {
	Menu  []MenuItem
	Posts []struct{ Title, Body string }
}

type limited struct {
	io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, io.ErrShortWrite
	}
	return l.Writer.Write(p)
}

func main() {
	r := NewRenderer()
	for _, p := range [][2]string{
		{"home", `{{define "content"}}Welcome, {{track "HOME"}}{{end}}`},
		{"posts", `{{define "title"}}{{len .Posts}} posts{{end}}{{define "content"}}{{range .Posts}}- {{include "post" .}}
{{end}}{{end}}{{define "post"}}  {{.Title | track}}: {{.Body}}  {{end}}`},
		{"broken", `{{define "content"}}{{.Missing}}{{end}}`},
		{"syntax", `{{define "content"}}{{end`},
	} {
		if err := r.Add(p[0], p[1]); err != nil {
			fmt.Println("error:", err)
		}
	}
	data := Page{Menu: []MenuItem{{"Home", true}, {"Posts", false}}}
	data.Posts = append(data.Posts, struct{ Title, Body string }{"First", "hello"}, struct{ Title, Body string }{"Second", "{{.}}"})
	for _, name := range []string{"home", "posts", "broken", "syntax"} {
		fmt.Println("==", name)
		if err := r.Render(os.Stdout, name, &data); err != nil {
			fmt.Println("\nerror:", err)
		}
	}
	fmt.Println(r.calls)
	fmt.Println(r.Render(&limited{io.Discard, 20}, "home", data))
	var names []string
	for _, t := range r.pages["posts"].Templates() {
		names = append(names, t.Name())
	}
	sort.Strings(names)
	fmt.Println(names, r.base.Lookup("post") == nil)
	for _, n := range r.pages["home"].Lookup("content").Root.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			fmt.Printf("text %q\n", n.Text)
		case *parse.ActionNode:
			fmt.Println("action", n)
		}
	}
}
