//go:build ignore

package main

import (
	"fmt"
	"sort"
	"strings"
)

type Kind byte

const (
	File Kind = 'f'
	Dir  Kind = 'd'
	Link Kind = 'l'
)

type Entry struct {
	Name     string
	Kind     Kind
	Size     int64
	Children []*Entry
	Target   *Entry
	Meta     map[string]any
}

func (e *Entry) Total() (n int64) {
	if e == nil {
		return
	}
	n = e.Size
	for _, c := range e.Children {
		n += c.Total()
	}
	return
}

func (k Kind) Format(s fmt.State, r rune) { fmt.Fprintf(s, "<%c>", byte(k)) }

func tree(e *Entry, prefix string, last bool) {
	branch, next := "├── ", prefix+"│   "
	if last {
		branch, next = "└── ", prefix+"    "
	}
	extra := ""
	if e.Kind == Link && e.Target != nil {
		extra = " -> " + e.Target.Name
	}
	fmt.Printf("%s%s%s%s (%d)\n", prefix, branch, e.Name, extra, e.Total())
	for i, c := range e.Children {
		tree(c, next, i == len(e.Children)-1)
	}
}

func dump(sb *strings.Builder, v any, depth int) {
	pad := strings.Repeat(". ", depth)
	switch x := v.(type) {
	case nil:
		fmt.Fprintf(sb, "%snull\n", pad)
	case map[string]any:
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			fmt.Fprintf(sb, "%s%s:\n", pad, k)
			dump(sb, x[k], depth+1)
		}
	case []any:
		for i, e := range x {
			fmt.Fprintf(sb, "%s- %d\n", pad, i)
			dump(sb, e, depth+1)
		}
	case *Entry:
		fmt.Fprintf(sb, "%sentry %s %v\n", pad, x.Name, x.Kind)
		if x.Meta != nil {
			dump(sb, x.Meta, depth+1)
		}
	case fmt.Stringer, error:
		fmt.Fprintf(sb, "%s%v!\n", pad, x)
	case func(int) any:
		dump(sb, x(depth), depth)
	default:
		fmt.Fprintf(sb, "%s%T %#v\n", pad, x, x)
	}
}

func main() {
	readme := &Entry{Name: "README", Kind: File, Size: 120, Meta: map[string]any{"mode": 0o644, "tags": []any{"doc", 1, nil}}}
	src := &Entry{Name: "src", Kind: Dir, Children: []*Entry{
		{Name: "main.go", Kind: File, Size: 2048},
		{Name: "deep", Kind: Dir, Children: []*Entry{{Name: "x", Kind: File, Size: 1}}},
	}}
	root := &Entry{Name: "root", Kind: Dir, Children: []*Entry{
		readme, src, {Name: "latest", Kind: Link, Target: readme}, {Name: "dangling", Kind: Link},
	}}
	tree(root, "", true)
	var sb strings.Builder
	dump(&sb, map[string]any{
		"entries": []any{readme, src},
		"err":     fmt.Errorf("an %s", "error"),
		"lazy":    func(d int) any { return []any{d, float32(d) / 2} },
		"pair":    [2]string{"a", "b"},
		"nested":  map[string]any{"empty": map[string]any{}, "x": 'x'},
	}, 0)
	fmt.Print(sb.String())
	fmt.Println(*readme)
	fmt.Printf("%v %+v\n", *src.Children[0], *src.Children[1].Children[0])
	fmt.Printf("%v %d\n", []Kind{File, Dir}, src.Kind)
	var none *Entry
	fmt.Println(none.Total(), none == nil, root.Total())
}
