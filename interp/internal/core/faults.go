package core

import (
	"reflect"
	"regexp"
	"strings"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/quick"
)

// faults.go: the interpreter computes by reflection, which panics with texts of
// its own where Go has run-time errors.

// Recovered is what recover gives in Go for what a panic of the interpreter
// gave.
func Recovered(p any) any {
	switch p := p.(type) {
	case yaegi.Panic:
		return Recovered(p.Value)
	case *reflect.ValueError:
		if p.Kind == reflect.Invalid {
			return quick.NilDereference()
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
	panic(quick.Error("runtime error: range function continued iteration after " + text))
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
	{regexp.MustCompile(`^reflect\.MakeSlice: negative len$`), "runtime error: makeslice: len out of range"},
	{regexp.MustCompile(`^reflect\.MakeSlice: (?:negative cap|len > cap)$`), "runtime error: makeslice: cap out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Grow: slice overflow$`), "runtime error: growslice: len out of range"},
	{regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)$`),
		"runtime error: cannot convert slice with length $1 to array or pointer to array with length $2"},
}

// faultOfText is the run-time error that a panic with a text of reflection
// stands for, and otherwise where it stands for none.
func faultOfText(text string, otherwise any) any {
	if !strings.HasPrefix(text, "reflect") {
		return otherwise
	}
	if text == "reflect.Value.Call: call of nil function" || text == "reflect: Call using zero Value argument" || text == "reflect: Method on nil interface value" || strings.HasPrefix(text, "reflect: call of ") && strings.HasSuffix(text, " on zero Value") {
		return quick.NilDereference()
	}
	for _, r := range reflected {
		if r.pattern.MatchString(text) {
			return quick.Error(r.pattern.ReplaceAllString(text, r.text))
		}
	}
	return otherwise
}

// badMake panics for make with a length that is negative, or larger than the
// capacity.
func badMake(length int) {
	if length < 0 {
		panic(quick.Error("runtime error: makeslice: len out of range"))
	}
	panic(quick.Error("runtime error: makeslice: cap out of range"))
}
