package interp_test

import (
	"strings"
	"testing"

	"krigo/cell"
)

// Functions that the machine runs follow what cells change: functions that stand inlined in them, methods, variables,
// generic functions, and what closures capture.
func TestMachineFollowsCells(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	for _, c := range []struct{ source, want string }{
		{"func f(x float64) float64 { return x + 1 }\nfunc g(x float64) float64 { return 2 * f(x) }\ng(1)", "4"},
		{"h := g\nh(1)", "4"},
		{"func f(x float64) float64 { return x + 10 }\ng(1)", "22"},
		{"[]float64{g(1), h(1)}", "[22 22]"},
		{"func f(x float64) float64 { defer func() {}(); return x - 1 }\ng(1)", "0"},
		{"func f(x float64) float64 { return x * x }\ng(3)", "18"},
		{"type T struct{ a float64; n int }\nfunc (t *T) add(x float64) { t.a += x; t.n++ }\n" +
			"func sum(n int) float64 { var t T; for i := range n { t.add(float64(i)) }; return t.a + float64(t.n) }\nsum(4)", "10"},
		{"func (t *T) add(x float64) { t.a += 2 * x }\nsum(4)", "12"},
		{"rate := 0.5\nfunc scaled(x float64) float64 { return rate * x }\nscaled(4)", "2"},
		{"rate = 2\nscaled(4)", "8"},
		{"func set(x float64) { rate = x }\nset(10)\nrate", "10"},
		{"func largest[N int | float64](xs []N) N { m := xs[0]; for _, x := range xs { m = max(m, x) }; return m }\nlargest([]int{1, 3, 2})", "3"},
		{"largest([]float64{.5, .25})", "0.5"},
		{"total := 0\nadd := func(n int) int { total += n; return total }\nfunc twice(f func(int) int, n int) int { f(n); return f(n) }\ntwice(add, 3)", "6"},
		{"total", "6"},
		{"table := [4]int{1, 2, 3, 4}\nfunc bump(i int) int { table[i] *= 10; return table[i] }\nbump(2)", "30"},
		{"table", "[1 2 30 4]"},
		{"done := make(chan float64)\nfor i := range 4 { go func() { done <- sum(1000 + i) }() }\nall := 0.0\nfor range 4 { all += <-done }\nall", "4.008008e+06"},
	} {
		r := newRecord()
		b, err := s.Eval(t.Context(), cell.Cell{Label: "cell", Source: c.source}, r)
		if err != nil {
			t.Errorf("%s\nfails: %v", c.source, err)
			continue
		}
		if got := strings.TrimSpace(plainText(b)); got != c.want {
			t.Errorf("%s\nis %s, want %s", c.source, got, c.want)
		}
	}
}
