//go:build ignore

package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

type Level uint8

const (
	Quiet Level = iota
	Normal
	Verbose
)

func (l Level) String() string { return [...]string{"quiet", "normal", "verbose"}[l] }

type Config struct {
	host    string
	port    int
	timeout time.Duration
	level   Level
	tags    []string
	hooks   map[string]func(string) string
}

type Option interface{ apply(*Config) error }

type optionFunc func(*Config) error

func (f optionFunc) apply(c *Config) error { return f(c) }

type tagOption string

func (t tagOption) apply(c *Config) error {
	c.tags = append(c.tags, string(t))
	return nil
}

type options []Option

func (os options) apply(c *Config) (err error) {
	for _, o := range os {
		err = errors.Join(err, o.apply(c))
	}
	return err
}

func WithPort(p int) Option {
	return optionFunc(func(c *Config) error {
		if p <= 0 || p > 65535 {
			return fmt.Errorf("port %d out of range", p)
		}
		c.port = p
		return nil
	})
}

func WithTimeout(s string) Option {
	d, err := time.ParseDuration(s)
	return optionFunc(func(c *Config) error {
		if err == nil {
			c.timeout = d
		}
		return err
	})
}

func WithLevel(l Level) optionFunc {
	return func(c *Config) error { c.level = l; return nil }
}

func WithHook(name string, f func(string) string) Option {
	return optionFunc(func(c *Config) error {
		if c.hooks == nil {
			c.hooks = map[string]func(string) string{}
		}
		if _, dup := c.hooks[name]; dup {
			return fmt.Errorf("hook %q given twice", name)
		}
		c.hooks[name] = f
		return nil
	})
}

func New(host string, opts ...Option) (*Config, error) {
	c := &Config{host: host, port: 80, timeout: time.Second, level: Normal}
	if err := options(opts).apply(c); err != nil {
		return nil, fmt.Errorf("new %s: %w", host, err)
	}
	return c, nil
}

func (c *Config) String() string {
	return fmt.Sprintf("%s:%d timeout=%v level=%v tags=%q hooks=%d", c.host, c.port, c.timeout, c.level, c.tags, len(c.hooks))
}

func main() {
	show := func(c *Config, err error) {
		if err != nil {
			fmt.Println("error:", strings.ReplaceAll(err.Error(), "\n", " & "))
			return
		}
		fmt.Println(c)
	}
	show(New("plain"))
	show(New("a", WithPort(8080), tagOption("blue"), WithLevel(Verbose), tagOption("green")))
	show(New("b", WithTimeout("1m30s"), options{WithPort(1), WithPort(2)}))
	show(New("c", WithPort(0), WithTimeout("soon"), WithPort(70000)))
	base := options{WithLevel(Quiet), tagOption("base")}
	show(New("d", append(base, WithHook("upper", strings.ToUpper), WithHook("title", strings.ToTitle))...))
	show(New("e", base, WithHook("x", strings.TrimSpace), WithHook("x", nil)))
	c, _ := New("f", WithHook("rev", func(s string) string {
		r := []rune(s)
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
		return string(r)
	}))
	if h, ok := c.hooks["rev"]; ok {
		fmt.Println(h("žluťoučký kůň"))
	}
	fmt.Printf("%T %T %v\n", WithPort(1), Option(tagOption("t")), Verbose)
}
