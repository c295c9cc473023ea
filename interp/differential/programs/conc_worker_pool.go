package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type Job struct {
	ID   int
	Work func() (int, error)
}

type Result struct {
	Job *Job
	Val int
	Err error
}

type Pool struct {
	jobs    chan *Job
	results chan Result
	wg      sync.WaitGroup
	active  atomic.Int32
	panics  int64
}

type PanicError struct{ Value any }

func (p PanicError) Error() string { return fmt.Sprintf("panicked: %v", p.Value) }

func NewPool(n int) *Pool {
	p := &Pool{jobs: make(chan *Job), results: make(chan Result, n)}
	p.wg.Add(n)
	for range n {
		go p.worker()
	}
	go func() {
		p.wg.Wait()
		close(p.results)
	}()
	return p
}

func (p *Pool) worker() {
	defer p.wg.Done()
	for j := range p.jobs {
		p.active.Add(1)
		r := Result{Job: j}
		r.Val, r.Err = p.safely(j.Work)
		p.active.Add(-1)
		p.results <- r
	}
}

func (p *Pool) safely(f func() (int, error)) (v int, err error) {
	defer func() {
		if r := recover(); r != nil {
			atomic.AddInt64(&p.panics, 1)
			if e, ok := r.(error); ok {
				err = fmt.Errorf("worker: %w", e)
			} else {
				err = PanicError{r}
			}
		}
	}()
	return f()
}

func collatz(n int) (steps int, err error) {
	if n < 1 {
		return 0, fmt.Errorf("collatz(%d): %w", n, errRange)
	}
	for ; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return
}

var errRange = errors.New("out of range")

func main() {
	p := NewPool(4)
	go func() {
		defer close(p.jobs)
		for i := -1; i <= 12; i++ {
			j := &Job{ID: i, Work: func() (int, error) { return collatz(i) }}
			switch i {
			case 5:
				j.Work = func() (int, error) { panic("five!") }
			case 6:
				j.Work = func() (int, error) { var xs []int; return xs[i], nil }
			case 7:
				j.Work = func() (int, error) { var m map[string]int; m["x"]++; return 0, nil }
			}
			p.jobs <- j
		}
	}()
	var all []Result
	for r := range p.results {
		all = append(all, r)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Job.ID < all[j].Job.ID })
	total := 0
	for _, r := range all {
		var pe PanicError
		switch {
		case r.Err == nil:
			fmt.Println("job", r.Job.ID, "=", r.Val)
			total += r.Val
		case errors.As(r.Err, &pe):
			fmt.Printf("job %d panic value %T %v\n", r.Job.ID, pe.Value, pe.Value)
		case errors.Is(r.Err, errRange):
			fmt.Println("job", r.Job.ID, "range:", r.Err)
		default:
			fmt.Println("job", r.Job.ID, "error:", r.Err)
		}
	}
	fmt.Println(total, p.active.Load(), p.panics)

	var once sync.Once
	var mu sync.Mutex
	seen := map[int]bool{}
	var wg sync.WaitGroup
	inits := 0
	for i := range 20 {
		wg.Go(func() {
			once.Do(func() { inits++ })
			mu.Lock()
			defer mu.Unlock()
			seen[i%7] = true
		})
	}
	wg.Wait()
	lazy := sync.OnceValue(func() string { inits++; return "computed" })
	fmt.Println(inits, len(seen))
	fmt.Println(lazy(), lazy(), inits)
}
