package main

import "fmt"

type weekday uint

const (
	sun weekday = iota
	mon
	tue
	_
	thu
	weekdays = iota
	mask     = 1<<weekdays - 1
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const (
	x1 = "s"
	x2
	x3 = iota
	x4
)

var (
	total  = sum(first, second)
	first  = second * 2
	second = start()
)

func start() int { return 21 }
func sum(ns ...int) (t int) {
	for _, n := range ns {
		t += n
	}
	return
}

func init() { total++ }
func init() { total *= 2 }

func grade(n int) (g string) {
	switch {
	case n >= 90:
		g = "A"
		fallthrough
	case n >= 80:
		g += "B"
	case n < 0:
		return "bad"
	default:
		g = "F"
	case n >= 70:
		g = "C"
	}
	return
}

func find(grid [][]int, want int) (r, c int, ok bool) {
rows:
	for r = range grid {
		for c = range grid[r] {
			switch v := grid[r][c]; {
			case v == want:
				ok = true
				break rows
			case v < 0:
				continue rows
			}
		}
	}
	return
}

func retry(fail int) (n int, err error) {
again:
	n++
	if n <= fail {
		if n > 3 {
			err = fmt.Errorf("gave up after %d", n)
			goto done
		}
		goto again
	}
done:
	return n, err
}

func shadow() (out []int) {
	x := 1
	out = append(out, x)
	if x := x + 1; x > 1 {
		x := x * 10
		x++
		out = append(out, x)
	} else if y := x; y > 0 {
		out = append(out, y, x)
	}
	{
		x, y := "inner", x
		out = append(out, len(x), y)
	}
	for x := x; x < 3; x++ {
		x := x * x
		out = append(out, x)
	}
	return append(out, x)
}

func deferOrder() (s string) {
	for i := range 3 {
		defer func() { s += fmt.Sprint(i) }()
	}
	n := 5
	defer func(k int) { s += fmt.Sprint("k", k, "n", n) }(n)
	n = 9
	return "r"
}

func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, uint:
		return fmt.Sprintf("number %v", v)
	case []int:
		return fmt.Sprint("ints ", len(v))
	case func() int:
		return fmt.Sprint("func ", v())
	case weekday:
		return fmt.Sprint("day ", uint(v)+1)
	case error:
		return v.Error()
	case chan<- int, <-chan int:
		return "directed"
	case struct{ A int }:
		return fmt.Sprint("anon ", v.A)
	case *int:
		*v++
		return fmt.Sprint("ptr ", *v)
	}
	return fmt.Sprintf("other %T", v)
}

func main() {
	fmt.Println(sun, mon, tue, thu, weekdays, mask, a, b, c, d, e, f, x1, x2, x3, x4)
	fmt.Println(total, first, second)
	for _, n := range []int{95, 85, 75, 5, -1} {
		fmt.Print(grade(n), " ")
	}
	fmt.Println()
	grid := [][]int{{1, -2, 9}, {4, 5}, {}, {9}}
	fmt.Println(find(grid, 9))
	fmt.Println(find(grid, 77))
	fmt.Println(retry(2))
	fmt.Println(retry(9))
	fmt.Println(shadow(), deferOrder())
	n := 41
	for _, v := range []any{nil, 1, uint(2), []int{1}, func() int { return n }, mon, fmt.Errorf("e"), make(chan<- int), make(chan int), struct{ A int }{3}, &n, 1.5, [2]int{}} {
		fmt.Print(kind(v), "; ")
	}
	fmt.Println(n)
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 10
		if i == 2 {
			fmt.Print("copy ", v, " ")
		}
	}
	sl := arr[:]
	for i, v := range sl {
		sl[2] = 20
		if i == 2 {
			fmt.Print("alias ", v, " ", arr)
		}
	}
	for i := range sl {
		sl = append(sl, i)
	}
	fmt.Println(len(sl), len(arr), sl)
	i, j := 0, []int{5, 6, 7}
	i, j[i] = 2, 50
	j[0], j[i] = j[i], j[0]
	fmt.Println(i, j)
	m := map[string]*[2]int{"k": {1, 2}}
	m["k"][1]++
	p := &m["k"][0]
	*p = 7
	fmt.Println(*m["k"], len(m["none"]), m["none"] == nil)
	var grid2 [2][3]int
	for y := range grid2 {
		for x := range grid2[y] {
			grid2[y][x] = y*3 + x
		}
	}
	g3 := grid2
	g3[1][1] = -1
	fmt.Println(grid2, g3, grid2 == g3, len(grid2[0]), [...]string{2: "c", 0: "a"}, [...]int{5: 1, 2, 1: 7})
	s := make([]int, 2, 10)
	t := append(s, 1)
	u := append(s, 2)
	w := append(s[:1:1], 3)
	fmt.Println(t, u, w, s[:3], cap(w) < 10, copy(s, []int{8, 9, 10}), s, min(3, 1, 2), max(2.5, 1))
	clear(s)
	clear(m)
	fmt.Println(s, len(m), s[2:4], cap(s[1:]))
	switch i := 5; i {
	case 1, 2, 3:
		fmt.Println("low")
	case start() / 4, 6:
		fmt.Println("computed", i)
	}
}
