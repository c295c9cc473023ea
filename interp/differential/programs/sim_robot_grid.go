package main

import (
	"errors"
	"fmt"
	"strings"
)

type Heading uint

const (
	North Heading = iota
	East
	South
	West
	numHeadings
)

func (h Heading) String() string { return "NESW"[h : h+1] }
func (h Heading) Turn(d int) Heading {
	return Heading((int(h) + d + int(numHeadings)) % int(numHeadings))
}
func (h Heading) Delta() (dx, dy int) { return [...]int{0, 1, 0, -1}[h], [...]int{1, 0, -1, 0}[h] }

type Pos struct{ X, Y int }

type Robot struct {
	Pos
	Heading
	battery int
	carried []string
}

type CrashError struct {
	At   Pos
	What string
}

func (c *CrashError) Error() string { return fmt.Sprintf("hit %s at %v", c.What, c.At) }

var ErrBattery = errors.New("battery empty")

type World struct {
	Size  Pos
	Walls map[Pos]bool
	Items map[Pos]string
}

type command func(*World, *Robot) error

var table = map[rune]command{
	'L': func(_ *World, r *Robot) error { r.Heading = r.Turn(-1); return nil },
	'R': func(_ *World, r *Robot) error { r.Heading = r.Turn(+1); return nil },
	'F': (*World).forward,
	'P': func(w *World, r *Robot) error {
		it, ok := w.Items[r.Pos]
		if !ok {
			return fmt.Errorf("nothing to pick at %+v", r.Pos)
		}
		delete(w.Items, r.Pos)
		r.carried = append(r.carried, it)
		return nil
	},
}

func (w *World) forward(r *Robot) error {
	dx, dy := r.Delta()
	to := Pos{r.X + dx, r.Y + dy}
	if to.X < 0 || to.Y < 0 || to.X >= w.Size.X || to.Y >= w.Size.Y {
		return &CrashError{to, "edge"}
	}
	if w.Walls[to] {
		return &CrashError{What: "wall", At: to}
	}
	r.Pos = to
	return nil
}

func (w *World) Execute(r *Robot, prog string) (done int, err error) {
	for i, c := range prog {
		cmd, ok := table[c]
		if !ok {
			return done, fmt.Errorf("offset %d: unknown command %q", i, c)
		}
		if r.battery == 0 {
			return done, fmt.Errorf("offset %d: %w", i, ErrBattery)
		}
		r.battery--
		if err := cmd(w, r); err != nil {
			return done, fmt.Errorf("offset %d: %w", i, err)
		}
		done++
	}
	return
}

func main() {
	for _, prog := range []string{"FFRFF", "FFFFFF", "RFFLFP", "FXF", "LLLLRRRRLLLLRRRR", "PF", strings.Repeat("RF", 7)} {
		w := &World{Pos{5, 5}, map[Pos]bool{{2, 2}: true}, map[Pos]string{{2, 1}: "gem", {0, 1}: "key"}}
		r := &Robot{battery: 12}
		n, err := w.Execute(r, prog)
		fmt.Printf("%-17s n=%-2d at %v %v bat=%d bag=%q\n", prog, n, r.Pos, r.Heading, r.battery, r.carried)
		var crash *CrashError
		if errors.As(err, &crash) {
			fmt.Println("   crash:", crash.What, crash.At, "|", err)
		} else if errors.Is(err, ErrBattery) {
			fmt.Println("   flat:", err)
		} else if err != nil {
			fmt.Println("   error:", err)
		}
	}
	r := Robot{Pos{1, 2}, West, 3, nil}
	fmt.Printf("%v\n%+v\n%d\n", r, r, r.Pos)
	fmt.Println(r.Turn(-1), r.Heading.Turn(2), numHeadings-1)
}
