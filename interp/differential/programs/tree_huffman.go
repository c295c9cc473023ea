package main

import (
	"container/heap"
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Node interface{ Weight() int }

type Leaf struct {
	Sym rune
	N   int
}

type Branch struct {
	L, R Node
	sum  int
}

func (l Leaf) Weight() int    { return l.N }
func (b *Branch) Weight() int { return b.sum }

type item struct {
	Node
	order int
}

type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if wi, wj := q[i].Weight(), q[j].Weight(); wi != wj {
		return wi < wj
	}
	return q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() (x any) {
	last := len(*q) - 1
	x, *q = (*q)[last], (*q)[:last]
	return
}

func Build(text string) Node {
	freq := map[rune]int{}
	for _, r := range text {
		freq[r]++
	}
	syms := make([]rune, 0, len(freq))
	for r := range freq {
		syms = append(syms, r)
	}
	sort.Slice(syms, func(i, j int) bool { return syms[i] < syms[j] })
	q := make(queue, 0, len(syms))
	for i, r := range syms {
		q = append(q, item{Leaf{r, freq[r]}, i})
	}
	heap.Init(&q)
	for order := len(syms); q.Len() > 1; order++ {
		a, b := heap.Pop(&q).(item), heap.Pop(&q).(item)
		heap.Push(&q, item{&Branch{a.Node, b.Node, a.Weight() + b.Weight()}, order})
	}
	if len(q) == 0 {
		return nil
	}
	return q[0].Node
}

type Codes map[rune]string

func codes(n Node) Codes {
	out := Codes{}
	var rec func(Node, string)
	rec = func(n Node, path string) {
		switch v := n.(type) {
		case Leaf:
			if path == "" {
				path = "0"
			}
			out[v.Sym] = path
		case *Branch:
			rec(v.L, path+"0")
			rec(v.R, path+"1")
		}
	}
	rec(n, "")
	return out
}

var errTruncated = errors.New("truncated bit string")

func decode(n Node, bits string) (string, error) {
	var sb strings.Builder
	if l, ok := n.(Leaf); ok {
		return strings.Repeat(string(l.Sym), len(bits)), nil
	}
	cur := n
	for i := range bits {
		b, ok := cur.(*Branch)
		if !ok {
			return sb.String(), fmt.Errorf("bit %d: unexpected %T", i, cur)
		}
		if cur = b.L; bits[i] == '1' {
			cur = b.R
		}
		if leaf, ok := cur.(Leaf); ok {
			sb.WriteRune(leaf.Sym)
			cur = n
		}
	}
	if cur != n {
		return sb.String(), errTruncated
	}
	return sb.String(), nil
}

func main() {
	for _, text := range []string{"abracadabra", "zzzz", "", "größer größte", "the rain in spain stays mainly"} {
		root := Build(text)
		cs := codes(root)
		var bits strings.Builder
		for _, r := range text {
			bits.WriteString(cs[r])
		}
		back, err := decode(root, bits.String())
		fmt.Printf("%q syms=%d bits=%d of %d ok=%t err=%v\n", text, len(cs), bits.Len(), 8*len(text), back == text, err)
	}
	for sym, code := range codes(Build("\u00e9")) {
		fmt.Printf("single %q %s %U\n", sym, code, sym)
	}
	_, err := decode(&Branch{}, "01")
	fmt.Println(err)
	root := Build("abracadabra")
	cs := codes(root)
	keys := []string{}
	for r, c := range cs {
		keys = append(keys, fmt.Sprintf("%s=%c", c, r))
	}
	sort.Slice(keys, func(i, j int) bool {
		return len(keys[i]) < len(keys[j]) || len(keys[i]) == len(keys[j]) && keys[i] < keys[j]
	})
	fmt.Println(keys, root.Weight())
	s, err := decode(root, cs['b']+cs['r'][:1])
	fmt.Println(s, err, errors.Is(err, errTruncated))
	fmt.Printf("%v %+v %T\n", Leaf{'x', 3}, item{Leaf{'y', 1}, 2}, root)
}
