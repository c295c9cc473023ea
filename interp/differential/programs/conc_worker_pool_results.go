//go:build ignore

package main

import (
	"fmt"
	"sync"
)

type Job struct {
	ID int
	N  int
}

type Result struct {
	Job
	Factors []int
	Err     error
}

type badInput int

func (b badInput) Error() string { return fmt.Sprintf("cannot factor %d", int(b)) }

func factor(n int) ([]int, error) {
	if n < 2 {
		return nil, badInput(n)
	}
	var fs []int
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			fs = append(fs, p)
			n /= p
		}
	}
	if n > 1 {
		fs = append(fs, n)
	}
	return fs, nil
}

type Pool struct {
	jobs    chan Job
	results chan Result
	wg      sync.WaitGroup
}

func NewPool(workers int) *Pool {
	p := &Pool{jobs: make(chan Job), results: make(chan Result)}
	p.wg.Add(workers)
	for range workers {
		go p.work()
	}
	go func() {
		p.wg.Wait()
		close(p.results)
	}()
	return p
}

func (p *Pool) work() {
	defer p.wg.Done()
	for j := range p.jobs {
		r := Result{Job: j}
		r.Factors, r.Err = factor(j.N)
		p.results <- r
	}
}

func main() {
	inputs := []int{12, 97, 1, 1024, 360, -4, 9999, 600851475143, 0, 121}
	p := NewPool(3)
	go func() {
		defer close(p.jobs)
		for i, n := range inputs {
			p.jobs <- Job{ID: i, N: n}
		}
	}()
	ordered := make([]Result, len(inputs))
	seen := 0
	for r := range p.results {
		ordered[r.ID] = r
		seen++
	}
	fmt.Println("results:", seen)
	for _, r := range ordered {
		switch err := r.Err.(type) {
		case nil:
			prod := 1
			for _, f := range r.Factors {
				prod *= f
			}
			fmt.Printf("%2d: %d = %v (%t)\n", r.ID, r.N, r.Factors, prod == r.N)
		case badInput:
			fmt.Printf("%2d: %v [%T %d]\n", r.ID, err, err, err)
		}
	}
	fmt.Printf("%+v\n", ordered[2])
	fmt.Printf("%v\n", ordered[3])
}
