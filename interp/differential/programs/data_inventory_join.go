package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

type SKU struct {
	Family byte
	Num    uint16
}

func (s SKU) String() string { return fmt.Sprintf("%c-%04d", s.Family, s.Num) }

type Product struct {
	SKU
	Name string
	Tags []string
}

type Stock struct {
	SKU SKU
	Bin string
	Qty int
}

type Joined struct {
	Left  *Product
	Right *Stock
}

type joinKind int

const (
	inner joinKind = iota
	left
	outer
)

func (k joinKind) String() string { return [...]string{"inner", "left", "outer"}[k] }

func join(ps []Product, ss []Stock, kind joinKind) iter.Seq[Joined] {
	return func(yield func(Joined) bool) {
		index := make(map[SKU][]*Stock)
		for i := range ss {
			index[ss[i].SKU] = append(index[ss[i].SKU], &ss[i])
		}
		used := map[SKU]bool{}
		for i := range ps {
			p := &ps[i]
			matches, ok := index[p.SKU]
			used[p.SKU] = true
			if !ok && kind != inner {
				if !yield(Joined{Left: p}) {
					return
				}
			}
			for _, m := range matches {
				if !yield(Joined{p, m}) {
					return
				}
			}
		}
		if kind != outer {
			return
		}
		for i := range ss {
			if !used[ss[i].SKU] && !yield(Joined{Right: &ss[i]}) {
				return
			}
		}
	}
}

func (j Joined) String() string {
	name, where := "?", "nowhere"
	if j.Left != nil {
		name = j.Left.Name
	}
	if j.Right != nil {
		where = fmt.Sprintf("%s x%d", j.Right.Bin, j.Right.Qty)
	}
	return name + " @ " + where
}

func main() {
	products := []Product{
		{SKU{'A', 7}, "anvil", []string{"heavy"}},
		{SKU{'B', 12}, "brush", nil},
		{SKU{'C', 9}, "clamp", []string{"tool", "metal"}},
	}
	stock := []Stock{{SKU{'A', 7}, "r1", 3}, {SKU{'C', 9}, "r2", 10}, {SKU{'A', 7}, "r9", 1}, {SKU{'Z', 1}, "r0", 99}}
	for _, k := range []joinKind{inner, left, outer} {
		fmt.Println("--", k)
		n := 0
		for j := range join(products, stock, k) {
			n++
			fmt.Println(n, j)
		}
	}
	for j := range join(products, stock, outer) {
		if j.Right == nil {
			fmt.Println("first missing:", j.Left.SKU, j.Left.Tags == nil, len(j.Left.Tags))
			break
		}
	}
	all := slices.Collect(join(products, stock, inner))
	total := 0
	for _, j := range all {
		j.Right.Qty -= 1
		total += j.Right.Qty
	}
	fmt.Println(total, stock[0].Qty, stock[1].Qty, stock[2].Qty)
	fmt.Println(strings.ToUpper(products[2].String()), products[2].Family, products[2].Num)
	fmt.Printf("%v %+v\n", stock[3], products[2])
}
