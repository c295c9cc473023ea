package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type Align int

const (
	Left Align = iota
	Right
	Center
	Justify
)

func (a Align) GoString() string { return [...]string{"Left", "Right", "Center", "Justify"}[a] }

type Options struct {
	Width  int
	Align  Align
	Indent string
	Fill   rune
}

type Option func(*Options)

func Width(n int) Option     { return func(o *Options) { o.Width = n } }
func Aligned(a Align) Option { return func(o *Options) { o.Align = a } }
func Indent(s string) Option { return func(o *Options) { o.Indent = s } }
func Filled(r rune) Option   { return func(o *Options) { o.Fill = r } }

func wrap(words []string, width int) (lines [][]string) {
	var cur []string
	n := 0
	for _, w := range words {
		l := utf8.RuneCountInString(w)
		if n+len(cur)+l > width && len(cur) > 0 {
			lines, cur, n = append(lines, cur), nil, 0
		}
		cur = append(cur, w)
		n += l
	}
	if cur != nil {
		lines = append(lines, cur)
	}
	return
}

func pad(r rune, n int) string { return strings.Repeat(string(r), max(n, 0)) }

func Format(text string, opts ...Option) string {
	o := Options{Width: 30, Fill: ' '}
	for _, f := range opts {
		f(&o)
	}
	var sb strings.Builder
	width := o.Width - utf8.RuneCountInString(o.Indent)
	for para := range strings.SplitSeq(text, "\n\n") {
		lines := wrap(strings.Fields(para), width)
		for i, words := range lines {
			joined := strings.Join(words, " ")
			room := width - utf8.RuneCountInString(joined)
			switch last := i == len(lines)-1; {
			case o.Align == Right:
				joined = pad(o.Fill, room) + joined
			case o.Align == Center:
				joined = pad(o.Fill, room/2) + joined + pad(o.Fill, room-room/2)
			case o.Align == Justify && !last && len(words) > 1:
				gaps := len(words) - 1
				joined = words[0]
				for g, w := range words[1:] {
					extra := room / gaps
					if g < room%gaps {
						extra++
					}
					joined += " " + pad(o.Fill, extra) + w
				}
			}
			fmt.Fprintf(&sb, "%s%s|\n", o.Indent, joined)
		}
	}
	return sb.String()
}

func main() {
	text := "The naïve café owner — never a hurried man — watched the slow river bend twice around his chairs.\n\nThen rain."
	sets := [][]Option{
		nil,
		{Width(24), Aligned(Right)},
		{Aligned(Center), Filled('·'), Width(36)},
		{Aligned(Justify), Width(28), Indent("> ")},
		{Width(5)},
	}
	for i, opts := range sets {
		o := new(Options)
		for _, f := range opts {
			f(o)
		}
		fmt.Printf("== %d %#v\n", i, *o)
		out := Format(text, opts...)
		if i == 4 {
			out = strings.Join(strings.SplitAfter(out, "\n")[:5], "")
		}
		fmt.Print(out)
	}
	fmt.Printf("%v %#v %d %q\n", Center, Justify, Right, Format("  ", Width(3)))
}
