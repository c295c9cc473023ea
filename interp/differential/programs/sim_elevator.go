package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

type Direction int

const (
	Down Direction = iota - 1
	Idle
	Up
)

func (d Direction) String() string {
	return map[Direction]string{Down: "v", Idle: "-", Up: "^"}[d]
}

type Request struct {
	Tick, From, To int
	Who            string
}

type rider struct {
	Request
	boarded int
}

type Elevator struct {
	Floor  int
	Dir    Direction
	Cap    int
	riders []rider
	hall   map[int][]Request
	log    strings.Builder
}

func (e *Elevator) wanted() []int {
	var fs []int
	for f, q := range e.hall {
		if len(q) > 0 {
			fs = append(fs, f)
		}
	}
	for _, r := range e.riders {
		fs = append(fs, r.To)
	}
	slices.Sort(fs)
	return slices.Compact(fs)
}

func (e *Elevator) choose() {
	fs := e.wanted()
	above := slices.ContainsFunc(fs, func(f int) bool { return f > e.Floor })
	below := slices.ContainsFunc(fs, func(f int) bool { return f < e.Floor })
	switch {
	case e.Dir == Up && above, e.Dir == Down && below:
	case above:
		e.Dir = Up
	case below:
		e.Dir = Down
	default:
		e.Dir = Idle
	}
}

func (e *Elevator) doors(tick int, done func(rider, int)) (moved bool) {
	e.riders = slices.DeleteFunc(e.riders, func(r rider) bool {
		if r.To == e.Floor {
			done(r, tick)
			moved = true
			return true
		}
		return false
	})
	q := e.hall[e.Floor]
	for len(q) > 0 && len(e.riders) < e.Cap {
		e.riders = append(e.riders, rider{q[0], tick})
		q = q[1:]
		moved = true
	}
	e.hall[e.Floor] = q
	return moved
}

func main() {
	reqs := []Request{
		{0, 0, 5, "ann"}, {1, 3, 0, "bo"}, {1, 3, 6, "cy"}, {2, 0, 2, "di"},
		{6, 6, 1, "ed"}, {6, 6, 1, "fi"}, {6, 6, 0, "gus"}, {9, 2, 4, "hal"},
	}
	e := &Elevator{Cap: 2, hall: make(map[int][]Request)}
	total, served := 0, 0
	done := func(r rider, tick int) {
		served++
		total += tick - r.Tick
		fmt.Fprintf(os.Stdout, "t=%02d %-3s %d->%d waited %d rode %d\n", tick, r.Who, r.From, r.To, r.boarded-r.Tick, tick-r.boarded)
	}
	next := 0
	for tick := 0; tick < 200; tick++ {
		for ; next < len(reqs) && reqs[next].Tick <= tick; next++ {
			r := reqs[next]
			e.hall[r.From] = append(e.hall[r.From], r)
		}
		if e.doors(tick, done) {
			fmt.Fprintf(&e.log, "[%d]", e.Floor)
			continue
		}
		if e.choose(); e.Dir == Idle && next == len(reqs) {
			fmt.Println("idle at", tick)
			break
		}
		e.Floor += int(e.Dir)
		fmt.Fprint(&e.log, e.Dir)
	}
	fmt.Println(e.log.String())
	fmt.Printf("served=%d mean=%.2f left=%v\n", served, float64(total)/float64(served), e.wanted())
}
