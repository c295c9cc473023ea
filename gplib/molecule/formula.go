package molecule

import (
	"fmt"
	"slices"
	"strings"
)

// Formula returns the molecular formula in Hill's order, with hydrogens and
// without charges: "C9H8O4".
func (m *Molecule) Formula() string {
	counts := map[string]int{}
	for _, a := range m.Atoms {
		counts[a.Element]++
		counts["H"] += a.Hydrogens
	}
	var symbols []string
	for s, count := range counts {
		if count > 0 && !(counts["C"] > 0 && (s == "C" || s == "H")) {
			symbols = append(symbols, s)
		}
	}
	slices.Sort(symbols)
	if counts["C"] > 0 {
		symbols = append([]string{"C", "H"}, symbols...)
	}
	var b strings.Builder
	for _, s := range symbols {
		switch n := counts[s]; {
		case n == 1:
			b.WriteString(s)
		case n > 1:
			fmt.Fprintf(&b, "%s%d", s, n)
		}
	}
	return b.String()
}
