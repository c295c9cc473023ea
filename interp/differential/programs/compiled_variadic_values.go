package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type logf func(string, ...any)

type app struct {
	l      *log.Logger
	printf func(string, ...any)
	lf     logf
}

func twice(f func(...any) (int, error), x ...any) { f(x...); f("again", x) }

func apply(f func(string, ...any) string) string { return f("<%v %v>", 1, []int{2}) }

type T struct{ n int }

func (t T) String() string { return fmt.Sprint("T", t.n) }
func (t T) Sum(xs ...int) int {
	for _, x := range xs {
		t.n += x
	}
	return t.n
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	p := log.Printf
	p("a %d", 1)
	a := app{l: log.New(os.Stdout, "app: ", 0)}
	a.printf = a.l.Printf
	a.printf("x %v", T{3})
	a.lf = a.l.Printf
	a.lf("y %v", T{4})
	twice(fmt.Println, 1, "b", T{1})
	fmt.Println(apply(fmt.Sprintf))
	j := errors.Join
	fmt.Println(j(errors.New("a"), nil, errors.New("b")))
	e := (*log.Logger).Printf
	e(a.l, "z %d %d", 1, 2)
	ff := fmt.Fprintf
	ff(os.Stdout, "%s|\n", "f")
	join := filepath.Join
	fmt.Println(join("a", "b", "c"), join())
	ms := map[string]func(...any) string{"s": fmt.Sprint, "l": fmt.Sprintln}
	fmt.Println(ms["s"](1, 2, T{5}), ms["l"]())
	r := strings.NewReplacer
	fmt.Println(r("a", "b").Replace("aXa"))
	mr := io.MultiReader
	b, _ := io.ReadAll(mr(strings.NewReader("1"), strings.NewReader("2")))
	fmt.Println(string(b))
	h := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}))
	info := h.Info
	info("msg", "k", T{6}, "n", 3)
	with := slog.With
	_ = with
	s := T{1}.Sum
	fmt.Println(s(1, 2, 3), T.Sum(T{2}, 4), s([]int{4}...))
	ins := slices.Insert[[]int]
	fmt.Println(ins([]int{1, 2}, 1, 7, 8))
	cc := slices.Concat[[]string]
	fmt.Println(cc([]string{"a"}, []string{"b"}))
	var w io.Writer = os.Stdout
	pr := func(f string, x ...any) { fmt.Fprintf(w, f, x...) }
	pr("%d\n", 4)
	defer fmt.Println("deferred", 1)
	defer log.Printf("d %d", 2)
	go fmt.Print()
	g := fmt.Errorf
	err := g("wrap: %w", io.EOF)
	fmt.Println(err, errors.Is(err, io.EOF))
	func(f func(string, ...any) error) { fmt.Println(f("q%d", 1)) }(fmt.Errorf)
	var any1 any = fmt.Sprintf
	fmt.Printf("%T\n", any1)
	fmt.Println(any1.(func(string, ...any) string)("%d", 8))
}
