package main

import (
	"regexp"
	"strings"
)

// class is a reason of failure and the messages that show it.
type class struct {
	name    string
	message *regexp.Regexp
}

// classes are tried in order.
var classes = []class{
	{timedOut, regexp.MustCompile(`^` + timedOut)},
	{wrongOutput, regexp.MustCompile(`^` + wrongOutput)},
	{"the checker refuses a package that is not embedded", regexp.MustCompile(`there is no package`)},
	{"the checker fails", regexp.MustCompile(`checker failed`)},
	{"the interpreter refuses a type or declaration: undefined", regexp.MustCompile(`undefined`)},
	{"the interpreter fails while it compiles", regexp.MustCompile(`interpreter failed|CFG post-order|cfg`)},
	{"a runtime error inside reflection", regexp.MustCompile(`reflect[.:]`)},
	{"a nil pointer, index or conversion error at run time", regexp.MustCompile(`runtime error|interface conversion`)},
	{"the process ended (stack, memory or fatal error)", regexp.MustCompile(`Go process|worker|stack overflow`)},
	{"its own check fails", regexp.MustCompile(`(?i)panic|exit|fail|BUG|got|want|bad`)},
}

// classify returns the class that a failure's message belongs to.
func classify(failure string) string {
	for _, c := range classes {
		if c.message.MatchString(failure) {
			return c.name
		}
	}
	return "other: " + strings.Join(lines(failure, 1), "")
}

// lines returns the first lines of a text that hold something.
func lines(text string, n int) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \n"); line != "" && len(out) < n {
			out = append(out, line)
		}
	}
	return out
}
