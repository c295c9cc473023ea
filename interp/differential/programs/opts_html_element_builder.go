//go:build ignore

package main

import (
	"fmt"
	"html"
	"io"
	"os"
	"slices"
	"strings"
)

type Node interface{ render(w io.Writer, depth int) }

type Text string

type Raw string

type Attr struct{ Key, Val string }

type Element struct {
	Tag      string
	Attrs    []Attr
	Children []Node
	void     bool
}

func (t Text) render(w io.Writer, depth int) {
	fmt.Fprintf(w, "%*s%s\n", 2*depth, "", html.EscapeString(string(t)))
}

func (r Raw) render(w io.Writer, depth int) { fmt.Fprintf(w, "%*s%s\n", depth*2, "", r) }

func (e *Element) render(w io.Writer, depth int) {
	pad := strings.Repeat("  ", depth)
	io.WriteString(w, pad+"<"+e.Tag)
	for _, a := range e.Attrs {
		fmt.Fprintf(w, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
	}
	if e.void {
		io.WriteString(w, ">\n")
		return
	}
	if len(e.Children) == 0 {
		fmt.Fprintf(w, "></%s>\n", e.Tag)
		return
	}
	io.WriteString(w, ">\n")
	for _, c := range e.Children {
		c.render(w, depth+1)
	}
	fmt.Fprintf(w, "%s</%s>\n", pad, e.Tag)
}

func El(tag string, content ...any) *Element {
	e := &Element{Tag: tag, void: slices.Contains([]string{"br", "img", "hr"}, tag)}
	return e.Add(content...)
}

func (e *Element) Add(content ...any) *Element {
	for _, c := range content {
		switch c := c.(type) {
		case nil:
		case Node:
			e.Children = append(e.Children, c)
		case Attr:
			e.Attrs = append(e.Attrs, c)
		case string:
			e.Children = append(e.Children, Text(c))
		case []*Element:
			for _, x := range c {
				e.Children = append(e.Children, x)
			}
		case func() *Element:
			e.Add(c())
		case map[string]string:
			keys := make([]string, 0, len(c))
			for k := range c {
				keys = append(keys, k)
			}
			slices.Sort(keys)
			for _, k := range keys {
				e.Attrs = append(e.Attrs, Attr{k, c[k]})
			}
		case int, float64, bool:
			e.Children = append(e.Children, Text(fmt.Sprint(c)))
		default:
			panic(fmt.Sprintf("<%s>: cannot hold %T", e.Tag, c))
		}
	}
	return e
}

func (e *Element) Class(names ...string) *Element {
	return e.Add(Attr{"class", strings.Join(names, " ")})
}

func Map[T any](vs []T, f func(T) *Element) []*Element {
	out := make([]*Element, len(vs))
	for i, v := range vs {
		out[i] = f(v)
	}
	return out
}

func main() {
	type book struct {
		title string
		year  int
		read  bool
	}
	books := []book{{"Tom & Jerry", 1940, true}, {"<Go>", 2009, false}}
	page := El("div",
		El("h1", "Books", Attr{"id", "top"}),
		El("br"),
		El("ul", Map(books, func(b book) *Element {
			li := El("li", b.title, b.year)
			if b.read {
				li.Class("done", "old").Add(Raw("&check;"))
			}
			return li
		})),
		func() *Element { return El("p").Class("empty") },
		map[string]string{"title": `say "hi"`, "lang": "en", "data-n": "2"},
		nil,
	)
	page.render(os.Stdout, 0)
	var n Node = page
	if e, ok := n.(*Element); ok {
		fmt.Println(e.Tag, len(e.Children), e.Attrs)
	}
	defer func() { fmt.Println("recovered:", recover()) }()
	El("table", 1.5, true, struct{}{})
}
