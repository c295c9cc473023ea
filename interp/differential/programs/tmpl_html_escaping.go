//go:build ignore

package main

import (
	"fmt"
	"html/template"
	"os"
	"strings"
	"time"
)

type Link struct {
	URL  string
	Text string
}

func (l Link) Render() template.HTML {
	return template.HTML(fmt.Sprintf("<a href=%q>%s</a>", l.URL, template.HTMLEscapeString(l.Text)))
}

type User struct {
	Name  string
	Bio   template.HTML
	Site  string
	Prefs map[string]any
	Born  time.Time
}

func (u User) Greeting(lang string) string {
	if lang == "cs" {
		return "Ahoj " + u.Name
	}
	return "Hi " + u.Name
}

func (u *User) PtrOnly() string { return "ptr:" + u.Name }

const page = `{{define "item"}}<li class="{{.Class}}">{{.Body}}</li>{{end -}}
<title>{{.User.Name}}</title>
<p title="{{.User.Name}}" data-x={{.User.Name}}>{{.User.Bio}}</p>
<a href="/u/{{.User.Name}}?q={{.User.Name}}">x</a> <a href="{{.User.Site}}">site</a>
<script>var u = {{.User.Name}}, p = {{.User.Prefs}}, n = {{.N}};</script>
<style>p { color: {{.Color}}; }</style>
<p onclick="f({{.User.Name}})">{{.User.Greeting "cs"}} / {{.User.Greeting "en"}}</p>
<ul>
{{- range $i, $l := .Links}}
  {{template "item" item (odd $i) $l.Render}}
{{- else}}<li>none</li>{{end}}
</ul>
{{block "footer" .}}<footer>{{.User.Born.Format "2006"}}</footer>{{end}}
<!-- gone -->
`

type item struct {
	Class string
	Body  any
}

func main() {
	funcs := template.FuncMap{
		"item": func(c string, b any) item { return item{c, b} },
		"odd": func(i int) string {
			if i%2 == 1 {
				return "odd"
			}
			return "even"
		},
	}
	base := template.Must(template.New("page").Funcs(funcs).Parse(page))
	data := struct {
		User  *User
		Links []Link
		N     int
		Color any
	}{
		User: &User{Name: `<O'Brien & "co">`, Bio: "<b>trusted</b>", Site: "javascript:alert(1)",
			Prefs: map[string]any{"a": []int{1, 2}, "b": "</script>"}, Born: time.Date(1999, 1, 2, 0, 0, 0, 0, time.UTC)},
		Links: []Link{{"/a?x=1&y=2", "A & B"}, {"https://go.dev", "<Go>"}},
		N:     -3, Color: "expression(1)",
	}
	if err := base.Execute(os.Stdout, data); err != nil {
		fmt.Println("error:", err)
	}
	data.Links, data.Color = nil, template.CSS("red")
	data.User.Site = "https://ok.example/?a=b c"
	fresh := template.Must(template.New("page").Funcs(funcs).Parse(page))
	clone := template.Must(fresh.Clone())
	template.Must(clone.Parse(`{{define "footer"}}<footer>{{.User.PtrOnly}} only</footer>{{end}}`))
	var sb strings.Builder
	if err := clone.Execute(&sb, data); err != nil {
		fmt.Println("error:", err)
	}
	for _, l := range strings.Split(sb.String(), "\n") {
		if strings.Contains(l, "color") || strings.Contains(l, "site") || strings.Contains(l, "foot") || strings.Contains(l, "none") {
			fmt.Println(l)
		}
	}
	for _, src := range []string{`<a href='{{.}}`, `{{if .}}<b{{end}}>`, `<p>{{.Nope}}</p>`, `{{template "x"}}`} {
		t, err := template.New("bad").Parse(src)
		if err == nil {
			err = t.Execute(&sb, data)
		}
		fmt.Println(err)
	}
	fmt.Println(template.JSEscapeString(`"</script>'`), template.URLQueryEscaper("a b", 1), template.HTMLEscaper("<", 1, nil))
}
