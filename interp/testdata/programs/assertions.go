package main

import "fmt"

type colour int

func (c colour) String() string { return [...]string{"red", "green"}[c] }

type namer interface{ Name() string }

type hitter interface {
	Name() string
	Hit() int
}

type hero struct{ n int }

func (h *hero) Name() string { return "hero" }
func (h *hero) Hit() int     { return h.n }

type trap struct{}

func (trap) Name() string { return "trap" }

type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprint("failure ", f.code) }

func assertions() {
	records := []map[string]any{{"score": 9.5}, {}, {"score": nil}, {"score": 2.0}, {"score": "none"}}
	total, n := 0.0, 0
	for _, r := range records {
		s, ok := r["score"].(float64)
		fmt.Println(s, ok)
		if s, ok := r["score"].(float64); ok {
			total, n = total+s, n+1
		}
	}
	fmt.Println(total, n)
	for _, x := range []any{1, nil, "a", failure{1}, &hero{2}, trap{}, []int{1}, map[string]any{"a": 1}} {
		i, ok := x.(int)
		fmt.Println(i, ok)
		s, ok := x.(string)
		fmt.Printf("%q %v\n", s, ok)
		err, ok := x.(error)
		fmt.Println(err, ok)
		h, ok := x.(*hero)
		fmt.Println(h == nil, ok)
		f, ok := x.(failure)
		fmt.Println(f.code, ok)
		c, ok := x.(fmt.Stringer)
		fmt.Println(c, ok)
		l, ok := x.([]int)
		fmt.Println(l, ok)
		m, ok := x.(map[string]any)
		fmt.Println(len(m), m == nil, ok)
		a, ok := x.(any)
		fmt.Println(a == nil, ok)
	}
	for _, e := range []namer{&hero{3}, trap{}, &trap{}, nil} {
		h, ok := e.(hitter)
		fmt.Println(h == nil, ok)
		_, ok = e.(hitter)
		fmt.Println(ok)
		_, isTrap := e.(trap)
		fmt.Println(isTrap)
	}
	var last int
	var ok bool
	for _, x := range []any{4, "x", nil} {
		last, ok = x.(int)
		fmt.Println(last, ok)
		last, _ = x.(int)
		fmt.Println(last)
	}
	var keep any = "text"
	keep, ok = keep.(string)
	fmt.Println(keep, ok)
	keep, ok = keep.(int)
	fmt.Println(keep, ok)
	err := error(failure{7})
	err, ok = err.(failure)
	fmt.Println(err, ok)
}

func main() {
	assertions()
}
