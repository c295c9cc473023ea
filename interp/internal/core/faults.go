package core

import (
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/yaegipatch"
)

// faults.go: the interpreter computes by reflection, which panics with texts of
// its own where Go has run-time errors.

// Recovered returns the value that Go's recover would return for a panic of the
// interpreter.
func Recovered(p any) any {
	switch p := p.(type) {
	case yaegi.Panic:
		return Recovered(p.Value)
	case *reflect.ValueError:
		if p.Kind == reflect.Invalid {
			return yaegipatch.NilDereference()
		}
	case string:
		return faultOfText(p, p)
	}
	return p
}

// badYield panics where the body of a loop over a function is called when it is
// not to be.
func badYield(state int) {
	text := "loop body panic"
	switch {
	case state == -2:
		text = "whole loop exit"
	case state > 0:
		text = "function for loop body returned false"
	}
	panic(yaegipatch.Error("runtime error: range function continued iteration after " + text))
}

// reflected are the texts by which reflection reports what are run-time errors
// in Go, with the words of the latter.
var reflected = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`^reflect: (?:slice|array|string) index out of range$`), "runtime error: index out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Slice3?: (?:string )?slice index out of bounds$`), "runtime error: slice bounds out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Slice: .*out of bounds$`), "runtime error: slice bounds out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Grow: slice overflow$`), "runtime error: growslice: len out of range"},
}

// faultOfText returns the run-time error that a panic with a text of reflection
// stands for, and otherwise where it stands for none.
func faultOfText(text string, otherwise any) any {
	if !strings.HasPrefix(text, "reflect") {
		return otherwise
	}
	if text == "reflect.Value.Call: call of nil function" || text == "reflect: Call using zero Value argument" || text == "reflect: Method on nil interface value" || strings.HasPrefix(text, "reflect: call of ") && strings.HasSuffix(text, " on zero Value") {
		return yaegipatch.NilDereference()
	}
	switch text {
	case "reflect.MakeSlice: negative len":
		return caught(func() { badMake(-1) })
	case "reflect.MakeChan: negative buffer size":
		return caught(func() { badMakeChan(-1) })
	case "reflect.MakeSlice: negative cap", "reflect.MakeSlice: len > cap":
		return caught(func() { badMake(1) })
	}
	if m := shortSlice.FindStringSubmatch(text); m != nil {
		length, _ := strconv.Atoi(m[1])
		array, _ := strconv.Atoi(m[2])
		return badConversion(length, array)
	}
	for _, r := range reflected {
		if r.pattern.MatchString(text) {
			return yaegipatch.Error(r.pattern.ReplaceAllString(text, r.text))
		}
	}
	return otherwise
}

var shortSlice = regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)$`)

// badConversion returns the runtime's own error for a slice that is shorter than the
// array that it is converted to: one of other lengths, with these put in.
func badConversion(length, array int) any {
	fault := caught(func() { _ = [1]int(make([]int, 0)) })
	own := reflect.New(reflect.TypeOf(fault)).Elem()
	own.Set(reflect.ValueOf(fault))
	*(*lengths)(own.Addr().UnsafePointer()) = lengths{int64(array), length}
	return own.Interface()
}

// lengths are the beginnings of the runtime's bounds errors.
type lengths struct {
	array int64
	slice int
}

// caught returns the value with which f panics.
func caught(f func()) (fault any) {
	defer func() { fault = recover() }()
	f()
	return nil
}

// badMake panics for make with a length that is negative, or larger than the
// capacity.
func badMake(length int) {
	capacity := length
	if length >= 0 {
		length, capacity = 1, 0
	}
	runtime.KeepAlive(make([]struct{}, length, capacity)) // or it would be left out
}

// badMakeChan panics as make does for a channel of less than 0 elements.
func badMakeChan(size int) { runtime.KeepAlive(make(chan struct{}, size)) }

// negativeShift panics for a shift by less than 0.
func negativeShift() {
	by := -1
	runtime.KeepAlive(1 << by)
}
