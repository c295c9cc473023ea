//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type outcome int

const (
	gotValue outcome = iota
	timedOut
	closed
	cancelled
)

var names = [...]string{gotValue: "value", timedOut: "timeout", closed: "closed", cancelled: "cancelled"}

func (o outcome) String() string { return names[o] }

func receive[T any](ctx context.Context, ch <-chan T, d time.Duration) (v T, o outcome) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case x, ok := <-ch:
		if !ok {
			return v, closed
		}
		return x, gotValue
	case <-timer.C:
		return v, timedOut
	case <-ctx.Done():
		return v, cancelled
	}
}

func generator(n int) (<-chan int, func()) {
	ch, quit := make(chan int), make(chan struct{})
	go func() {
		defer close(ch)
		for i := 1; i <= n; i++ {
			select {
			case ch <- i * i:
			case <-quit:
				return
			}
		}
	}()
	return ch, func() { close(quit) }
}

func merge(a, b <-chan int) (sum, na, nb int) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum += v
			na++
		case v, ok := <-b:
			if !ok {
				b = nil
				break
			}
			sum += v
			nb++
		}
	}
	return
}

func main() {
	ctx := context.Background()
	ch, stop := generator(5)
	for {
		v, o := receive(ctx, ch, 10*time.Second)
		fmt.Println(v, o)
		if o != gotValue {
			break
		}
		if v == 9 {
			stop()
			break
		}
	}
	never := make(chan string)
	fmt.Println(receive(ctx, never, 5*time.Millisecond))
	cctx, cancel := context.WithCancel(ctx)
	cancel()
	v, o := receive(cctx, never, time.Hour)
	fmt.Printf("%q %v %d\n", v, o, o)
	close(never)
	fmt.Println(receive(ctx, never, time.Hour))

	a, _ := generator(4)
	b, _ := generator(3)
	fmt.Println(merge(a, b))

	dctx, cancel2 := context.WithTimeout(ctx, 3*time.Millisecond)
	defer cancel2()
	<-dctx.Done()
	fmt.Println(dctx.Err(), errors.Is(dctx.Err(), context.DeadlineExceeded))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(dctx.Err(), &te) && te.Timeout())

	fired := make(chan struct{})
	t := time.AfterFunc(time.Hour, func() { close(fired) })
	fmt.Println("stopped before firing:", t.Stop(), t.Stop())
	t.Reset(time.Millisecond)
	<-fired
	fmt.Println("fired after reset")

	tick := time.NewTicker(time.Millisecond)
	n := 0
	for range tick.C {
		if n++; n == 3 {
			tick.Stop()
			break
		}
	}
	fmt.Println("ticks", n)
	var nilch chan int
	select {
	case nilch <- 1:
	case <-nilch:
	default:
		fmt.Println("nil channels never proceed")
	}
	ran := make(chan string)
	stopAfter := context.AfterFunc(cctx, func() { ran <- "after func ran" })
	fmt.Println(<-ran)
	fmt.Println("too late to stop:", !stopAfter())
}
