//go:build ignore

package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

type Message struct {
	Topic string
	Body  any
}

type Subscription struct {
	pattern string
	C       chan Message
	bus     *Bus
}

type Bus struct {
	mu   sync.RWMutex
	subs []*Subscription
	dead int
}

func (b *Bus) Subscribe(pattern string, buf int) *Subscription {
	s := &Subscription{pattern, make(chan Message, buf), b}
	b.mu.Lock()
	b.subs = append(b.subs, s)
	b.mu.Unlock()
	return s
}

func (s *Subscription) Cancel() bool {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	i := slices.Index(s.bus.subs, s)
	if i < 0 {
		return false
	}
	s.bus.subs = slices.Delete(s.bus.subs, i, i+1)
	close(s.C)
	return true
}

func match(pattern, topic string) bool {
	p, t := strings.Split(pattern, "."), strings.Split(topic, ".")
	for i, part := range p {
		if part == "#" {
			return true
		}
		if i >= len(t) || part != "*" && part != t[i] {
			return false
		}
	}
	return len(p) == len(t)
}

func (b *Bus) Publish(topic string, body any) (delivered int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, s := range b.subs {
		if !match(s.pattern, topic) {
			continue
		}
		select {
		case s.C <- Message{topic, body}:
			delivered++
		default:
			b.dead++
		}
	}
	return
}

type temp float32

func (t temp) String() string { return fmt.Sprintf("%.1f°", float32(t)) }

func main() {
	bus := &Bus{}
	type collector struct {
		name string
		sub  *Subscription
		got  []string
	}
	var wg sync.WaitGroup
	var cs []*collector
	for _, p := range []string{"home.*.temp", "#", "home.kitchen.#", "car"} {
		c := &collector{name: p, sub: bus.Subscribe(p, 10)}
		cs = append(cs, c)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for m := range c.sub.C {
				line := m.Topic + "="
				switch v := m.Body.(type) {
				case fmt.Stringer:
					line += v.String()
				case []string:
					line += strings.Join(v, "|")
				case nil:
					line += "nothing"
				case func() int:
					line += fmt.Sprint("f", v())
				default:
					line += fmt.Sprintf("%T(%v)", v, v)
				}
				c.got = append(c.got, line)
			}
		}()
	}
	full := bus.Subscribe("home.#", 1)
	fmt.Println(bus.Publish("home.kitchen.temp", temp(21.55)))
	fmt.Println(bus.Publish("home.kitchen.door", []string{"open", "closed"}))
	fmt.Println(bus.Publish("home.attic.temp", temp(-3)))
	fmt.Println(bus.Publish("car", nil))
	fmt.Println(bus.Publish("boat", struct{ Knots int }{12}))
	fmt.Println(bus.Publish("home", func() int { return 42 }))
	fmt.Println("cancelled:", full.Cancel(), full.Cancel(), "dropped:", bus.dead)
	for m := range full.C {
		fmt.Println("left in buffer:", m)
	}
	for _, c := range cs {
		c.sub.Cancel()
	}
	wg.Wait()
	for _, c := range cs {
		fmt.Printf("%-15s %d %s\n", c.name, len(c.got), strings.Join(c.got, ", "))
	}
	fmt.Println(bus.Publish("car", 1), len(bus.subs))
}
