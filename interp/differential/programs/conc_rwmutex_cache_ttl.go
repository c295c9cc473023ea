//go:build ignore

package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

type Clock interface{ Now() time.Time }

type fakeClock struct {
	sync.Mutex
	t time.Time
}

func (c *fakeClock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	return c.t
}

func (c *fakeClock) Advance(d time.Duration) {
	c.Lock()
	c.t = c.t.Add(d)
	c.Unlock()
}

type entry[V any] struct {
	value   V
	expires time.Time
}

type Cache[K comparable, V any] struct {
	mu      sync.RWMutex
	data    map[K]entry[V]
	ttl     time.Duration
	clock   Clock
	onEvict func(K, V)
	Stats   struct{ Hits, Misses, Evictions int }
}

func NewCache[K comparable, V any](ttl time.Duration, c Clock) *Cache[K, V] {
	return &Cache[K, V]{data: map[K]entry[V]{}, ttl: ttl, clock: c}
}

func (c *Cache[K, V]) Set(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data[k] = entry[V]{v, c.clock.Now().Add(c.ttl)}
}

func (c *Cache[K, V]) Get(k K) (v V, ok bool) {
	c.mu.RLock()
	e, ok := c.data[k]
	c.mu.RUnlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !ok || c.clock.Now().After(e.expires) {
		c.Stats.Misses++
		return v, false
	}
	c.Stats.Hits++
	return e.value, true
}

func (c *Cache[K, V]) GetOrLoad(k K, load func(K) (V, error)) (V, error) {
	if v, ok := c.Get(k); ok {
		return v, nil
	}
	v, err := load(k)
	if err != nil {
		var zero V
		return zero, fmt.Errorf("load %v: %w", k, err)
	}
	c.Set(k, v)
	return v, nil
}

func (c *Cache[K, V]) Sweep() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.data {
		if c.clock.Now().After(e.expires) {
			delete(c.data, k)
			c.Stats.Evictions++
			n++
			if c.onEvict != nil {
				c.onEvict(k, e.value)
			}
		}
	}
	return
}

type point struct{ X, Y int }

func main() {
	clk := &fakeClock{t: time.Date(2020, 2, 29, 23, 59, 0, 0, time.UTC)}
	c := NewCache[point, string](time.Minute, clk)
	var evicted []point
	c.onEvict = func(p point, s string) { evicted = append(evicted, p) }
	loads := 0
	load := func(p point) (string, error) {
		loads++
		if p == (point{}) {
			return "", fmt.Errorf("no tile at origin")
		}
		return fmt.Sprintf("tile-%d-%d", p.X, p.Y), nil
	}
	for _, p := range []point{{1, 2}, {1, 2}, {0, 0}, {3, 4}, {1, 2}} {
		v, err := c.GetOrLoad(p, load)
		fmt.Printf("%v %q %v\n", p, v, err)
	}
	fmt.Println("loads", loads, c.Stats)
	clk.Advance(40 * time.Second)
	c.Set(point{5, 6}, "fresh")
	clk.Advance(21 * time.Second)
	fmt.Println(clk.Now().Format(time.RFC3339), c.Sweep())
	slices.SortFunc(evicted, func(a, b point) int { return a.X - b.X })
	fmt.Println(evicted, slices.Collect(maps.Keys(c.data)))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() { defer wg.Done(); c.Set(point{i, i}, fmt.Sprint(i)); c.Get(point{i, i}) }()
	}
	wg.Wait()
	fmt.Printf("%d entries, %+v\n", len(c.data), c.Stats)
}
