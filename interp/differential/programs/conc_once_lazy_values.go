//go:build ignore

package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

type Lazy[T any] struct {
	once sync.Once
	f    func() (T, error)
	v    T
	err  error
}

func NewLazy[T any](f func() (T, error)) *Lazy[T] { return &Lazy[T]{f: f} }

func (l *Lazy[T]) Get() (T, error) {
	l.once.Do(func() {
		defer func() {
			if r := recover(); r != nil {
				l.err = fmt.Errorf("lazy %T: %v", l.v, r)
			}
		}()
		l.v, l.err = l.f()
	})
	return l.v, l.err
}

type cache struct {
	m     sync.Map
	loads atomic.Int64
}

func (c *cache) load(key string) int {
	l, loaded := c.m.LoadOrStore(key, NewLazy(func() (int, error) {
		c.loads.Add(1)
		return len(key) * 100, nil
	}))
	_ = loaded
	v, _ := l.(*Lazy[int]).Get()
	return v
}

var config = sync.OnceValue(func() map[string]string {
	fmt.Println("(reading config)")
	return map[string]string{"mode": "test", "level": "3"}
})

var parse = sync.OnceValues(func() (int, error) {
	fmt.Println("(parsing)")
	var n int
	_, err := fmt.Sscanf(config()["level"], "%d", &n)
	return n, err
})

func main() {
	calls := 0
	l := NewLazy(func() ([]string, error) {
		calls++
		return strings.Split("a,b,c", ","), nil
	})
	for range 3 {
		v, err := l.Get()
		fmt.Println(v, err, calls)
	}
	bad := NewLazy(func() (map[string]int, error) {
		var m map[string]int
		m["x"] = 1
		return m, nil
	})
	_, err := bad.Get()
	fmt.Println(err)
	_, err2 := bad.Get()
	fmt.Println(err == err2)

	var c cache
	var wg sync.WaitGroup
	var sum atomic.Int64
	words := strings.Fields("to be or not to be that is the question to be")
	for _, w := range words {
		wg.Go(func() { sum.Add(int64(c.load(w))) })
	}
	wg.Wait()
	fmt.Println("sum", sum.Load(), "loads", c.loads.Load())
	var keys []string
	c.m.Range(func(k, v any) bool {
		keys = append(keys, k.(string))
		return true
	})
	sort.Strings(keys)
	fmt.Println(keys)
	if v, ok := c.m.LoadAndDelete("question"); ok {
		n, _ := v.(*Lazy[int]).Get()
		fmt.Printf("%T %d\n", v, n)
	}
	_, ok := c.m.Load("question")
	fmt.Println(ok)

	fmt.Println("before")
	n, err := parse()
	fmt.Println(n, err)
	n, err = parse()
	fmt.Println(n, err, config()["mode"])

	boom := sync.OnceFunc(func() { panic("only once but always") })
	for i := range 2 {
		func() {
			defer func() { fmt.Println(i, recover()) }()
			boom()
		}()
	}
}
