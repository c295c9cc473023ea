package main

import (
	"fmt"
	"strings"
	"time"
)

type Colour uint8

const (
	Red Colour = iota
	RedAmber
	Green
	Amber
	colours
)

const colourNames = "RedRedAmberGreenAmber"

var bounds = [...]int{0, 3, 11, 16, 21}

func (c Colour) String() string {
	if c >= colours {
		return fmt.Sprintf("Colour(%d)", uint8(c))
	}
	return colourNames[bounds[c]:bounds[c+1]]
}

func (c Colour) Next() Colour { return (c + 1) % colours }

var hold = map[Colour]time.Duration{Red: 30 * time.Second, RedAmber: 1500 * time.Millisecond, Green: 25 * time.Second, Amber: 3 * time.Second}

type Light struct {
	Name    string
	Colour  Colour
	until   time.Time
	observe []func(l *Light, from Colour)
}

func (l *Light) OnChange(f func(*Light, Colour)) *Light {
	l.observe = append(l.observe, f)
	return l
}

func (l *Light) tick(now time.Time) {
	for !now.Before(l.until) {
		old := l.Colour
		l.Colour = old.Next()
		l.until = l.until.Add(hold[l.Colour])
		for _, f := range l.observe {
			f(l, old)
		}
	}
}

type Junction struct {
	ns, ew *Light
	clock  time.Time
	log    []string
	clash  int
}

func NewJunction(start time.Time) *Junction {
	j := &Junction{clock: start}
	record := func(l *Light, from Colour) {
		j.log = append(j.log, fmt.Sprintf("%s %s %v->%v", l.until.Add(-hold[l.Colour]).Format("04:05.0"), l.Name, from, l.Colour))
	}
	j.ns = (&Light{Name: "NS", until: start.Add(hold[Red])}).OnChange(record)
	j.ew = (&Light{Name: "EW", Colour: Green, until: start.Add(hold[Green])}).OnChange(record)
	j.ew.OnChange(func(l *Light, _ Colour) {
		if l.Colour == Green && j.ns.Colour == Green {
			j.clash++
		}
	})
	return j
}

func (j *Junction) Run(d, step time.Duration) {
	for end := j.clock.Add(d); j.clock.Before(end); j.clock = j.clock.Add(step) {
		j.ns.tick(j.clock)
		j.ew.tick(j.clock)
	}
}

func main() {
	j := NewJunction(time.Date(2020, 5, 4, 8, 0, 0, 0, time.UTC))
	j.Run(2*time.Minute, 250*time.Millisecond)
	for _, l := range j.log {
		fmt.Println(l)
	}
	counts := map[string]int{}
	for _, l := range j.log {
		_, change, _ := strings.Cut(l[8:], " ")
		counts[change]++
	}
	fmt.Println(counts, j.clash, j.clock.Format(time.TimeOnly))
	var cycle time.Duration
	for c := Red; c < colours; c++ {
		cycle += hold[c]
		fmt.Printf("%-9v %-6v %v\n", c, hold[c], c.Next())
	}
	fmt.Println(cycle, cycle.Seconds(), Colour(9), []Colour{Red, Amber}, hold)
	fmt.Printf("%d %v %s %q %x\n", Green, Green, Green, Green, Green)
}
