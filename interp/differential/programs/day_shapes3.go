package main

import (
	"fmt"
	"sort"
	"strings"
)

type Unit interface {
	fmt.Stringer
	Cost() (gold int, food int)
	private()
}
type stats struct{ hp, atk int }

func (s *stats) hit(n int) (dead bool) { s.hp -= n; return s.hp <= 0 }
func (stats) private()                 {}

type Soldier struct {
	*stats
	rank string
}
type Archer struct {
	Soldier
	arrows int
}
type Hero struct {
	Archer
	name  string
	items map[string]interface{ Use(*Hero) string }
}
type potion int
type scroll struct{ spell func(h *Hero) string }

func (p potion) Use(h *Hero) string  { h.hp += int(p); return fmt.Sprintf("+%d hp", p) }
func (s *scroll) Use(h *Hero) string { defer func() { s.spell = nil }(); return s.spell(h) }
func (s Soldier) Cost() (int, int)   { return 10, 1 }
func (s Soldier) String() string     { return fmt.Sprintf("%s(%d/%d)", s.rank, s.hp, s.atk) }
func (a Archer) Cost() (int, int)    { g, f := a.Soldier.Cost(); return g * 2, f }
func (h *Hero) String() string       { return h.name + ":" + h.Archer.String() }
func (h *Hero) Cost() (gold, food int) {
	gold, food = h.Archer.Cost()
	food *= 5
	return
}

type Army []Unit

func (a Army) Total() (g, f int) {
	for _, u := range a {
		ug, uf := u.Cost()
		g, f = g+ug, f+uf
	}
	return
}
func (a Army) By(key func(Unit) int) Army {
	b := append(Army{}, a...)
	sort.SliceStable(b, func(i, j int) bool { return key(b[i]) < key(b[j]) })
	return b
}
func costOf(g, f int) int { return g + f }

type Event struct {
	kind string
	data any
}
type Bus struct{ handlers map[string][]func(Event) bool }

func (b *Bus) On(k string, f func(Event) bool) func() {
	if b.handlers == nil {
		b.handlers = map[string][]func(Event) bool{}
	}
	b.handlers[k] = append(b.handlers[k], f)
	i := len(b.handlers[k]) - 1
	return func() { b.handlers[k][i] = nil }
}
func (b *Bus) Emit(e Event) (n int) {
	for _, f := range b.handlers[e.kind] {
		if f == nil {
			continue
		}
		n++
		if !f(e) {
			break
		}
	}
	return
}

func main() {
	s := Soldier{&stats{10, 2}, "private"}
	a := Archer{Soldier{&stats{6, 4}, "archer"}, 20}
	h := &Hero{Archer: Archer{Soldier{&stats{30, 9}, "hero"}, 5}, name: "Bo"}
	h.items = map[string]interface{ Use(*Hero) string }{"p": potion(5), "s": &scroll{func(h *Hero) string { h.atk *= 2; return "atk up" }}}
	army := Army{s, &a, h, a}
	fmt.Println(army)
	fmt.Println(army.Total())
	fmt.Println(costOf(h.Cost()), costOf(Army.Total(army)))
	fmt.Println(army.By(func(u Unit) int { g, _ := u.Cost(); return -g }))
	s2 := s
	fmt.Println(s2.hit(4), s, s.hit(6), s2)
	for _, k := range []string{"p", "s"} {
		fmt.Println(h.items[k].Use(h), h)
	}
	func() {
		defer func() { fmt.Println("spent:", recover()) }()
		h.items["s"].Use(h)
	}()
	var bus Bus
	var log []string
	off := bus.On("hit", func(e Event) bool { log = append(log, fmt.Sprint("A", e.data)); return true })
	bus.On("hit", func(e Event) bool { log = append(log, fmt.Sprint("B", e.data)); return e.data.(int) < 5 })
	bus.On("hit", func(e Event) bool { log = append(log, "C"); return true })
	fmt.Println(bus.Emit(Event{"hit", 1}), bus.Emit(Event{"hit", 9}), bus.Emit(Event{"none", nil}))
	off()
	fmt.Println(bus.Emit(Event{"hit", 2}), strings.Join(log, " "))
	for i, u := range army {
		switch x := u.(type) {
		case *Hero:
			fmt.Println(i, "hero", x.items["p"], x.hp, x.arrows, x.Archer.Soldier.stats.atk)
		case *Archer, Archer:
			fmt.Printf("%d %T %v\n", i, x, x)
		default:
			fmt.Printf("%d other %T\n", i, x)
		}
	}
	hit := h.hit
	cost := (*Hero).Cost
	str := Soldier.String
	name := fmt.Stringer.String
	fmt.Println(hit(100), h.hp, str(h.Soldier), name(h))
	fmt.Println(cost(h))
	var nilHero *Hero
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(nilHero == nil, Unit(nilHero) == nil)
		nilHero.hit(1)
	}()
}
