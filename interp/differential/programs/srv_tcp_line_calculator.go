//go:build ignore

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

type op func(a, b int) (int, error)

var errDivZero = errors.New("division by zero")

var ops = map[string]op{
	"+": func(a, b int) (int, error) { return a + b, nil },
	"-": func(a, b int) (int, error) { return a - b, nil },
	"*": func(a, b int) (int, error) { return a * b, nil },
	"/": func(a, b int) (r int, err error) {
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("%w (%v)", errDivZero, x)
			}
		}()
		return a / b, nil
	},
}

type session struct {
	conn  net.Conn
	stack []int
}

func (s *session) push(v int) { s.stack = append(s.stack, v) }

func (s *session) pop() (v int, ok bool) {
	if n := len(s.stack); n > 0 {
		v, s.stack = s.stack[n-1], s.stack[:n-1]
		return v, true
	}
	return 0, false
}

func (s *session) eval(line string) (string, error) {
	for _, tok := range strings.Fields(line) {
		if n, err := strconv.Atoi(tok); err == nil {
			s.push(n)
			continue
		}
		f, ok := ops[tok]
		if !ok {
			return "", fmt.Errorf("unknown token %q", tok)
		}
		b, ok1 := s.pop()
		a, ok2 := s.pop()
		if !ok1 || !ok2 {
			return "", errors.New("stack underflow")
		}
		v, err := f(a, b)
		if err != nil {
			return "", err
		}
		s.push(v)
	}
	return fmt.Sprint(s.stack), nil
}

func (s *session) serve() {
	defer s.conn.Close()
	sc := bufio.NewScanner(s.conn)
	for sc.Scan() {
		if sc.Text() == "bye" {
			fmt.Fprintln(s.conn, "goodbye")
			return
		}
		if out, err := s.eval(sc.Text()); err != nil {
			s.stack = nil
			fmt.Fprintf(s.conn, "ERR %v\n", err)
		} else {
			fmt.Fprintf(s.conn, "OK %s\n", out)
		}
	}
}

func main() {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			c, err := ln.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			wg.Add(1)
			go func() {
				defer wg.Done()
				(&session{conn: c}).serve()
			}()
		}
	}()
	for client := 1; client <= 2; client++ {
		c, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			panic(err)
		}
		r := bufio.NewReader(c)
		for _, line := range []string{"1 2 +", fmt.Sprint(client*10, " *"), "4 0 /", "+", "7 x", "2 3 4 * -", "bye"} {
			fmt.Fprintln(c, line)
			reply, err := r.ReadString('\n')
			fmt.Printf("client %d: %-10q -> %q %v\n", client, line, strings.TrimSpace(reply), err)
		}
		_, err = r.ReadByte()
		fmt.Println("after bye:", err == io.EOF)
		c.Close()
	}
	ln.Close()
	wg.Wait()
	fmt.Println("server stopped")
}
