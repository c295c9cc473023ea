//go:build ignore

package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

func Permutations[T any](items []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		p := slices.Clone(items)
		c := make([]int, len(p))
		if !yield(p) {
			return
		}
		for i := 1; i < len(p); {
			if c[i] >= i {
				c[i] = 0
				i++
				continue
			}
			j := 0
			if i%2 == 1 {
				j = c[i]
			}
			p[j], p[i] = p[i], p[j]
			if !yield(p) {
				return
			}
			c[i]++
			i = 1
		}
	}
}

func Combinations(n, k int) iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		idx, count := make([]int, 0, k), 0
		var rec func(int) bool
		rec = func(from int) bool {
			if len(idx) == k {
				count++
				return yield(count, idx)
			}
			for i := from; i < n; i++ {
				idx = append(idx, i)
				more := rec(i + 1)
				idx = idx[:len(idx)-1]
				if !more {
					return false
				}
			}
			return true
		}
		rec(0)
	}
}

func Product[T any](sets ...[]T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		if len(sets) == 0 {
			yield(nil)
			return
		}
		for rest := range Product(sets[1:]...) {
			for _, v := range sets[0] {
				if !yield(append([]T{v}, rest...)) {
					return
				}
			}
		}
	}
}

type Board [8]int

func (b Board) String() string {
	var sb strings.Builder
	for _, c := range b {
		sb.WriteByte("abcdefgh"[c])
	}
	return sb.String()
}

func Queens() iter.Seq[Board] {
	return func(yield func(Board) bool) {
		var b Board
		var place func(row int) bool
		place = func(row int) bool {
			if row == len(b) {
				return yield(b)
			}
		columns:
			for col := range len(b) {
				for r := range row {
					if d := b[r] - col; d == 0 || d == row-r || d == r-row {
						continue columns
					}
				}
				b[row] = col
				if !place(row + 1) {
					return false
				}
			}
			return true
		}
		place(0)
	}
}

func Gray(bits int) iter.Seq2[uint, string] {
	return func(yield func(uint, string) bool) {
		for i := range uint(1) << bits {
			if g := i ^ i>>1; !yield(i, fmt.Sprintf("%0*b", bits, g)) {
				return
			}
		}
	}
}

func main() {
	var all []string
	for p := range Permutations([]rune("abc")) {
		all = append(all, string(p))
	}
	slices.Sort(all)
	fmt.Println(all)
	n, fixed := 0, 0
	for p := range Permutations([]int{0, 1, 2, 3, 4, 5}) {
		n++
		if slices.IndexFunc(p, func(v int) bool { return p[v] == v }) < 0 {
			fixed++
		}
	}
	fmt.Println(n, "permutations,", fixed, "derangements")
	for i, c := range Combinations(5, 3) {
		fmt.Print(i, c, " ")
		if i == 7 {
			break
		}
	}
	fmt.Println()
	for p := range Product([]string{"S", "L"}, []string{"red"}, []string{"!", "?"}) {
		fmt.Print(strings.Join(p, "-"), " ")
	}
	for p := range Product[int]() {
		fmt.Println(p == nil, len(p))
	}
	var boards []Board
	for b := range Queens() {
		boards = append(boards, b)
	}
	fmt.Println(len(boards), boards[0], boards[91], boards[0] == boards[1])
	for i, g := range Gray(3) {
		fmt.Print(i, ":", g, " ")
	}
	fmt.Println()
	best, bestSum := []int(nil), 0
	weights, limit := []int{12, 7, 11, 8, 9, 6}, 26
	for k := range len(weights) + 1 {
		for _, c := range Combinations(len(weights), k) {
			s := 0
			for _, i := range c {
				s += weights[i]
			}
			if s > limit || s <= bestSum {
				continue
			}
			best, bestSum = slices.Clone(c), s
		}
	}
	fmt.Println(best, bestSum)
}
