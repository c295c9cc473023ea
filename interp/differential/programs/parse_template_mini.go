package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

type Scope map[string]any

type node interface {
	exec(w io.Writer, s Scope) error
}

type text string
type lookup struct {
	path    []string
	filters []string
}
type loop struct {
	name string
	over lookup
	body block
}
type cond struct {
	test      lookup
	then, alt block
}
type block []node

var filters = map[string]func(any) any{
	"upper": func(v any) any { return strings.ToUpper(fmt.Sprint(v)) },
	"len": func(v any) any {
		switch x := v.(type) {
		case string:
			return len(x)
		case []any:
			return len(x)
		case Scope:
			return len(x)
		}
		return 0
	},
	"quote": func(v any) any { return fmt.Sprintf("%q", fmt.Sprint(v)) },
}

func (t text) exec(w io.Writer, _ Scope) error { _, err := io.WriteString(w, string(t)); return err }

func (l lookup) eval(s Scope) (any, error) {
	var cur any = s
	for i, p := range l.path {
		m, ok := cur.(Scope)
		if !ok {
			return nil, fmt.Errorf("%s is %T, not a scope", strings.Join(l.path[:i], "."), cur)
		}
		if cur, ok = m[p]; !ok {
			return nil, fmt.Errorf("no value for %s", strings.Join(l.path[:i+1], "."))
		}
	}
	for _, f := range l.filters {
		fn := filters[f]
		if fn == nil {
			return nil, fmt.Errorf("no filter %s", f)
		}
		cur = fn(cur)
	}
	return cur, nil
}

func (l lookup) exec(w io.Writer, s Scope) error {
	v, err := l.eval(s)
	if err == nil {
		_, err = fmt.Fprint(w, v)
	}
	return err
}

func (b block) exec(w io.Writer, s Scope) error {
	for _, n := range b {
		if err := n.exec(w, s); err != nil {
			return err
		}
	}
	return nil
}

func (l loop) exec(w io.Writer, s Scope) error {
	v, err := l.over.eval(s)
	if err != nil {
		return fmt.Errorf("for %s: %w", l.name, err)
	}
	for i, x := range v.([]any) {
		inner := Scope{"index": i}
		for k, v := range s {
			inner[k] = v
		}
		inner[l.name] = x
		if err := l.body.exec(w, inner); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	return nil
}

func (c cond) exec(w io.Writer, s Scope) error {
	if v, err := c.test.eval(s); err == nil && v != nil && v != false && v != 0 && v != "" {
		return c.then.exec(w, s)
	}
	return c.alt.exec(w, s)
}

func parseLookup(s string) (l lookup) {
	parts := strings.Split(s, "|")
	l.path = strings.Split(strings.TrimSpace(parts[0]), ".")
	for _, f := range parts[1:] {
		l.filters = append(l.filters, strings.TrimSpace(f))
	}
	return
}

func parse(src string, until ...string) (b block, rest, stop string) {
	for {
		before, after, ok := strings.Cut(src, "{")
		if before != "" {
			b = append(b, text(before))
		}
		if !ok {
			return b, "", ""
		}
		tag, after, _ := strings.Cut(after, "}")
		word, arg, _ := strings.Cut(tag, " ")
		if slices.Contains(until, word) {
			return b, after, word
		}
		switch word {
		case "for":
			name, over, _ := strings.Cut(arg, " in ")
			l := loop{name: name, over: parseLookup(over)}
			l.body, after, _ = parse(after, "end")
			b = append(b, l)
		case "if":
			c := cond{test: parseLookup(arg)}
			var stop string
			if c.then, after, stop = parse(after, "else", "end"); stop == "else" {
				c.alt, after, _ = parse(after, "end")
			}
			b = append(b, c)
		default:
			b = append(b, parseLookup(tag))
		}
		src = after
	}
}

func main() {
	user := Scope{"name": "Ida", "langs": []any{"go", "c", "ml"}, "boss": Scope{"name": "Ole", "langs": []any{}}, "age": 0}
	for _, src := range []string{
		"Hello {name | upper}!", "{name|quote|len} {langs|len}", "{for l in langs}{index}:{l}{if index}!{end} {end}",
		"{if age}old{else}ageless{end} {if boss.name}{boss.name}{end}{if nobody}x{end}",
		"{for l in langs}{for m in langs}{l}{m},{end};{end}", "{boss.age}", "{name.first}", "{name|nope}", "{for x in langs}{x.y}{end}", "plain", "{boss}",
	} {
		b, _, _ := parse(src)
		err := b.exec(os.Stdout, user)
		fmt.Printf(" [%d nodes, err=%v]\n", len(b), err)
	}
	b, _, _ := parse("a{if x}b{else}c{end}{for i in y|len}{i}{end}")
	fmt.Printf("%+v\n%T %T\n", b, b[1], b[2])
}
