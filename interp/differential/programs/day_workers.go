package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type Task struct {
	ID   int
	Work func(ctx context.Context) (string, error)
}
type Result struct {
	Task
	Out string
	Err error
}
type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
	sem    chan struct{}
}

func WithContext(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{cancel: cancel, sem: make(chan struct{}, limit)}, ctx
}
func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	g.sem <- struct{}{}
	go func() {
		defer func() { <-g.sem; g.wg.Done() }()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel()
				}
			})
		}
	}()
}
func (g *Group) Wait() error { g.wg.Wait(); g.cancel(); return g.err }

func pool(ctx context.Context, n int, tasks []Task) []Result {
	in, out := make(chan Task), make(chan Result, len(tasks))
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for t := range in {
				r := Result{Task: t}
				func() {
					defer func() {
						if p := recover(); p != nil {
							r.Err = fmt.Errorf("task %d panicked: %v", t.ID, p)
							if re, ok := p.(runtime.Error); ok {
								r.Err = errors.Join(r.Err, re)
							}
						}
					}()
					r.Out, r.Err = t.Work(ctx)
				}()
				out <- r
			}
		}()
	}
	for _, t := range tasks {
		in <- t
	}
	close(in)
	wg.Wait()
	close(out)
	var rs []Result
	for r := range out {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].ID < rs[j].ID })
	return rs
}

type Limiter struct {
	tokens chan time.Time
	stop   chan struct{}
}

func NewLimiter(d time.Duration, burst int) *Limiter {
	l := &Limiter{make(chan time.Time, burst), make(chan struct{})}
	for range burst {
		l.tokens <- time.Time{}
	}
	go func() {
		t := time.NewTicker(d)
		defer t.Stop()
		for {
			select {
			case x := <-t.C:
				select {
				case l.tokens <- x:
				default:
				}
			case <-l.stop:
				return
			}
		}
	}()
	return l
}

func main() {
	var div int
	tasks := []Task{}
	for i := range 6 {
		tasks = append(tasks, Task{i, func(ctx context.Context) (string, error) {
			switch i {
			case 1:
				return "", errors.New("nope")
			case 2:
				return fmt.Sprint(10 / div), nil
			case 3:
				var m map[string]int
				m["a"] = 1
			case 4:
				panic(fmt.Sprintf("custom %d", i))
			}
			return strings.Repeat("x", i), nil
		}})
	}
	for _, r := range pool(context.Background(), 3, tasks) {
		fmt.Printf("%d %q %v\n", r.ID, r.Out, r.Err)
	}
	g, ctx := WithContext(context.Background(), 2)
	var n atomic.Int32
	for i := range 5 {
		g.Go(func() error {
			if i == 2 {
				return fmt.Errorf("job %d failed", i)
			}
			n.Add(int32(i))
			return nil
		})
	}
	fmt.Println(g.Wait(), ctx.Err(), n.Load())
	l := NewLimiter(time.Millisecond, 2)
	c := 0
	for range 5 {
		if t := <-l.tokens; t.IsZero() {
			c++
		}
	}
	close(l.stop)
	fmt.Println("burst", c)
	var cfg atomic.Value
	cfg.Store(map[string]int{"a": 1})
	var p atomic.Pointer[Task]
	fmt.Println(cfg.Load().(map[string]int)["a"], p.Load() == nil, p.CompareAndSwap(nil, &tasks[3]), p.Load().ID)
	cond := sync.NewCond(&sync.Mutex{})
	ready := 0
	for range 3 {
		go func() { cond.L.Lock(); ready++; cond.L.Unlock(); cond.Broadcast() }()
	}
	cond.L.Lock()
	for ready < 3 {
		cond.Wait()
	}
	cond.L.Unlock()
	ov := sync.OnceValues(func() (int, error) { fmt.Println("computed"); return 42, nil })
	a, _ := ov()
	b, err := ov()
	var sm sync.Map
	sm.Store(Kind("k"), 1)
	v, loaded := sm.LoadOrStore(Kind("k"), 2)
	pl := sync.Pool{New: func() any { return new(strings.Builder) }}
	sb := pl.Get().(*strings.Builder)
	sb.WriteString("pooled")
	fmt.Println(a, b, err, ready, v, loaded, sb)
}

type Kind string
