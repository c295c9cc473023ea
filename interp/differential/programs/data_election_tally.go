package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

type (
	Ballot []string // best first
	Tally  map[string]int
)

func (t Tally) Leader() (name string, votes int, tied bool) {
	for n, v := range t {
		if v > votes || v == votes && n < name {
			name, votes, tied = n, v, v == votes
		} else if v == votes {
			tied = true
		}
	}
	return
}

func (t Tally) Loser() string {
	var names []string
	for n := range t {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if t[names[i]] == t[names[j]] {
			return names[i] > names[j]
		}
		return t[names[i]] < t[names[j]]
	})
	return names[0]
}

type Method interface {
	fmt.Stringer
	Winner(bs []Ballot) string
}

type plurality struct{}

func (plurality) String() string { return "plurality" }
func (plurality) Winner(bs []Ballot) string {
	t := Tally{}
	for _, b := range bs {
		t[b[0]]++
	}
	w, n, _ := t.Leader()
	fmt.Printf("  %v -> %s with %d\n", t, w, n)
	return w
}

type borda struct{ top int }

func (b borda) String() string { return fmt.Sprint("borda", b.top) }
func (b borda) Winner(bs []Ballot) string {
	t := Tally{}
	for _, bal := range bs {
		for i, c := range bal {
			if pts := b.top - i; pts > 0 {
				t[c] += pts
			}
		}
	}
	fmt.Println(" ", t)
	w, _, _ := t.Leader()
	return w
}

type runoff struct{ rounds *int }

func (runoff) String() string { return "runoff" }
func (r runoff) Winner(bs []Ballot) string {
	out := map[string]bool{}
	for {
		*r.rounds++
		t := Tally{}
		live := 0
		for _, b := range bs {
			for _, c := range b {
				if !out[c] {
					t[c]++
					live++
					break
				}
			}
		}
		w, n, _ := t.Leader()
		if 2*n > live || len(t) == 1 {
			fmt.Printf("  round %d: %s %d/%d\n", *r.rounds, w, n, live)
			return w
		}
		l := t.Loser()
		fmt.Printf("  round %d: %v drop %s\n", *r.rounds, t, l)
		out[l] = true
	}
}

func main() {
	spec := "5:ABCD 4:BCAD 3:DCBA 2:CBDA 1:D"
	var ballots []Ballot
	for f := range strings.FieldsSeq(spec) {
		var n int
		var s string
		if _, err := fmt.Sscanf(f, "%d:%s", &n, &s); err != nil {
			panic(err)
		}
		ballots = append(ballots, slices.Repeat([]Ballot{strings.Split(s, "")}, n)...)
	}
	fmt.Println(len(ballots), ballots[0], ballots[len(ballots)-1])
	var rounds int
	for _, m := range []Method{plurality{}, borda{3}, borda{top: 2}, runoff{&rounds}} {
		fmt.Println(m)
		fmt.Println("  winner:", m.Winner(ballots))
	}
	fmt.Println("rounds:", rounds)
	fmt.Printf("%T %+v %q\n", borda{1}, ballots[4], ballots[5])
}
