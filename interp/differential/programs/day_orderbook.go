package main

import (
	"container/heap"
	"errors"
	"fmt"
	"strings"
)

type Side bool

const (
	Buy  Side = true
	Sell Side = false
)

func (s Side) String() string {
	if s {
		return "BUY"
	}
	return "SELL"
}
func (s Side) Opp() Side { return !s }

type Price int64

func (p Price) Format(s fmt.State, v rune) {
	switch v {
	case 'v', 's':
		if s.Flag('+') {
			fmt.Fprintf(s, "%+.2f", float64(p)/100)
		} else {
			fmt.Fprintf(s, "%.2f", float64(p)/100)
		}
	default:
		fmt.Fprintf(s, "%%!%c(Price=%d)", v, int64(p))
	}
}

type Order struct {
	ID    int
	Side  Side
	Price Price
	Qty   uint32
	seq   int
}
type book struct {
	orders []*Order
	less   func(a, b *Order) bool
}

func (b book) Len() int           { return len(b.orders) }
func (b book) Less(i, j int) bool { return b.less(b.orders[i], b.orders[j]) }
func (b book) Swap(i, j int)      { b.orders[i], b.orders[j] = b.orders[j], b.orders[i] }
func (b *book) Push(x any)        { b.orders = append(b.orders, x.(*Order)) }
func (b *book) Pop() any {
	n := len(b.orders)
	o := b.orders[n-1]
	b.orders = b.orders[:n-1]
	return o
}
func (b *book) Peek() *Order {
	if b.Len() == 0 {
		return nil
	}
	return b.orders[0]
}

type Trade struct {
	Maker, Taker int
	Price
	Qty uint32
}
type Listener interface{ OnTrade(Trade) }
type ListenerFunc func(Trade)

func (f ListenerFunc) OnTrade(t Trade) { f(t) }

type Volume struct{ total map[Price]uint32 }

func (v *Volume) OnTrade(t Trade) { v.total[t.Price] += t.Qty }

type Exchange struct {
	books     map[Side]*book
	seq       int
	listeners []Listener
	pos       map[int]int64
}

func NewExchange(ls ...Listener) *Exchange {
	e := &Exchange{listeners: ls, pos: map[int]int64{}}
	e.books = map[Side]*book{
		Buy:  {less: func(a, b *Order) bool { return a.Price > b.Price || a.Price == b.Price && a.seq < b.seq }},
		Sell: {less: func(a, b *Order) bool { return a.Price < b.Price || a.Price == b.Price && a.seq < b.seq }},
	}
	return e
}

var ErrQty = errors.New("zero quantity")

func (e *Exchange) Submit(o Order) (ts []Trade, err error) {
	if o.Qty == 0 {
		return nil, fmt.Errorf("order %d: %w", o.ID, ErrQty)
	}
	e.seq++
	o.seq = e.seq
	opp := e.books[o.Side.Opp()]
	for o.Qty > 0 {
		best := opp.Peek()
		if best == nil || o.Side == Buy && best.Price > o.Price || o.Side == Sell && best.Price < o.Price {
			break
		}
		q := min(o.Qty, best.Qty)
		t := Trade{best.ID, o.ID, best.Price, q}
		ts = append(ts, t)
		for _, l := range e.listeners {
			l.OnTrade(t)
		}
		o.Qty -= q
		if best.Qty -= q; best.Qty == 0 {
			heap.Pop(opp)
		}
	}
	if o.Qty > 0 {
		heap.Push(e.books[o.Side], &o)
	}
	return
}
func (e Exchange) String() string {
	var sb strings.Builder
	for _, s := range [...]Side{Buy, Sell} {
		fmt.Fprintf(&sb, "%v:", s)
		b := *e.books[s]
		b.orders = append([]*Order(nil), b.orders...)
		for b.Len() > 0 {
			o := heap.Pop(&b).(*Order)
			fmt.Fprintf(&sb, " %d@%v", o.Qty, o.Price)
		}
		sb.WriteString("; ")
	}
	return sb.String()
}

func main() {
	v := &Volume{map[Price]uint32{}}
	n := 0
	ex := NewExchange(v, ListenerFunc(func(t Trade) { n++ }))
	for i, s := range []string{"B 100 10", "B 101 5", "S 103 7", "S 101 8", "B 105 9", "S 90 100", "B 1 0"} {
		var c rune
		o := Order{ID: i + 1}
		if _, err := fmt.Sscanf(s, "%c %d %d", &c, &o.Price, &o.Qty); err != nil {
			fmt.Println("scan", err)
		}
		o.Side = c == 'B'
		ts, err := ex.Submit(o)
		fmt.Printf("%v %+v %v | %v\n", o, ts, err, ex)
	}
	fmt.Println(n, v.total, ex.books[Buy].Peek(), *ex.books[Sell].Peek())
	fmt.Printf("%v %+v %s %d %x\n", Price(150), Price(150), Price(-5), Price(7), []Price{1})
	fmt.Printf("%v %+v %t %v\n", Buy, Sell, Buy, Trade{1, 2, 3, 4})
	fmt.Printf("%#v %T\n", Trade{1, 2, 3, 4}.Qty, Trade{}.Price)
}
