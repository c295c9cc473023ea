package main

import (
	"container/ring"
	"errors"
	"fmt"
	"io"
	"iter"
)

var ErrFull = errors.New("ring full")

type Ring[T any] struct {
	buf        []T
	head, size int
	overwrite  bool
}

func NewRing[T any](n int, overwrite bool) *Ring[T] {
	return &Ring[T]{buf: make([]T, n), overwrite: overwrite}
}

func (r *Ring[T]) Push(v T) error {
	if r.size == len(r.buf) {
		if !r.overwrite {
			return ErrFull
		}
		r.head = (r.head + 1) % len(r.buf)
		r.size--
	}
	r.buf[(r.head+r.size)%len(r.buf)] = v
	r.size++
	return nil
}

func (r *Ring[T]) Pop() (v T, ok bool) {
	if r.size == 0 {
		return
	}
	v, r.buf[r.head] = r.buf[r.head], v
	r.head = (r.head + 1) % len(r.buf)
	r.size--
	return v, true
}

func (r *Ring[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := range r.size {
			if !yield(i, r.buf[(r.head+i)%len(r.buf)]) {
				break
			}
		}
	}
}

// Drain empties the ring as it is ranged over.
func (r *Ring[T]) Drain() iter.Seq[T] {
	return func(yield func(T) bool) {
		for v, ok := r.Pop(); ok && yield(v); v, ok = r.Pop() {
		}
	}
}

type ByteRing struct{ *Ring[byte] }

func (b ByteRing) Write(p []byte) (n int, err error) {
	for _, c := range p {
		if err = b.Push(c); err != nil {
			return n, io.ErrShortWrite
		}
		n++
	}
	return
}

func (b ByteRing) Read(p []byte) (n int, err error) {
	for n < len(p) {
		c, ok := b.Pop()
		if !ok {
			return n, io.EOF
		}
		p[n] = c
		n++
	}
	return
}

func main() {
	r := NewRing[int](4, true)
	for i := range 6 {
		r.Push(i * i)
	}
	fmt.Println(r.buf, r.head, r.size)
	for i, v := range r.All() {
		if i == 3 {
			break
		}
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println()
	for v := range r.Drain() {
		if v == 9 {
			break
		}
		fmt.Print(v, " ")
	}
	v, ok := r.Pop()
	fmt.Println("|", r.size, v, ok)

	strict := NewRing[string](2, false)
	for _, s := range []string{"x", "y", "z"} {
		fmt.Print(strict.Push(s), " ")
	}
	fmt.Printf("%q\n", strict.buf)

	b := ByteRing{NewRing[byte](8, false)}
	n, err := fmt.Fprintf(b, "%s-%d", "ring", 42)
	fmt.Println(n, err, b.size)
	n, err = io.WriteString(b, "more")
	fmt.Println(n, err, errors.Is(err, io.ErrShortWrite))
	out, err := io.ReadAll(b)
	fmt.Printf("%s %v %d\n", out, err, b.size)
	var rw io.ReadWriter = b
	_, isSeeker := rw.(io.Seeker)
	fmt.Printf("%t %T\n", isSeeker, rw)

	c := ring.New(5)
	for i := range c.Len() {
		c.Value = string(rune('a' + i))
		c = c.Next()
	}
	c.Unlink(2)
	c.Move(1).Do(func(v any) { fmt.Print(v.(string), " ") })
	fmt.Println()
	fmt.Println(c.Len(), c.Prev().Value)
}
