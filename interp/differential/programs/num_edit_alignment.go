// Distances of texts by dynamic programming, with two rows, with a band, and with
// the alignment itself.
package main

import (
	"fmt"
	"strings"
)

const length = 400

// dna is a text of four letters, by a small generator.
func dna(n int, seed uint32) string {
	var b strings.Builder
	for range n {
		seed = seed*1664525 + 1013904223
		b.WriteByte("ACGT"[seed>>30])
	}
	return b.String()
}

// mutated changes, removes and adds letters.
func mutated(s string, seed uint32) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		seed = seed*1664525 + 1013904223
		switch c := seed >> 24; {
		case c < 10:
			out = append(out, "ACGT"[seed>>8&3])
		case c < 18:
			continue
		case c < 26:
			out = append(out, s[i], "ACGT"[seed>>9&3])
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// distance counts edits, by two rows of the table.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// within tells whether texts differ by at most k edits, looking at a band only.
func within(a, b string, k int) bool {
	if d := len(a) - len(b); d > k || -d > k {
		return false
	}
	const far = 1 << 30
	row := make([]int, 2*k+3)
	next := make([]int, 2*k+3)
	for d := range row {
		row[d] = far
		if j := d - k - 1; j >= 0 && j <= k {
			row[d] = j
		}
	}
	for i := 1; i <= len(a); i++ {
		for d := range next {
			next[d] = far
		}
		for d := 1; d <= 2*k+1; d++ {
			j := i + d - k - 1
			if j < 0 || j > len(b) {
				continue
			}
			if j == 0 {
				next[d] = i
				continue
			}
			cost := row[d]
			if a[i-1] != b[j-1] {
				cost++
			}
			next[d] = min(cost, row[d+1]+1, next[d-1]+1)
		}
		row, next = next, row
	}
	return row[len(b)-len(a)+k+1] <= k
}

type move uint8

const (
	match move = iota
	remove
	insert
)

type cell struct {
	score int32
	from  move
}

// align is the best alignment with a penalty for gaps.
func align(a, b string) (score int32, x, y string) {
	table := make([][]cell, len(a)+1)
	for i := range table {
		table[i] = make([]cell, len(b)+1)
		table[i][0] = cell{int32(-2 * i), remove}
	}
	for j := range table[0] {
		table[0][j] = cell{int32(-2 * j), insert}
	}
	for i := range len(a) {
		for j := range len(b) {
			best := cell{table[i][j].score - 1, match}
			if a[i] == b[j] {
				best.score += 3
			}
			if s := table[i][j+1].score - 2; s > best.score {
				best = cell{s, remove}
			}
			if s := table[i+1][j].score - 2; s > best.score {
				best = cell{s, insert}
			}
			table[i+1][j+1] = best
		}
	}
	var up, low []byte
	for i, j := len(a), len(b); i > 0 || j > 0; {
		c := table[i][j]
		u, l := byte('-'), byte('-')
		if c.from != insert {
			i--
			u = a[i]
		}
		if c.from != remove {
			j--
			l = b[j]
		}
		up, low = append(up, u), append(low, l)
	}
	for _, s := range [][]byte{up, low} {
		for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
			s[i], s[j] = s[j], s[i]
		}
	}
	return table[len(a)][len(b)].score, string(up), string(low)
}

func main() {
	words := []string{"kitten", "sitting", "", "mitten", "Dünung", "Düne"}
	for i, a := range words {
		for _, b := range words[:i] {
			fmt.Print(distance(a, b), " ")
		}
	}
	fmt.Println()
	a := dna(length, 7)
	b := mutated(a, 99)
	d := distance(a, b)
	fmt.Println(len(a), len(b), d, within(a, b, d), within(a, b, d-1), within(a, b, 5))
	score, x, y := align(a[:120], b[:120])
	fmt.Println(score)
	fmt.Println(x)
	fmt.Println(y)
	score, _, _ = align(a, b)
	fmt.Println(score)
}
