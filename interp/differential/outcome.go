package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// panicked is the exit code of a Go program that an uncaught panic ends.
const panicked = 2

// outcome is what running a program gave.
type outcome struct {
	stdout string
	exit   int
	// failure is the first line of what ended the program where it did not end
	// by itself: the text of a panic, or why it was stopped.
	failure string
	// lines are those at which the program was when a panic ended it, innermost
	// first; none where they are not known.
	lines []int
	// told says that the interpreter refused the program, or the cell that came
	// next, before any of it ran.
	told bool
	// late says that the program was stopped because it took too long.
	late bool
}

// verdict tells how what the interpreter did compares with what Go does.
type verdict int

const (
	equal verdict = iota
	told
	different
)

func (v verdict) String() string { return [...]string{"equal", "told", "different"}[v] }

// comparison is a verdict with its reason, which is empty where all is equal.
type comparison struct {
	verdict verdict
	// class is a short name for the kind of difference.
	class string
	// detail is one line: the first line that differs, or the refusal.
	detail string
}

// compare judges what the interpreter did by what Go did.
func compare(want, got outcome) comparison {
	if got.told && strings.HasPrefix(want.stdout, got.stdout) {
		return comparison{told, "told: " + generalize(got.failure), got.failure}
	}
	switch line, class := firstDifference(want.stdout, got.stdout); {
	case got.late:
		return comparison{different, "does not end", got.failure}
	case got.exit != want.exit && got.failure != "":
		return comparison{different, "fails: " + generalize(got.failure), got.failure}
	case line != "":
		return comparison{different, class, line}
	case got.exit != want.exit:
		return comparison{different, "exit code", fmt.Sprintf("exits with %d, want %d", got.exit, want.exit)}
	case !samePanic(want.failure, got.failure):
		detail := fmt.Sprintf("panics by %q, want %q", got.failure, want.failure)
		return comparison{different, "panic text", detail}
	case !sameLines(want.lines, got.lines):
		detail := fmt.Sprintf("panics at lines %v, want %v", got.lines, want.lines)
		return comparison{different, "lines of a panic", detail}
	}
	return comparison{verdict: equal}
}

// sameLines compares the places of panics where both are known.
func sameLines(want, got []int) bool {
	return len(want) == 0 || len(got) == 0 || slices.Equal(want, got)
}

// firstDifference describes the first line in which two texts differ, and the
// kind of that difference.
func firstDifference(want, got string) (detail, class string) {
	if want == got {
		return "", ""
	}
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d: %q, want %q", i+1, g[i], w[i]), "prints " + within(w[i], g[i])
		}
	}
	if len(g) < len(w) {
		return fmt.Sprintf("line %d is missing: %q", len(g), w[len(g)-1]), "prints too little"
	}
	return fmt.Sprintf("line %d is too much: %q", len(w), g[len(w)-1]), "prints too much"
}

// word is what lines are compared by.
var word = regexp.MustCompile(`[\pL\pN_.]+|\s+|.`)

// within tells what stands in a line for something else, which lets differences
// of one kind look alike.
func within(want, got string) string {
	w, g := word.FindAllString(want, -1), word.FindAllString(got, -1)
	for len(w) > 0 && len(g) > 0 && w[0] == g[0] {
		w, g = w[1:], g[1:]
	}
	for len(w) > 0 && len(g) > 0 && w[len(w)-1] == g[len(g)-1] {
		w, g = w[:len(w)-1], g[:len(g)-1]
	}
	return fmt.Sprintf("%s for %s", brief(g), brief(w))
}

// brief is the beginning of words, without what differs between programs.
func brief(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	rest := ""
	if most := 3; len(words) > most {
		words, rest = words[:most], "..."
	}
	text := strings.Join(words, "")
	for _, p := range particulars {
		text = p.pattern.ReplaceAllString(text, p.by)
	}
	return text + rest
}

// particulars are what differs between programs, in the order in which they
// are replaced: names of declared types, numbers.
var particulars = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`\b(?:main\.)?[A-Z][a-z]+[0-9]+\b`), "T"},
	{regexp.MustCompile(`\b(u?int|float|complex)[0-9]+\b`), "$1"},
	{regexp.MustCompile(`-?[0-9]+`), "#"},
}

// noise is what panics print around the text that both sides share.
var noise = regexp.MustCompile(`^panic: ?|^Panic: ?| \[recovered.*\]$|^goroutine \d+ .*|^\w+\.\w+\((.*)\)$`)

// replaced are characters that stand for bytes which are no text, in the message
// of an error.
var replaced = regexp.MustCompile("\uFFFD+")

// samePanic compares the texts of uncaught panics loosely: one of them has to
// hold the other, and values that print as addresses match any.
func samePanic(want, got string) bool {
	plain := func(s string) string {
		return strings.TrimSpace(noise.ReplaceAllString(replaced.ReplaceAllString(strings.ToValidUTF8(s, "\uFFFD"), "\uFFFD"), "$1"))
	}
	w, g := plain(want), plain(got)
	if strings.HasPrefix(w, "(") || strings.Contains(w, "0x") || strings.HasPrefix(w, "&") {
		return g != ""
	}
	if w == "" || g == "" {
		return w == g
	}
	w, g = strings.Trim(w, `"`), strings.Trim(g, `"`)
	return strings.Contains(g, w) || strings.Contains(w, g)
}

// particular is what differs between messages of one kind.
var particular = regexp.MustCompile(`"[^"]*"|'[^']*'|0x[0-9a-f]+|\d+|\b(?:cell|g)\d+\b|line [0-9:]+`)

// generalize removes the particulars of a message, so that messages of one kind
// are equal.
func generalize(message string) string {
	message = particular.ReplaceAllString(message, "#")
	if cut := 70; len(message) > cut {
		message = strings.ToValidUTF8(message[:cut], "") + "..."
	}
	return message
}
