package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"sync"
)

type session struct {
	net.Conn
	vars map[string]string
}

type reply struct {
	code int
	text string
}

func (r reply) WriteTo(w io.Writer) (int64, error) {
	n, err := fmt.Fprintf(w, "%03d %s\r\n", r.code, r.text)
	return int64(n), err
}

var verbs = map[string]func(s *session, args []string) reply{
	"SET": func(s *session, a []string) reply {
		if len(a) < 2 {
			return reply{400, "usage: SET key value"}
		}
		s.vars[a[0]] = strings.Join(a[1:], " ")
		return reply{200, "ok"}
	},
	"GET": func(s *session, a []string) reply {
		if v, ok := s.vars[strings.Join(a, "")]; ok {
			return reply{200, v}
		}
		return reply{404, "not found"}
	},
	"LEN": func(s *session, _ []string) reply { return reply{200, fmt.Sprint(len(s.vars))} },
}

func (s *session) serve(total *int, mu *sync.Mutex) {
	defer s.Close()
	reply{220, "ready"}.WriteTo(s)
	sc := bufio.NewScanner(s)
	for sc.Scan() {
		f := strings.Fields(sc.Text())
		if len(f) == 0 {
			continue
		}
		mu.Lock()
		*total++
		mu.Unlock()
		verb := strings.ToUpper(f[0])
		if verb == "QUIT" {
			reply{221, "bye"}.WriteTo(s)
			return
		}
		h, ok := verbs[verb]
		if !ok {
			reply{500, fmt.Sprintf("unknown %q", f[0])}.WriteTo(s)
			continue
		}
		h(s, f[1:]).WriteTo(s)
	}
}

func main() {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		total int
	)
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			wg.Add(1)
			go func() {
				defer wg.Done()
				(&session{c, map[string]string{}}).serve(&total, &mu)
			}()
		}
	}()
	for client := range 3 {
		c, err := textproto.Dial("tcp", ln.Addr().String())
		if err != nil {
			panic(err)
		}
		_, hello, err := c.ReadCodeLine(220)
		fmt.Println("client", client, hello, err)
		for _, line := range []string{"SET name ann of the hill", "get name", "GET missing", "set x", "len", "dance", "QUIT"}[client:] {
			c.PrintfLine("%s", line)
			code, msg, err := c.ReadCodeLine(2)
			fmt.Printf("  %-26s %d %s (%v)\n", line, code, msg, err)
		}
		c.Close()
	}
	ln.Close()
	wg.Wait()
	fmt.Println("commands:", total)

	a, b := net.Pipe()
	go func() {
		defer b.Close()
		io.Copy(b, strings.NewReader("through a pipe\n"))
	}()
	line, err := bufio.NewReader(a).ReadString('\n')
	fmt.Printf("%q %v %s\n", line, err, a.LocalAddr().Network())
	host, port, err := net.SplitHostPort("[::1]:8080")
	fmt.Println(host, port, err, net.JoinHostPort("::1", "80"), net.ParseIP("10.1.2.300") == nil)
	_, cidr, _ := net.ParseCIDR("192.168.5.77/20")
	fmt.Println(cidr, cidr.Contains(net.IPv4(192, 168, 15, 1)), cidr.Contains(net.ParseIP("192.168.16.1")))
}
