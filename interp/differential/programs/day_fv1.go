package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

type Logger interface{ Logf(string, ...any) }
type LogFunc func(string, ...any)

func (f LogFunc) Logf(s string, a ...any) { f(s, a...) }

type deps struct {
	now     func() time.Time
	sleep   func(time.Duration)
	getenv  func(string) string
	read    func(string) ([]byte, error)
	marshal func(any) ([]byte, error)
	ext     func(string) string
	isUp    func(rune) bool
	join    func([]string, string) string
}

func defaults() deps {
	return deps{now: time.Now, sleep: time.Sleep, getenv: os.Getenv, read: os.ReadFile, marshal: json.Marshal, ext: filepath.Ext, isUp: unicode.IsUpper, join: strings.Join}
}

type parser func(string) (any, error)

func lift[T any](f func(string) (T, error)) parser {
	return func(s string) (any, error) {
		v, err := f(s)
		if err != nil {
			return nil, err
		}
		return v, nil
	}
}
func first(ps ...parser) parser {
	return func(s string) (v any, err error) {
		for _, p := range ps {
			if v, err = p(s); err == nil {
				return
			}
		}
		return nil, errors.New("no parser for " + strconv.Quote(s))
	}
}

func main() {
	d := defaults()
	d.sleep(time.Microsecond)
	b, err := d.marshal(map[string]int{"a": 1})
	fmt.Println(string(b), err, d.ext("a/b.txt"), d.isUp('A'), d.join([]string{"x", "y"}, "-"), d.getenv("NOPE_X") == "", d.now().IsZero())
	_, err = d.read("/nope")
	fmt.Println(err)
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	var l Logger = LogFunc(func(s string, a ...any) { log.Printf("["+s+"]", a...) })
	l.Logf("%d-%d", 1, 2)
	p := first(lift(strconv.Atoi), lift(strconv.ParseBool), lift(time.ParseDuration), lift(func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }))
	for _, s := range []string{"12", "true", "3s", "1.5", "zz"} {
		v, err := p(s)
		fmt.Printf("%v %T %v\n", v, v, err)
	}
	fns := []func(float64) float64{math.Sin, math.Cos, math.Exp, math.Abs}
	for _, f := range fns {
		fmt.Printf("%.3f ", f(-1))
	}
	fmt.Println(slices.IndexFunc([]rune("abC"), unicode.IsUpper), slices.MaxFunc([]string{"b", "a"}, strings.Compare))
	cmps := map[string]func(string, string) int{"asc": cmp.Compare[string], "desc": func(a, b string) int { return cmp.Compare(b, a) }, "std": strings.Compare}
	for _, k := range []string{"asc", "desc", "std"} {
		x := []string{"q", "a", "z"}
		slices.SortFunc(x, cmps[k])
		fmt.Print(k, x, " ")
	}
	fmt.Println()
	var newErr func(string) error = errors.New
	if e := newErr("made"); e != nil {
		fmt.Println(e)
	}
	func(f func(string) string, s string) { fmt.Println(f(s)) }(strings.ToUpper, "passed")
	pf := &d.ext
	*pf = filepath.Base
	fmt.Println(d.ext("/a/b"), d.read != nil)
	go func(done func(...any)) {}(log.Println)
	defer func(f func(...any), a ...any) { f(a...) }(log.Println, "deferred", 1)
	any1 := any(strings.ToLower)
	if f, ok := any1.(func(string) string); ok {
		fmt.Println(f("LOWER"))
	}
	ch := make(chan func(string) string, 2)
	ch <- strings.TrimSpace
	ch <- strings.ToTitle
	fmt.Println((<-ch)(" x "), (<-ch)("y"))
	ret := func() func(string, string) bool { return strings.HasPrefix }
	fmt.Println(ret()("abc", "ab"))
	arr := [2]func(int) string{strconv.Itoa, func(i int) string { return fmt.Sprint(i * 2) }}
	fmt.Println(arr[0](5), arr[1](5))
	switch f := any(math.Sqrt).(type) {
	case func(float64) float64:
		fmt.Println("sqrt", f(16))
	}
}
