package main

import (
	"fmt"
	"slices"
	"strings"
)

type Answer int8

const (
	No Answer = iota - 1
	Unsure
	Yes
)

func (a Answer) String() string {
	switch a {
	case No:
		return "no"
	case Unsure:
		return "unsure"
	case Yes:
		return "yes"
	}
	return "??"
}

func (a *Answer) UnmarshalText(b []byte) error {
	switch s := strings.ToLower(string(b)); s {
	case "n", "no":
		*a = No
	case "y", "yes":
		*a = Yes
	case "", "?", "unsure":
		*a = Unsure
	default:
		return fmt.Errorf("bad answer %q", s)
	}
	return nil
}

type Response struct {
	Group   rune
	Answers [3]Answer
}

type table [3][3]int

func (t table) transposed() table {
	for i := range t {
		for j := 0; j < i; j++ {
			t[i][j], t[j][i] = t[j][i], t[i][j]
		}
	}
	return t
}

func (t *table) count(a, b Answer) { t[a+1][b+1]++ }

func parse(lines ...string) (rs []Response, errs []error) {
outer:
	for i, ln := range lines {
		g, rest, found := strings.Cut(ln, ":")
		if !found || g == "" {
			errs = append(errs, fmt.Errorf("line %d: no group in %q", i, ln))
			continue
		}
		r := Response{Group: []rune(g)[0]}
		for j, f := range strings.Split(rest, ",") {
			if j >= len(r.Answers) {
				errs = append(errs, fmt.Errorf("line %d: extra %q", i, f))
				continue outer
			}
			if err := r.Answers[j].UnmarshalText([]byte(strings.TrimSpace(f))); err != nil {
				errs = append(errs, fmt.Errorf("line %d field %d: %w", i, j, err))
				continue outer
			}
		}
		rs = append(rs, r)
	}
	return
}

func main() {
	rs, errs := parse("a:y,n,?", "b: yes , yes, no", "a:n,y", "nogroup", "c:y,y,y,y", "ß:Y,N,N", "b:n,maybe", "b:?,?,?", "a:y,y,n")
	for _, r := range rs {
		fmt.Printf("%c %v %d\n", r.Group, r.Answers, r.Answers)
	}
	for _, e := range errs {
		fmt.Println("!", e)
	}
	var t table
	for _, r := range rs {
		t.count(r.Answers[0], r.Answers[1])
	}
	u := t.transposed()
	fmt.Println(t, u, t == u, t == u.transposed())
	fmt.Printf("%8s", "")
	for b := No; b <= Yes; b++ {
		fmt.Printf("%8v", b)
	}
	fmt.Println()
	for a := No; a <= Yes; a++ {
		fmt.Printf("%8v", a)
		for b := No; b <= Yes; b++ {
			fmt.Printf("%8d", t[a+1][b+1])
		}
		fmt.Println()
	}
	groups := map[rune]int{}
	for _, r := range rs {
		groups[r.Group]++
	}
	fmt.Println(groups)
	idx := slices.IndexFunc(rs, func(r Response) bool { return r.Answers == [3]Answer{} })
	fmt.Println(idx, rs[idx], Answer(5), fmt.Sprintf("%#v", rs[idx]))
}
