//go:build ignore

package main

import (
	"fmt"
	"os"
	"sync"
)

type task func() (string, error)

type runner struct {
	tasks []task
	after []func()
}

func (r *runner) add(name string, f func() int) {
	r.tasks = append(r.tasks, func() (res string, err error) {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case error:
				err = fmt.Errorf("%s: %w", name, v)
			default:
				err = fmt.Errorf("%s: unexpected %T %v", name, v, v)
			}
		}()
		return fmt.Sprintf("%s=%d", name, f()), nil
	})
}

func (r *runner) cleanup(f func()) { r.after = append(r.after, f) }

func (r *runner) run() (failed int) {
	defer func() {
		for i := len(r.after) - 1; i >= 0; i-- {
			r.after[i]()
		}
	}()
	type slot struct {
		s   string
		err error
	}
	slots := make([]slot, len(r.tasks))
	var wg sync.WaitGroup
	for i, t := range r.tasks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := t()
			slots[i] = slot{s, err}
		}()
	}
	wg.Wait()
	for i, sl := range slots {
		if sl.err != nil {
			failed++
			fmt.Println(i, "FAIL", sl.err)
			continue
		}
		fmt.Println(i, "ok  ", sl.s)
	}
	return
}

type node struct {
	val  int
	next *node
}

func main() {
	r := &runner{}
	zero := 0
	r.add("plain", func() int { return 7 })
	r.add("divide", func() int { return 1 / zero })
	r.add("index", func() int { return []int{1, 2}[2+zero] })
	r.add("nilptr", func() int { var n *node; return n.next.val })
	r.add("convert", func() int { var x any = "text"; return x.(int) })
	r.add("custom", func() int { panic(fmt.Sprintf("at %d", 99)) })
	r.add("closed", func() int {
		c := make(chan int)
		close(c)
		close(c)
		return 0
	})
	r.add("slice", func() int { s := make([]int, 2, 4); return len(s[3+zero : 2]) })
	r.add("nilmap", func() int { var m map[string]int; return m["missing"] })
	r.cleanup(func() { fmt.Println("first cleanup, last") })
	r.cleanup(func() { fmt.Println("second cleanup, first") })
	failed := r.run()
	fmt.Println("failed:", failed)
	if failed > 0 {
		defer fmt.Println("deferred calls do not run on os.Exit")
		os.Exit(3)
	}
}
