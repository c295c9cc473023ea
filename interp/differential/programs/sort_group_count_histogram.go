//go:build ignore

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
)

type Count[K cmp.Ordered] struct {
	Key K
	N   int
}

func (c Count[K]) String() string { return fmt.Sprintf("%v×%d", c.Key, c.N) }

type Counter[K cmp.Ordered] struct {
	m     map[K]int
	total int
}

func CountAll[K cmp.Ordered](keys ...K) *Counter[K] {
	c := &Counter[K]{m: map[K]int{}}
	for _, k := range keys {
		c.m[k]++
		c.total++
	}
	return c
}

func (c *Counter[K]) Top(n int) []Count[K] {
	out := make([]Count[K], 0, len(c.m))
	for k, v := range c.m {
		out = append(out, Count[K]{k, v})
	}
	slices.SortFunc(out, func(a, b Count[K]) int {
		return cmp.Or(-cmp.Compare(a.N, b.N), cmp.Compare(a.Key, b.Key))
	})
	if n >= 0 && n < len(out) {
		out = out[:n]
	}
	return out
}

func GroupBy[T any, K comparable](vs []T, key func(T) K) map[K][]T {
	m := make(map[K][]T)
	for _, v := range vs {
		k := key(v)
		m[k] = append(m[k], v)
	}
	return m
}

type signature [26]uint8

func sign(w string) (s signature) {
	for _, r := range strings.ToLower(w) {
		if r >= 'a' && r <= 'z' {
			s[r-'a']++
		}
	}
	return
}

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	text := `Listen, silent night: the inlet was enlisted. "Google" the elbow below;
		a state of taste, night and thing, below the elbow.`
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	c := CountAll(words...)
	fmt.Println(c.total, len(c.m), c.Top(4))
	fmt.Println(CountAll([]rune("mississippi")...).Top(-1))
	fmt.Println(CountAll(1.5, 2, 1.5, -1).Top(2))
	fmt.Println(CountAll[int]().Top(3))

	groups := GroupBy(slices.Compact(slices.Sorted(slices.Values(words))), sign)
	var anagrams [][]string
	for _, g := range groups {
		if len(g) > 1 {
			anagrams = append(anagrams, g)
		}
	}
	slices.SortFunc(anagrams, slices.Compare[[]string])
	fmt.Println(anagrams)

	type key struct {
		vowel bool
		n     int
	}
	byKey := GroupBy(words, func(w string) key { return key{strings.ContainsRune("aeiou", rune(w[0])), len(w)} })
	keys := slices.SortedFunc(maps.Keys(byKey), func(a, b key) int {
		if a.vowel != b.vowel {
			if a.vowel {
				return -1
			}
			return 1
		}
		return a.n - b.n
	})
	for _, k := range keys {
		fmt.Printf("%+v %s\n", k, strings.Join(byKey[k], " "))
	}
	uniq := slices.Collect(maps.Keys(c.m))
	sort.Strings(uniq)
	sort.Stable(byLen(uniq))
	fmt.Println(uniq)
	hist := map[int]int{}
	for w := range maps.Keys(c.m) {
		hist[len(w)]++
	}
	for _, n := range slices.Sorted(maps.Keys(hist)) {
		fmt.Printf("%2d %-8s %d\n", n, strings.Repeat("#", hist[n]), hist[n])
	}
	idx := make([]int, len(words))
	for i := range idx {
		idx[i] = i
	}
	sort.Slice(idx, func(a, b int) bool {
		x, y := words[idx[a]], words[idx[b]]
		return x < y || x == y && idx[a] > idx[b]
	})
	fmt.Println(idx[:6], slices.Max(idx), sort.SearchInts([]int{1, 3, 5}, 4), sort.SearchStrings(uniq[:0], "x"))
}
