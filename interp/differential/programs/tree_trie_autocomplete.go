package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Trie struct {
	kids  map[rune]*Trie
	word  bool
	count int
}

func (t *Trie) Insert(words ...string) *Trie {
	for _, w := range words {
		n := t
		for _, r := range w {
			if n.kids == nil {
				n.kids = make(map[rune]*Trie)
			}
			next, ok := n.kids[r]
			if !ok {
				next = new(Trie)
				n.kids[r] = next
			}
			n = next
			n.count++
		}
		n.word = true
	}
	return t
}

func (t *Trie) find(prefix string) *Trie {
	for _, r := range prefix {
		if t == nil {
			break
		}
		t = t.kids[r]
	}
	return t
}

func (t *Trie) walk(prefix []rune, visit func(string) bool) bool {
	if t == nil {
		return true
	}
	if t.word && !visit(string(prefix)) {
		return false
	}
	for _, r := range slices.Sorted(maps.Keys(t.kids)) {
		if !t.kids[r].walk(append(prefix, r), visit) {
			return false
		}
	}
	return true
}

func (t *Trie) Complete(prefix string, limit int) (out []string) {
	t.find(prefix).walk([]rune(prefix), func(s string) bool {
		out = append(out, s)
		return len(out) < limit
	})
	return
}

func (t *Trie) Delete(w string) bool {
	n := t.find(w)
	if n == nil || !n.word {
		return false
	}
	n.word = false
	cur := t
	for _, r := range w {
		kid := cur.kids[r]
		if kid.count--; kid.count == 0 {
			delete(cur.kids, r)
			return true
		}
		cur = kid
	}
	return true
}

// Wild matches '?' for one rune.
func (t *Trie) Wild(pat string) (out []string) {
	type state struct {
		at   *Trie
		rest []rune
		done string
	}
	queue := []state{{t, []rune(pat), ""}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if len(s.rest) == 0 {
			if s.at.word {
				out = append(out, s.done)
			}
			continue
		}
		for r, kid := range s.at.kids {
			if s.rest[0] == '?' || s.rest[0] == r {
				queue = append(queue, state{kid, s.rest[1:], s.done + string(r)})
			}
		}
	}
	slices.Sort(out)
	return
}

func (t *Trie) nodes() int {
	n := 1
	for _, k := range t.kids {
		n += k.nodes()
	}
	return n
}

func main() {
	t := new(Trie).Insert(strings.Fields("car cart care cat dog do dove école étude 日本 日光 ca")...)
	for _, p := range []string{"ca", "do", "é", "日", "x", ""} {
		fmt.Printf("%-4q %d %q\n", p, len(t.Complete(p, 3)), t.Complete(p, 3))
	}
	fmt.Println(t.Wild("ca?"), t.Wild("?o?e"), t.Wild("??"), t.Wild("???????"))
	fmt.Println(t.nodes(), t.find("car").count, t.find("zzz") == nil)
	for _, w := range []string{"cart", "car", "ca", "nope", "dog"} {
		fmt.Printf("delete %-5s %-5t %d nodes %v\n", w, t.Delete(w), t.nodes(), t.Complete("c", 9))
	}
	var empty Trie
	fmt.Println(empty.Complete("a", 5) == nil, empty.nodes(), empty.Delete("a"))
	fmt.Printf("%+v %v\n", empty, *t.find("étude"))
}
