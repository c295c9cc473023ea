package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

type SyntaxError struct {
	Off int
	Msg string
}

func (e SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Off, e.Msg) }

type parser struct {
	src string
	pos int
}

func (p *parser) fail(format string, args ...any) {
	panic(SyntaxError{p.pos, fmt.Sprintf(format, args...)})
}

func (p *parser) ws() byte {
	for p.pos < len(p.src) && strings.IndexByte(" \t\n", p.src[p.pos]) >= 0 {
		p.pos++
	}
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) expect(c byte) {
	if got := p.ws(); got != c {
		p.fail("want %q got %q", c, got)
	}
	p.pos++
}

func (p *parser) value() any {
	switch c := p.ws(); {
	case c == '{':
		m := map[string]any{}
		p.list('}', func() {
			k := p.str()
			p.expect(':')
			m[k] = p.value()
		})
		return m
	case c == '[':
		xs := []any{}
		p.list(']', func() { xs = append(xs, p.value()) })
		return xs
	case c == '"':
		return p.str()
	case c == '-' || '0' <= c && c <= '9':
		start := p.pos
		for p.pos < len(p.src) && strings.ContainsRune("+-.eE0123456789", rune(p.src[p.pos])) {
			p.pos++
		}
		f, err := strconv.ParseFloat(p.src[start:p.pos], 64)
		if err != nil {
			p.fail("%v", err)
		}
		return f
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if rest, ok := strings.CutPrefix(p.src[p.pos:], word); ok {
			p.pos = len(p.src) - len(rest)
			return v
		}
	}
	p.fail("unexpected %.5q", p.src[p.pos:])
	return nil
}

func (p *parser) list(end byte, item func()) {
	p.pos++
	for n := 0; p.ws() != end; n++ {
		if n > 0 {
			p.expect(',')
			p.ws()
		}
		item()
	}
	p.pos++
}

func (p *parser) str() string {
	p.expect('"')
	var sb strings.Builder
	for p.pos < len(p.src) {
		r, n := utf8.DecodeRuneInString(p.src[p.pos:])
		p.pos += n
		switch r {
		case '"':
			return sb.String()
		case '\\':
			esc := p.src[p.pos]
			p.pos++
			if i := strings.IndexByte("nt\"\\", esc); i >= 0 {
				sb.WriteByte("\n\t\"\\"[i])
			} else {
				p.fail("bad escape \\%c", esc)
			}
		default:
			sb.WriteRune(r)
		}
	}
	p.fail("unterminated string")
	return ""
}

func Parse(s string) (v any, err error) {
	p := &parser{src: s}
	defer func() {
		if r := recover(); r != nil {
			se, ok := r.(SyntaxError)
			if !ok {
				panic(r)
			}
			v, err = nil, fmt.Errorf("parse: %w", se)
		}
	}()
	v = p.value()
	if c := p.ws(); c != 0 {
		p.fail("trailing %q", c)
	}
	return
}

func walk(path string, v any) {
	switch x := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			walk(path+"."+k, x[k])
		}
	case []any:
		for i, e := range x {
			walk(path+"["+strconv.Itoa(i)+"]", e)
		}
	case nil, bool:
		fmt.Printf("%s = %v\n", path, x)
	default:
		fmt.Printf("%s = %v (%T)\n", path, x, x)
	}
}

func main() {
	v, err := Parse(`{"name": "Zo\"ë", "tags": ["a", [], {}, [1, -2.5e2]], "ok": true, "none": null, "deep": {"x": {"y": "tab\there"}}}`)
	walk("$", v)
	fmt.Println(v, err)
	for _, bad := range []string{"", "[1 2]", `{"a" 1}`, `"open`, "[1,]", "-", "tru", "1 1", `"\q"`} {
		_, err := Parse(bad)
		var se SyntaxError
		fmt.Printf("%-8q %v as=%t at=%d\n", bad, err, errors.As(err, &se), se.Off)
	}
}
