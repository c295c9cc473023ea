package main

import (
	"fmt"
	"strings"
)

type Roman int

var table = []struct {
	val int
	sym string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
	{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func (r Roman) String() string {
	if r <= 0 || r > 3999 {
		return fmt.Sprintf("Roman(%d)", int(r))
	}
	var sb strings.Builder
	n := int(r)
	for _, t := range table {
		for n >= t.val {
			sb.WriteString(t.sym)
			n -= t.val
		}
	}
	return sb.String()
}

type ParseError struct {
	Input string
	At    int
	Why   string
}

func (p *ParseError) Error() string {
	return fmt.Sprintf("roman %q: %s\n%*s^", p.Input, p.Why, p.At+7, "")
}

func value(c rune) (v int, ok bool) {
	v, ok = map[rune]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}[c]
	return
}

func Parse(s string) (Roman, error) {
	total, prev := 0, 0
	for i, c := range s {
		v, ok := value(c)
		if !ok {
			return 0, &ParseError{s, i, fmt.Sprintf("unexpected %q", c)}
		}
		if prev > 0 && prev < v {
			total -= 2 * prev
		}
		total += v
		prev = v
	}
	if r := Roman(total); r.String() != s {
		return r, &ParseError{Input: s, Why: "not canonical, try " + r.String()}
	}
	return Roman(total), nil
}

// Scan lets fmt.Sscan read a Roman.
func (r *Roman) Scan(st fmt.ScanState, verb rune) error {
	tok, err := st.Token(true, func(c rune) bool { _, ok := value(c); return ok })
	if err != nil {
		return err
	}
	*r, err = Parse(string(tok))
	return err
}

func main() {
	for _, n := range []int{1, 4, 9, 14, 40, 90, 400, 1987, 2024, 3999, 0, 4000, -3} {
		fmt.Print(Roman(n), " ")
	}
	fmt.Println()
	ok := 0
	for n := Roman(1); n < 4000; n++ {
		if back, err := Parse(n.String()); err == nil && back == n {
			ok++
		}
	}
	fmt.Println("round trips:", ok)
	longest := Roman(1)
	for n := Roman(1); n < 4000; n++ {
		if len(n.String()) > len(longest.String()) {
			longest = n
		}
	}
	fmt.Printf("longest %v = %d\n", longest, longest)
	for _, s := range []string{"MCMXCIV", "IIII", "IC", "XiX", "", "VV"} {
		r, err := Parse(s)
		if pe, ok := err.(*ParseError); ok {
			fmt.Println(pe)
			continue
		}
		fmt.Printf("%q = %d (%v)\n", s, r, r)
	}
	var a, b Roman
	var word string
	n, err := fmt.Sscan("XII plus XXX", &a, &word, &b)
	fmt.Println(n, err, a, word, b, a+b)
	n, err = fmt.Sscan("V QQ", &a, &b)
	fmt.Println(n, err != nil, a)
	fmt.Printf("%d %x %5d|%-8v|%8v|%q\n", a, a, a, a+1, a+2, a+3)
	sum := Roman(0)
	for i := range Roman(10) {
		sum += i
	}
	fmt.Println(sum, []Roman{1, 2, 3}, map[Roman]string{5: "five", 4: "four"}, [2]Roman{10, 50})
}
