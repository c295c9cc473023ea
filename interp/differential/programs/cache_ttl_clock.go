package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

type Clock interface{ Now() time.Time }

type ClockFunc func() time.Time

func (f ClockFunc) Now() time.Time { return f() }

type fakeClock struct {
	time.Time
}

func (f *fakeClock) Now() time.Time          { return f.Time }
func (f *fakeClock) Advance(d time.Duration) { f.Time = f.Add(d) }

type item[V any] struct {
	val     V
	expires time.Time
	loads   int
}

type Cache[V any] struct {
	mu    sync.Mutex
	clock Clock
	ttl   time.Duration
	items map[string]*item[V]
	load  func(key string) (V, error)
}

type LoadError struct {
	Key   string
	Cause error
}

func (l *LoadError) Error() string { return fmt.Sprintf("load %q: %v", l.Key, l.Cause) }
func (l *LoadError) Unwrap() error { return l.Cause }

func (c *Cache[V]) Get(key string) (v V, fresh bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock.Now()
	it, ok := c.items[key]
	if ok && now.Before(it.expires) {
		return it.val, false, nil
	}
	if v, err = c.load(key); err != nil {
		if ok {
			return it.val, false, &LoadError{key, err}
		}
		return v, false, &LoadError{key, err}
	}
	if !ok {
		it = &item[V]{}
		c.items[key] = it
	}
	it.val, it.expires = v, now.Add(c.ttl)
	it.loads++
	return v, true, nil
}

func (c *Cache[V]) Sweep() (gone []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, it := range c.items {
		if !c.clock.Now().Before(it.expires) {
			delete(c.items, k)
			gone = append(gone, k)
		}
	}
	slices.SortFunc(gone, cmp.Compare[string])
	return
}

var errBackend = errors.New("backend down")

func main() {
	clk := &fakeClock{time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC)}
	down := false
	calls := 0
	c := &Cache[int]{clock: clk, ttl: time.Minute, items: map[string]*item[int]{}, load: func(k string) (int, error) {
		if down || k == "bad" {
			return -1, errBackend
		}
		calls++
		return len(k)*100 + calls, nil
	}}
	show := func(k string) {
		v, fresh, err := c.Get(k)
		var le *LoadError
		fmt.Printf("%s %-5s v=%d fresh=%t err=%v is=%t as=%t\n", clk.Format("04:05"), k, v, fresh, err, errors.Is(err, errBackend), errors.As(err, &le))
	}
	show("alpha")
	show("be")
	show("alpha")
	clk.Advance(45 * time.Second)
	show("be")
	show("bad")
	show("gamma")
	clk.Advance(15 * time.Second)
	down = true
	show("alpha")
	show("gamma")
	down = false
	show("alpha")
	fmt.Println(c.Sweep(), len(c.items), calls, c.items["alpha"].loads)
	clk.Advance(time.Hour)
	fmt.Println(c.Sweep(), len(c.items), clk.YearDay())
	var k Clock = ClockFunc(func() time.Time { return time.Unix(0, 0).UTC() })
	fmt.Println(k.Now(), k.Now().Add(90*time.Minute).Format(time.Kitchen))
	_, isFake := k.(*fakeClock)
	fmt.Printf("%t %T %T\n", isFake, k, c)
}
