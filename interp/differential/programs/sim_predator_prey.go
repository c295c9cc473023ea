package main

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

type Animal interface {
	Act(w *World)
	Alive() bool
	Glyph() rune
}

type body struct {
	id, energy int
	dead       bool
}

func (b *body) Alive() bool { return !b.dead && b.energy > 0 }
func (b *body) tire(n int)  { b.energy -= n }

type Rabbit struct{ body }

type Fox struct {
	body
	meals []int
}

func (*Rabbit) Glyph() rune { return 'r' }
func (f *Fox) Glyph() rune {
	if len(f.meals) > 2 {
		return 'F'
	}
	return 'f'
}

type World struct {
	rng     *rand.Rand
	animals []Animal
	nextID  int
	grass   int
	log     []string
}

func (w *World) spawn(a Animal) {
	w.nextID++
	switch x := a.(type) {
	case *Rabbit:
		x.id = w.nextID
	case *Fox:
		x.id = w.nextID
	default:
		panic(fmt.Sprintf("unknown animal %T", x))
	}
	w.animals = append(w.animals, a)
}

func (r *Rabbit) Act(w *World) {
	r.tire(1)
	if w.grass > 0 {
		w.grass--
		r.energy += 2
	}
	if r.energy > 7 {
		r.tire(4)
		w.spawn(&Rabbit{body{energy: 3}})
	}
}

func (f *Fox) Act(w *World) {
	f.tire(2)
	i := slices.IndexFunc(w.animals, func(a Animal) bool {
		r, ok := a.(*Rabbit)
		return ok && r.Alive() && w.rng.Intn(3) == 0
	})
	if i < 0 {
		return
	}
	prey := w.animals[i].(*Rabbit)
	prey.dead = true
	f.energy += prey.energy
	f.meals = append(f.meals, prey.id)
	w.log = append(w.log, fmt.Sprintf("fox %d ate %d", f.id, prey.id))
	if f.energy > 14 {
		f.tire(8)
		w.spawn(&Fox{body: body{energy: 6}})
	}
}

func (w *World) Tick() {
	w.grass += 9
	for _, a := range slices.Clone(w.animals) {
		if a.Alive() {
			a.Act(w)
		}
	}
	w.animals = slices.DeleteFunc(w.animals, func(a Animal) bool { return !a.Alive() })
}

func (w *World) Census() (rabbits, foxes int, glyphs string) {
	var sb strings.Builder
	for _, a := range w.animals {
		if _, ok := a.(*Fox); ok {
			foxes++
		} else {
			rabbits++
		}
		sb.WriteRune(a.Glyph())
	}
	return rabbits, foxes, sb.String()
}

func main() {
	w := &World{rng: rand.New(rand.NewSource(2024)), grass: 10}
	for i := range 8 {
		w.spawn(&Rabbit{body{energy: 3 + i%3}})
	}
	w.spawn(&Fox{body: body{energy: 8}})
	w.spawn(&Fox{body: body{energy: 6}})
	for t := 1; t <= 20; t++ {
		before := len(w.log)
		w.Tick()
		r, f, g := w.Census()
		fmt.Printf("%2d r=%-2d f=%-2d grass=%-2d meals=%d %s\n", t, r, f, w.grass, len(w.log)-before, g)
	}
	fmt.Println(len(w.log), w.log[:3], w.nextID)
	defer func() { fmt.Println("caught:", recover()) }()
	w.spawn(struct{ *Rabbit }{&Rabbit{}})
}
