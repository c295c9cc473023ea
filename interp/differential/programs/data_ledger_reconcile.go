package main

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"sort"
	"strings"
)

type Account string

type Posting struct {
	Account Account
	Amount  *big.Rat
}

type Txn struct {
	ID       int
	Memo     string
	Postings []Posting
}

var ErrUnbalanced = errors.New("unbalanced transaction")

type AmountError struct{ Text string }

func (e AmountError) Error() string { return fmt.Sprintf("cannot read amount %q", e.Text) }

func (t Txn) Check() error {
	sum := new(big.Rat)
	for _, p := range t.Postings {
		sum.Add(sum, p.Amount)
	}
	if sum.Sign() != 0 {
		return fmt.Errorf("txn %d (%s) off by %s: %w", t.ID, t.Memo, sum.FloatString(2), ErrUnbalanced)
	}
	return nil
}

type Ledger struct {
	balances map[Account]*big.Rat
	txns     []Txn
}

func (l *Ledger) Post(memo string, pairs ...string) error {
	if len(pairs)%2 != 0 {
		panic("odd number of arguments to Post")
	}
	t := Txn{ID: len(l.txns) + 1, Memo: memo}
	for i := 0; i+1 < len(pairs); i += 2 {
		amt, ok := new(big.Rat).SetString(pairs[i+1])
		if !ok {
			return fmt.Errorf("%s: %w", memo, AmountError{pairs[i+1]})
		}
		t.Postings = append(t.Postings, Posting{Account(pairs[i]), amt})
	}
	if err := t.Check(); err != nil {
		return err
	}
	for _, p := range t.Postings {
		if _, ok := l.balances[p.Account]; !ok {
			l.balances[p.Account] = new(big.Rat)
		}
		l.balances[p.Account].Add(l.balances[p.Account], p.Amount)
	}
	l.txns = append(l.txns, t)
	return nil
}

func (l *Ledger) Report(indent string) (lines int) {
	var names []string
	for a := range l.balances {
		names = append(names, string(a))
	}
	sort.Strings(names)
	for _, n := range names {
		depth := strings.Count(n, ":")
		fmt.Printf("%s%-20s %10s\n", strings.Repeat(indent, depth), n, l.balances[Account(n)].FloatString(2))
		lines++
	}
	return
}

func main() {
	l := &Ledger{balances: map[Account]*big.Rat{}}
	steps := []struct {
		memo  string
		pairs []string
	}{
		{"opening", []string{"assets:bank", "1000.00", "equity", "-1000"}},
		{"rent", []string{"expenses:rent", "400.10", "assets:bank", "-400.10"}},
		{"typo", []string{"expenses:food", "12.x", "assets:bank", "-12"}},
		{"thirds", []string{"assets:bank:a", "1/3", "assets:bank:b", "2/3", "equity", "-1"}},
		{"lopsided", []string{"expenses:food", "10", "assets:bank", "-9.99"}},
	}
	var failures int
	for _, s := range steps {
		err := l.Post(s.memo, s.pairs...)
		var ae AmountError
		switch {
		case err == nil:
			fmt.Println("ok  ", s.memo)
		case errors.Is(err, ErrUnbalanced):
			failures++
			fmt.Println("FAIL", err)
		case errors.As(err, &ae):
			failures++
			fmt.Println("AMT ", ae.Text, "|", err)
		}
	}
	fmt.Println(l.Report("  "), "accounts", len(l.txns), "transactions")
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		_ = l.Post("odd", "a")
	}()
	fmt.Println(l.txns[2].Postings[0].Amount, l.txns[2].ID)
	if fmt.Println("failures:", failures); failures > 0 {
		os.Exit(3)
	}
}
