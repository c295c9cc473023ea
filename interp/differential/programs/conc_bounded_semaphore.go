package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

type Semaphore chan struct{}

func (s Semaphore) Acquire() { s <- struct{}{} }
func (s Semaphore) Release() { <-s }
func (s Semaphore) TryAcquire() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

type Group struct {
	wg   sync.WaitGroup
	sem  Semaphore
	once sync.Once
	err  error
	all  []error
	mu   sync.Mutex
}

func (g *Group) Go(f func() error) {
	g.sem.Acquire()
	g.wg.Add(1)
	go func() {
		defer func() { g.sem.Release(); g.wg.Done() }()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
			g.mu.Lock()
			g.all = append(g.all, err)
			g.mu.Unlock()
		}
	}()
}

func (g *Group) Wait() error { g.wg.Wait(); return g.err }

type SafeMap[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

func (s *SafeMap[K, V]) Update(k K, f func(old V, ok bool) V) V {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = make(map[K]V)
	}
	old, ok := s.m[k]
	s.m[k] = f(old, ok)
	return s.m[k]
}

func (s *SafeMap[K, V]) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.m)
}

func ParallelMap[T, U any](xs []T, n int, f func(T) U) []U {
	out := make([]U, len(xs))
	g := &Group{sem: make(Semaphore, n)}
	for i, x := range xs {
		g.Go(func() error { out[i] = f(x); return nil })
	}
	g.Wait()
	return out
}

type barrier struct {
	sync.Mutex
	*sync.Cond
	need, have, round int
}

func newBarrier(n int) *barrier {
	b := &barrier{need: n}
	b.Cond = sync.NewCond(&b.Mutex)
	return b
}

func (b *barrier) arrive() (round int) {
	b.Lock()
	defer b.Unlock()
	round = b.round
	if b.have++; b.have == b.need {
		b.have, b.round = 0, b.round+1
		b.Broadcast()
		return
	}
	for round == b.round {
		b.Cond.Wait()
	}
	return
}

func main() {
	s := make(Semaphore, 2)
	fmt.Println(s.TryAcquire(), s.TryAcquire(), s.TryAcquire(), len(s), cap(s))
	s.Release()
	fmt.Println(s.TryAcquire(), len(s))

	var peak, cur atomic.Int64
	g := &Group{sem: make(Semaphore, 3)}
	errOdd := errors.New("odd")
	for i := range 10 {
		g.Go(func() error {
			n := cur.Add(1)
			for {
				p := peak.Load()
				if n <= p || peak.CompareAndSwap(p, n) {
					break
				}
			}
			cur.Add(-1)
			if i%2 == 1 {
				return fmt.Errorf("job %d: %w", i, errOdd)
			}
			return nil
		})
	}
	err := g.Wait()
	fmt.Println(errors.Is(err, errOdd), len(g.all), peak.Load() <= 3, cur.Load())

	fmt.Println(ParallelMap(strings.Fields("the quick brown fox"), 2, strings.ToUpper))
	fmt.Println(ParallelMap([]int{1, 2, 3, 4}, 4, func(n int) []int { return make([]int, n) }))
	var counts SafeMap[rune, int]
	ParallelMap([]rune("mississippi"), 5, func(r rune) int {
		return counts.Update(r, func(old int, ok bool) int { return old + 1 })
	})
	fmt.Println(counts.Len(), counts.m['s'], counts.m['p'], counts.m['m'])

	b := newBarrier(3)
	var wg sync.WaitGroup
	var rounds [3][]int
	for id := range rounds {
		wg.Go(func() {
			for range 4 {
				rounds[id] = append(rounds[id], b.arrive())
			}
		})
	}
	wg.Wait()
	fmt.Println(rounds, b.round)
	var sm sync.Map
	for i, w := range []string{"a", "b", "a"} {
		v, loaded := sm.LoadOrStore(w, i)
		fmt.Print(w, " ", v, " ", loaded, "; ")
	}
	sm.Delete("b")
	n := 0
	sm.Range(func(k, v any) bool { n++; return true })
	fmt.Println(n)
	pool := sync.Pool{New: func() any { return new(strings.Builder) }}
	sb := pool.Get().(*strings.Builder)
	sb.WriteString("pooled")
	fmt.Println(sb, sb.Len())
	var v atomic.Value
	fmt.Println(v.Load() == nil)
	v.Store([]int{1, 2})
	fmt.Println(v.Load().([]int), v.Swap([]int{3}))
}
