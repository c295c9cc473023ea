package course

import (
	"fmt"
	"html"
	"math"
)

// Guessed is a guess, and after Reveal the truth.
type Guessed struct {
	// Question is the text of the question.
	Question string
	guess    any
	truth    any // nil before Reveal
}

// Guess records the reader's guess, a number or a text, before the cell that shows the
// result is run. [Todo] does not count as a guess.
//
//	guess := course.Guess("zeros of a draw between 0 and 10", course.Todo)
//
// and after the cell that counts them
//
//	guess.Reveal(zeros)
func Guess(question string, guess any) *Guessed { return &Guessed{Question: question, guess: guess} }

// Reveal compares the guess with the truth. The result can be shown. Without a guess, or with a text
// for a number, it shows how to guess and not the truth.
//
// On a class server, the guess is counted on the teacher's page, without a name: the first of each
// visitor.
func (g *Guessed) Reveal(truth any) *Guessed {
	revealed := &Guessed{g.Question, g.guess, truth}
	tellGuess(revealed)
	return revealed
}

// String returns the guess, and after Reveal the truth and the distance of the guess from it.
func (g *Guessed) String() string {
	missing := g.missing()
	switch {
	case missing == "" && g.truth == nil:
		return fmt.Sprintf("%s: guessed %s", g.Question, inWords(g.guess))
	case missing == "":
		return fmt.Sprintf("%s: guessed %s, it is %s%s", g.Question, inWords(g.guess), inWords(g.truth), g.distance())
	case g.truth == nil:
		return fmt.Sprintf("%s: %s", g.Question, missing)
	}
	return fmt.Sprintf("%s: %s. Write your guess into course.Guess(%q, …) above instead of %s, run that cell, and then this one again.",
		g.Question, missing, g.Question, g.written())
}

// missing says what the guess lacks, or is "".
func (g *Guessed) missing() string {
	if g.guess == nil || g.guess == any(Todo) {
		return "no guess yet"
	}
	_, isNumber := as[float64](g.guess)
	if _, want := as[float64](g.truth); want && !isNumber {
		return fmt.Sprintf("%q is not a number, and a number is asked for", fmt.Sprint(g.guess))
	}
	return ""
}

// written returns the guess as it is written in Go.
func (g *Guessed) written() string {
	if g.guess == nil || g.guess == any(Todo) {
		return "course.Todo"
	}
	return fmt.Sprintf("%#v", g.guess)
}

// HTML returns the same as a paragraph, which narrow pages break into lines.
func (g *Guessed) HTML() string {
	return `<p role="status">` + html.EscapeString(g.String()) + "</p>"
}

// distance returns the error of a number as a share of the truth.
func (g *Guessed) distance() string {
	guess, ok := as[float64](g.guess)
	truth, ok2 := as[float64](g.truth)
	if !ok || !ok2 || truth == 0 || math.IsNaN(guess) {
		return g.sameWords()
	}
	off := math.Abs(guess-truth) / math.Abs(truth)
	switch ratio := guess / truth; {
	case off < 0.005:
		return ": right"
	case ratio >= 3:
		return fmt.Sprintf(": %.2g times too large", ratio)
	case ratio > 0 && ratio <= 1.0/3:
		return fmt.Sprintf(": %.2g times too small", 1/ratio)
	}
	return fmt.Sprintf(": off by %.2g %%", 100*off)
}

// sameWords says that a guess in words is right, however it is written.
func (g *Guessed) sameWords() string {
	guess, ok := g.guess.(string)
	truth, ok2 := g.truth.(string)
	if ok && ok2 && plain(guess) == plain(truth) {
		return ": right"
	}
	return ""
}

func inWords(v any) string {
	if x, ok := as[float64](v); ok {
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprint(v)
}
