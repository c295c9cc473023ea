//go:build ignore

package main

import (
	"errors"
	"fmt"
	"net"
	"net/rpc"
	"os"
)

type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s$%d.%02d", sign, int64(m)/100, int64(m)%100)
}

type TransferArgs struct {
	From, To string
	Amount   Money
}

type Receipt struct {
	Seq  int
	From Money
	To   Money
}

type Bank struct {
	accounts map[string]Money
	seq      int
}

func (b *Bank) Balance(name string, out *Money) error {
	m, ok := b.accounts[name]
	if !ok {
		return fmt.Errorf("no account %q", name)
	}
	*out = m
	return nil
}

func (b *Bank) Transfer(a TransferArgs, r *Receipt) error {
	if a.Amount <= 0 {
		return errors.New("amount must be positive")
	}
	for _, n := range [...]string{a.From, a.To} {
		var m Money
		if err := b.Balance(n, &m); err != nil {
			return fmt.Errorf("transfer: %w", err)
		}
	}
	if have := b.accounts[a.From]; have < a.Amount {
		return fmt.Errorf("%s has %v, needs %v", a.From, have, a.Amount)
	}
	b.accounts[a.From] -= a.Amount
	b.accounts[a.To] += a.Amount
	b.seq++
	*r = Receipt{b.seq, b.accounts[a.From], b.accounts[a.To]}
	return nil
}

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return v
}

func main() {
	srv := rpc.NewServer()
	if err := srv.Register(&Bank{accounts: map[string]Money{"ann": 10000, "bob": 2550}}); err != nil {
		panic(err)
	}
	ln := must(net.Listen("tcp", "127.0.0.1:0"))
	defer ln.Close()
	go srv.Accept(ln)

	client := must(rpc.Dial("tcp", ln.Addr().String()))
	defer client.Close()
	for _, t := range []TransferArgs{
		{"ann", "bob", 1999},
		{"bob", "ann", 100000},
		{"bob", "cyd", 1},
		{"ann", "bob", -5},
		{From: "bob", To: "ann", Amount: 4549},
	} {
		var r Receipt
		err := client.Call("Bank.Transfer", t, &r)
		switch e := err.(type) {
		case nil:
			fmt.Printf("%+v -> %+v\n", t, r)
		case rpc.ServerError:
			fmt.Printf("%v -> server says %q\n", t, string(e))
		default:
			fmt.Printf("unexpected %T\n", e)
		}
	}
	var m Money
	call := <-client.Go("Bank.Balance", "bob", &m, nil).Done
	fmt.Println(call.ServiceMethod, call.Args, call.Error, m)
	fmt.Println(client.Call("Bank.Close", 1, nil))
	fmt.Println(Money(-5), Money(123456))
}
