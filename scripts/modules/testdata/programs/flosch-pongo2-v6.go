// Module github.com/flosch/pongo2/v6@v6.0.0

package main

import (
	"fmt"
	"strings"

	"github.com/flosch/pongo2/v6"
)

type item struct {
	Name  string
	Price float64
	Tags  []string
}

func (i item) Label(prefix string) string { return prefix + strings.ToUpper(i.Name) }

func main() {
	pongo2.RegisterFilter("twice", func(in, _ *pongo2.Value) (*pongo2.Value, *pongo2.Error) {
		return pongo2.AsValue(in.String() + in.String()), nil
	})
	t, err := pongo2.FromString(`{% macro row(i, n=1) %}[{{ n }}: {{ i.Name }}]{% endmacro %}
{% for i in items sorted %}{{ forloop.Counter }}/{{ forloop.Revcounter }} {{ i }}
{% empty %}none{% endfor %}{% for i in list %}{{ row(i, forloop.Counter0) }} {{ i.Label(">") }} {{ i.Price|floatformat:2 }} {{ i.Tags|join:", " }}
{% endfor %}{% if n > 3 and not missing %}more{% elif n == 3 %}three{% else %}less{% endif %}
{% with total=n|add:4 %}{{ total }}{% endwith %} {{ "<b>"|escape }} {{ "<b>"|safe }} {{ name|title|twice|truncatechars:9 }}
{% set x = 5 %}{{ x * 2 + 1 }} {{ x / 2 }} {{ 7 % 4 }} {{ list|length }} {{ when|date:"2006" }} {{ m.key.0 }} {{ fn(3) }}
{% filter upper %}text {{ name }}{% endfilter %} {% cycle "a" "b" %} {% firstof missing name %} {{ missing|default:"-" }}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := t.Execute(pongo2.Context{
		"items": map[string]int{"b": 1, "a": 2}, "n": 3, "name": "jane doe",
		"list": []item{{"pen", 1.255, []string{"x", "y"}}, {"ink", 20, nil}},
		"m":    map[string][]string{"key": {"first"}}, "fn": func(i int) int { return i * i }, "when": "x",
	})
	fmt.Println(out, err)
	for _, bad := range []string{"{% if %}", "{{ a|nofilter }}", "{% for x in %}", "{{ 'a }}"} {
		_, err := pongo2.FromString(bad)
		fmt.Println(err)
	}
}
