package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

type Region string

type Quarter int

const (
	Q1 Quarter = iota + 1
	Q2
	Q3
	Q4
)

func (q Quarter) String() string { return fmt.Sprintf("Q%d", int(q)) }

type Sale struct {
	Region Region
	When   Quarter
	Item   string
	Cents  int64
}

type cell struct {
	region Region
	when   Quarter
}

type Pivot map[cell]int64

func (p Pivot) Add(s Sale) { p[cell{s.Region, s.When}] += s.Cents }

func (p Pivot) Regions() []Region {
	seen := map[Region]struct{}{}
	for c := range p {
		seen[c.region] = struct{}{}
	}
	return slices.Sorted(maps.Keys(seen))
}

func money(c int64) string { return fmt.Sprintf("%d.%02d", c/100, c%100) }

func main() {
	sales := []Sale{
		{"north", Q1, "bolt", 12050}, {"south", Q1, "nut", 4075},
		{"north", Q2, "bolt", 9900}, {"east", Q3, "washer", 125},
		{"south", Q4, "bolt", 33333}, {"east", Q3, "nut", 875},
		{"north", Q1, "nut", 50}, {"south", Q2, "washer", 1},
	}
	pv := make(Pivot)
	for _, s := range sales {
		pv.Add(s)
	}
	tw := tabwriter.NewWriter(os.Stdout, 6, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "region\t")
	for q := Q1; q <= Q4; q++ {
		fmt.Fprintf(tw, "%v\t", q)
	}
	fmt.Fprintln(tw, "total\t")
	var grand int64
	for _, r := range pv.Regions() {
		fmt.Fprintf(tw, "%s\t", r)
		var sum int64
		for q := Q1; q <= Q4; q++ {
			if v, ok := pv[cell{r, q}]; ok {
				fmt.Fprint(tw, money(v), "\t")
				sum += v
			} else {
				fmt.Fprint(tw, "-\t")
			}
		}
		grand += sum
		fmt.Fprint(tw, money(sum), "\t\n")
	}
	tw.Flush()
	fmt.Println("grand", money(grand))

	byItem := map[string][]Sale{}
	for _, s := range sales {
		byItem[s.Item] = append(byItem[s.Item], s)
	}
	items := slices.Collect(maps.Keys(byItem))
	slices.SortFunc(items, func(a, b string) int {
		return cmp.Or(-cmp.Compare(len(byItem[a]), len(byItem[b])), strings.Compare(a, b))
	})
	for i, it := range items {
		best := slices.MaxFunc(byItem[it], func(a, b Sale) int { return cmp.Compare(a.Cents, b.Cents) })
		fmt.Printf("%d %-7s n=%d best=%+v\n", i, it, len(byItem[it]), best)
	}
	fmt.Println("delete east/Q3")
	delete(pv, cell{"east", Q3})
	fmt.Println(pv.Regions(), len(pv))
	fmt.Println(pv)
}
