//go:build ignore

package main

import (
	"fmt"
	"strings"
)

type (
	deposit  struct{ amount int }
	withdraw struct {
		amount int
		reply  chan<- error
	}
	query struct {
		reply chan int
	}
	history struct{ reply chan []string }
	stop    struct{}
	message interface{ isMessage() }
)

func (deposit) isMessage()  {}
func (withdraw) isMessage() {}
func (query) isMessage()    {}
func (history) isMessage()  {}
func (*stop) isMessage()    {}

type insufficient struct{ have, want int }

func (e insufficient) Error() string {
	return fmt.Sprintf("insufficient funds: have %d, want %d", e.have, e.want)
}

type account struct {
	inbox chan message
	done  chan struct{}
}

func newAccount(opening int) account {
	a := account{make(chan message), make(chan struct{})}
	go a.loop(opening)
	return a
}

func (a account) loop(balance int) {
	defer close(a.done)
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
loop:
	for msg := range a.inbox {
		switch m := msg.(type) {
		case deposit:
			balance += m.amount
			note("+%d", m.amount)
		case withdraw:
			if m.amount > balance {
				note("!%d", m.amount)
				m.reply <- insufficient{balance, m.amount}
				continue loop
			}
			balance -= m.amount
			note("-%d", m.amount)
			m.reply <- nil
		case query:
			m.reply <- balance
		case history:
			m.reply <- append([]string(nil), log...)
		case *stop:
			break loop
		}
	}
}

func (a account) Balance() int {
	q := query{make(chan int)}
	a.inbox <- q
	return <-q.reply
}

func (a account) Withdraw(n int) error {
	ch := make(chan error)
	a.inbox <- withdraw{n, ch}
	return <-ch
}

func transfer(from, to account, n int) error {
	if err := from.Withdraw(n); err != nil {
		return fmt.Errorf("transfer of %d: %w", n, err)
	}
	to.inbox <- deposit{n}
	return nil
}

func main() {
	a, b := newAccount(100), newAccount(0)
	finished := make(chan struct{})
	for i := 1; i <= 10; i++ {
		go func(n int) {
			a.inbox <- deposit{n}
			finished <- struct{}{}
		}(i)
	}
	for i := 0; i < 10; i++ {
		<-finished
	}
	fmt.Println("after deposits", a.Balance())
	for _, n := range []int{50, 200, 105, 1} {
		err := transfer(a, b, n)
		fmt.Printf("%v | a=%d b=%d\n", err, a.Balance(), b.Balance())
		if e, ok := err.(interface{ Unwrap() error }); ok {
			fmt.Printf("  %#v\n", e.Unwrap())
		}
	}
	h := history{make(chan []string)}
	b.inbox <- h
	fmt.Println(strings.Join(<-h.reply, " "))
	for _, acc := range []account{a, b} {
		acc.inbox <- &stop{}
		<-acc.done
	}
	select {
	case a.inbox <- deposit{1}:
		fmt.Println("impossible")
	case _, open := <-a.done:
		fmt.Println("closed, open =", open)
	}
}
