//go:build ignore

package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Size int

const (
	Small Size = 25 + 5*iota
	Medium
	Large
)

func (s Size) String() string {
	switch s {
	case Small:
		return "small"
	case Medium:
		return "medium"
	case Large:
		return "large"
	default:
		return fmt.Sprintf("Size(%dcm)", int(s))
	}
}

type Topping string

type Pizza struct {
	Size     Size
	Toppings map[Topping]int
	Note     string
}

type Builder struct {
	p    Pizza
	errs []error
	seal bool
}

func Order(s Size) *Builder { return &Builder{p: Pizza{Size: s}} }

func (b *Builder) do(f func() error) *Builder {
	if b.seal {
		b.errs = append(b.errs, errors.New("already baked"))
		return b
	}
	if err := f(); err != nil {
		b.errs = append(b.errs, err)
	}
	return b
}

func (b *Builder) With(t Topping, times ...int) *Builder {
	return b.do(func() error {
		n := 1
		if len(times) > 0 {
			n = times[0]
		}
		if t == "pineapple" {
			return fmt.Errorf("%s: %w", t, errors.ErrUnsupported)
		}
		if b.p.Toppings == nil {
			b.p.Toppings = make(map[Topping]int)
		}
		if b.p.Toppings[t] += n; b.p.Toppings[t] > 3 {
			return fmt.Errorf("too much %s: %d", t, b.p.Toppings[t])
		}
		return nil
	})
}

func (b *Builder) If(cond bool, f func(*Builder) *Builder) *Builder {
	if cond {
		return f(b)
	}
	return b
}

func (b *Builder) Note(format string, a ...interface{}) *Builder {
	return b.do(func() error { b.p.Note = fmt.Sprintf(format, a...); return nil })
}

func (b *Builder) Bake() (*Pizza, error) {
	b.seal = true
	if err := errors.Join(b.errs...); err != nil {
		return nil, err
	}
	p := b.p
	return &p, nil
}

func (p *Pizza) String() string {
	if p == nil {
		return "no pizza"
	}
	var ts []string
	for t, n := range p.Toppings {
		ts = append(ts, strings.TrimSuffix(fmt.Sprintf("%d×%s", n, t), "\n"))
	}
	sort.Strings(ts)
	return fmt.Sprintf("%v(%d) %v %q", p.Size, p.Size, ts, p.Note)
}

func main() {
	extra := func(b *Builder) *Builder { return b.With("cheese", 2) }
	builders := []*Builder{
		Order(Medium).With("ham").With("olives", 2).Note("for %s at %d:%02d", "Ann", 18, 5),
		Order(Large).If(true, extra).If(false, extra).With("cheese"),
		Order(Small).With("pineapple").With("chili", 9),
		Order(Size(33)),
	}
	for i, b := range builders {
		p, err := b.Bake()
		fmt.Printf("%d %v\n", i, p)
		if err == nil {
			continue
		}
		fmt.Println("  unsupported:", errors.Is(err, errors.ErrUnsupported))
		for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
			fmt.Println("  -", e)
		}
	}
	_, err := builders[0].With("basil").Bake()
	fmt.Println(err)
	p, _ := builders[1].Bake()
	fmt.Printf("%v %+v %s\n", *p, *p, Large)
	fmt.Printf("%#v\n", *p)
	var with func(*Builder, Topping, ...int) *Builder = (*Builder).With
	q, err := with(Order(Small), "ham", 3).Bake()
	fmt.Println(q, err)
}
