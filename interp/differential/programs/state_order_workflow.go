package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

type Status string

const (
	Draft     Status = "draft"
	Placed    Status = "placed"
	Paid      Status = "paid"
	Shipped   Status = "shipped"
	Cancelled Status = "cancelled"
)

type Transition struct {
	From, To Status
	Guard    func(*Order) error
	After    []func(*Order)
}

type Order struct {
	ID      int      `json:"id"`
	Status  Status   `json:"status"`
	Lines   []string `json:"lines,omitempty"`
	PaidFor int      `json:"paid,omitempty"`
	History []Status `json:"history"`
}

type IllegalMove struct {
	From, To Status
	Allowed  []Status
}

func (e *IllegalMove) Error() string {
	if len(e.Allowed) == 0 {
		return fmt.Sprintf("%s is final", e.From)
	}
	return fmt.Sprintf("cannot go %s -> %s (allowed: %v)", e.From, e.To, e.Allowed)
}

var ErrGuard = errors.New("guard refused")

type Workflow []Transition

func (w Workflow) Move(o *Order, to Status) error {
	var allowed []Status
	for _, t := range w {
		if t.From != o.Status {
			continue
		}
		if t.To != to {
			allowed = append(allowed, t.To)
			continue
		}
		if t.Guard != nil {
			if err := t.Guard(o); err != nil {
				return fmt.Errorf("order %d: %w: %w", o.ID, ErrGuard, err)
			}
		}
		o.History = append(o.History, o.Status)
		o.Status = to
		for _, f := range t.After {
			f(o)
		}
		return nil
	}
	return &IllegalMove{o.Status, to, allowed}
}

var errEmpty = errors.New("no lines")

func needLines(o *Order) error {
	if len(o.Lines) == 0 {
		return errEmpty
	}
	return nil
}

func main() {
	var notes []string
	note := func(format string) func(*Order) {
		return func(o *Order) { notes = append(notes, fmt.Sprintf(format, o.ID)) }
	}
	w := Workflow{
		{From: Draft, To: Placed, Guard: needLines, After: []func(*Order){note("mail %d")}},
		{Draft, Cancelled, nil, nil},
		{From: Placed, To: Paid, After: []func(*Order){func(o *Order) { o.PaidFor = 100 * len(o.Lines) }, note("invoice %d")}},
		{From: Placed, To: Cancelled},
		{From: Paid, To: Shipped, Guard: func(o *Order) error {
			if slices.ContainsFunc(o.Lines, func(l string) bool { return strings.HasPrefix(l, "backorder") }) {
				return fmt.Errorf("%d lines on back order", 1)
			}
			return nil
		}},
	}
	orders := []*Order{{ID: 1, Status: Draft, Lines: []string{"pen", "ink"}}, {ID: 2, Status: Draft}, {ID: 3, Status: Draft, Lines: []string{"backorder lamp"}}}
	for _, o := range orders {
		for _, to := range []Status{Placed, Shipped, Paid, Shipped, Cancelled, Draft} {
			err := w.Move(o, to)
			var im *IllegalMove
			switch {
			case err == nil:
				fmt.Println(o.ID, "->", to)
			case errors.As(err, &im):
				fmt.Println(o.ID, "illegal:", im, len(im.Allowed))
			case errors.Is(err, errEmpty):
				fmt.Println(o.ID, "empty:", err, errors.Is(err, ErrGuard))
			default:
				fmt.Println(o.ID, "refused:", err)
			}
		}
	}
	for _, o := range orders {
		b, err := json.Marshal(o)
		fmt.Println(string(b), err)
	}
	fmt.Printf("%q\n%+v\n", notes, *orders[0])
}
