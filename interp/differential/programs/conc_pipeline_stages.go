//go:build ignore

package main

import (
	"context"
	"fmt"
	"strings"
	"unicode"
)

type stage[I, O any] func(ctx context.Context, in <-chan I) <-chan O

func source[T any](ctx context.Context, vs ...T) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for _, v := range vs {
			select {
			case out <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func mapStage[I, O any](f func(I) (O, bool)) stage[I, O] {
	return func(ctx context.Context, in <-chan I) <-chan O {
		out := make(chan O)
		go func() {
			defer close(out)
			for v := range in {
				o, keep := f(v)
				if !keep {
					continue
				}
				select {
				case out <- o:
				case <-ctx.Done():
					return
				}
			}
		}()
		return out
	}
}

func pipe[A, B, C any](f stage[A, B], g stage[B, C]) stage[A, C] {
	return func(ctx context.Context, in <-chan A) <-chan C {
		return g(ctx, f(ctx, in))
	}
}

type token struct {
	pos  int
	text string
	kind string
}

func classify(s string) token {
	t := token{text: s, kind: "punct"}
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			t.kind = "num"
		case unicode.IsUpper(r):
			t.kind = "Name"
			return t
		case unicode.IsLetter(r):
			t.kind = "word"
		}
		break
	}
	return t
}

func main() {
	text := "The 3 quick Foxes jumped , over 12 lazy dogs and 1 Cat !"
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()

	pos := 0
	number := func(t token) (token, bool) {
		pos++
		t.pos = pos
		return t, t.kind != "punct"
	}
	toks := mapStage(func(s string) (token, bool) { return classify(s), true })
	all := pipe(toks, mapStage(number))
	render := pipe(all, mapStage(func(t token) (string, bool) {
		return fmt.Sprintf("%d:%s/%s", t.pos, t.text, t.kind), true
	}))
	for s := range render(ctx, source(ctx, strings.Fields(text)...)) {
		fmt.Println(s)
	}

	fmt.Println("-- take three and cancel")
	pos = 0
	out := render(ctx, source(ctx, strings.Fields(text)...))
	for i := 0; i < 3; i++ {
		s, ok := <-out
		fmt.Println(s, ok)
	}
	cancel()
	n := 0
	for range out {
		n++
	}
	fmt.Println("drained:", n <= 9, ctx.Err())

	sum := 0
	ints := mapStage(func(i int) (int, bool) { return i * i, i%2 == 1 })
	ctx = context.Background()
	for v := range ints(ctx, source(ctx, 1, 2, 3, 4, 5, 6, 7)) {
		sum += v
	}
	fmt.Println("sum of odd squares", sum)
	fmt.Printf("%T %T\n", ints, out)
}
