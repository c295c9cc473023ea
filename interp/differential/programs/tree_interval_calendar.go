package main

import (
	"fmt"
	"sort"
	"strings"
)

type Interval struct{ Lo, Hi int }

func (iv Interval) Overlaps(o Interval) bool { return iv.Lo < o.Hi && o.Lo < iv.Hi }
func (iv Interval) String() string           { return fmt.Sprintf("[%d,%d)", iv.Lo, iv.Hi) }

type Booking struct {
	Interval
	Who string
}

type inode struct {
	b           Booking
	max         int
	left, right *inode
}

type Calendar struct {
	root    *inode
	visited int
}

func (c *Calendar) Add(bs ...Booking) *Calendar {
	for _, b := range bs {
		c.root = c.root.insert(b)
	}
	return c
}

func (n *inode) insert(b Booking) *inode {
	if n == nil {
		return &inode{b: b, max: b.Hi}
	}
	if b.Lo < n.b.Lo {
		n.left = n.left.insert(b)
	} else {
		n.right = n.right.insert(b)
	}
	n.max = max(n.max, b.Hi)
	return n
}

func (c *Calendar) Query(iv Interval) (out []Booking) {
	c.visited = 0
	var walk func(*inode)
	walk = func(n *inode) {
		if n == nil || n.max <= iv.Lo {
			return
		}
		c.visited++
		walk(n.left)
		if n.b.Overlaps(iv) {
			out = append(out, n.b)
		}
		if n.b.Lo < iv.Hi {
			walk(n.right)
		}
	}
	walk(c.root)
	return out
}

func Merge(ivs []Interval) (out []Interval) {
	sorted := append([]Interval(nil), ivs...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Lo < sorted[j].Lo })
	for _, iv := range sorted {
		if n := len(out); n > 0 && iv.Lo <= out[n-1].Hi {
			out[n-1].Hi = max(out[n-1].Hi, iv.Hi)
			continue
		}
		out = append(out, iv)
	}
	return
}

func Gaps(ivs []Interval, within Interval) (out []Interval) {
	at := within.Lo
	for _, iv := range Merge(ivs) {
		if iv.Lo > at {
			out = append(out, Interval{at, iv.Lo})
		}
		at = max(at, iv.Hi)
	}
	if at < within.Hi {
		out = append(out, Interval{at, within.Hi})
	}
	return
}

func rooms(ivs []Interval) (need int, at int) {
	type edge struct{ t, d int }
	var edges []edge
	for _, iv := range ivs {
		edges = append(edges, edge{iv.Lo, +1}, edge{iv.Hi, -1})
	}
	sort.Slice(edges, func(i, j int) bool {
		return edges[i].t < edges[j].t || edges[i].t == edges[j].t && edges[i].d < edges[j].d
	})
	cur := 0
	for _, e := range edges {
		if cur += e.d; cur > need {
			need, at = cur, e.t
		}
	}
	return
}

func main() {
	c := new(Calendar).Add(
		Booking{Interval{9, 11}, "ann"}, Booking{Interval{13, 15}, "bob"},
		Booking{Interval{10, 12}, "cat"}, Booking{Interval{Lo: 16, Hi: 18}, "dan"},
		Booking{Interval{8, 9}, "eve"}, Booking{Interval{14, 17}, "fay"},
	)
	for _, q := range []Interval{{10, 11}, {12, 13}, {14, 15}, {0, 24}, {18, 20}, {8, 9}} {
		got := c.Query(q)
		names := make([]string, len(got))
		for i, b := range got {
			names[i] = b.Who
		}
		fmt.Printf("%v -> %s (visited %d)\n", q, strings.Join(names, ","), c.visited)
	}
	var ivs []Interval
	for _, b := range c.Query(Interval{0, 24}) {
		ivs = append(ivs, b.Interval)
		line := []byte(strings.Repeat(".", 24))
		for h := b.Lo; h < b.Hi; h++ {
			line[h] = '#'
		}
		fmt.Printf("%s %-4s %v\n", line, b.Who, b)
	}
	fmt.Println(Merge(ivs), Gaps(ivs, Interval{7, 20}))
	fmt.Println(rooms(ivs))
	fmt.Println(Merge(nil) == nil, Gaps(nil, Interval{1, 2}), ivs[0])
	fmt.Printf("%v %+v %#v\n", ivs[1], ivs[1], ivs[1])
	fmt.Printf("%v|%s|%T\n", Booking{Interval{1, 2}, "zed"}, &Booking{Who: "nil"}, ivs)
}
