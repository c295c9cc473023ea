package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"time"
)

type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	sem    chan struct{}
	cancel context.CancelFunc
}

func WithContext(ctx context.Context, n int) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{cancel: cancel, sem: make(chan struct{}, n)}, ctx
}
func (g *Group) Go(f func() error) {
	g.sem <- struct{}{}
	g.wg.Add(1)
	go func() {
		defer func() { <-g.sem; g.wg.Done() }()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err; g.cancel() })
		}
	}()
}
func (g *Group) Wait() error { g.wg.Wait(); g.cancel(); return g.err }

type Broker[T any] struct {
	mu   sync.RWMutex
	subs map[string][]chan T
}

func (b *Broker[T]) Sub(topic string, n int) <-chan T {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = make(map[string][]chan T)
	}
	c := make(chan T, n)
	b.subs[topic] = append(b.subs[topic], c)
	return c
}
func (b *Broker[T]) Pub(topic string, v T) (sent int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, c := range b.subs[topic] {
		select {
		case c <- v:
			sent++
		default:
		}
	}
	return
}
func (b *Broker[T]) Close() {
	for _, cs := range b.subs {
		for _, c := range cs {
			close(c)
		}
	}
}

type Msg struct {
	From string
	N    int
}

func retry(ctx context.Context, n int, f func(int) error) (err error) {
	for i := range n {
		if err = f(i); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Millisecond << i):
		}
	}
	return fmt.Errorf("after %d tries: %w", n, err)
}

func main() {
	g, ctx := WithContext(context.Background(), 2)
	var mu sync.Mutex
	ran := 0
	for i := range 6 {
		g.Go(func() error {
			mu.Lock()
			ran++
			mu.Unlock()
			if i == 3 {
				return fmt.Errorf("task %d failed", i)
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Millisecond):
			}
			return nil
		})
	}
	fmt.Println(g.Wait(), ran, ctx.Err())
	var b Broker[Msg]
	c1, c2 := b.Sub("t", 2), b.Sub("t", 1)
	fmt.Println(b.Pub("t", Msg{"a", 1}), b.Pub("t", Msg{"b", 2}), b.Pub("none", Msg{}))
	b.Close()
	for m := range c1 {
		fmt.Print(m, " ")
	}
	for m := range c2 {
		fmt.Printf("%+v\n", m)
	}
	fmt.Println(retry(context.Background(), 3, func(i int) error {
		if i < 2 {
			return errors.New("no")
		}
		return nil
	}))
	fmt.Println(retry(context.Background(), 2, func(i int) error { return fmt.Errorf("e%d", i) }))
	c, cancel := context.WithCancel(context.Background())
	cancel()
	err := retry(c, 5, func(int) error { return errors.New("x") })
	fmt.Println(err, errors.Is(err, context.Canceled))
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt)
	signal.Stop(sig)
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
		close(pong)
	}()
	v := 0
	for v < 10 {
		ping <- v
		v = <-pong
	}
	close(ping)
	_, ok := <-pong
	fmt.Println(v, ok)
	primes := func() <-chan int {
		out := make(chan int)
		go func() {
			src := make(chan int)
			go func() {
				for i := 2; ; i++ {
					src <- i
				}
			}()
			for {
				p := <-src
				out <- p
				next := make(chan int)
				go func(in <-chan int, o chan<- int, p int) {
					for {
						if i := <-in; i%p != 0 {
							o <- i
						}
					}
				}(src, next, p)
				src = next
			}
		}()
		return out
	}()
	for range 8 {
		fmt.Print(<-primes, " ")
	}
	fmt.Println()
	dl, cancel2 := context.WithDeadline(context.Background(), time.Now().Add(5*time.Millisecond))
	defer cancel2()
	<-dl.Done()
	fmt.Println(dl.Err(), context.Cause(dl))
}
