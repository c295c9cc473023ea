package main

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"text/scanner"
	"unicode"
	"unicode/utf8"
)

type Token struct {
	Kind string
	Text string
	Pos  int
}
type stateFn func(*lexer) stateFn
type lexer struct {
	in         string
	start, pos int
	out        []Token
}

func (l *lexer) emit(k string) {
	l.out = append(l.out, Token{k, l.in[l.start:l.pos], l.start})
	l.start = l.pos
}
func lexStart(l *lexer) stateFn {
	for l.pos < len(l.in) {
		r, w := utf8.DecodeRuneInString(l.in[l.pos:])
		switch {
		case unicode.IsSpace(r):
			l.pos += w
			l.start = l.pos
		case unicode.IsLetter(r) || r == '_':
			return lexIdent
		case '0' <= r && r <= '9':
			return lexNum
		case r == '"':
			return lexStr
		default:
			l.pos += w
			l.emit("op")
		}
	}
	return nil
}
func lexIdent(l *lexer) stateFn {
	n := strings.IndexFunc(l.in[l.pos:], func(r rune) bool { return !unicode.In(r, unicode.Letter, unicode.Digit) && r != '_' })
	if n < 0 {
		n = len(l.in) - l.pos
	}
	l.pos += n
	l.emit("id")
	return lexStart
}
func lexNum(l *lexer) stateFn {
	for l.pos < len(l.in) && strings.ContainsRune("0123456789.", rune(l.in[l.pos])) {
		l.pos++
	}
	l.emit("num")
	return lexStart
}
func lexStr(l *lexer) stateFn {
	i := strings.IndexByte(l.in[l.pos+1:], '"')
	if i < 0 {
		l.pos = len(l.in)
		l.emit("err")
		return nil
	}
	l.pos += i + 2
	l.emit("str")
	return lexStart
}

var ops = map[string]func(string) string{"up": strings.ToUpper, "trim": strings.TrimSpace, "title": func(s string) string {
	r := []rune(s)
	r[0] = unicode.ToTitle(r[0])
	return string(r)
}, "q": func(s string) string { return fmt.Sprintf("%q", s) }}

func main() {
	l := &lexer{in: `x_1 = añb + 3.14*"hi there" != "open`}
	for st := stateFn(lexStart); st != nil; {
		st = st(l)
	}
	for _, t := range l.out {
		fmt.Print(t, " ")
	}
	fmt.Println()
	keys := make([]string, 0, len(ops))
	for k := range ops {
		keys = append(keys, k)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(keys)))
	for _, k := range keys {
		fmt.Printf("%s=%s|", k, ops[k](" élan "))
	}
	fmt.Println()
	s := "héllo, 世界\xff!"
	for i, r := range s {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println(len(s), utf8.RuneCountInString(s), utf8.ValidString(s), []byte(s)[1], []rune(s)[1], s[1:3], strings.ToValidUTF8(s, "?"))
	re := regexp.MustCompile(`(?P<year>\d{4})-(?P<mon>\d\d)`)
	txt := "from 2020-01 to 2021-12"
	fmt.Println(re.FindAllString(txt, -1), re.FindStringSubmatch(txt), re.SubexpNames(), re.FindAllStringSubmatchIndex(txt, -1))
	fmt.Println(re.ReplaceAllString(txt, "${mon}/$year"), re.ReplaceAllStringFunc(txt, strings.ToLower), re.SubexpIndex("mon"))
	fmt.Println(string(re.ReplaceAllFunc([]byte(txt), func(b []byte) []byte { return bytes.Repeat([]byte{'#'}, len(b)) })), regexp.QuoteMeta("a.b*"))
	_, err := regexp.Compile(`a(b`)
	fmt.Println(err, re)
	fmt.Println(strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return -1
		}
		return r + 1
	}, "aBcD"), strings.EqualFold("ß", "SS"), strings.Title("foo bar"), strings.Fields("  a b\t\nc "), strings.SplitN("a,b,c,d", ",", 2), strings.SplitAfter("a,b", ","))
	fmt.Printf("%q %q %q %q\n", strings.Split("", ","), strings.Split("abc", ""), strings.TrimLeft("xxabcxx", "x"), strings.TrimSuffix("a.go", ".go"))
	before, after, ok := strings.Cut("k=v=w", "=")
	fmt.Println(before, after, ok, strings.LastIndex("go gopher", "go"), strings.IndexAny("golang", "ny"), strings.Count("cheese", "e"), strings.Count("abc", ""))
	fmt.Println(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace("<a>b</a>"), strings.Compare("a", "b"), strings.ContainsFunc("abc", unicode.IsDigit))
	var sb strings.Builder
	for i := 3; i > 0; i-- {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteByte('!')
	sb.WriteRune('世')
	fmt.Println(sb.String(), sb.Len())
	var sc scanner.Scanner
	sc.Init(strings.NewReader("if a > 10 { x = \"s\" } // c"))
	sc.Filename = "ex"
	for tok := sc.Scan(); tok != scanner.EOF; tok = sc.Scan() {
		fmt.Print(sc.Position, "=", sc.TokenText(), "(", scanner.TokenString(tok), ") ")
	}
	fmt.Println()
	b := []byte("abc")
	b2 := b[:2]
	b2 = append(b2, 'X')
	str := string(b)
	b[0] = 'Z'
	fmt.Println(string(b), str, bytes.Equal(b, []byte("ZbX")), string(b2), "a"+string(rune(0x1F600)), str < "abd", str[len(str)-1])
	words := strings.Fields("the quick the lazy the dog quick")
	freq := map[string]int{}
	for _, w := range words {
		freq[w]++
	}
	type kv struct {
		k string
		v int
	}
	var kvs []kv
	for k, v := range freq {
		kvs = append(kvs, kv{k, v})
	}
	sort.Slice(kvs, func(i, j int) bool { return kvs[i].v > kvs[j].v || kvs[i].v == kvs[j].v && kvs[i].k < kvs[j].k })
	fmt.Printf("%v %+v\n", kvs, kvs[0])
}
