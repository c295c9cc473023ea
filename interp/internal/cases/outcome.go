package cases

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Panicked is the exit code of a Go program that an uncaught panic ends.
const Panicked = 2

// Outcome is the outcome of running a program.
type Outcome struct {
	Stdout string
	Exit   int
	// Failure is the first line of the message with which the program ended early: the
	// text of a panic, or why it was stopped. It is empty after a regular end.
	Failure string
	// Places are those at which a panic ended the program, innermost first; none if unknown.
	Places []Place
	// Refused reports that the interpreter refused the program, or the next cell, before any of
	// it ran.
	Refused bool
	// Late reports that the program was stopped because it took too long.
	Late bool
}

// Place is a line of a program, with the function that it belongs to, as the trace of a panic
// has it, without type arguments. The function is empty if it is unknown.
type Place struct {
	Function string
	Line     int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.Function, p.Line) }

// Verdict is the result of comparing the interpreter with Go.
type Verdict int

const (
	Equal Verdict = iota
	Refused
	Different
)

func (v Verdict) String() string { return [...]string{"equal", "refused", "different"}[v] }

// Comparison is a verdict with its reason, which is empty if all is equal.
type Comparison struct {
	Verdict Verdict
	Class   string // a short name for the kind of difference
	Detail  string // one line: the first line that differs, or the refusal
}

// refusedAs returns a comparison with a case that is refused with a message, which holds a text, or
// that is not refused, if the text is empty.
func (c Comparison) refusedAs(text string) Comparison {
	switch {
	case c.Verdict == Refused && text == "":
		return Comparison{Different, c.Class, c.Detail}
	case c.Verdict == Refused && strings.Contains(c.Detail, text):
		return Comparison{}
	case text != "":
		return Comparison{Different, "not refused", fmt.Sprintf("is not refused by %q: %s", text, c.Detail)}
	}
	return c
}

// Compare compares the interpreter's outcome, got, with Go's, want.
func Compare(want, got Outcome) Comparison {
	if got.Refused && strings.HasPrefix(want.Stdout, got.Stdout) {
		return Comparison{Refused, "refused: " + generalize(got.Failure), got.Failure}
	}
	switch line, class := firstDifference(want.Stdout, got.Stdout); {
	case got.Late:
		return Comparison{Different, "does not end", got.Failure}
	case got.Exit != want.Exit && got.Failure != "":
		return Comparison{Different, "fails: " + generalize(got.Failure), got.Failure}
	case line != "":
		return Comparison{Different, class, line}
	case got.Exit != want.Exit:
		return Comparison{Different, "exit code", fmt.Sprintf("exits with %d, want %d", got.Exit, want.Exit)}
	case !samePanic(want.Failure, got.Failure):
		detail := fmt.Sprintf("panics by %q, want %q", got.Failure, want.Failure)
		return Comparison{Different, "panic text", detail}
	case !slices.Equal(want.Places, got.Places):
		detail := fmt.Sprintf("panics at %v, want %v", got.Places, want.Places)
		return Comparison{Different, "places of a panic", detail}
	}
	return Comparison{}
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

// word matches the tokens by which lines are compared.
var word = regexp.MustCompile(`[\pL\pN_.]+|\s+|.`)

// within describes the words in which two lines differ, so that differences
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

// brief returns the beginning of words, without what differs between programs.
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

// particulars match details that differ between programs, in the order in which they
// are replaced: names of declared types, numbers.
var particulars = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`\b(?:main\.)?[A-Z][a-z]+[0-9]+\b`), "T"},
	{regexp.MustCompile(`\b(u?int|float|complex)[0-9]+\b`), "$1"},
	{regexp.MustCompile(`-?[0-9]+`), "#"},
}

// noise matches the text that panics print around the part that both sides share.
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

// particular matches the details that differ between messages of one kind.
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
