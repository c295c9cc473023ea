package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

type Counter struct {
	n    int
	step int
}

func (c *Counter) Inc() int          { c.n += c.step; return c.n }
func (c Counter) Peek() int          { return c.n }
func (c Counter) With(s int) Counter { c.step = s; return c }

type Handler func(args ...string) (string, error)

func (h Handler) Quiet() Handler {
	return func(args ...string) (string, error) {
		s, err := h(args...)
		if err != nil {
			return "(" + err.Error() + ")", nil
		}
		return s, nil
	}
}

type Event struct {
	Name string
	Args []any
}

type Bus struct {
	handlers map[string][]func(Event) bool
	*log.Logger
}

func (b *Bus) On(name string, f func(Event) bool) (off func()) {
	b.handlers[name] = append(b.handlers[name], f)
	i := len(b.handlers[name]) - 1
	return func() { b.handlers[name][i] = nil }
}

func (b *Bus) Emit(name string, args ...any) (n int) {
	for _, f := range b.handlers[name] {
		if f == nil {
			continue
		}
		n++
		if !f(Event{name, args}) {
			b.Printf("%s stopped after %d", name, n)
			break
		}
	}
	return
}

func compose[A any](fs ...func(A) A) func(A) A {
	return func(a A) A {
		for i := len(fs) - 1; i >= 0; i-- {
			a = fs[i](a)
		}
		return a
	}
}

func curry[A, B, C any](f func(A, B) C) func(A) func(B) C {
	return func(a A) func(B) C { return func(b B) C { return f(a, b) } }
}

func accumulate() (add func(int) int, reset func()) {
	total := 0
	add = func(d int) int { total += d; return total }
	reset = func() { total = 0 }
	return
}

type fix func(fix) func(int) int

func main() {
	c := Counter{step: 2}
	inc, peek := c.Inc, c.Peek
	inc()
	inc()
	fmt.Println(peek(), c.Peek(), Counter.Peek(c), (*Counter).Inc(&c), c.With(100).Peek(), c.n)
	d := c.With(5)
	e := &d
	e.Inc()
	fmt.Println(c, d, e.Peek(), *e == d)
	fs := map[string]func() int{"inc": c.Inc, "peek": c.Peek, "lit": func() int { return -1 }}
	fmt.Println(fs["inc"](), fs["peek"](), fs["lit"](), fs["none"] == nil)

	join := Handler(func(args ...string) (string, error) {
		if len(args) == 0 {
			return "", fmt.Errorf("no args")
		}
		return strings.Join(args, "+"), nil
	})
	fmt.Println(join())
	fmt.Println(join.Quiet()())
	fmt.Println(join([]string{"a", "b"}...))

	bus := &Bus{map[string][]func(Event) bool{}, log.New(os.Stdout, "bus: ", 0)}
	var seen []string
	off := bus.On("save", func(e Event) bool { seen = append(seen, fmt.Sprint("1:", e.Args)); return true })
	bus.On("save", func(e Event) bool {
		seen = append(seen, "2:"+e.Name)
		return len(e.Args) > 1
	})
	bus.On("save", func(Event) bool { seen = append(seen, "3"); return true })
	fmt.Println(bus.Emit("save", 1), bus.Emit("save", "a", nil), bus.Emit("none"))
	off()
	fmt.Println(bus.Emit("save", 1, 2), seen)
	bus.SetPrefix("")
	bus.Print("plain ", 1, 2, " three")
	bus.Println("prefix", bus.Prefix() == "", bus.Flags())

	f := compose(strings.ToUpper, strings.TrimSpace, func(s string) string { return s + " ! " })
	fmt.Printf("%q %d\n", f(" hey"), compose[int]()(4))
	add3 := curry(func(a int, b float64) string { return fmt.Sprintf("%d/%g", a, b) })(3)
	fmt.Println(add3(0.5), add3(2), curry(strings.Repeat)("ab")(2))
	add, reset := accumulate()
	add(5)
	add2, _ := accumulate()
	fmt.Println(add(6), add2(1))
	reset()
	fmt.Println(add(1))
	fact := (func(f fix) func(int) int { return f(f) })(func(self fix) func(int) int {
		return func(n int) int {
			if n < 2 {
				return 1
			}
			return n * self(self)(n-1)
		}
	})
	fmt.Println(fact(10))
	var funcs [3]func() string
	for i, w := range []string{"x", "y", "z"} {
		funcs[i] = func() string { w += fmt.Sprint(i); return w }
	}
	fmt.Println(funcs[0](), funcs[0](), funcs[2](), func() int { return 7 }())
	var even, odd func(uint) bool
	even = func(n uint) bool { return n == 0 || odd(n-1) }
	odd = func(n uint) bool { return n != 0 && even(n-1) }
	fmt.Println(even(10), odd(10))
	order := []string{}
	t := func(s string, v int) int { order = append(order, s); return v }
	arr := [4]int{}
	arr[t("i", 1)] = t("a", 2) + t("b", 3)*t("c", 4)
	_ = t("l", 0) == 1 && t("r", 1) == 1 || t("or", 1) == 1
	fmt.Println(arr, order)
	defer func(c Counter) { fmt.Println("deferred value", c.n) }(c)
	defer fmt.Println("deferred args", inc(), c.n)
	c.n = 1000
	log.SetFlags(log.Lmsgprefix)
	log.SetOutput(os.Stdout)
	log.SetPrefix("std: ")
	log.Printf("%d", inc())
	if c.n > 1000 {
		log.Panicf("counter at %d", c.n)
	}
}
