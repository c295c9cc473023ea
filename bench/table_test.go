package main

import (
	"strings"
	"testing"
)

func TestAmountsHaveThreeDigitsAndAUnit(t *testing.T) {
	for _, c := range []struct {
		x    float64
		unit string
		want string
	}{
		{0, "s", "–"}, {12.34, "s", "12.3 s"}, {1234.5, "s", "1234 s"}, {0.0123, "s", "12.3 ms"}, {12.3e-6, "s", "12.3 µs"}, {88.04, "MB", "88 MB"},
	} {
		if got := amount(c.x, c.unit); got != c.want {
			t.Errorf("amount(%v, %s) = %s, want %s", c.x, c.unit, got, c.want)
		}
	}
}

func TestLineOfTheTable(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want string
	}{
		{
			Row{Name: "a", Beside: "b", Unit: "s", Ours: 0.2, Theirs: 0.1, Ratio: 2, Low: 1.5, High: 2.25, Limit: 1.4, Others: 0.34, Values: []float64{1.0000001, 1}},
			"| a | b | 200 ms | 100 ms | 2 | 1.5–2.25 | 1.4 | no | 0.3 | 1 |\n",
		},
		{
			Row{Name: "a", Beside: "b", Unit: "s", Missing: "No module named 'b' | c", Limit: 0.5},
			`| a | b | – | – | not run: No module named 'b' \| c |  | 0.5 | – | 0.0 |  |` + "\n",
		},
		{
			Row{Name: "a", Beside: "b", Unit: "MB", Ours: 1, Theirs: 2, Ratio: 0.5, Low: 0.5, High: 0.5, Limit: 0.5, Values: []float64{1, 2}},
			"| a | b | 1 MB | 2 MB | 0.5 | 0.5–0.5 | 0.5 | yes | 0.0 | 1 / 2 |\n",
		},
	} {
		var got strings.Builder
		if err := writeRow(&got, c.row); err != nil {
			t.Fatal(err)
		}
		if got.String() != c.want {
			t.Errorf("got  %swant %s", got.String(), c.want)
		}
	}
}
