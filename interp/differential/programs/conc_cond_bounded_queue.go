//go:build ignore

package main

import (
	"fmt"
	"sync"
)

type Queue[T any] struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	notFull  *sync.Cond
	items    []T
	limit    int
	closed   bool
	high     int
}

func NewQueue[T any](limit int) *Queue[T] {
	q := &Queue[T]{limit: limit}
	q.notEmpty = sync.NewCond(&q.mu)
	q.notFull = sync.NewCond(&q.mu)
	return q
}

func (q *Queue[T]) Put(v T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.limit && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, v)
	q.high = max(q.high, len(q.items))
	q.notEmpty.Signal()
	return true
}

func (q *Queue[T]) Take() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return v, false
		}
		q.notEmpty.Wait()
	}
	v, q.items = q.items[0], q.items[1:]
	q.notFull.Signal()
	return v, true
}

func (q *Queue[T]) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
}

type work struct {
	producer, n int
}

func main() {
	q := NewQueue[work](4)
	var producers, consumers sync.WaitGroup
	for p := range 3 {
		producers.Add(1)
		go func() {
			defer producers.Done()
			for n := range 20 {
				q.Put(work{p, n})
			}
		}()
	}
	type tally struct{ sum, count int }
	var mu sync.Mutex
	totals := map[int]tally{}
	inOrder := true
	for range 2 {
		consumers.Add(1)
		go func() {
			defer consumers.Done()
			last := map[int]int{}
			for {
				w, ok := q.Take()
				if !ok {
					return
				}
				if prev, seen := last[w.producer]; seen && prev >= w.n {
					inOrder = false
				}
				last[w.producer] = w.n
				mu.Lock()
				t := totals[w.producer]
				t.sum += w.n
				t.count++
				totals[w.producer] = t
				mu.Unlock()
			}
		}()
	}
	producers.Wait()
	q.Close()
	consumers.Wait()
	fmt.Println(totals, "in order:", inOrder)
	fmt.Println("high water ok:", q.high >= 1 && q.high <= 4)
	fmt.Println("put after close:", q.Put(work{9, 9}))
	w, ok := q.Take()
	fmt.Printf("%+v %t\n", w, ok)

	words := NewQueue[string](2)
	ready := make(chan struct{})
	go func() {
		for _, s := range []string{"one", "two", "three", "four"} {
			words.Put(s)
		}
		words.Close()
		close(ready)
	}()
	for {
		s, ok := words.Take()
		if !ok {
			break
		}
		fmt.Print(s, " ")
	}
	<-ready
	fmt.Println("end", words.high <= 2)
}
