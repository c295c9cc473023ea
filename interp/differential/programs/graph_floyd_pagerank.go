package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

const N = 5

type (
	Dist [N][N]float64
	Next [N][N]int8
)

var inf = math.Inf(1)

func blank() (d Dist) {
	for i := range d {
		for j := range d[i] {
			if i != j {
				d[i][j] = inf
			}
		}
	}
	return
}

func floyd(d Dist) (out Dist, via Next, negative bool) {
	for i := range via {
		for j := range via[i] {
			via[i][j] = -1
		}
	}
	for k := 0; k < N; k++ {
		for i := 0; i < N; i++ {
			for j := 0; j < N; j++ {
				if t := d[i][k] + d[k][j]; t < d[i][j] {
					d[i][j], via[i][j] = t, int8(k)
				}
			}
		}
	}
	for i := range d {
		negative = negative || d[i][i] < 0
	}
	return d, via, negative
}

func (n *Next) path(i, j int) string {
	if k := n[i][j]; k >= 0 {
		return n.path(i, int(k)) + n.path(int(k), j)[1:]
	}
	return fmt.Sprintf("%d%d", i, j)
}

type Page struct {
	Title string
	Links []string
	Rank  float64
}

func pagerank(pages map[string]*Page, damp float64, eps float64) (iters int) {
	n := float64(len(pages))
	titles := make([]string, 0)
	for t, p := range pages {
		p.Title, p.Rank = t, 1/n
		titles = append(titles, t)
	}
	sort.Strings(titles)
	for delta := inf; delta > eps; iters++ {
		next := map[string]float64{}
		sink := 0.0
		for _, t := range titles {
			p := pages[t]
			if len(p.Links) == 0 {
				sink += p.Rank / n
			}
			for _, l := range p.Links {
				next[l] += p.Rank / float64(len(p.Links))
			}
		}
		delta = 0
		for _, t := range titles {
			r := (1-damp)/n + damp*(next[t]+sink)
			delta += math.Abs(r - pages[t].Rank)
			pages[t].Rank = r
		}
	}
	return
}

func main() {
	d := blank()
	for _, e := range [][3]float64{{0, 1, 3}, {0, 2, 8}, {0, 4, -4}, {1, 3, 1}, {1, 4, 7}, {2, 1, 4}, {3, 0, 2}, {3, 2, -5}, {4, 3, 6}} {
		d[int(e[0])][int(e[1])] = e[2]
	}
	out, via, neg := floyd(d)
	for i, row := range out {
		fmt.Printf("%d %4v\n", i, row)
	}
	fmt.Println(via.path(1, 2), via.path(4, 1), via[0], neg, d[0][3], out[0][3], d == out)
	d[2][2] = -1
	_, _, neg = floyd(d)
	fmt.Println("negative:", neg)

	pages := map[string]*Page{
		"home": {Links: []string{"about", "blog"}}, "about": {Links: []string{"home"}},
		"blog": {Links: []string{"home", "about", "post"}}, "post": {}, "orphan": {Links: []string{"home"}},
	}
	n := pagerank(pages, 0.85, 1e-8)
	list := []*Page{}
	total := 0.0
	for _, p := range pages {
		list = append(list, p)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Rank > list[j].Rank })
	for _, p := range list {
		total += p.Rank
		fmt.Printf("%-7s %.6f %s\n", p.Title, p.Rank, strings.Repeat("*", int(p.Rank*50)))
	}
	fmt.Printf("%d iterations, total %.6f, %v\n", n, total, list[0].copy() == struct{ Title string }{"home"})
}

func (p Page) copy() (q struct{ Title string }) { q.Title = p.Title; return }
