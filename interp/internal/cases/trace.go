package cases

import (
	"regexp"
	"strconv"
	"strings"
)

// reports matches the beginning of the runtime's report on why it ends a program.
var reports = regexp.MustCompile(`(?m)^\t*(panic: |fatal error: ).*$`)

// PanicOf reads the standard error of a program: the report of the panic that ended it, the last
// of those that were in progress, and the places of the program in the trace of its goroutine.
func PanicOf(stderr string) (failure string, places []Place) {
	head, trace, _ := strings.Cut(stderr, "\ngoroutine ")
	if all := reports.FindAllString(head, -1); len(all) > 0 {
		failure = strings.TrimSpace(all[len(all)-1])
	}
	trace, _, _ = strings.Cut(trace, "\n\n")
	trace, _, _ = strings.Cut(trace, "\ncreated by ")
	for _, m := range frame.FindAllStringSubmatch(trace, -1) {
		line, _ := strconv.Atoi(m[2]) // digits
		places = append(places, Place{PlainFunction(m[1]), line})
	}
	return failure, places
}

// frame is a call in a trace, and where the program's own code was.
var frame = regexp.MustCompile(`(?m)^(main\..*)\([^()]*\)\n\t(?:.*/)?program\.go:(\d+)`)

var (
	typeArguments = regexp.MustCompile(`\[[^\]]*\]`)
	valueReceiver = regexp.MustCompile(`\((\w+)\)`) // Go writes T.f, krigo (T).f
	initNumber    = regexp.MustCompile(`^main\.init[.#]\d+$`)
)

// PlainFunction returns the name of a function without type arguments, parentheses around the types of
// value receivers, and numbers of init functions.
func PlainFunction(name string) string {
	name = valueReceiver.ReplaceAllString(typeArguments.ReplaceAllString(name, ""), "$1")
	return initNumber.ReplaceAllString(name, "main.init")
}
