//go:build ignore

package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

type account struct {
	owner   string
	balance int
	limit   int
}

type overdraft struct {
	*account
	wanted int
}

func (o overdraft) Error() string {
	return fmt.Sprintf("%s cannot draw %d from %d", o.owner, o.wanted, o.balance)
}

func (o overdraft) Is(err error) bool {
	p, ok := err.(overdraft)
	return ok && (p.account == nil || p.owner == o.owner)
}

func (a *account) draw(n int) error {
	if n < 0 {
		return fmt.Errorf("draw %d: %w", n, errors.ErrUnsupported)
	}
	if a.balance-n < -a.limit {
		return overdraft{a, n}
	}
	a.balance -= n
	return nil
}

type prefixed struct {
	prefix string
	lines  *[]string
}

func (p prefixed) Write(b []byte) (int, error) {
	for _, l := range strings.Split(strings.TrimRight(string(b), "\n"), "\n") {
		*p.lines = append(*p.lines, p.prefix+l)
	}
	return len(b), nil
}

func main() {
	log.SetFlags(0)
	var buf bytes.Buffer
	var lines []string
	audit := log.New(&buf, "audit: ", log.Lmsgprefix)
	multi := log.New(prefixed{"> ", &lines}, "", log.Lshortfile&0)

	accounts := map[string]*account{
		"ann": {owner: "ann", balance: 100},
		"bob": {owner: "bob", balance: 20, limit: 50},
	}
	for _, req := range []struct {
		who string
		n   int
	}{{"ann", 60}, {"ann", 60}, {"bob", 60}, {"bob", 60}, {"cyd", 1}, {"ann", -3}} {
		a, ok := accounts[req.who]
		if !ok {
			multi.Printf("no account\nfor %s", req.who)
			continue
		}
		switch err := a.draw(req.n); {
		case err == nil:
			audit.Println(req.who, req.n)
		case errors.Is(err, overdraft{account: &account{owner: "bob"}}):
			multi.Print("bob again: ", err)
		case errors.Is(err, overdraft{}):
			multi.Print("someone: ", err)
		default:
			multi.Printf("%v (%T)", err, errors.Unwrap(err))
		}
	}
	fmt.Print(buf.String())
	for _, l := range lines {
		fmt.Println(l)
	}
	fmt.Println(*accounts["ann"], *accounts["bob"])

	func() {
		defer func() {
			fmt.Printf("log.Panicf gave %q\n", recover())
		}()
		log.SetOutput(&buf)
		log.Panicf("%d problems", 2)
	}()
	fmt.Println(strings.Count(buf.String(), "\n"), audit.Prefix(), audit.Flags() == log.Lmsgprefix)
	log.SetOutput(os.Stdout)
	log.SetPrefix("fatal: ")
	if err := accounts["ann"].draw(1000); err != nil {
		log.Fatalln(err)
	}
	fmt.Println("unreachable")
}
