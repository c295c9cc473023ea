package main

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type Event interface{ At() int }
type base struct{ at int }

func (b base) At() int { return b.at }

type Arrive struct {
	base
	Who string
}
type Leave struct {
	base
	Who  string
	Paid float64
}
type Tick struct{ *base }

type queue []Event

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].At() < q[j].At() }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(Event)) }
func (q *queue) Pop() any          { o := *q; e := o[len(o)-1]; *q = o[:len(o)-1]; return e }

type Sim struct {
	q        queue
	handlers map[string][]func(*Sim, Event)
	now      int
	log      []string
}

func (s *Sim) On(name string, h func(*Sim, Event)) { s.handlers[name] = append(s.handlers[name], h) }
func (s *Sim) Run(ctx context.Context) error {
	for s.q.Len() > 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("at %d: %w", s.now, context.Cause(ctx))
		default:
		}
		e := heap.Pop(&s.q).(Event)
		s.now = e.At()
		name := fmt.Sprintf("%T", e)
		for _, h := range s.handlers[name] {
			h(s, e)
		}
	}
	return nil
}
func (s *Sim) logf(f string, a ...any) {
	s.log = append(s.log, fmt.Sprintf("%03d ", s.now)+fmt.Sprintf(f, a...))
}

func producer(ctx context.Context, n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			select {
			case ch <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &Sim{handlers: map[string][]func(*Sim, Event){}}
	s.On("main.Arrive", func(s *Sim, e Event) {
		a := e.(Arrive)
		s.logf("%s arrives", a.Who)
		heap.Push(&s.q, &Leave{base{s.now + len(a.Who)}, a.Who, 1.5})
	})
	s.On("*main.Leave", func(s *Sim, e Event) {
		l, ok := e.(*Leave)
		s.logf("%+v %v", *l, ok)
	})
	s.On("main.Tick", func(s *Sim, e Event) {
		s.logf("tick")
		t := e.(Tick)
		if t.at += 4; t.at > 20 {
			cancel(errors.New("too late"))
		}
		heap.Push(&s.q, t)
	})
	for i, n := range []string{"bo", "amelia", "cat"} {
		heap.Push(&s.q, Arrive{base{i * 3}, n})
	}
	heap.Push(&s.q, Tick{&base{1}})
	err := s.Run(ctx)
	for _, l := range s.log {
		fmt.Println(l)
	}
	fmt.Println(err, ctx.Err(), errors.Is(ctx.Err(), context.Canceled))
	c2, stop := context.WithTimeout(context.WithValue(context.Background(), base{1}, "v"), 20*time.Millisecond)
	defer stop()
	fmt.Println(c2.Value(base{1}), c2.Value(base{2}))
	var mu sync.Mutex
	total, wg := 0, sync.WaitGroup{}
	in := producer(c2, 10)
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for v := range in {
				mu.Lock()
				total += v
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	<-c2.Done()
	fmt.Println(total, c2.Err(), errors.Is(c2.Err(), context.DeadlineExceeded))
	done := make(chan struct{})
	st := context.AfterFunc(c2, func() { close(done) })
	<-done
	fmt.Println(st())
	select {
	case <-time.After(10 * time.Millisecond):
		fmt.Println("timeout")
	case <-make(chan int):
	}
}
