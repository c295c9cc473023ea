package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

type Server struct {
	ln    net.Listener
	wg    sync.WaitGroup
	cmds  map[string]func(args []string) (string, error)
	mu    sync.Mutex
	store map[string]string
}

func NewServer() (*Server, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{ln: ln, store: map[string]string{}}
	s.cmds = map[string]func([]string) (string, error){
		"SET":  s.set,
		"GET":  s.get,
		"ECHO": func(a []string) (string, error) { return strings.Join(a, " "), nil },
	}
	return s, nil
}
func (s *Server) set(a []string) (string, error) {
	if len(a) != 2 {
		return "", fmt.Errorf("want 2 args, got %d", len(a))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.store[a[0]]
	s.store[a[0]] = a[1]
	return "OK " + old, nil
}
func (s *Server) get(a []string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.store[a[0]]; ok {
		return v, nil
	}
	return "", fmt.Errorf("no key %q", a[0])
}
func (s *Server) Serve() {
	for {
		c, err := s.ln.Accept()
		if err != nil {
			return
		}
		s.wg.Add(1)
		go s.handle(c)
	}
}
func (s *Server) handle(c net.Conn) {
	defer s.wg.Done()
	defer c.Close()
	sc := bufio.NewScanner(c)
	for sc.Scan() {
		f := strings.Fields(sc.Text())
		if len(f) == 0 {
			continue
		}
		resp := func() (resp string) {
			defer func() {
				if r := recover(); r != nil {
					resp = fmt.Sprint("PANIC ", r)
				}
			}()
			cmd, ok := s.cmds[strings.ToUpper(f[0])]
			if !ok {
				return "ERR unknown"
			}
			out, err := cmd(f[1:])
			if err != nil {
				return "ERR " + err.Error()
			}
			return out
		}()
		fmt.Fprintf(c, "%s\n", resp)
	}
}

type upperConn struct{ net.Conn }

func (u upperConn) Write(b []byte) (int, error) {
	return u.Conn.Write([]byte(strings.ToUpper(string(b))))
}

func main() {
	s, err := NewServer()
	if err != nil {
		panic(err)
	}
	go s.Serve()
	c, err := net.Dial("tcp", s.ln.Addr().String())
	if err != nil {
		panic(err)
	}
	r := bufio.NewReader(c)
	for _, cmd := range []string{"set a 1", "set a 2", "get a", "get b", "get", "set x", "echo hi there", "bogus"} {
		fmt.Fprintln(c, cmd)
		l, err := r.ReadString('\n')
		fmt.Printf("%-14s -> %q %v\n", cmd, l, err)
	}
	c.Close()
	s.ln.Close()
	s.wg.Wait()
	a, b := net.Pipe()
	go func() { fmt.Fprint(upperConn{a}, "piped"); a.Close() }()
	got, err := io.ReadAll(b)
	fmt.Println(string(got), err)
	u, err := url.Parse("https://user:pa%20ss@ex.org:8080/a%2Fb/c?q=1&q=2&z=%26#frag")
	fmt.Println(u.Host, u.Port(), u.Path, u.RawPath, u.Query()["q"], u.Query().Get("z"), u.Fragment, u.User, err)
	u.RawQuery = url.Values{"b": {"1 2"}, "a": {"é", "="}}.Encode()
	fmt.Println(u, u.Redacted(), u.JoinPath("../x"), u.ResolveReference(&url.URL{Path: "../y"}))
	_, err = url.Parse("http://[::1")
	_, err2 := url.ParseQuery("a=%zz")
	fmt.Println(err, err2, url.PathEscape("a/b c"), url.QueryEscape("a/b c"))
	ip := netip.MustParseAddr("192.168.1.10")
	p := netip.MustParsePrefix("192.168.0.0/16")
	fmt.Println(p.Contains(ip), ip.Next(), ip.Is4(), net.ParseIP("::1"), p.Masked(), net.JoinHostPort("::1", "80"))
	_, cidr, _ := net.ParseCIDR("10.1.2.3/8")
	fmt.Println(cidr, cidr.Contains(net.IPv4(10, 9, 9, 9)))
	m, err := mail.ParseAddress("Bob <bob@ex.org>")
	fmt.Println(m, err, m.Name, path.Join("a", "../b", "/c"), path.Base("/x/y.tar.gz"), filepath.Ext("y.tar.gz"), path.Clean("a//b/./c/.."))
	ok, _ := path.Match("*.g?", "x.go")
	fmt.Println(ok, path.Dir("/a/b"), path.IsAbs("a"))
}
