package main

import (
	"errors"
	"fmt"
	"sort"
	"time"
)

type weekday int

func (d weekday) String() string { return "day" }

type names []string

func (n names) Len() int { return len(n) }

type fn func() int

func (f fn) Call() int { return f() }

type set map[string]bool

func (s set) Has(k string) bool { return s[k] }

type celsius float64

func (c *celsius) Inc() { *c++ }

type point struct{ x, y int }

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

type alias = int

type wrap struct{ any any }

func kind(x any) string {
	switch x := x.(type) {
	case int:
		return "int"
	case weekday:
		return "weekday " + x.String()
	case []string:
		return "strings"
	case names:
		return "names"
	case func() int:
		return "func"
	case fn:
		return "fn"
	case map[string]bool:
		return "map"
	case set:
		return "set"
	case float64:
		return "float64"
	case *celsius:
		return "*celsius"
	case struct{ x, y int }:
		return "struct"
	case point:
		return "point"
	case *struct{ x, y int }:
		return "*struct"
	case *point:
		return "*point"
	case code:
		return "code"
	case error:
		return "error " + x.Error()
	case time.Duration:
		return "duration"
	case []weekday:
		return "days"
	case nil:
		return "nil"
	}
	return "other"
}

type named interface{ String() string }

func main() {
	c := celsius(1)
	var n named = weekday(3)
	for _, x := range []any{
		1, weekday(1), []string{}, names{}, func() int { return 1 }, fn(func() int { return 1 }), map[string]bool{}, set{},
		1.5, &c, struct{ x, y int }{}, point{}, &struct{ x, y int }{}, &point{}, code(1), errors.New("e"), time.Second, []weekday{1}, nil,
		n, alias(1), wrap{1}, int8(1), int(weekday(2)), []string(names{"a"}), wrap{weekday(1)}.any, wrap{2}.any,
	} {
		fmt.Println(kind(x))
	}
	i, ok := any(weekday(1)).(int)
	fmt.Println(i, ok)
	i, ok = any(int(weekday(1))).(int)
	fmt.Println(i, ok)
	var e error = code(4)
	_, ok = e.(weekday2)
	fmt.Println(ok)
	xs := map[string]any{"a": weekday(1), "b": 2, "c": names{"x"}, "d": []string{"y"}}
	keys := []string{}
	for k := range xs {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		n, ok := xs[k].(int)
		s, ok2 := xs[k].([]string)
		fmt.Println(k, n, ok, s, ok2)
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(any(weekday(1)).(int))
	}()
	d := weekday(2)
	p := &d
	x, ok := any(*p).(int)
	fmt.Println(x, ok)
	y, ok := any(int(*p)).(int)
	fmt.Println(y, ok)
	z, ok := any(d + 1).(int)
	fmt.Println(z, ok)
	var anys []any
	for i := range 2 {
		anys = append(anys, i, weekday(i), float64(i))
	}
	for _, x := range anys {
		_, isInt := x.(int)
		_, isFloat := x.(float64)
		fmt.Println(isInt, isFloat)
	}
}

type weekday2 interface {
	error
	Day() int
}
