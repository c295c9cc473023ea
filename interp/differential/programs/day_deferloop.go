package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

type res struct {
	name string
	open *[]string
}

func open(name string, reg *[]string) (*res, error) {
	if strings.Contains(name, "bad") {
		return nil, fmt.Errorf("open %s: %w", name, os.ErrPermission)
	}
	*reg = append(*reg, "+"+name)
	return &res{name, reg}, nil
}
func (r *res) Close() { *r.open = append(*r.open, "-"+r.name) }

func all(reg *[]string, names ...string) (n int, err error) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	for i, name := range names {
		r, err := open(name, reg)
		if err != nil {
			return i, err
		}
		defer r.Close()
		n += len(r.name)
	}
	return
}
func tx(f func(log *[]string) error) (log []string, err error) {
	log = append(log, "begin")
	defer func() {
		p := recover()
		switch {
		case p != nil:
			log = append(log, "rollback(panic)")
			err = fmt.Errorf("tx panic: %v", p)
		case err != nil:
			log = append(log, "rollback")
		default:
			log = append(log, "commit")
		}
	}()
	return log, f(&log)
}
func counter() (c int) {
	for i := range 4 {
		defer func(k int) { c = c*10 + k + i }(i)
	}
	return 7
}
func nestedRecover() (s string) {
	defer func() {
		s += fmt.Sprint("|outer:", recover())
	}()
	defer func() {
		func() { s += fmt.Sprint("|indirect:", recover()) }()
	}()
	defer func() {
		defer func() { s += fmt.Sprint("|inner:", recover()) }()
		panic("again")
	}()
	panic("first")
}
func rethrow() (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok && errors.Is(e, os.ErrClosed) {
				err = e
				return
			}
			panic(r)
		}
	}()
	var arr [3]int
	for i := 0; ; i++ {
		if i > 1 {
			panic(fmt.Errorf("at %d: %w", i, os.ErrClosed))
		}
		arr[i]++
	}
}

type method struct{ v int }

func (m method) show(s string)   { fmt.Print(s, m.v, " ") }
func (m *method) pshow(s string) { fmt.Print(s, m.v, " ") }
func deferMethods() {
	m := method{1}
	defer m.show("val")
	defer m.pshow("ptr")
	f := m.show
	defer f("bound")
	m.v = 2
	for i := range 2 {
		defer func() { m.v += i }()
	}
	defer fmt.Println()
}
func goexit() string {
	done := make(chan string, 1)
	go func() {
		defer func() { done <- fmt.Sprint("recovered ", recover()) }()
		var p *method
		p.show("x")
	}()
	return <-done
}

func main() {
	var reg []string
	fmt.Println(all(&reg, "a", "bb", "c"))
	fmt.Println(all(&reg, "d", "bad", "e"))
	fmt.Println(reg)
	fmt.Println(tx(func(l *[]string) error { *l = append(*l, "w"); return nil }))
	fmt.Println(tx(func(l *[]string) error { return errors.New("no") }))
	fmt.Println(tx(func(l *[]string) error { panic(len(*l)) }))
	fmt.Println(counter(), nestedRecover(), rethrow())
	deferMethods()
	fmt.Println(goexit())
	for i := 0; i < 3; i++ {
		func() {
			defer func(n int) {
				if n == 1 {
					fmt.Print("one;")
				}
			}(i)
			if i == 2 {
				return
			}
			fmt.Print("body", i, ";")
		}()
	}
	fmt.Println()
}
