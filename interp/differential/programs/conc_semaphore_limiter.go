//go:build ignore

package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var ErrClosed = errors.New("limiter closed")

type Limiter struct {
	slots  chan struct{}
	closed chan struct{}
	once   sync.Once
	cur    atomic.Int32
	max    atomic.Int32
	total  atomic.Int64
}

func New(n int) *Limiter {
	return &Limiter{slots: make(chan struct{}, n), closed: make(chan struct{})}
}

func (l *Limiter) Do(f func()) error {
	select {
	case <-l.closed:
		return ErrClosed
	default:
	}
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return ErrClosed
	}
	c := l.cur.Add(1)
	for {
		m := l.max.Load()
		if c <= m || l.max.CompareAndSwap(m, c) {
			break
		}
	}
	defer func() {
		l.cur.Add(-1)
		l.total.Add(1)
		<-l.slots
	}()
	f()
	return nil
}

func (l *Limiter) TryDo(f func()) bool {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
		f()
		return true
	default:
		return false
	}
}

func (l *Limiter) Close() { l.once.Do(func() { close(l.closed) }) }

func main() {
	l := New(3)
	var wg sync.WaitGroup
	squares := make([]int, 40)
	for i := range squares {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := l.Do(func() { squares[i] = i * i }); err != nil {
				fmt.Println("unexpected", err)
			}
		}()
	}
	wg.Wait()
	fmt.Println(squares[:10], squares[39])
	fmt.Println("within limit:", l.max.Load() <= 3 && l.max.Load() >= 1, "total:", l.total.Load(), "now:", l.cur.Load())

	hold, held := make(chan bool), make(chan bool)
	for range cap(l.slots) {
		go l.Do(func() { held <- true; <-hold })
	}
	for range cap(l.slots) {
		<-held
	}
	fmt.Println("try while full:", l.TryDo(func() { fmt.Println("never") }), len(l.slots), cap(l.slots))
	blocked := make(chan error)
	go func() { blocked <- l.Do(func() { panic("not reached") }) }()
	l.Close()
	l.Close()
	err := <-blocked
	fmt.Println("blocked got:", err, errors.Is(err, ErrClosed))
	close(hold)
	fmt.Println("after close:", l.Do(func() {}))

	m := New(1)
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		m.Do(func() { panic("inside") })
	}()
	fmt.Println("slot freed after panic:", m.TryDo(func() { fmt.Println("ran") }), m.cur.Load())
}
