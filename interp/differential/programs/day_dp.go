package main

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

func lcs(a, b string) string {
	dp := make([][]int, len(a)+1)
	for i := range dp {
		dp[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				dp[i][j] = 1 + dp[i+1][j+1]
			} else {
				dp[i][j] = max(dp[i+1][j], dp[i][j+1])
			}
		}
	}
	var out []byte
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i, j = i+1, j+1
		case dp[i+1][j] >= dp[i][j+1]:
			i++
		default:
			j++
		}
	}
	return string(out)
}
func knap(w, v []int, W int) (best int, take uint64) {
	type st struct {
		v int
		m uint64
	}
	dp := make([]st, W+1)
	for i := range w {
		for c := W; c >= w[i]; c-- {
			if n := dp[c-w[i]].v + v[i]; n > dp[c].v {
				dp[c] = st{n, dp[c-w[i]].m | 1<<i}
			}
		}
	}
	return dp[W].v, dp[W].m
}
func tsp(d [][]float64) float64 {
	n := len(d)
	dp := make([][]float64, 1<<n)
	for i := range dp {
		dp[i] = make([]float64, n)
		for j := range dp[i] {
			dp[i][j] = math.Inf(1)
		}
	}
	dp[1][0] = 0
	for m := 1; m < 1<<n; m++ {
		for u := range n {
			if m>>u&1 == 0 || math.IsInf(dp[m][u], 1) {
				continue
			}
			for v := range n {
				if m&(1<<v) == 0 {
					dp[m|1<<v][v] = min(dp[m|1<<v][v], dp[m][u]+d[u][v])
				}
			}
		}
	}
	best := math.Inf(1)
	for u := 1; u < n; u++ {
		best = math.Min(best, dp[1<<n-1][u]+d[u][0])
	}
	return best
}
func perms[T any](xs []T, f func([]T)) {
	var rec func(int)
	rec = func(k int) {
		if k == len(xs) {
			f(xs)
			return
		}
		for i := k; i < len(xs); i++ {
			xs[k], xs[i] = xs[i], xs[k]
			rec(k + 1)
			xs[k], xs[i] = xs[i], xs[k]
		}
	}
	rec(0)
}
func subsets(xs []string) (out [][]string) {
	for m := range 1 << len(xs) {
		s := make([]string, 0, bits.OnesCount(uint(m)))
		for i, x := range xs {
			if m&(1<<i) != 0 {
				s = append(s, x)
			}
		}
		out = append(out, s)
	}
	return
}

type sudoku [9][9]uint8

func (s *sudoku) ok(r, c int, v uint8) bool {
	for i := range 9 {
		if s[r][i] == v || s[i][c] == v || s[r/3*3+i/3][c/3*3+i%3] == v {
			return false
		}
	}
	return true
}
func (s *sudoku) solve() bool {
	for r := range s {
		for c := range s[r] {
			if s[r][c] != 0 {
				continue
			}
			for v := uint8(1); v <= 9; v++ {
				if s.ok(r, c, v) {
					s[r][c] = v
					if s.solve() {
						return true
					}
					s[r][c] = 0
				}
			}
			return false
		}
	}
	return true
}
func quick[T any](xs []T, less func(a, b T) bool) {
	if len(xs) < 2 {
		return
	}
	p, i := xs[len(xs)/2], 0
	j := len(xs) - 1
	for i <= j {
		for less(xs[i], p) {
			i++
		}
		for less(p, xs[j]) {
			j--
		}
		if i <= j {
			xs[i], xs[j] = xs[j], xs[i]
			i++
			j--
		}
	}
	quick(xs[:j+1], less)
	quick(xs[i:], less)
}
func main() {
	fmt.Println(lcs("AGGTABQWERTY", "GXTXAYBWRT"))
	v, m := knap([]int{1, 3, 4, 5}, []int{1, 4, 5, 7}, 7)
	fmt.Printf("%d %04b\n", v, m)
	fmt.Println(tsp([][]float64{{0, 10, 15, 20}, {10, 0, 35, 25}, {15, 35, 0, 30}, {20, 25, 30, 0}}))
	var ps []string
	perms([]rune("abc"), func(r []rune) { ps = append(ps, string(r)) })
	slices.Sort(ps)
	fmt.Println(ps, subsets(strings.Fields("x y z")))
	var s sudoku
	for i, l := range strings.Fields("53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79") {
		for j, c := range l {
			if c != '.' {
				s[i][j] = uint8(c - '0')
			}
		}
	}
	fmt.Println(s.solve(), s[0], s[8])
	xs := []string{"pear", "fig", "apple", "kiwi", "date"}
	quick(xs, func(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b })
	fmt.Println(xs)
	memo := map[[2]int]int{}
	var paths func(r, c int) int
	paths = func(r, c int) (n int) {
		if r == 0 || c == 0 {
			return 1
		}
		k := [...]int{r, c}
		if v, ok := memo[k]; ok {
			return v
		}
		defer func() { memo[k] = n }()
		return paths(r-1, c) + paths(r, c-1)
	}
	fmt.Println(paths(16, 16), len(memo))
}
