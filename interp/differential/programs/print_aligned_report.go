//go:build ignore

package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

type Cents int64

func (c Cents) String() string {
	s := fmt.Sprintf("%d", int64(max(c, -c))/100)
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	parts = append([]string{s}, parts...)
	out := fmt.Sprintf("%s.%02d", strings.Join(parts, ","), int64(max(c, -c))%100)
	if c < 0 {
		out = "(" + out + ")"
	}
	return out
}

type line struct {
	date   string
	what   string
	amount Cents
}

type ledger []line

func (l ledger) balances() (out []Cents) {
	var sum Cents
	for _, x := range l {
		sum += x.amount
		out = append(out, sum)
	}
	return
}

func (l ledger) byMonth() map[string][]line {
	m := map[string][]line{}
	for _, x := range l {
		k := x.date[:7]
		m[k] = append(m[k], x)
	}
	return m
}

func pad(s string, w int) string {
	if n := utf8.RuneCountInString(s); n < w {
		return s + strings.Repeat("·", w-n)
	}
	return s
}

func bar(v, top Cents, width int) string {
	n := int(v * Cents(width) / top)
	return strings.Repeat("█", n) + strings.Repeat("░", width-n)
}

func main() {
	l := ledger{
		{"2023-01-05", "salary", 300000},
		{"2023-01-09", "nájem", -120050},
		{"2023-02-05", "salary", 300000},
		{"2023-02-11", "café", -1999},
		{"2023-02-20", "car", -123456789},
		{"2023-03-01", "lottery", 200000001},
	}
	b := l.balances()
	fmt.Println(strings.Repeat("-", 44))
	for i, x := range l {
		fmt.Printf("%-10s %s %14v %16v\n", x.date, pad(x.what, 8), x.amount, b[i])
	}
	fmt.Println(strings.Repeat("=", 44))

	tw := tabwriter.NewWriter(os.Stdout, 6, 4, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(tw, "month\tlines\tnet\tbiggest\t")
	months := l.byMonth()
	keys := make([]string, 0, len(months))
	for k := range months {
		keys = append(keys, k)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(keys)))
	for _, k := range keys {
		var net, big Cents
		for _, x := range months[k] {
			net += x.amount
			if a := max(x.amount, -x.amount); a > big {
				big = a
			}
		}
		fmt.Fprintf(tw, "%s\t%d\t%v\t%s\t\n", k, len(months[k]), net, big)
	}
	if err := tw.Flush(); err != nil {
		fmt.Println(err)
	}
	for _, v := range []Cents{0, 25, 50, 100} {
		fmt.Printf("%3d%% [%s]\n", v, bar(v, 100, 12))
	}
	fmt.Printf("%s %v %d %+d %q\n", Cents(-5), []Cents{1, 1e9}, Cents(7), Cents(8), Cents(12345))
	box := []string{"short", "a longer line", "žluť"}
	w := 0
	for _, s := range box {
		w = max(w, utf8.RuneCountInString(s))
	}
	fmt.Printf("┌%s┐\n", strings.Repeat("─", w+2))
	for _, s := range box {
		fmt.Printf("│ %-*s │\n", w, s)
	}
	fmt.Printf("└%s┘\n", strings.Repeat("─", w+2))
}
