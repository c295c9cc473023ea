package display

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/display/internal/panel"
	"krigo/display/mime"
	"krigo/internal/textwidth"
)

// state returns the state of the fit; cellEnded reports that its cell has ended.
func (l *live) state(cellEnded bool) panel.State {
	switch {
	case l.ended != nil:
		return l.ended.state
	case cellEnded && l.fit == nil:
		return panel.State{Word: "cell ended", Color: panel.Caution}
	}
	return panel.State{Word: "running", Color: panel.Busy}
}

// method names the fit, in the result's words where it has returned: a learner of
// several stages knows its name at the end.
func (l *live) method() string {
	name := "fit"
	if l.fit != nil {
		name = orElse(l.fit.Method, name)
	}
	if l.ended != nil {
		name = orElse(l.ended.method, name)
	}
	if l.fits > 1 {
		name += fmt.Sprintf(" (fit %d)", l.fits)
	}
	return name
}

// objective names what is lowered.
func (l *live) objective() string {
	name := "objective"
	if l.fit != nil {
		name = orElse(l.fit.Objective, name)
	}
	if l.ended != nil {
		name = orElse(l.ended.lowered, name)
	}
	return name
}

// start says which start runs or was kept, if there are several.
func (l *live) start() string {
	switch {
	case l.fit == nil || l.fit.Starts == 1:
		return ""
	case l.ended != nil && l.ended.returned:
		return fmt.Sprintf("start %d of %d kept", l.ended.kept+1, l.fit.Starts)
	}
	return fmt.Sprintf("start %d of %d", l.last.Restart+1, l.fit.Starts)
}

// leastRest is the least remaining time that is shown.
const leastRest = time.Second

// remaining describes the time to the fit's limit; most fits end before.
func remaining(rest time.Duration) string {
	if rest < leastRest {
		return ""
	}
	return "about " + format.Duration(rest.Round(time.Second)) + " to the limit"
}

// value writes a figure of a fit.
func value(v float64) string { return number(v, 6) }

// number writes v with the given number of digits and the minus sign of tables and
// figures.
func number(v float64, digits int) string {
	return format.TrueMinus(format.Number(v, digits))
}

// runningText returns one line, of what there is room for.
func (l *live) runningText(cellEnded bool) string {
	_, words, rest := l.part()
	start, objective, elapsed := l.start(), "objective "+value(l.last.Value), format.Duration(l.last.Elapsed)
	switch {
	case cellEnded && l.fit != nil:
		return l.running(start, words, objective, elapsed, "still running when the cell ended")
	case cellEnded:
		return l.running(start, words, objective, elapsed, "the last when the cell ended")
	}
	return mime.FirstThatFits(
		l.running(start, words, objective, elapsed, remaining(rest)),
		l.running(start, words, objective, elapsed),
		l.running(start, words, objective),
		l.running(words, objective),
	)
}

// running describes the method and its progress.
func (l *live) running(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return l.method() + ": " + strings.Join(parts, ", ")
}

// endedText returns the summary in three lines at most, without the reasons.
func (l *live) endedText() string {
	e := l.ended
	head := fmt.Sprintf("%s: %s, %s", l.method(), e.words, format.Duration(e.elapsed))
	if start := l.start(); start != "" {
		head += ", " + start
	}
	lines := []string{head}
	if e.reason != "" {
		lines = append(lines, e.reason)
	}
	figure := l.objective() + " " + value(e.value)
	if !e.returned {
		figure += " at the last step"
	}
	if n := len(e.warnings); n > 0 {
		figure += ", " + draw.Count(n, "warning")
	}
	return wrapped(strings.Join(append(lines, figure, few(e.params)), "\n"), mime.Columns())
}

// lineRunes is the number of characters of a line of parameters, and valueRunes what
// a value takes of them with what is around it.
const lineRunes, valueRunes = 110, 9

// few writes parameters in a line: all, or the first and the last one, which is of the
// noise. How many there are depends on their names only, so that the line is
// steady.
func few(params []paramValue) string {
	last := len(params) - 1
	var parts []string
	room := lineRunes
	if columns := mime.Columns(); columns > 0 {
		room = min(room, columns)
	}
	for i := range max(last, 0) {
		room -= textwidth.Of(params[i].name) + valueRunes
		if room < textwidth.Of(params[last].name)+2*valueRunes && i < last-1 {
			parts = append(parts, fmt.Sprintf("%d more", last-i))
			break
		}
		parts = append(parts, params[i].String())
	}
	if last >= 0 {
		parts = append(parts, params[last].String())
	}
	return strings.Join(parts, ", ")
}
