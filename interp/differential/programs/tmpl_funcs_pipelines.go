//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"
	"text/template"
)

type Dict map[string]any

func dict(kv ...any) (Dict, error) {
	if len(kv)%2 != 0 {
		return nil, errors.New("odd number of arguments")
	}
	d := Dict{}
	for i := 0; i < len(kv); i += 2 {
		k, ok := kv[i].(string)
		if !ok {
			return nil, fmt.Errorf("key %v is %T", kv[i], kv[i])
		}
		d[k] = kv[i+1]
	}
	return d, nil
}

func (d Dict) Keys() []string {
	ks := make([]string, 0, len(d))
	for k := range d {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	return ks
}

func seq(args ...int) (out []int) {
	lo, hi, step := 0, args[len(args)-1], 1
	if len(args) > 1 {
		lo = args[0]
	}
	if len(args) > 2 {
		step = args[1]
	}
	for i := lo; i < hi; i += step {
		out = append(out, i)
	}
	return
}

type counter struct{ n int }

func (c *counter) Next() int { c.n++; return c.n }

var funcs = template.FuncMap{
	"dict":  dict,
	"seq":   seq,
	"join":  func(sep string, v any) string { return strings.Join(strs(v), sep) },
	"upper": strings.ToUpper,
	"default": func(def, v any) any {
		if v == nil || reflect.ValueOf(v).IsZero() {
			return def
		}
		return v
	},
	"fail": func(msg string) (string, error) { return "", errors.New(msg) },
	"boom": func() string { panic("function panicked") },
	"add": func(ns ...int) (t int) {
		for _, n := range ns {
			t += n
		}
		return
	},
	"typeof": func(v any) string { return fmt.Sprintf("%T", v) },
	"adder":  func(n int) func(int) int { return func(m int) int { return n + m } },
}

func strs(v any) (out []string) {
	rv := reflect.ValueOf(v)
	for i := 0; i < rv.Len(); i++ {
		out = append(out, fmt.Sprint(rv.Index(i)))
	}
	return
}

func main() {
	data := map[string]any{
		"name": "world", "nums": []int{3, 1, 2}, "empty": "", "c": &counter{},
		"nested": map[string]map[int]string{"a": {1: "one"}}, "fn": func(s string) string { return "<" + s + ">" },
		"mixed": []any{1, "two", 3.5, nil, []int{4}}, "arr": [...]string{"x", "y"}, "t": true,
	}
	for i, src := range []string{
		`hello {{.name | upper | printf "%q"}}`,
		`{{join "-" .nums}} {{.nums | join "+"}} {{index .nums 1}} {{len .nums}} {{slice .nums 1 3}}`,
		`{{range seq 3}}{{.}}{{end}} {{range $i, $v := seq 2 3 12}}{{if $i}},{{end}}{{$v}}{{end}}`,
		`{{with dict "a" 1 "b" "x"}}{{range .Keys}}{{.}};{{end}}{{.b}}{{end}}`,
		`{{dict "a"}}`,
		`{{dict 1 2}}`,
		`{{default "none" .empty}} {{.missing | default 5}} {{default "n" .name}}`,
		`{{.c.Next}} {{.c.Next}} {{with .c}}{{.Next}}{{end}}`,
		`{{index .nested "a" 1}} {{(index .nested "a") | len}} {{.nested.a}}`,
		`{{call .fn .name}} {{call (adder 3) 4}} {{(add 1 2 3) | add 10}}`,
		`{{range .mixed}}[{{typeof .}} {{.}}]{{end}}`,
		`{{if and .t (gt (len .nums) 2) (not .empty)}}yes{{else}}no{{end}} {{or .empty .name}} {{and 1 0}}`,
		`{{eq 1 1}} {{eq .name "a" "world"}} {{ne 1.5 1.5}} {{lt "a" "b"}} {{le 3 2}} {{ge 2 2}}`,
		`{{range $i, $e := .nums}}{{if eq $e 1}}{{continue}}{{end}}{{$i}}{{break}}{{end}} {{/* comment */}}|`,
		`{{$x := 1}}{{range .nums}}{{$x = add $x .}}{{end}}{{$x}} {{html "<b>"}} {{js "it's"}} {{urlquery "a b"}}`,
		`{{range 3}}{{.}}{{end}} {{range .arr}}{{.}}{{end}} {{print 1 2 "x"}} {{println "end"}}`,
		"a  {{- 1 -}}  b {{`raw`}} {{'c'}} {{1e3}} {{nil | printf \"%v\"}}",
		`{{fail "on purpose"}}`, `{{boom}}`, `{{index .nums 9}}`, `{{.name.Field}}`, `{{nofunc}}`, `{{if}}`, `{{range .name}}{{.}} {{end}}`,
		`{{eq .nums .arr}}`, `{{template "absent"}}`,
	} {
		t, err := template.New(fmt.Sprint("t", i)).Funcs(funcs).Option("missingkey=zero").Parse(src)
		if err != nil {
			fmt.Println(i, "parse:", err)
			continue
		}
		fmt.Print(i, " ")
		if err := t.Execute(os.Stdout, data); err != nil {
			fmt.Print(" ERR ", err)
		}
		fmt.Println()
	}
}
