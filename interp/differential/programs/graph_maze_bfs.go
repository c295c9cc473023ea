package main

import (
	"container/list"
	"fmt"
	"strings"
)

type P struct{ Y, X int }

type Maze struct {
	rows       [][]byte
	start, end P
	keys       map[byte]P
}

type state struct {
	P
	keys uint8
}

var maze = `
###############
#S..#....a#...#
##.##.###.#.#.#
#...A.#b..#.#E#
#.###.#####.#.#
#...#.....B...#
###############`

func load(s string) (m Maze, err error) {
	m.keys = make(map[byte]P)
	for y, line := range strings.Split(strings.TrimSpace(s), "\n") {
		row := []byte(line)
		for x, c := range row {
			switch {
			case c == 'S':
				m.start = P{y, x}
			case c == 'E':
				m.end = P{y, x}
			case 'a' <= c && c <= 'h':
				m.keys[c] = P{Y: y, X: x}
			case strings.IndexByte("#.ABCDEFGH", c) < 0:
				return m, fmt.Errorf("row %d col %d: odd tile %q", y, x, c)
			}
		}
		m.rows = append(m.rows, row)
	}
	return
}

func (m Maze) neighbours(s state) func(func(state) bool) {
	return func(yield func(state) bool) {
		for _, d := range []P{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			n := state{P{s.Y + d.Y, s.X + d.X}, s.keys}
			c := m.rows[n.Y][n.X]
			switch {
			case c == '#':
				continue
			case c >= 'A' && c <= 'D' && s.keys&(1<<(c-'A')) == 0:
				continue
			case c >= 'a' && c <= 'd':
				n.keys |= 1 << (c - 'a')
			}
			if !yield(n) {
				return
			}
		}
	}
}

func (m Maze) Solve() (path []state, explored int) {
	begin := state{P: m.start}
	prev := map[state]*state{begin: nil}
	q := list.New()
	q.PushBack(begin)
	for q.Len() > 0 {
		cur := q.Remove(q.Front()).(state)
		explored++
		if cur.P == m.end {
			for s := &cur; s != nil; s = prev[*s] {
				path = append(path, *s)
			}
			return
		}
		for n := range m.neighbours(cur) {
			if _, seen := prev[n]; !seen {
				prev[n] = &cur
				q.PushBack(n)
			}
		}
	}
	return nil, explored
}

func main() {
	m, err := load(maze)
	fmt.Println(m.start, m.end, m.keys, err)
	path, n := m.Solve()
	fmt.Println("steps", len(path)-1, "explored", n)
	last := uint8(0)
	for i := len(path) - 1; i >= 0; i-- {
		s := path[i]
		if s.keys != last {
			fmt.Printf("step %d: keys %02b at %v\n", len(path)-1-i, s.keys, s.P)
			last = s.keys
		}
		if t := &m.rows[s.Y][s.X]; *t == '.' {
			*t = '+'
		}
	}
	for _, r := range m.rows {
		fmt.Printf("%s\n", r)
	}
	delete(m.keys, 'a')
	m.rows[1][9] = '#'
	path, n = m.Solve()
	fmt.Println(path == nil, n, len(m.keys))
	_, err = load("##\n#?")
	fmt.Println(err)
	fmt.Printf("%v %+v %T\n", state{P{1, 2}, 3}, state{P{1, 2}, 3}, m.rows)
}
