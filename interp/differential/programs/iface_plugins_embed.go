package main

import (
	"fmt"
	"sort"
	"strings"
)

type Plugin interface {
	Name() string
	Run(in string) (string, error)
}

type Configurable interface {
	Plugin
	Configure(map[string]string) error
}

type Closer interface{ Close() }

type base struct {
	name string
	runs int
}

func (b *base) Name() string    { return b.name }
func (b *base) count() int      { b.runs++; return b.runs }
func (b base) Describe() string { return fmt.Sprintf("%s/%d", b.name, b.runs) }

type Upper struct{ *base }

func (u Upper) Run(in string) (string, error) { u.count(); return strings.ToUpper(in), nil }

type Trim struct {
	base
	cut string
}

func (t *Trim) Run(in string) (string, error) {
	if t.count(); in == "" {
		return "", fmt.Errorf("%s: empty input on run %d", t.Name(), t.runs)
	}
	return strings.Trim(in, t.cut), nil
}
func (t *Trim) Configure(m map[string]string) error {
	v, ok := m["cut"]
	if !ok {
		return fmt.Errorf("%s: no cut", t.name)
	}
	t.cut = v
	return nil
}

type Logged struct {
	Plugin
	log *[]string
}

func (l Logged) Run(in string) (out string, err error) {
	defer func() { *l.log = append(*l.log, fmt.Sprintf("%s(%q)=%q,%v", l.Name(), in, out, err != nil)) }()
	return l.Plugin.Run(in)
}
func (l Logged) Close() { *l.log = append(*l.log, "closed "+l.Name()) }

type Func struct {
	Label string
	F     func(string) string
}

func (f Func) Name() string                 { return f.Label }
func (f Func) Run(s string) (string, error) { return f.F(s), nil }

type Pipeline []Plugin

func (p Pipeline) Name() string {
	names := []string{}
	for _, x := range p {
		names = append(names, x.Name())
	}
	return "[" + strings.Join(names, ">") + "]"
}

func (p Pipeline) Run(s string) (out string, err error) {
	out = s
	for i, x := range p {
		if out, err = x.Run(out); err != nil {
			return out, fmt.Errorf("step %d of %s: %w", i, p.Name(), err)
		}
	}
	return
}

type registry struct {
	makers map[string]func() Plugin
}

func (r *registry) Register(name string, f func() Plugin) (replaced bool) {
	if r.makers == nil {
		r.makers = map[string]func() Plugin{}
	}
	_, replaced = r.makers[name]
	r.makers[name] = f
	return
}

func caps(p Plugin) string {
	var out []string
	if _, ok := p.(Configurable); ok {
		out = append(out, "config")
	}
	if _, ok := p.(Closer); ok {
		out = append(out, "close")
	}
	if d, ok := p.(interface{ Describe() string }); ok {
		out = append(out, d.Describe())
	}
	return strings.Join(out, ",")
}

func main() {
	var log []string
	var r registry
	r.Register("upper", func() Plugin { return Upper{&base{name: "upper"}} })
	r.Register("trim", func() Plugin { return &Trim{base{name: "trim"}, " "} })
	r.Register("twice", func() Plugin { return Func{"twice", func(s string) string { return s + s }} })
	fmt.Println(r.Register("twice", r.makers["twice"]), len(r.makers))
	names := make([]string, 0)
	for n := range r.makers {
		names = append(names, n)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(names)))
	var pipe Pipeline
	for _, n := range names {
		p := r.makers[n]()
		fmt.Printf("%-6s %-10T caps=%q\n", p.Name(), p, caps(p))
		if c, ok := p.(Configurable); ok {
			fmt.Println("  configure:", c.Configure(nil), c.Configure(map[string]string{"cut": "-"}))
		}
		pipe = append(pipe, Logged{p, &log})
	}
	for _, in := range []string{"-abc-", "", "x-y"} {
		out, err := pipe.Run(in)
		fmt.Printf("%q -> %q %v\n", in, out, err)
	}
	nested := Pipeline{pipe, Pipeline{}, Logged{Plugin: pipe[:1], log: &log}}
	fmt.Println(nested.Name(), caps(nested), caps(pipe[0]), caps(nested[2]))
	for _, p := range nested {
		switch v := p.(type) {
		case Closer:
			v.Close()
		case Pipeline:
			for _, q := range v {
				q.(Closer).Close()
			}
		}
	}
	for i, l := range log {
		fmt.Println(i, l)
	}
	u := Upper{&base{name: "u"}}
	v := u
	v.Run("x")
	t := Trim{base{name: "t"}, ""}
	w := t
	w.Run("y")
	describe := t.Describe
	t.runs = 99
	fmt.Println(u.runs, v.runs, t.runs, w.runs, describe(), t.Describe(), u == v, Upper{} == Upper{nil})
	run := pipe[0].Run
	run2 := Plugin.Run
	run3 := (*Trim).Run
	fmt.Println(run("z"))
	fmt.Println(run2(u, "q"))
	fmt.Println(run3(&w, "k"))
	defer func() { fmt.Println(recover()) }()
	fmt.Println(Logged{log: &log}.Run("nil inside"))
}
