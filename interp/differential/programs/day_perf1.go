package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

type Body struct{ x, y, z, vx, vy, vz, m float64 }

func energy(bs []Body) (e float64) {
	for i, b := range bs {
		e += 0.5 * b.m * (b.vx*b.vx + b.vy*b.vy + b.vz*b.vz)
		for _, c := range bs[i+1:] {
			dx, dy, dz := b.x-c.x, b.y-c.y, b.z-c.z
			e -= b.m * c.m / math.Sqrt(dx*dx+dy*dy+dz*dz)
		}
	}
	return
}
func step(bs []Body, dt float64) {
	for i := range bs {
		a := &bs[i]
		for j := i + 1; j < len(bs); j++ {
			b := &bs[j]
			dx, dy, dz := a.x-b.x, a.y-b.y, a.z-b.z
			d2 := dx*dx + dy*dy + dz*dz
			mag := dt / (d2 * math.Sqrt(d2))
			a.vx -= dx * b.m * mag
			a.vy -= dy * b.m * mag
			a.vz -= dz * b.m * mag
			b.vx += dx * a.m * mag
			b.vy += dy * a.m * mag
			b.vz += dz * a.m * mag
		}
	}
	for i := range bs {
		b := &bs[i]
		b.x += dt * b.vx
		b.y += dt * b.vy
		b.z += dt * b.vz
	}
}
func queens(n int) int {
	cols, d1, d2 := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
	var place func(r int) int
	place = func(r int) (c int) {
		if r == n {
			return 1
		}
		for i := range n {
			if cols[i] || d1[r+i] || d2[r-i+n] {
				continue
			}
			cols[i], d1[r+i], d2[r-i+n] = true, true, true
			c += place(r + 1)
			cols[i], d1[r+i], d2[r-i+n] = false, false, false
		}
		return
	}
	return place(0)
}
func life(g [][]byte) [][]byte {
	h, w := len(g), len(g[0])
	out := make([][]byte, h)
	for y := range g {
		out[y] = make([]byte, w)
		for x := range g[y] {
			n := byte(0)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if dx != 0 || dy != 0 {
						n += g[(y+dy+h)%h][(x+dx+w)%w]
					}
				}
			}
			if n == 3 || n == 2 && g[y][x] == 1 {
				out[y][x] = 1
			}
		}
	}
	return out
}
func main() {
	bs := []Body{{0, 0, 0, 0, 0, 0, 39}, {4.8, -1.1, -.1, .6, 2.8, -.02, .03}, {8.3, 4.1, -.4, -1.01, 1.8, .008, .01}}
	for range 50000 {
		step(bs, 0.01)
	}
	fmt.Printf("%.9f\n", energy(bs))
	fmt.Println(queens(8))
	g := make([][]byte, 40)
	for i := range g {
		g[i] = make([]byte, 40)
	}
	for _, p := range [][2]int{{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}} {
		g[p[0]][p[1]] = 1
	}
	for range 60 {
		g = life(g)
	}
	for y, r := range g {
		for x, c := range r {
			if c == 1 {
				fmt.Print(y, ",", x, " ")
			}
		}
	}
	m := map[string]int{}
	for i := range 200000 {
		m[fmt.Sprint("k", i%1000)] += i
	}
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	fmt.Println(len(ks), m["k7"], strings.Join(ks[:3], ","))
	h := uint32(2166136261)
	for i := range 3000000 {
		h ^= uint32(i & 0xff)
		h *= 16777619
	}
	fmt.Println(h)
}
