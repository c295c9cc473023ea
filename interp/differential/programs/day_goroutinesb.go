package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type Msg struct {
	Topic string
	Body  any
}
type Broker struct {
	mu   sync.RWMutex
	subs map[string][]chan<- Msg
}

func (b *Broker) Sub(topic string, n int) <-chan Msg {
	b.mu.Lock()
	defer b.mu.Unlock()
	ch := make(chan Msg, n)
	if b.subs == nil {
		b.subs = make(map[string][]chan<- Msg)
	}
	b.subs[topic] = append(b.subs[topic], ch)
	return ch
}
func (b *Broker) Pub(topic string, body any) (sent, dropped int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, c := range b.subs[topic] {
		select {
		case c <- Msg{topic, body}:
			sent++
		default:
			dropped++
		}
	}
	return
}
func (b *Broker) Close() {
	for _, cs := range b.subs {
		for _, c := range cs {
			close(c)
		}
	}
}
func gen(ctx context.Context) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := 2; ; i++ {
			select {
			case ch <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}
func filter(ctx context.Context, in <-chan int, p int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			if v%p != 0 {
				select {
				case out <- v:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out
}
func merge[T any](cs ...<-chan T) <-chan T {
	out := make(chan T)
	var wg sync.WaitGroup
	wg.Add(len(cs))
	for _, c := range cs {
		go func() {
			defer wg.Done()
			for v := range c {
				out <- v
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out
}
func src[T any](xs ...T) <-chan T {
	c := make(chan T, len(xs))
	for _, x := range xs {
		c <- x
	}
	close(c)
	return c
}

type future[T any] struct {
	done chan struct{}
	val  T
	err  error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		defer func() {
			if r := recover(); r != nil {
				fu.err = fmt.Errorf("async: %v", r)
			}
		}()
		fu.val, fu.err = f()
	}()
	return fu
}
func (f *future[T]) Await(ctx context.Context) (T, error) {
	select {
	case <-f.done:
		return f.val, f.err
	case <-ctx.Done():
		var z T
		return z, ctx.Err()
	}
}
func retry(ctx context.Context, n int, f func(try int) error) (err error) {
	for i := range n {
		if err = f(i); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Millisecond << i):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
	return fmt.Errorf("after %d tries: %w", n, err)
}

type sem chan struct{}

func (s sem) With(f func()) { s <- struct{}{}; defer func() { <-s }(); f() }

func main() {
	var b Broker
	a, c := b.Sub("x", 2), b.Sub("x", 1)
	fmt.Println(b.Pub("x", 1))
	fmt.Println(b.Pub("x", "two"))
	fmt.Println(b.Pub("y", nil))
	b.Close()
	for m := range a {
		fmt.Printf("%+v ", m)
	}
	v, ok := <-c
	w, ok2 := <-c
	fmt.Println(v, ok, w, ok2, len(a), cap(a))
	ctx, cancel := context.WithCancel(context.Background())
	ch := gen(ctx)
	for range 10 {
		p := <-ch
		fmt.Print(p, " ")
		ch = filter(ctx, ch, p)
	}
	cancel()
	fmt.Println()
	sum := 0
	for v := range merge(src(1, 2), src(3), src[int]()) {
		sum += v
	}
	f1 := async(func() (string, error) { return "done", nil })
	f2 := async(func() (int, error) { panic("bad") })
	f3 := async(func() ([]int, error) { time.Sleep(time.Second); return nil, nil })
	tctx, tc := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer tc()
	bg := context.TODO()
	fmt.Println(sum)
	fmt.Println(f1.Await(bg))
	fmt.Println(f2.Await(bg))
	fmt.Println(f3.Await(tctx))
	fmt.Println(retry(bg, 3, func(i int) error {
		if i < 2 {
			return errors.New("flaky")
		}
		return nil
	}), retry(bg, 2, func(i int) error { return fmt.Errorf("fail %d", i) }), retry(tctx, 5, func(int) error { return errors.New("e") }))
	s := make(sem, 2)
	var wg sync.WaitGroup
	var mu sync.Mutex
	maxc, cur := 0, 0
	for range 6 {
		wg.Go(func() {
			s.With(func() {
				mu.Lock()
				cur++
				maxc = max(maxc, cur)
				mu.Unlock()
				time.Sleep(time.Millisecond)
				mu.Lock()
				cur--
				mu.Unlock()
			})
		})
	}
	wg.Wait()
	fmt.Println(maxc <= 2, bg, ctx)
	var nilch chan int
	select {
	case <-nilch:
	case nilch <- 1:
	default:
		fmt.Println("nil channels block")
	}
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
		close(pong)
	}()
	x := 0
	for range 1000 {
		ping <- x
		x = <-pong
	}
	close(ping)
	_, open := <-pong
	fmt.Println(x, open)
	tk := time.NewTicker(time.Millisecond)
	n := 0
	for range tk.C {
		if n++; n == 3 {
			tk.Stop()
			break
		}
	}
	fmt.Println(n, context.WithValue(bg, Msg{"k", 1}, "v").Value(Msg{"k", 1}))
	var once sync.Once
	for i := range 3 {
		once.Do(func() { fmt.Println("once", i) })
	}
	mt := sync.Mutex{}
	fmt.Println(mt.TryLock(), mt.TryLock())
}
