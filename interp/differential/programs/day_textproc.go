package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"unicode"
)

const corpus = `It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness...
ÄPFEL sind gut; äpfel sind rund!`

type stats struct {
	lines, words, chars int
	freq                map[string]int
	byLen               [16][]string
	longest             *string
}

func analyze(sc *bufio.Scanner) (st stats) {
	st.freq = map[string]int{}
	for sc.Scan() {
		st.lines++
		line := sc.Text()
		st.chars += len([]rune(line))
		for _, w := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
			st.words++
			w = strings.ToLower(w)
			if st.freq[w]++; st.freq[w] == 1 {
				n := len([]rune(w))
				st.byLen[n] = append(st.byLen[n], w)
			}
			if st.longest == nil || len(*st.longest) < len(w) {
				st.longest = &w
			}
		}
	}
	return st
}

type Trie struct {
	kids map[rune]*Trie
	end  bool
}

func (t *Trie) Add(w string) {
	for _, r := range w {
		if t.kids == nil {
			t.kids = make(map[rune]*Trie)
		}
		if t.kids[r] == nil {
			t.kids[r] = new(Trie)
		}
		t = t.kids[r]
	}
	t.end = true
}
func (t *Trie) Walk(prefix []rune, f func(string)) {
	if t.end {
		f(string(prefix))
	}
	ks := make([]rune, 0, len(t.kids))
	for k := range t.kids {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	for _, k := range ks {
		t.kids[k].Walk(append(prefix, k), f)
	}
}
func lev(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	prev := make([]int, len(rb)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, ca := range ra {
		cur := append(make([]int, 0, len(prev)), i+1)
		for j, cb := range rb {
			cost := 1
			if ca == cb {
				cost = 0
			}
			cur = append(cur, min(cur[j]+1, prev[j+1]+1, prev[j]+cost))
		}
		prev = cur
	}
	return prev[len(rb)]
}
func caesar(s string, k int) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + (r-'a'+rune(k)+26)%26
		case unicode.IsUpper(r) && r < 128:
			return 'A' + (r-'A'+rune(k)+26)%26
		}
		return r
	}, s)
}
func wrap(s string, w int) (lines []string) {
	var cur strings.Builder
	for _, word := range strings.Fields(s) {
		if cur.Len() > 0 && cur.Len()+1+len(word) > w {
			lines = append(lines, cur.String())
			cur.Reset()
		}
		if cur.Len() > 0 {
			cur.WriteByte(' ')
		}
		cur.WriteString(word)
	}
	return append(lines, cur.String())
}
func entropy(s string) (h float64) {
	m := map[rune]float64{}
	for _, r := range s {
		m[r]++
	}
	ps := make([]float64, 0)
	for _, c := range m {
		ps = append(ps, c/float64(len([]rune(s))))
	}
	sort.Float64s(ps)
	for _, p := range ps {
		h -= p * math.Log2(p)
	}
	return
}
func rle(s string) string {
	var b []byte
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		b = fmt.Appendf(b, "%d%c", j-i, s[i])
		i = j
	}
	return string(b)
}

func main() {
	st := analyze(bufio.NewScanner(strings.NewReader(corpus)))
	fmt.Println(st.lines, st.words, st.chars, *st.longest, st.byLen)
	type wc struct {
		w string
		n int
	}
	top := []wc{}
	for w, n := range st.freq {
		top = append(top, wc{w, n})
	}
	sort.Slice(top, func(i, j int) bool {
		if top[i].n != top[j].n {
			return top[i].n > top[j].n
		}
		return top[i].w < top[j].w
	})
	for _, t := range top[:5] {
		fmt.Printf("%-6s|%s\n", t.w, strings.Repeat("█", t.n))
	}
	var tr Trie
	for _, w := range strings.Fields("tea ten té to i in inn") {
		tr.Add(w)
	}
	tr.Walk(nil, func(s string) { fmt.Print(s, " ") })
	fmt.Println(lev("kitten", "sitting"), lev("äpfel", "apfel"), lev("", "abc"))
	fmt.Println(caesar("Hello, Zebra", 3), caesar(caesar("Hello, Zebra", 3), -3))
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for i, l := range wrap(corpus, 30) {
		fmt.Fprintf(w, "%2d %-30s|\n", i, l)
	}
	fmt.Fprintf(w, "%.6f %s\n", entropy("mississippi"), rle("aaabccdddd"))
	fmt.Fprintf(w, "%x %X %q %U\n", "é", "é", []rune("é"), []rune("aé"))
}
