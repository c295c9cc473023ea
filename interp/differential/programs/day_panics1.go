package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type Stack []string

func (s *Stack) Push(x string) { *s = append(*s, x) }

type cleanup struct {
	name string
	log  *Stack
}

func (c cleanup) Close() error {
	c.log.Push("close " + c.name)
	if c.name == "db" {
		return errors.New("db busy")
	}
	return nil
}

type fatal struct {
	code int
	msg  string
}

func (f fatal) Error() string { return fmt.Sprintf("fatal %d: %s", f.code, f.msg) }

func run(log *Stack) (err error) {
	for _, n := range strings.Fields("file db cache") {
		c := cleanup{n, log}
		defer func() {
			if cerr := c.Close(); cerr != nil {
				err = errors.Join(err, fmt.Errorf("closing %s: %w", c.name, cerr))
			}
		}()
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("run: %v", r)
		}
	}()
	defer log.Push("first")
	defer func() {
		defer func() {
			log.Push(fmt.Sprint("inner ", recover()))
			panic("third")
		}()
		panic("second")
	}()
	panic("one")
}
func level(n int) (res string) {
	defer func() {
		if r := recover(); r != nil {
			if n < 2 {
				panic(fmt.Sprint(r, "<", n))
			}
			res = fmt.Sprint("caught at ", n, ": ", r)
		}
	}()
	if n == 0 {
		panic("bottom")
	}
	return level(n - 1)
}
func tryAll() {
	var (
		m   map[string]int
		p   *cleanup
		s   []int
		i   any = "str"
		z   int
		ch  chan int
		arr [3]int
		e   error
		idx = 5
		fn  func()
	)
	for n, f := range []func(){
		func() { m["x"] = 1 }, func() { _ = p.name }, func() { _ = s[idx] }, func() { _ = i.(int) }, func() { fmt.Println(1 / z) },
		func() { close(ch) }, func() { arr[idx%8] = 1 }, func() { _ = e.Error() }, func() { fn() }, func() { _ = i.(fmt.Stringer) },
		func() { s = make([]int, idx-6) }, func() { _ = "abc"[idx:] }, func() { _ = s[idx:1] }, func() { panic(fatal{3, "x"}) }, func() { panic(nil) },
		func() { c := make(chan int); close(c); close(c) }, func() { c := make(chan int); close(c); c <- 1 }, func() { _ = [3]int(s) },
		func() { var k any = []int{1}; m := map[any]int{}; m[k] = 1 }, func() { var a, b any = []int{1}, []int{1}; fmt.Println(a == b) },
		func() { _ = i.(error) }, func() { var x any; _ = x.(string) }, func() { _ = arr[idx-3 : idx] },
	} {
		func() {
			defer func() {
				r := recover()
				_, isErr := r.(error)
				fmt.Printf("%d %v %v %T\n", n, r, isErr, r)
			}()
			f()
		}()
	}
}

func main() {
	log := &Stack{}
	fmt.Println(run(log))
	fmt.Println(*log)
	fmt.Println(level(3))
	tryAll()
	defer fmt.Println("deferred before exit of panic")
	defer func() {
		if f, ok := recover().(fatal); ok {
			fmt.Fprintln(os.Stderr, "exiting", f)
			panic(fmt.Errorf("wrapped: %w", f))
		}
	}()
	panic(fatal{4, "end"})
}
