//go:build ignore

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type Option[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Option[T] { return Option[T]{v, true} }
func None[T any]() Option[T]    { return Option[T]{} }

func (o Option[T]) Get() (T, bool) { return o.v, o.ok }
func (o Option[T]) Or(d T) T {
	if o.ok {
		return o.v
	}
	return d
}

func (o Option[T]) Filter(f func(T) bool) Option[T] {
	if o.ok && f(o.v) {
		return o
	}
	return None[T]()
}

func (o Option[T]) String() string {
	if !o.ok {
		return fmt.Sprintf("None[%T]", o.v)
	}
	return fmt.Sprintf("Some(%v)", o.v)
}

func (o Option[T]) MarshalJSON() ([]byte, error) {
	if !o.ok {
		return []byte("null"), nil
	}
	return json.Marshal(o.v)
}

func (o *Option[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*o = None[T]()
		return nil
	}
	o.ok = true
	return json.Unmarshal(b, &o.v)
}

func MapOpt[A, B any](o Option[A], f func(A) B) Option[B] {
	if v, ok := o.Get(); ok {
		return Some(f(v))
	}
	return None[B]()
}

type Result[T any] struct {
	val T
	err error
}

func Try[T any](v T, err error) Result[T] { return Result[T]{v, err} }

func Then[A, B any](r Result[A], f func(A) (B, error)) Result[B] {
	if r.err != nil {
		return Result[B]{err: r.err}
	}
	return Try(f(r.val))
}

func (r Result[T]) Unwrap() T {
	if r.err != nil {
		panic(r.err)
	}
	return r.val
}

func (r Result[T]) Option() Option[T] {
	return Option[T]{r.val, r.err == nil}
}

func Collect[T any](rs ...Result[T]) Result[[]T] {
	var out []T
	var errs []error
	for i, r := range rs {
		if r.err != nil {
			errs = append(errs, fmt.Errorf("%d: %w", i, r.err))
			continue
		}
		out = append(out, r.val)
	}
	return Try(out, errors.Join(errs...))
}

type Either[L, R any] interface{ isEither(L, R) }
type Left[L, R any] struct{ V L }
type Right[L, R any] struct{ V R }

func (Left[L, R]) isEither(L, R)  {}
func (Right[L, R]) isEither(L, R) {}

func parse(s string) Either[int, string] {
	if n, err := strconv.Atoi(s); err == nil {
		return Left[int, string]{n}
	}
	return Right[int, string]{s}
}

type Profile struct {
	Name Option[string]   `json:"name"`
	Age  Option[int]      `json:"age"`
	Tags Option[[]string] `json:"tags"`
}

func main() {
	fmt.Println(Some(3), None[string](), Some([]int{1}), Some(Some("x")), None[error]())
	fmt.Println(Some(5).Or(1), None[int]().Or(1), Some(5).Filter(func(n int) bool { return n > 9 }))
	fmt.Println(MapOpt(Some("abc"), func(s string) int { return len(s) }), MapOpt(None[int](), strconv.Itoa))
	fmt.Println(Some(1) == Some(1), Some(1) == None[int](), Some("a") == Some("b"))
	half := func(n int) (int, error) {
		if n%2 != 0 {
			return 0, fmt.Errorf("%d is odd", n)
		}
		return n / 2, nil
	}
	var rs []Result[string]
	for _, s := range []string{"12", "7", "x", "40"} {
		r := Then(Then(Try(strconv.Atoi(s)), half), func(n int) (string, error) { return strings.Repeat("*", n/2), nil })
		rs = append(rs, r)
		fmt.Printf("%-4s %-14q %v %v\n", s, r.val, r.err, r.Option())
	}
	all := Collect(rs...)
	fmt.Printf("%q %v\n", all.val, strings.ReplaceAll(all.err.Error(), "\n", "; "))
	func() {
		defer func() { fmt.Println("panic:", recover()) }()
		fmt.Println(rs[0].Unwrap())
		rs[1].Unwrap()
	}()
	for _, s := range []string{"42", "forty"} {
		switch e := parse(s).(type) {
		case Left[int, string]:
			fmt.Println("left", e.V+1)
		case Right[int, string]:
			fmt.Println("right", e.V+"!")
		}
	}
	p := Profile{Name: Some("ann"), Tags: Some([]string{"a"})}
	b, err := json.Marshal(p)
	fmt.Println(string(b), err)
	var back Profile
	err = json.Unmarshal([]byte(`{"name":null,"age":33}`), &back)
	fmt.Printf("%v %v\n%T %+v\n", back, err, back.Tags, back.Age)
}
