package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

type Server struct {
	addr    string
	timeout time.Duration
	tags    map[string]string
	limits  struct{ conns, rate int }
	hooks   []func(string)
}

type Option interface{ apply(*Server) error }

type optionFunc func(*Server) error

func (f optionFunc) apply(s *Server) error { return f(s) }

type optionList []Option

func (l optionList) apply(s *Server) (err error) {
	for _, o := range l {
		err = errors.Join(err, o.apply(s))
	}
	return
}

type OptionError struct {
	Name  string
	Value any
}

func (e OptionError) Error() string { return fmt.Sprintf("option %s: bad value %#v", e.Name, e.Value) }

func WithAddr(a string) Option {
	return optionFunc(func(s *Server) error {
		if a == "" {
			return OptionError{"addr", a}
		}
		s.addr = a
		return nil
	})
}

func WithTimeout(d time.Duration) optionFunc {
	return func(s *Server) error {
		if d < 0 {
			return OptionError{"timeout", d}
		}
		s.timeout = d
		return nil
	}
}

func WithTag(kv ...string) Option {
	return optionFunc(func(s *Server) error {
		if len(kv)%2 == 1 {
			return OptionError{"tag", kv}
		}
		for i := 0; i < len(kv); i += 2 {
			s.tags[kv[i]] = kv[i+1]
		}
		return nil
	})
}

func WithHook(f func(string)) Option {
	return optionFunc(func(s *Server) error { s.hooks = append(s.hooks, f); return nil })
}

func When(cond bool, opts ...Option) Option {
	if !cond {
		return optionList(nil)
	}
	return optionList(opts)
}

var defaults = optionList{WithAddr(":80"), WithTimeout(5 * time.Second)}

func New(opts ...Option) (*Server, error) {
	s := &Server{tags: map[string]string{}}
	s.limits.conns = 16
	if err := append(slices.Clone(defaults), opts...).apply(s); err != nil {
		return nil, fmt.Errorf("new server: %w", err)
	}
	for _, h := range s.hooks {
		h(s.addr)
	}
	return s, nil
}

func (s *Server) describe() string {
	out := fmt.Sprintf("%s %v %+v", s.addr, s.timeout, s.limits)
	for _, k := range slices.Sorted(maps.Keys(s.tags)) {
		out += fmt.Sprintf(" %s=%q", k, s.tags[k])
	}
	return out
}

func main() {
	var log []string
	record := func(a string) { log = append(log, "hook "+a) }
	tests := [][]Option{
		nil,
		{WithAddr("localhost:99"), WithTag("env", "dev", "az", "b")},
		{WithTimeout(90 * time.Second), WithHook(record), WithHook(func(a string) { record(a + "!") })},
		{When(true, WithTag("on", "yes"), When(false, WithTag("off", "no"))), WithTimeout(0)},
		{WithAddr("")},
		{WithTag("odd"), WithTimeout(-1), WithAddr("fine")},
		{optionFunc(func(s *Server) error { s.limits.rate = 7; s.limits.conns *= 2; return nil })},
	}
	for i, opts := range tests {
		s, err := New(opts...)
		if err != nil {
			var oe OptionError
			fmt.Printf("%d %q as=%t name=%s\n", i, err, errors.As(err, &oe), oe.Name)
			continue
		}
		fmt.Println(i, s.describe())
	}
	fmt.Println(log, len(defaults))
	a, _ := New()
	b, _ := New(WithTag())
	fmt.Println(a.limits == b.limits, a == b, a.limits == struct{ conns, rate int }{16, 0})
	for _, o := range []Option{WithAddr("x"), defaults, WithTimeout(1), When(false)} {
		switch v := o.(type) {
		case optionList:
			fmt.Printf("%T of %d\n", v, len(v))
		case optionFunc:
			fmt.Printf("%T nil=%t\n", v, v == nil)
		}
	}
	fmt.Println(OptionError{"x", []int(nil)}, OptionError{"y", map[string]bool{"k": true}}, OptionError{"z", time.Minute})
}
