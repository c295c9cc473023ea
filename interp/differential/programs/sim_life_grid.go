package main

import (
	"fmt"
	"strings"
)

const (
	W = 12
	H = 8
)

type Grid [H][W]bool

func Parse(x, y int, rows ...string) (g Grid) {
	for dy, r := range rows {
		for dx, c := range r {
			g[(y+dy)%H][(x+dx)%W] = c == '#'
		}
	}
	return
}

func (g *Grid) Neighbours(y, x int) (n int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dy == 0 && dx == 0 {
				continue
			}
			if g[(y+dy+H)%H][(x+dx+W)%W] {
				n++
			}
		}
	}
	return
}

func (g Grid) Next() Grid {
	var out Grid
	for y := range g {
		for x, alive := range g[y] {
			switch n := g.Neighbours(y, x); {
			case n == 3, alive && n == 2:
				out[y][x] = true
			}
		}
	}
	return out
}

func (g Grid) Population() (n int) {
	for _, row := range g {
		for _, c := range row {
			if c {
				n++
			}
		}
	}
	return
}

func (g Grid) String() string {
	var sb strings.Builder
	for _, row := range g {
		for _, c := range row {
			if c {
				sb.WriteByte('#')
			} else {
				sb.WriteByte('.')
			}
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// Cycle reports when a grid first repeats, using grids as map keys.
func Cycle(g Grid, limit int) (start, period int, ok bool) {
	seen := map[Grid]int{}
	for i := 0; i < limit; i++ {
		if at, dup := seen[g]; dup {
			return at, i - at, true
		}
		seen[g] = i
		g = g.Next()
	}
	return 0, 0, false
}

func main() {
	patterns := []struct {
		name string
		g    Grid
	}{
		{"blinker", Parse(4, 3, "###")},
		{"block", Parse(1, 1, "##", "##")},
		{"glider", Parse(0, 0, ".#.", "..#", "###")},
		{"wrap", Parse(W-1, H-1, "##", "##")},
		{"r-pent", Parse(5, 3, ".##", "##.", ".#.")},
	}
	for _, p := range patterns {
		s, per, ok := Cycle(p.g, 300)
		fmt.Printf("%-8s pop=%d start=%d period=%d %t\n", p.name, p.g.Population(), s, per, ok)
	}
	g := patterns[2].g
	orig := g
	for i := 0; i <= 4; i++ {
		if i%2 == 0 {
			fmt.Printf("gen %d\n%v", i, g)
		}
		g = g.Next()
	}
	fmt.Println(g == orig, orig == patterns[2].g, len(g), len(g[0]), cap(g[1][2:5]))
}
