package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"text/tabwriter"
)

type SKU string

type Item struct {
	SKU   SKU
	Name  string
	Qty   int
	Price float64
	tags  map[string]struct{}
}

func (i Item) String() string { return fmt.Sprintf("%s<%s x%d @%.2f>", i.Name, i.SKU, i.Qty, i.Price) }
func (i *Item) Tag(ts ...string) *Item {
	if i.tags == nil {
		i.tags = make(map[string]struct{})
	}
	for _, t := range ts {
		i.tags[t] = struct{}{}
	}
	return i
}

type StockError struct {
	SKU        SKU
	Want, Have int
}

func (e *StockError) Error() string {
	return fmt.Sprintf("sku %q: want %d, have %d", e.SKU, e.Want, e.Have)
}
func (e *StockError) Is(target error) bool { return target == ErrStock }

var (
	ErrStock   = errors.New("insufficient stock")
	ErrUnknown = errors.New("unknown sku")
)

type Inventory struct {
	items map[SKU]*Item
	log   []string
	hooks []func(op string, it *Item)
}

type Option func(*Inventory)

func WithHook(f func(string, *Item)) Option {
	return func(inv *Inventory) { inv.hooks = append(inv.hooks, f) }
}
func WithItems(items ...*Item) Option {
	return func(inv *Inventory) {
		for _, it := range items {
			inv.items[it.SKU] = it
		}
	}
}
func New(opts ...Option) *Inventory {
	inv := &Inventory{items: map[SKU]*Item{}}
	for _, o := range opts {
		o(inv)
	}
	return inv
}
func (inv *Inventory) Remove(s SKU, n int) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("remove: %w", err)
		}
		inv.log = append(inv.log, fmt.Sprint("remove ", s, n, err == nil))
	}()
	it, ok := inv.items[s]
	if !ok {
		return ErrUnknown
	}
	if it.Qty < n {
		return &StockError{s, n, it.Qty}
	}
	it.Qty -= n
	for _, h := range inv.hooks {
		h("remove", it)
	}
	return
}

func main() {
	count := map[string]int{}
	inv := New(WithItems(
		(&Item{SKU: "A1", Name: "bolt", Qty: 100, Price: 0.15}).Tag("metal", "small"),
		(&Item{SKU: "B2", Name: "nut", Qty: 50, Price: 0.1}).Tag("metal"),
		&Item{SKU: "C3", Name: "plank", Qty: 3, Price: 12.5},
	), WithHook(func(op string, it *Item) { count[op+":"+string(it.SKU)]++ }))
	for _, r := range []struct {
		s SKU
		n int
	}{{"A1", 10}, {"C3", 5}, {"Z9", 1}, {"B2", 50}, {"A1", 1}} {
		if err := inv.Remove(r.s, r.n); err != nil {
			var se *StockError
			fmt.Println(err, errors.Is(err, ErrStock), errors.Is(err, ErrUnknown), errors.As(err, &se))
			if se != nil {
				fmt.Printf("  %+v short by %d\n", *se, se.Want-se.Have)
			}
		}
	}
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	keys := make([]string, 0)
	for k := range inv.items {
		keys = append(keys, string(k))
	}
	sort.Strings(keys)
	total := 0.0
	for _, k := range keys {
		it := inv.items[SKU(k)]
		v := float64(it.Qty) * it.Price
		total += v
		fmt.Fprintf(tw, "%s\t%s\t%d\t%.2f\t\n", it.SKU, it.Name, it.Qty, v)
	}
	tw.Flush()
	fmt.Println(total, strings.Join(inv.log, "; "))
	fmt.Println(count, inv.items["B2"], *inv.items["A1"], len(inv.items["A1"].tags))
	fmt.Printf("%v %+v\n", inv.items["C3"], []Item{*inv.items["C3"]})
}
