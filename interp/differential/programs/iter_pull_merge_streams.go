//go:build ignore

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

type cursor[T any] struct {
	next func() (T, bool)
	stop func()
	cur  T
	ok   bool
}

func open[T any](s iter.Seq[T]) *cursor[T] {
	next, stop := iter.Pull(s)
	c := &cursor[T]{next: next, stop: stop}
	c.advance()
	return c
}

func (c *cursor[T]) advance() { c.cur, c.ok = c.next() }

func Merge[T cmp.Ordered](ss ...iter.Seq[T]) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		cs := make([]*cursor[T], len(ss))
		for i, s := range ss {
			cs[i] = open(s)
			defer cs[i].stop()
		}
		for {
			best := -1
			for i, c := range cs {
				if c.ok && (best < 0 || c.cur < cs[best].cur) {
					best = i
				}
			}
			if best < 0 || !yield(best, cs[best].cur) {
				return
			}
			cs[best].advance()
		}
	}
}

func stream(name string, closed *[]string, vs ...int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer func() { *closed = append(*closed, name) }()
		for _, v := range vs {
			if !yield(v) {
				return
			}
		}
	}
}

func Lines(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		sc := bufio.NewScanner(r)
		for sc.Scan() {
			if !yield(sc.Text(), nil) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			yield("", err)
		}
	}
}

func Numbers(lines iter.Seq2[string, error]) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		n := 0
		for s, err := range lines {
			n++
			if err != nil {
				yield(0, fmt.Errorf("line %d: %w", n, err))
				return
			}
			v, err := strconv.Atoi(strings.TrimSpace(s))
			if !yield(v, err) {
				return
			}
		}
	}
}

type flaky struct {
	io.Reader
	err error
}

func (f flaky) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = f.err
	}
	return n, err
}

func main() {
	var closed []string
	a := stream("a", &closed, 1, 4, 9, 16)
	b := stream("b", &closed, 2, 4, 8)
	c := stream("c", &closed)
	for i, v := range Merge(a, b, c) {
		fmt.Printf("%d:%d ", i, v)
	}
	fmt.Println(closed)
	closed = nil
	for _, v := range Merge(b, a) {
		if v > 3 {
			break
		}
	}
	fmt.Println(closed)

	sum := 0
	for v, err := range Numbers(Lines(flaky{strings.NewReader("10\n 20\nx3\n\n7"), errors.New("disk on fire")})) {
		var ne *strconv.NumError
		if errors.As(err, &ne) {
			fmt.Printf("bad %q (%v)\n", ne.Num, ne.Err)
			continue
		}
		if err != nil {
			fmt.Println("stopping:", err)
			break
		}
		sum += v
	}
	fmt.Println("sum", sum)
	next, stop := iter.Pull2(Lines(strings.NewReader("one\ntwo\nthree")))
	s, err, ok := next()
	fmt.Println(s, err, ok)
	stop()
	s, err, ok = next()
	fmt.Printf("%q %v %v\n", s, err, ok)
	stop()

	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		n, st := iter.Pull(func(yield func(int) bool) {
			yield(1)
			panic("inside the iterator")
		})
		defer st()
		fmt.Println(n())
		fmt.Println(n())
	}()
	fib := func(yield func(uint64) bool) {
		for a, b := uint64(0), uint64(1); yield(a); a, b = b, a+b {
		}
	}
	n, st := iter.Pull(fib)
	for range 90 {
		n()
	}
	fmt.Println(n())
	st()
}
