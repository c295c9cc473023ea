package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"sync"
	"time"
)

type Cents int64

func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, int64(c)/100, c%100)
}
func (c Cents) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

type Kind uint8

const (
	Deposit Kind = iota + 1
	Withdraw
	Transfer
)

var kindNames = [...]string{Deposit: "deposit", Withdraw: "withdraw", Transfer: "transfer"}

func (k Kind) String() string {
	if int(k) < len(kindNames) && k > 0 {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

type Account struct {
	sync.Mutex `json:"-"`
	ID         int
	Owner      string
	Balance    Cents
	History    []Entry `json:"history,omitempty"`
}
type Entry struct {
	Kind   Kind
	Amount Cents
	At     time.Time
	Peer   *int `json:",omitempty"`
}
type Bank struct {
	accounts map[int]*Account
	now      func() time.Time
}

var ErrFunds = errors.New("insufficient funds")

func (b *Bank) Open(owner string, c Cents) *Account {
	a := &Account{ID: len(b.accounts) + 1, Owner: owner, Balance: c}
	b.accounts[a.ID] = a
	return a
}
func (b *Bank) Transfer(from, to int, amt Cents) error {
	f, t := b.accounts[from], b.accounts[to]
	if f == nil || t == nil {
		return fmt.Errorf("transfer %d->%d: %w", from, to, os.ErrNotExist)
	}
	if from < to {
		f.Lock()
		t.Lock()
	} else {
		t.Lock()
		f.Lock()
	}
	defer f.Unlock()
	defer t.Unlock()
	if f.Balance < amt {
		return fmt.Errorf("%s has %v, needs %v: %w", f.Owner, f.Balance, amt, ErrFunds)
	}
	f.Balance -= amt
	t.Balance += amt
	f.History = append(f.History, Entry{Transfer, -amt, b.now(), &t.ID})
	t.History = append(t.History, Entry{Kind: Transfer, Amount: amt, At: b.now(), Peer: &f.ID})
	return nil
}

func main() {
	clock := time.Date(2024, 2, 28, 23, 0, 0, 0, time.UTC)
	b := &Bank{accounts: map[int]*Account{}, now: func() time.Time { clock = clock.Add(30 * time.Minute); return clock }}
	for i, n := range []string{"ann", "bob", "cy"} {
		b.Open(n, Cents(i+1)*10000)
	}
	fmt.Println(b.Transfer(1, 2, 2550), b.Transfer(3, 1, 99), b.Transfer(1, 9, 1))
	if err := b.Transfer(1, 2, 1_000_000); errors.Is(err, ErrFunds) {
		fmt.Println("refused:", err)
	}
	js, err := json.MarshalIndent(b.accounts, "", " ")
	fmt.Println(string(js), err)
	r := rand.New(rand.NewSource(7))
	var wg sync.WaitGroup
	for i := range 8 {
		seed := r.Int63()
		wg.Go(func() {
			r := rand.New(rand.NewSource(seed + int64(i)))
			for range 100 {
				x, y := r.Intn(3)+1, r.Intn(3)+1
				if x != y {
					a, c := b.accounts[x], b.accounts[y]
					if x > y {
						a, c = c, a
					}
					a.Lock()
					c.Lock()
					a.Balance -= 5
					c.Balance += 5
					c.Unlock()
					a.Unlock()
				}
			}
		})
	}
	wg.Wait()
	var sum Cents
	for _, a := range b.accounts {
		sum += a.Balance
	}
	fmt.Println(sum, Kind(7), Deposit, []Kind{1, 2, 3}, map[Kind]Cents{Withdraw: -5, Deposit: 123456})
	fmt.Printf("%d %v %x %T %#v\n", Transfer, Transfer, Withdraw, Deposit, Cents(-7))
}
