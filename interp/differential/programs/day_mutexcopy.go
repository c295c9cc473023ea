package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

type Item struct {
	Val     any
	Expires time.Time
	hits    int
}
type Cache struct {
	sync.RWMutex
	items map[string]*Item
	clock func() time.Time
	stats struct {
		Hits, Miss, Evict int
	}
	onEvict []func(string, any)
}

func NewCache(clock func() time.Time) *Cache {
	return &Cache{items: make(map[string]*Item), clock: clock}
}
func (c *Cache) Set(k string, v any, ttl time.Duration) {
	c.Lock()
	defer c.Unlock()
	it := &Item{Val: v}
	if ttl > 0 {
		it.Expires = c.clock().Add(ttl)
	}
	c.items[k] = it
}
func (c *Cache) Get(k string) (v any, ok bool) {
	c.RLock()
	it, ok := c.items[k]
	c.RUnlock()
	if !ok || !it.Expires.IsZero() && c.clock().After(it.Expires) {
		c.stats.Miss++
		return nil, false
	}
	it.hits++
	c.stats.Hits++
	return it.Val, true
}
func (c *Cache) Sweep() (ks []string) {
	c.Lock()
	defer c.Unlock()
	now := c.clock()
	maps.DeleteFunc(c.items, func(k string, it *Item) bool {
		if it.Expires.IsZero() || now.Before(it.Expires) {
			return false
		}
		ks = append(ks, k)
		c.stats.Evict++
		for _, f := range c.onEvict {
			f(k, it.Val)
		}
		return true
	})
	sort.Strings(ks)
	return
}
func Fetch[T any](c *Cache, k string, load func() (T, error)) (T, error) {
	if v, ok := c.Get(k); ok {
		if t, ok := v.(T); ok {
			return t, nil
		}
		var z T
		return z, fmt.Errorf("cached %s is %T, not %T", k, v, z)
	}
	t, err := load()
	if err == nil {
		c.Set(k, t, time.Minute)
	}
	return t, err
}

type call[T any] struct {
	wg  sync.WaitGroup
	val T
}
type Single[T any] struct {
	mu sync.Mutex
	m  map[string]*call[T]
}

func (s *Single[T]) Do(k string, f func() T) T {
	s.mu.Lock()
	if s.m == nil {
		s.m = map[string]*call[T]{}
	}
	if c, ok := s.m[k]; ok {
		s.mu.Unlock()
		c.wg.Wait()
		return c.val
	}
	c := new(call[T])
	c.wg.Add(1)
	s.m[k] = c
	s.mu.Unlock()
	c.val = f()
	c.wg.Done()
	return c.val
}

func main() {
	now := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	c := NewCache(func() time.Time { return now })
	c.Set("a", 1, time.Second)
	c.Set("b", "str", 0)
	c.Set("c", []int{1}, 3*time.Second)
	var ev []any
	c.onEvict = append(c.onEvict, func(k string, v any) { ev = append(ev, v) })
	fmt.Println(c.Get("a"))
	now = now.Add(2 * time.Second)
	fmt.Println(c.Get("a"))
	fmt.Println(c.Sweep(), ev, len(c.items))
	fmt.Println(Fetch(c, "b", func() (string, error) { return "no", nil }))
	fmt.Println(Fetch(c, "b", func() (int, error) { return 0, nil }))
	fmt.Println(Fetch(c, "d", func() (map[string]int, error) { return map[string]int{"k": 1}, nil }))
	fmt.Println(Fetch(c, "e", func() (*Item, error) { return nil, fmt.Errorf("load e") }))
	fmt.Printf("%+v\n", c.stats)
	var s Single[string]
	var n int
	var wg sync.WaitGroup
	out := make([]string, 5)
	for i := range out {
		wg.Go(func() { out[i] = s.Do("k", func() string { n++; time.Sleep(time.Millisecond); return "v" }) })
	}
	wg.Wait()
	fmt.Println(n, strings.Join(out, ""), slices.Compact(out))
	b, _ := json.Marshal(c.stats)
	fmt.Println(string(b))
	snapshot := maps.Collect(func(y func(string, any) bool) {
		for k, it := range c.items {
			if !y(k, it.Val) {
				return
			}
		}
	})
	fmt.Println(snapshot)
}
