package main

import (
	"strings"
	"testing"
)

func TestChangeIsOneWhereQuartilesDoNotOverlap(t *testing.T) {
	ratio := func(low, mid, high float64) Row { return Row{Low: low, Ratio: mid, High: high} }
	missing := Row{Missing: "no such thing"}
	for _, c := range []struct {
		old, now Row
		want     string
	}{
		{ratio(1, 1.1, 1.2), ratio(1.3, 1.4, 1.5), "worse"},
		{ratio(1, 1.1, 1.2), ratio(1.1, 1.4, 1.5), "same"},
		{ratio(1, 1.1, 1.2), ratio(0.7, 0.8, 0.9), "better"},
		{ratio(1, 1.1, 1.2), missing, "not run"},
		{missing, ratio(1, 1.1, 1.2), "new"},
	} {
		if got := verdict(c.old, c.now); got != c.want {
			t.Errorf("verdict(%+v, %+v) = %s, want %s", c.old, c.now, got, c.want)
		}
	}
}

func TestComparisonHasTheRowsOfBoth(t *testing.T) {
	old := Report{Rows: []Row{{Name: "kept", Low: 1, Ratio: 1, High: 1}, {Name: "dropped", Low: 2, Ratio: 2, High: 2}}}
	now := Report{Rows: []Row{{Name: "kept", Low: 3, Ratio: 3, High: 3, Limit: 2}, {Name: "added", Low: 4, Ratio: 4, High: 4}}}
	var text strings.Builder
	if err := writeComparison(&text, old, now); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(text.String(), comparisonHead)
	want := `| kept | 1 (1–1) | 3 (3–3) | 2 | no | worse |
| added | – | 4 (4–4) | – | – | new |
| dropped | 2 (2–2) | – | – | – | gone |
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
