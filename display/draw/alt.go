package draw

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"

	"krigo/display/internal/format"
	"krigo/internal/words"
)

// Describe sets the description of the figure in words, for readers who cannot see it.
// The standard text is made of the numbers that are drawn.
func (f *Figure) Describe(text string) *Figure {
	f.description = text
	return f
}

// Alt returns a description of the figure in a few sentences: the alternative text of
// its picture. For a figure that has not been drawn yet it may compute, but does not
// draw; for one that cannot be drawn it is the reason.
func (f *Figure) Alt() string {
	if f == nil {
		return ""
	}
	if f.description != "" {
		return f.description
	}
	if f.alt == "" {
		if _, err := f.compose(); err != nil {
			return err.Error()
		}
	}
	return f.alt
}

// describe joins the title and the sentences of all that is drawn.
func (f *Figure) describe(d drawing) string {
	if f.description != "" {
		return f.description
	}
	var sentences []string
	if d.title != "" {
		sentences = append(sentences, sentence(d.title))
	}
	for _, p := range d.panels {
		if said := p.describe(); said != "" {
			sentences = append(sentences, said)
		}
	}
	for i, part := range f.parts {
		sentences = append(sentences, fmt.Sprintf("Part %d: %s", i+1, part.alt))
	}
	return strings.Join(sentences, " ")
}

// Say sets the panel's description, in sentences with a full stop at the end, by format
// and arguments of package fmt. Numbers are best written by [Value].
func (p *Panel) Say(format string, args ...any) { p.said = sentence(fmt.Sprintf(format, args...)) }

// describe returns the panel's description, or one made of its axes and layers.
func (p *Panel) describe() string {
	if p.said != "" || p.silent {
		return p.said
	}
	text := "A plot with " + axisText("x", &p.X) + "; " + axisText("y", &p.Y)
	if p.drawn != "" {
		text += ": " + p.drawn
	}
	return text + "."
}

func axisText(name string, a *plot.Axis) string {
	if a.Label.Text != "" {
		name = a.Label.Text
	}
	lo, hi := a.Min, a.Max
	if !FiniteRange(lo, hi) {
		return name
	}
	if _, ok := a.Tick.Marker.(log10Ticks); ok {
		lo, hi = math.Pow(10, lo), math.Pow(10, hi)
	}
	return fmt.Sprintf("%s from %s to %s", name, Value(lo), Value(hi))
}

// Value writes v as descriptions do, with three significant digits.
func Value(v float64) string { return format.TrueMinus(format.Number(v, 3)) }

// Count writes a number of things: "1 point", "3 points".
func Count(n int, thing string) string { return words.Count(n, thing) }

// List writes names as a list: "a, b and c".
func List(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// sentence ends s with a full stop, if it does not have one.
func sentence(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "!") {
		return s
	}
	return s + "."
}
