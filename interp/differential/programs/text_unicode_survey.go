package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

type class uint16

const (
	upper class = 1 << iota
	lower
	digit
	space
	punct
	symbol
	mark
	control
)

var tests = []struct {
	class
	name string
	in   func(rune) bool
}{
	{upper, "Lu", unicode.IsUpper}, {lower, "Ll", unicode.IsLower}, {digit, "Nd", unicode.IsDigit}, {space, "Zs", unicode.IsSpace},
	{punct, "P", unicode.IsPunct}, {symbol, "S", unicode.IsSymbol}, {mark, "M", unicode.IsMark}, {control, "Cc", unicode.IsControl},
}

func classify(r rune) (c class) {
	for _, t := range tests {
		if t.in(r) {
			c |= t.class
		}
	}
	return
}

func (c class) String() string {
	var out []string
	for _, t := range tests {
		if c&t.class != 0 {
			out = append(out, t.name)
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

func reverse(s string) string {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs)
}

func main() {
	for _, s := range []string{"Go!", "naïve", "日本", "a\u0301", "🙂x", "\xff\xfe", "tab\tnl\n", ""} {
		fmt.Printf("%-12q bytes=%d runes=%d valid=%-5t rev=%+q\n", s, len(s), utf8.RuneCountInString(s), utf8.ValidString(s), reverse(s))
	}
	for i, r := range "aß→🙂\xf0!" {
		fmt.Printf("%d:%c:%U:%d:%v ", i, r, r, utf8.RuneLen(r), classify(r))
	}
	fmt.Println()
	for _, r := range []rune{'A', 'z', '7', ' ', '€', '¡', 0x301, '\n', 'Ω', 'ǅ'} {
		fmt.Printf("%#U %v up=%c low=%c title=%c q=%q %s\n", r, classify(r), unicode.ToUpper(r), unicode.ToLower(r), unicode.ToTitle(r), r, strconv.QuoteRuneToASCII(r))
	}
	fmt.Println(strings.ToUpper("straße ŉ"), strings.ToTitle("ǆ"), strings.EqualFold("ΣΑΣ", "σας"), strings.ToLower("İI"))
	fmt.Printf("%x %v\n", utf16.Encode([]rune("a🙂")), string(utf16.Decode([]uint16{0xd83d, 0xde42, 0x41})))
	b := utf8.AppendRune([]byte("x"), '€')
	r, n := utf8.DecodeLastRune(b)
	fmt.Println(b, string(r), n, utf8.FullRune(b[1:3]), utf8.RuneStart(b[2]))
	fmt.Printf("%q %q %q\n", []byte("\x00é"), "\u00a0\u200b", `back\tick`)
	fmt.Printf("%+q %#q %x % X %s\n", "é🙂", "raw `tick", "é", "é!", []string{"a", "b"})
	fmt.Println(strings.FieldsFunc("a1b22c333", unicode.IsDigit), strings.TrimFunc("123abc456", unicode.IsNumber), strings.IndexFunc("abcД", func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }))
	fmt.Println(strings.ToValidUTF8("a\xffb\xfe\xfec", "?"), string(rune(-1)) == "\uFFFD", string([]rune{65, 0x10FFFF + 1, 66}))
	s := "héllo"
	fmt.Println(s[1], s[:2] == "h\xc3", []byte(s)[1:3], []rune(s)[1], string([]rune(s)[1:3]), len(s[1:3]))
	u, err := strconv.Unquote(`"\u00e9\x41\n"`)
	fmt.Printf("%q %v\n", u, err)
	_, err = strconv.Unquote(`'ab'`)
	fmt.Println(err, strings.Compare("é", "z"), "é" > "z")
	var m = map[rune]int{}
	for _, r := range "mississippi" {
		m[r]++
	}
	fmt.Println(m, classify('x')|classify('1'), class(0))
}
