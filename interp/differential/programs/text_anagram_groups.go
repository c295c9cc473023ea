package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

const words = `listen silent enlist tinsel google elgoog cat act tac dog god
stone notes onset tones  abc  cab Bac resist sister apple papel x`

type signature [26]uint8

func sign(w string) (s signature, ok bool) {
	for _, r := range strings.ToLower(w) {
		if r < 'a' || r > 'z' {
			return signature{}, false
		}
		s[r-'a']++
	}
	return s, true
}

func (s signature) String() string {
	var sb strings.Builder
	for i, n := range s {
		if n > 0 {
			sb.WriteByte('a' + byte(i))
			if n > 1 {
				fmt.Fprint(&sb, n)
			}
		}
	}
	return sb.String()
}

func (s signature) Contains(o signature) bool {
	for i := range s {
		if s[i] < o[i] {
			return false
		}
	}
	return true
}

type group struct {
	sig   signature
	words []string
}

func permutations(s []rune, emit func(string) bool) bool {
	if len(s) == 0 {
		return emit("")
	}
	seen := map[rune]bool{}
	for i, r := range s {
		if seen[r] {
			continue
		}
		seen[r] = true
		rest := append(append([]rune{}, s[:i]...), s[i+1:]...)
		if !permutations(rest, func(t string) bool { return emit(string(r) + t) }) {
			return false
		}
	}
	return true
}

func main() {
	sc := bufio.NewScanner(strings.NewReader(words))
	sc.Split(bufio.ScanWords)
	byKey := map[signature]*group{}
	total := 0
	for sc.Scan() {
		w := sc.Text()
		sig, ok := sign(w)
		if !ok {
			continue
		}
		total++
		g, ok := byKey[sig]
		if !ok {
			g = &group{sig: sig}
			byKey[sig] = g
		}
		g.words = append(g.words, w)
	}
	groups := make([]*group, 0, len(byKey))
	for _, g := range byKey {
		sort.Strings(g.words)
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(len(b.words), len(a.words)), cmp.Compare(a.words[0], b.words[0]))
	})
	for i, g := range groups {
		fmt.Printf("%2d %-8v %d %v\n", i, g.sig, len(g.words), g.words)
	}
	fmt.Println(total, len(groups), cap(groups) >= len(groups))
	rack, _ := sign("tinslegod")
	var can []string
	for _, g := range groups {
		if rack.Contains(g.sig) {
			can = append(can, g.words...)
		}
	}
	fmt.Println(len(can), can)
	n := 0
	permutations([]rune("aabc"), func(s string) bool {
		n++
		fmt.Print(s, " ")
		return s < "b"
	})
	fmt.Println(n)
	a, okA := sign("Dusty")
	b, okB := sign("study")
	c, okC := sign("it's")
	fmt.Println(a == b, okA, okB, c == signature{}, okC)
	fmt.Printf("%v|%s|%v\n", a, c, []signature{a, b, c}[1:])
}
