//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Group runs functions and keeps the first error.
type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelCauseFunc
	sem    chan struct{}
}

type PanicError struct {
	Value any
}

func (p *PanicError) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

func (p *PanicError) Unwrap() error {
	if err, ok := p.Value.(error); ok {
		return err
	}
	return nil
}

func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

func (g *Group) SetLimit(n int) { g.sem = make(chan struct{}, n) }

func (g *Group) Go(f func() error) {
	if g.sem != nil {
		g.sem <- struct{}{}
	}
	g.wg.Add(1)
	go func() {
		var err error
		defer func() {
			if v := recover(); v != nil {
				err = &PanicError{v}
			}
			if err != nil {
				g.once.Do(func() {
					g.err = err
					if g.cancel != nil {
						g.cancel(err)
					}
				})
			}
			if g.sem != nil {
				<-g.sem
			}
			g.wg.Done()
		}()
		err = f()
	}()
}

func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

var errBroken = errors.New("broken")

func main() {
	var g Group
	var mu sync.Mutex
	var out []string
	for _, w := range strings.Fields("delta alpha charlie bravo") {
		g.Go(func() error {
			mu.Lock()
			defer mu.Unlock()
			out = append(out, strings.ToUpper(w))
			return nil
		})
	}
	fmt.Println("all fine:", g.Wait())
	sort.Strings(out)
	fmt.Println(out)

	g2, ctx := WithContext(context.Background())
	for i := range 4 {
		g2.Go(func() error {
			if i == 2 {
				return fmt.Errorf("task %d: %w", i, errBroken)
			}
			<-ctx.Done()
			return ctx.Err()
		})
	}
	err := g2.Wait()
	fmt.Println("first error:", err, errors.Is(err, errBroken))
	fmt.Println("cause:", context.Cause(ctx), "| err:", ctx.Err())

	var g3 Group
	g3.Go(func() error {
		var s []int
		_ = s[3]
		return nil
	})
	err = g3.Wait()
	var pe *PanicError
	if errors.As(err, &pe) {
		fmt.Println("got:", pe)
		_, isRuntime := errors.Unwrap(err).(interface{ RuntimeError() })
		fmt.Println("runtime error inside:", isRuntime)
	}

	var g4 Group
	g4.SetLimit(1)
	order := []int{}
	for i := 0; i < 5; i++ {
		g4.Go(func() error { order = append(order, i); return nil })
	}
	err = g4.Wait()
	fmt.Println(err, order)

	var g5 Group
	g5.Go(func() error { panic("just text") })
	err = g5.Wait()
	fmt.Println(err, errors.Unwrap(err) == nil)
}
