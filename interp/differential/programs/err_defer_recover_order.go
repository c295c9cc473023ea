//go:build ignore

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type step string

type tx struct {
	log  []string
	undo []func() error
}

func (t *tx) do(s step, act, undo func() error) error {
	t.log = append(t.log, "do "+string(s))
	if err := act(); err != nil {
		return fmt.Errorf("%s: %w", s, err)
	}
	t.undo = append(t.undo, undo)
	return nil
}

func (t *tx) rollback() (err error) {
	for i := len(t.undo) - 1; i >= 0; i-- {
		if e := t.undo[i](); e != nil {
			err = errors.Join(err, e)
		}
	}
	return
}

func run(failAt int, panicAt int) (t *tx, err error) {
	t = new(tx)
	defer func() {
		if r := recover(); r != nil {
			if re, ok := r.(runtime.Error); ok {
				err = fmt.Errorf("runtime: %w", re)
			} else {
				err = fmt.Errorf("panic: %v", r)
			}
		}
		if err != nil {
			err = errors.Join(err, t.rollback())
		}
	}()
	for i := 1; i <= 4; i++ {
		s := step(fmt.Sprintf("s%d", i))
		err = t.do(s, func() error {
			switch i {
			case failAt:
				return errors.New("failed")
			case panicAt:
				var arr [3]int
				return fmt.Errorf("never %d", arr[i])
			}
			return nil
		}, func() error {
			t.log = append(t.log, "undo "+string(s))
			if i == 2 {
				return fmt.Errorf("cannot undo %s", s)
			}
			return nil
		})
		if err != nil {
			return t, err
		}
	}
	return
}

func nested() (out string) {
	var sb strings.Builder
	defer func() { out = sb.String() + "end" }()
	defer func() {
		r := recover()
		fmt.Fprintf(&sb, "outer(%v) ", r)
	}()
	defer func() {
		defer func() {
			fmt.Fprintf(&sb, "inner(%v) ", recover())
			panic("third")
		}()
		panic("second")
	}()
	panic("first")
}

func loopDefers() {
	for i := range 3 {
		defer fmt.Print("arg ", i, "; ")
		defer func() { fmt.Print("closure ", i, "; ") }()
	}
	x := 1
	defer fmt.Println("x when deferred:", x)
	x = 2
	defer func(y int) { fmt.Println("y and x:", y, x) }(x)
	x = 3
}

func named() (n int, err error) {
	defer func() { n *= 10 }()
	defer func() {
		if n > 3 {
			err = fmt.Errorf("n was %d", n)
		}
	}()
	n = 2
	return n + 2, nil
}

func main() {
	for _, c := range [][2]int{{0, 0}, {3, 0}, {0, 3}, {1, 0}} {
		t, err := run(c[0], c[1])
		fmt.Println(c, strings.Join(t.log, ","))
		if err != nil {
			fmt.Printf("   %q\n", err)
		}
	}
	fmt.Println(nested())
	loopDefers()
	fmt.Println()
	fmt.Println(named())
	fmt.Println("recover outside a panic:", recover())
	func() {
		defer func() { fmt.Println("goexit-free", recover() == nil) }()
		defer func() { recover() }()
		panic(fmt.Sprintf("%v", errors.New("swallowed")))
	}()
}
