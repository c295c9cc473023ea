package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Task struct {
	Name  string
	Deps  []string
	Build func() error
}

type CycleError []string

func (c CycleError) Error() string { return "cycle: " + strings.Join(c, " -> ") }

type BuildError struct {
	Task string
	Err  error
}

func (b *BuildError) Error() string { return b.Task + ": " + b.Err.Error() }
func (b *BuildError) Unwrap() error { return b.Err }

type Graph struct {
	tasks map[string]*Task
}

type colour uint8

const (
	white colour = iota
	grey
	black
)

func New(tasks ...Task) (*Graph, error) {
	g := &Graph{make(map[string]*Task, len(tasks))}
	for _, t := range tasks {
		if _, dup := g.tasks[t.Name]; dup {
			return nil, fmt.Errorf("duplicate task %q", t.Name)
		}
		g.tasks[t.Name] = &t
	}
	for _, name := range slices.Sorted(maps.Keys(g.tasks)) {
		for _, d := range g.tasks[name].Deps {
			if g.tasks[d] == nil {
				return nil, fmt.Errorf("task %q needs unknown %q", name, d)
			}
		}
	}
	return g, nil
}

func (g *Graph) Order() (order []string, err error) {
	seen := map[string]colour{}
	var stack []string
	var visit func(string) error
	visit = func(n string) error {
		switch seen[n] {
		case grey:
			return CycleError(append(slices.Clone(stack[slices.Index(stack, n):]), n))
		case black:
			return nil
		}
		seen[n] = grey
		stack = append(stack, n)
		defer func() { stack = stack[:len(stack)-1] }()
		for _, d := range g.tasks[n].Deps {
			if err := visit(d); err != nil {
				return err
			}
		}
		seen[n] = black
		order = append(order, n)
		return nil
	}
	for _, n := range slices.Sorted(maps.Keys(g.tasks)) {
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	return
}

func (g *Graph) Levels() (out [][]string) {
	depth := map[string]int{}
	order, _ := g.Order()
	for _, n := range order {
		for _, d := range g.tasks[n].Deps {
			depth[n] = max(depth[n], depth[d]+1)
		}
		for len(out) <= depth[n] {
			out = append(out, nil)
		}
		out[depth[n]] = append(out[depth[n]], n)
	}
	return
}

func (g *Graph) Run() (done []string, err error) {
	order, err := g.Order()
	failed := map[string]bool{}
	for _, n := range order {
		t := g.tasks[n]
		if i := slices.IndexFunc(t.Deps, func(d string) bool { return failed[d] }); i >= 0 {
			failed[n] = true
			continue
		}
		if t.Build != nil {
			if e := t.Build(); e != nil {
				failed[n] = true
				err = errors.Join(err, &BuildError{n, e})
				continue
			}
		}
		done = append(done, n)
	}
	return
}

var errCompile = errors.New("does not compile")

func main() {
	var log []string
	say := func(s string) func() error { return func() error { log = append(log, s); return nil } }
	tasks := []Task{
		{"app", []string{"lib", "ui"}, say("link")}, {"lib", []string{"core"}, say("compile")},
		{"ui", []string{"core", "fonts"}, say("bundle")}, {Name: "core"}, {"fonts", nil, func() error { return errCompile }},
		{"docs", []string{"core"}, say("render")},
	}
	g, err := New(tasks...)
	fmt.Println(err)
	fmt.Println(g.Order())
	fmt.Println(g.Levels())
	done, err := g.Run()
	var be *BuildError
	fmt.Println(done, "|", err, errors.Is(err, errCompile), errors.As(err, &be), be.Task)
	fmt.Println(log)
	tasks[3].Deps = []string{"ui"}
	fmt.Println(len(g.tasks["core"].Deps))
	g, _ = New(tasks...)
	_, err = g.Order()
	var ce CycleError
	fmt.Println(err, errors.As(err, &ce), len(ce))
	_, err = New(Task{Name: "a", Deps: []string{"b"}})
	fmt.Println(err)
	_, err = New(Task{Name: "a"}, Task{Name: "a"})
	fmt.Println(err)
	g, _ = New(Task{Name: "self", Deps: []string{"self"}})
	_, err = g.Order()
	fmt.Printf("%v %T %q\n", err, err, err)
}
