package course

import (
	"fmt"
	"html"
	"strings"
)

// Verdict is the judgement of [Check] on an answer.
type Verdict struct {
	ID, Question string
	// Answered is false if there is no answer yet.
	Answered, Right bool
	// Text says what is wrong with the answer, or why it is right.
	Text string
	// Hint is the next hint, number Step of Hints.
	Hint        string
	Step, Hints int
}

// String returns the verdict in lines.
func (v *Verdict) String() string { return strings.Join(v.lines(), "\n") }

// lines returns the verdict, its text, and the hint.
func (v *Verdict) lines() []string {
	switch {
	case !v.Answered:
		return []string{fmt.Sprintf("Exercise %s: no answer yet.", v.ID)}
	case v.Right:
		return nonEmpty(fmt.Sprintf("Exercise %s: right.", v.ID), v.Text)
	}
	return []string{
		fmt.Sprintf("Exercise %s: not yet, %s.", v.ID, strings.TrimSuffix(v.Text, ".")),
		fmt.Sprintf("Hint %d of %d: %s", v.Step, v.Hints, v.Hint),
	}
}

// nonEmpty returns the texts that are not empty.
func nonEmpty(texts ...string) []string {
	var some []string
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return some
}

// HTML shows the verdict as a box, green where the answer is right.
func (v *Verdict) HTML() string {
	colour := "#8a94a0"
	switch {
	case v.Right:
		colour = "#2e8b57"
	case v.Answered:
		colour = "#d9a441"
	}
	lines := v.lines()
	for i := range lines {
		lines[i] = html.EscapeString(lines[i])
	}
	lines[0] = "<strong>" + lines[0] + "</strong>"
	return fmt.Sprintf(`<div role="status" style="border-left:4px solid %s;padding:.2em .8em">%s</div>`, colour, strings.Join(lines, "<br>"))
}
