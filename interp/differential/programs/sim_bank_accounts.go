package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sort"
	"strings"
)

type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s$%d.%02d", sign, m/100, m%100)
}

type Account interface {
	ID() string
	Balance() Money
	Deposit(Money) error
	Withdraw(Money) error
}

type basic struct {
	id      string
	balance Money
	history []Money
}

var (
	ErrFunds    = errors.New("insufficient funds")
	ErrNegative = errors.New("amount must be positive")
)

type OverLimit struct{ Limit, Asked Money }

func (o OverLimit) Error() string {
	return fmt.Sprintf("limit %v exceeded by %v", o.Limit, o.Asked-o.Limit)
}
func (o OverLimit) Is(target error) bool { return target == ErrFunds }

func (b *basic) ID() string     { return b.id }
func (b *basic) Balance() Money { return b.balance }
func (b *basic) Deposit(m Money) error {
	if m <= 0 {
		return ErrNegative
	}
	b.balance += m
	b.history = append(b.history, m)
	return nil
}
func (b *basic) Withdraw(m Money) error {
	if m > b.balance {
		return fmt.Errorf("%s has %v: %w", b.id, b.balance, ErrFunds)
	}
	b.balance -= m
	b.history = append(b.history, -m)
	return nil
}

type savings struct {
	*basic
	perCall Money
}

func (s savings) Withdraw(m Money) error {
	if m > s.perCall {
		return OverLimit{s.perCall, m}
	}
	return s.basic.Withdraw(m)
}

func (s savings) Accrue(permille int64) { s.balance += s.balance * Money(permille) / 1000 }

func transfer(from, to Account, m Money) (err error) {
	if err = from.Withdraw(m); err != nil {
		return fmt.Errorf("transfer %s->%s: %w", from.ID(), to.ID(), err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, from.Deposit(m))
		}
	}()
	return to.Deposit(m)
}

func main() {
	lg := log.New(os.Stdout, "bank: ", 0)
	a := &basic{id: "alice"}
	b := savings{&basic{id: "bella", balance: 50000}, 20000}
	bank := map[string]Account{a.ID(): a, b.ID(): b}
	lg.Println("open", len(bank))
	for _, step := range []func() error{
		func() error { return transfer(a, b, 100) },
		func() error { return transfer(b, a, 12345) },
		func() error { return transfer(b, a, 20001) },
		func() error { return a.Deposit(-5) },
		func() error { return transfer(a, b, 345) },
		func() error { return transfer(a, b, 0) },
	} {
		err := step()
		var ol OverLimit
		lg.Printf("err=%v funds=%t negative=%t over=%t", err, errors.Is(err, ErrFunds), errors.Is(err, ErrNegative), errors.As(err, &ol))
	}
	var ids []string
	for id, acc := range bank {
		if x, ok := acc.(interface{ Accrue(int64) }); ok {
			x.Accrue(25)
		}
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		fmt.Printf("%-6s %10v\n", strings.ToUpper(id), bank[id].Balance())
	}
	fmt.Println(a.history, b.history, Money(-7))
	fmt.Printf("%d %v %T\n", a.balance, *a, bank["bella"])
}
