package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A tiny matcher built of continuation-passing closures: . * + ? | () [] ^ $

type cont func(i int) bool
type matcher func(s []rune, i int, k cont) bool

func lit(f func(rune) bool) matcher {
	return func(s []rune, i int, k cont) bool { return i < len(s) && f(s[i]) && k(i+1) }
}

func seq(ms ...matcher) matcher {
	return func(s []rune, i int, k cont) bool {
		if len(ms) == 0 {
			return k(i)
		}
		return ms[0](s, i, func(j int) bool { return seq(ms[1:]...)(s, j, k) })
	}
}

func alt(ms ...matcher) matcher {
	return func(s []rune, i int, k cont) bool {
		for _, m := range ms {
			if m(s, i, k) {
				return true
			}
		}
		return false
	}
}

func repeat(m matcher, lo, hi int) matcher {
	return func(s []rune, i int, k cont) bool {
		var try func(n, i int) bool
		try = func(n, i int) bool {
			if (hi < 0 || n < hi) && m(s, i, func(j int) bool { return j > i && try(n+1, j) }) {
				return true
			}
			return n >= lo && k(i)
		}
		return try(0, i)
	}
}

type compiler struct {
	src []rune
	pos int
}

func (c *compiler) peek() rune {
	if c.pos < len(c.src) {
		return c.src[c.pos]
	}
	return -1
}

func (c *compiler) alternation() matcher {
	branches := []matcher{c.sequence()}
	for c.peek() == '|' {
		c.pos++
		branches = append(branches, c.sequence())
	}
	return alt(branches...)
}

func (c *compiler) sequence() matcher {
	var ms []matcher
	for r := c.peek(); r != -1 && r != '|' && r != ')'; r = c.peek() {
		m := c.atom()
		switch c.peek() {
		case '*':
			c.pos++
			m = repeat(m, 0, -1)
		case '+':
			c.pos++
			m = repeat(m, 1, -1)
		case '?':
			c.pos++
			m = repeat(m, 0, 1)
		}
		ms = append(ms, m)
	}
	return seq(ms...)
}

func (c *compiler) atom() matcher {
	r := c.peek()
	c.pos++
	switch r {
	case '.':
		return lit(func(rune) bool { return true })
	case '^':
		return func(_ []rune, i int, k cont) bool { return i == 0 && k(i) }
	case '$':
		return func(s []rune, i int, k cont) bool { return i == len(s) && k(i) }
	case '(':
		m := c.alternation()
		c.pos++
		return m
	case '[':
		end := c.pos + strings.IndexRune(string(c.src[c.pos:]), ']')
		set := c.src[c.pos:end]
		c.pos = end + 1
		return lit(func(x rune) bool {
			for i := 0; i < len(set); i++ {
				if i+2 < len(set) && set[i+1] == '-' {
					if set[i] <= x && x <= set[i+2] {
						return true
					}
					i += 2
				} else if set[i] == x {
					return true
				}
			}
			return false
		})
	}
	return lit(func(x rune) bool { return x == r })
}

func Find(pat, text string) (lo, hi int, ok bool) {
	m := (&compiler{src: []rune(pat)}).alternation()
	s := []rune(text)
	for lo = range len(s) + 1 {
		if m(s, lo, func(j int) bool { hi = j; return true }) {
			return lo, hi, true
		}
	}
	return -1, -1, false
}

func main() {
	agree := 0
	cases := []struct{ pat, text string }{
		{"abc", "xxabcxx"}, {"a.c", "abd adc"}, {"^a*b", "aaab"}, {"(ab|cd)+", "xcdabcdy"}, {"x?y$", "yxy"},
		{"[a-c]+[0-9]", "zzcab7"}, {"colou?r", "the color"}, {"(a|b)*c|d", "ababd"}, {"z", "abc"}, {"^$", ""}, {"a*", "baa"}, {"(a*)*b", "aaaaaaaac"},
	}
	for _, c := range cases {
		lo, hi, ok := Find(c.pat, c.text)
		loc := regexp.MustCompile(c.pat).FindStringIndex(c.text)
		same := ok == (loc != nil) && (!ok || loc[0] == lo && loc[1] == hi)
		if same {
			agree++
		}
		fmt.Printf("%-14s %-12q %2d %2d %-5t same=%t\n", c.pat, c.text, lo, hi, ok, same)
	}
	fmt.Printf("%d of %d agree\n", agree, len(cases))
}
