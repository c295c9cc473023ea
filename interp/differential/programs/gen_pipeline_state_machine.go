//go:build ignore

package main

import (
	"fmt"
	"os"
	"strings"
)

type Machine[S, E comparable] struct {
	state S
	table map[trans[S, E]]rule[S, E]
	onAny func(from, to S, e E)
	hist  []S
}

type trans[S, E comparable] struct {
	from S
	ev   E
}

type rule[S, E comparable] struct {
	to     S
	guard  func() bool
	action func(args ...any) error
}

type BadTransition[S, E comparable] struct {
	From  S
	Event E
}

func (b BadTransition[S, E]) Error() string {
	return fmt.Sprintf("no transition from %v on %v", b.From, b.Event)
}

type RuleOpt[S, E comparable] func(*rule[S, E])

func If[S, E comparable](g func() bool) RuleOpt[S, E] { return func(r *rule[S, E]) { r.guard = g } }
func Do[S, E comparable](a func(...any) error) RuleOpt[S, E] {
	return func(r *rule[S, E]) { r.action = a }
}

func NewMachine[S, E comparable](start S) *Machine[S, E] {
	return &Machine[S, E]{state: start, table: map[trans[S, E]]rule[S, E]{}, hist: []S{start}}
}

func (m *Machine[S, E]) On(from S, ev E, to S, opts ...RuleOpt[S, E]) *Machine[S, E] {
	r := rule[S, E]{to: to}
	for _, o := range opts {
		o(&r)
	}
	m.table[trans[S, E]{from, ev}] = r
	return m
}

func (m *Machine[S, E]) Fire(ev E, args ...any) error {
	r, ok := m.table[trans[S, E]{m.state, ev}]
	if !ok || r.guard != nil && !r.guard() {
		return BadTransition[S, E]{m.state, ev}
	}
	if r.action != nil {
		if err := r.action(args...); err != nil {
			return fmt.Errorf("action %v: %w", ev, err)
		}
	}
	if m.onAny != nil {
		m.onAny(m.state, r.to, ev)
	}
	m.state = r.to
	m.hist = append(m.hist, m.state)
	return nil
}

type State int

const (
	Idle State = iota
	Paid
	Vending
	Broken
)

var stateNames = map[State]string{Idle: "idle", Paid: "paid", Vending: "vending", Broken: "broken"}

func (s State) String() string { return stateNames[s] }

type Event string

type vending struct {
	*Machine[State, Event]
	coins, stock int
}

func newVending(stock int) *vending {
	v := &vending{NewMachine[State, Event](Idle), 0, stock}
	coin := Do[State, Event](func(args ...any) error {
		for _, a := range args {
			n, ok := a.(int)
			if !ok {
				return fmt.Errorf("not a coin: %v (%T)", a, a)
			}
			v.coins += n
		}
		return nil
	})
	v.On(Idle, "coin", Paid, coin).
		On(Paid, "coin", Paid, coin).
		On(Paid, "press", Vending, If[State, Event](func() bool { return v.coins >= 3 && v.stock > 0 })).
		On(Vending, "done", Idle, Do[State, Event](func(...any) error { v.stock--; v.coins = 0; return nil })).
		On(Idle, "kick", Broken)
	return v
}

func main() {
	v := newVending(1)
	v.onAny = func(from, to State, e Event) { fmt.Printf("   %v --%s--> %v\n", from, e, to) }
	steps := []struct {
		ev   Event
		args []any
	}{{"press", nil}, {"coin", []any{1}}, {"press", nil}, {"coin", []any{1, 1}}, {"coin", []any{"button"}},
		{"press", nil}, {"done", nil}, {"coin", []any{5}}, {"press", nil}}
	for i, s := range steps {
		if err := v.Fire(s.ev, s.args...); err != nil {
			bt, ok := err.(BadTransition[State, Event])
			fmt.Println(i, "error:", err, ok, bt.From == v.state)
		}
	}
	fmt.Println(v.hist, v.coins, v.stock)

	words := NewMachine[bool, rune](false)
	var cur strings.Builder
	var out []string
	for _, r := range "ab c" {
		if r == ' ' {
			words.On(true, r, false, Do[bool, rune](func(...any) error { out = append(out, cur.String()); cur.Reset(); return nil }))
			continue
		}
		w := Do[bool, rune](func(...any) error { _, err := cur.WriteRune(r); return err })
		words.On(false, r, true, w).On(true, r, true, w)
	}
	for _, r := range "abba cab " {
		if err := words.Fire(r); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%q %v %T\n", out, words.state, words)
	if err := words.Fire('z'); err != nil {
		fmt.Printf("%v (%T)\n", err, err)
		os.Exit(3)
	}
}
