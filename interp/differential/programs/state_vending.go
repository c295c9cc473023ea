package main

import (
	"errors"
	"fmt"
	"sort"
)

type Coin int

const (
	Nickel  Coin = 5
	Dime    Coin = 10
	Quarter Coin = 25
	Dollar  Coin = 100
)

func (c Coin) String() string {
	switch c {
	case Nickel, Dime, Quarter:
		return fmt.Sprintf("%d¢", int(c))
	case Dollar:
		return "$1"
	default:
		return fmt.Sprintf("slug(%d)", int(c))
	}
}

type slot struct {
	name  string
	price int
	left  int
}

type Machine struct {
	slots  map[rune]*slot
	credit int
	bank   map[Coin]int
	State  string
}

type event interface{ apply(*Machine) error }

type (
	Insert Coin
	Select rune
	Refund struct{}
	Kick   struct{ Hard bool }
)

var (
	ErrSoldOut = errors.New("sold out")
	ErrChange  = errors.New("exact change only")
)

type ShortError struct{ Need, Have int }

func (s ShortError) Error() string { return fmt.Sprintf("need %d more", s.Need-s.Have) }

func (i Insert) apply(m *Machine) error {
	c := Coin(i)
	if c.String()[0] == 's' {
		return fmt.Errorf("rejected %v", c)
	}
	m.bank[c]++
	m.credit += int(c)
	m.State = "paying"
	return nil
}

func (m *Machine) change(amount int) (out []Coin, err error) {
	coins := []Coin{}
	for c := range m.bank {
		coins = append(coins, c)
	}
	sort.Slice(coins, func(i, j int) bool { return coins[i] > coins[j] })
	for _, c := range coins {
		for amount >= int(c) && m.bank[c] > 0 {
			amount -= int(c)
			m.bank[c]--
			out = append(out, c)
		}
	}
	if amount > 0 {
		for _, c := range out {
			m.bank[c]++
		}
		return nil, ErrChange
	}
	return out, nil
}

func (s Select) apply(m *Machine) error {
	sl, ok := m.slots[rune(s)]
	switch {
	case !ok:
		return fmt.Errorf("no slot %q", rune(s))
	case sl.left == 0:
		return fmt.Errorf("%s: %w", sl.name, ErrSoldOut)
	case m.credit < sl.price:
		return ShortError{sl.price, m.credit}
	}
	back, err := m.change(m.credit - sl.price)
	if err != nil {
		return err
	}
	sl.left--
	m.credit = 0
	m.State = "idle"
	fmt.Printf("    vend %s, change %v\n", sl.name, back)
	return nil
}

func (Refund) apply(m *Machine) error {
	back, err := m.change(m.credit)
	fmt.Println("    refund", back)
	m.credit, m.State = 0, "idle"
	return err
}

func (k *Kick) apply(m *Machine) error {
	if k.Hard {
		panic("tilt")
	}
	return nil
}

func (m *Machine) Do(e event) (err error) {
	defer func() {
		if r := recover(); r != nil {
			m.State = "broken"
			err = fmt.Errorf("machine: %v", r)
		}
	}()
	return e.apply(m)
}

func main() {
	m := &Machine{slots: map[rune]*slot{'A': {"crisps", 65, 1}, 'B': {"gum", 15, 5}}, bank: map[Coin]int{}, State: "idle"}
	for _, e := range []event{
		Select('B'), Insert(Dollar), Select('B'), Insert(Dime), Refund{}, Insert(3), Insert(Quarter), Insert(Quarter), Insert(Quarter), Select('A'),
		Insert(Quarter), Select('Z'), Select('A'), Insert(Nickel), Insert(Dime), Select('B'), &Kick{}, &Kick{true},
	} {
		err := m.Do(e)
		fmt.Printf("%T(%v) %s %d err=%v\n", e, e, m.State, m.credit, err)
		var short ShortError
		if errors.As(err, &short) {
			fmt.Printf("    %+v\n", short)
		}
		if errors.Is(err, ErrSoldOut) || err == ErrChange {
			fmt.Println("    sorry")
		}
	}
	fmt.Println(m.bank, *m.slots['A'], m.slots['B'].left)
}
