// K-means with careful seeding, on points around a few centres.
package main

import (
	"fmt"
	"math"
	"sort"
)

const (
	points     = 1500
	dimensions = 3
	clusters   = 6
)

type rng uint32

func (r *rng) next() uint32 {
	x := uint32(*r)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*r = rng(x)
	return x
}

func (r *rng) float() float64 { return float64(r.next()) / (1 << 32) }

type point []float64

func distance(a, b point) (d float64) {
	for i, x := range a {
		d += (x - b[i]) * (x - b[i])
	}
	return d
}

func sample(r *rng) []point {
	centres := make([]point, clusters)
	for i := range centres {
		centres[i] = make(point, dimensions)
		for j := range centres[i] {
			centres[i][j] = 10 * r.float()
		}
	}
	all := make([]point, points)
	for i := range all {
		c := centres[r.next()%clusters]
		all[i] = make(point, dimensions)
		for j := range all[i] {
			// The sum of uniform deviates is nearly normal.
			spread := r.float() + r.float() + r.float() + r.float() - 2
			all[i][j] = c[j] + 2.5*spread
		}
	}
	return all
}

// seed chooses centres far from each other: each with a probability that grows with
// the squared distance to those before.
func seed(all []point, k int, r *rng) []point {
	centres := []point{all[r.next()%uint32(len(all))]}
	nearest := make([]float64, len(all))
	for len(centres) < k {
		total := 0.0
		for i, p := range all {
			d := distance(p, centres[len(centres)-1])
			if len(centres) == 1 || d < nearest[i] {
				nearest[i] = d
			}
			total += nearest[i]
		}
		at := r.float() * total
		chosen := len(all) - 1
		for i, d := range nearest {
			if at -= d; at < 0 {
				chosen = i
				break
			}
		}
		centres = append(centres, all[chosen])
	}
	for i := range centres {
		centres[i] = append(point(nil), centres[i]...)
	}
	return centres
}

// assign gives each point to its centre, and returns how many have changed and the
// sum of squared distances.
func assign(all, centres []point, label []int) (changed int, inertia float64) {
	for i, p := range all {
		best, at := math.Inf(1), -1
		for c, centre := range centres {
			if d := distance(p, centre); d < best {
				best, at = d, c
			}
		}
		if label[i] != at {
			label[i] = at
			changed++
		}
		inertia += best
	}
	return changed, inertia
}

func update(all, centres []point, label []int) {
	counts := make(map[int]int)
	sums := make([][dimensions]float64, len(centres))
	for i, p := range all {
		counts[label[i]]++
		for j, x := range p {
			sums[label[i]][j] += x
		}
	}
	for c, n := range counts {
		for j := range centres[c] {
			centres[c][j] = sums[c][j] / float64(n)
		}
	}
}

func main() {
	random := rng(2463534242)
	all := sample(&random)
	centres := seed(all, clusters, &random)
	label := make([]int, len(all))
	rounds := 0
	for {
		rounds++
		changed, inertia := assign(all, centres, label)
		if rounds <= 3 || changed == 0 {
			fmt.Printf("round %d: %d changed, %.6f\n", rounds, changed, inertia)
		}
		if changed == 0 || rounds == 40 {
			break
		}
		update(all, centres, label)
	}
	sizes := make([]int, clusters)
	for _, l := range label {
		sizes[l]++
	}
	order := make([]int, clusters)
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return centres[order[i]][0] < centres[order[j]][0] })
	for _, c := range order {
		fmt.Printf("%4d %.5f\n", sizes[c], centres[c])
	}
}
