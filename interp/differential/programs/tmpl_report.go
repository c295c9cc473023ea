package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Money int

func (m Money) String() string { return fmt.Sprintf("£%d.%02d", int(m)/100, int(m)%100) }

type Member struct {
	Name  string
	Dues  []Money
	Admin bool
	meta  map[string]string
}

func (m Member) Total() (t Money) {
	for _, d := range m.Dues {
		t += d
	}
	return
}
func (m *Member) Initial() string { return m.Name[:1] }
func (m Member) Owes(target Money) (Money, error) {
	if m.Total() > target {
		return 0, fmt.Errorf("%s overpaid", m.Name)
	}
	return target - m.Total(), nil
}
func (m Member) Meta(k string) string { return m.meta[k] }

type Club struct {
	Title   string
	Members []*Member
	Year    int
	Rules   map[string]int
	Pick    func(int) *Member
}

const page = `{{define "row"}}{{printf "%-6s" .Name}}|{{range $i, $d := .Dues}}{{if $i}} {{end}}{{$d}}{{else}}none{{end}}|{{.Total}}{{end -}}
{{/* the report */ -}}
== {{.Title | upper | printf "%q"}} {{.Year}} ==
{{range $i, $m := .Members}}{{inc $i}}. {{template "row" $m}}{{if .Admin}} (admin){{else if gt (len .Dues) 2}} (keen){{end}}
{{end}}{{with .Rules}}{{range $k, $v := .}}{{$k}}={{$v}};{{end}}{{end}}
{{- with $x := index .Members 1}}
{{$x.Initial}} {{$x.Meta "town"}} {{.Owes 1000}} {{len $.Members}}{{end}}
{{$n := 0}}{{range .Members}}{{$n = add $n (len .Dues)}}{{end}}dues: {{$n}}, {{(call .Pick 0).Name}}
{{range .Members}}{{if not .Admin}}{{continue}}{{end}}first admin {{.Name}}{{break}}{{end}}
{{and .Year (or 0 "x")}} {{eq .Year 1 2 2021}} {{ne .Title "x"}} {{slice .Title 1 3}} {{html "<a>"}} {{js "it's"}} {{urlquery "a b"}} {{print 1 2 "z"}}{{println}}
{{- index .Rules "hats"}} {{"quoted \"str\""}} {{'a'}} {{1e3}} {{true}} {{nil | isnil}} {{range 3}}{{.}},{{end}}
`

func main() {
	funcs := template.FuncMap{
		"upper": strings.ToUpper, "inc": func(i int) int { return i + 1 },
		"add": func(xs ...int) (s int) {
			for _, x := range xs {
				s += x
			}
			return
		},
		"isnil": func(v any) bool { return v == nil },
		"fail":  func() (string, error) { return "", errors.New("failed on purpose") },
	}
	club := Club{Title: "Chess", Year: 2021, Rules: map[string]int{"hats": 1, "cats": 2, "bats": 3}}
	club.Members = []*Member{{"Ann", []Money{500, 250}, false, nil}, {"Bob", []Money{1, 2, 3}, false, map[string]string{"town": "York"}}, {Name: "Cat", Admin: true}}
	club.Pick = func(i int) *Member { return club.Members[i] }
	body := strings.Replace(page, "{{nil | isnil}}", "{{isnil .Members}}", 1)
	t, err := template.New("page").Funcs(funcs).Parse(body)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	if err := t.Execute(os.Stdout, club); err != nil {
		fmt.Println("exec:", err)
	}
	fmt.Println(t.Name(), t.Lookup("row") != nil, t.Lookup("none") == nil)
	t.ExecuteTemplate(os.Stdout, "row", club.Members[0])
	fmt.Println()
	for _, src := range []string{"{{.Nope}}", "{{fail}}", "{{(index .Members 0).Owes 10}}", "{{index .Members 9}}", "{{if}}", "{{.Title", "{{nofunc}}", "{{range .Title.X}}x{{end}}", "{{range .Year | printf \"%d\" | len | printf \"%v\"}}x{{end}}", "{{template \"gone\"}}", "{{end}}"} {
		var sb strings.Builder
		t, err := template.New("t").Funcs(funcs).Parse(src)
		if err != nil {
			fmt.Println("P", err)
			continue
		}
		fmt.Println("X", t.Execute(&sb, club))
	}
	m := map[string]any{"a": 1, "b": map[string]any{"c": []string{"x", "y"}}}
	template.Must(template.New("").Option("missingkey=default").Parse("{{.a}} {{.b.c}} {{index .b \"c\" 1}} {{.zzz}}\n")).Execute(os.Stdout, m)
	err = template.Must(template.New("strict").Option("missingkey=error").Parse("{{.zzz}}")).Execute(os.Stdout, m)
	fmt.Println(err)
}
