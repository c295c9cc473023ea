package gp

import (
	"fmt"
	"html"
	"math"
	"strings"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
)

const (
	// liveParams is the number of hyper-parameters that a live display has
	// room for.
	liveParams = 8
	// sparkWidth is the number of characters of the convergence line.
	sparkWidth = 48
	// sparkRange is its height, in natural logarithms: six decades.
	sparkRange = 13.8
)

// Live returns an observer that shows the progress of fits, one after another.
func Live() func(gplib.Step) error {
	p := &progress{}
	shown := mime.NewLive(p.bundle)
	return func(s gplib.Step) error {
		shown.Change(func() { p.record(s) })
		return nil
	}
}

// progress is what a live display tells of a fit.
type progress struct {
	steps  int
	last   gplib.Step
	values []float64 // the objective's course, thinned
	stride int       // steps for each of values
}

// record keeps what the next update shows. A fit that begins anew begins a
// new course.
func (p *progress) record(s gplib.Step) {
	if p.steps == 0 || s.Iter < p.last.Iter {
		p.steps, p.values, p.stride = 0, nil, 1
	}
	if p.steps%p.stride == 0 {
		p.values = append(p.values, s.Value)
	}
	if len(p.values) == 2*sparkWidth {
		for i := range sparkWidth {
			p.values[i] = p.values[2*i]
		}
		p.values, p.stride = p.values[:sparkWidth], 2*p.stride
	}
	p.steps++
	s.Theta = append([]float64(nil), s.Theta...)
	s.Monitors = append([]gplib.Monitor(nil), s.Monitors...)
	p.last = s
}

// bundle is the progress of a fit, or its summary.
func (p *progress) bundle(ended bool) cell.Bundle {
	title, lines := p.title(ended), p.lines()
	text := fmt.Sprintf("%s, objective %s, gradient norm %s", title, format.Number(p.last.Value, 7), format.Number(p.last.GradNorm, 3))
	if ended {
		text = title + "\n" + strings.Join(lines, "\n")
	}
	return cell.Bundle{Data: map[string]any{
		mime.TypePlain: text,
		mime.TypeHTML: fmt.Sprintf("<pre><b>%s</b>\n%s</pre>", html.EscapeString(title),
			html.EscapeString(strings.Join(lines, "\n"))),
	}}
}

func (p *progress) title(ended bool) string {
	state := "fitting"
	if ended {
		state = "fitted"
	}
	s := fmt.Sprintf("%s: iteration %d", state, p.last.Iter)
	if p.last.Restart > 0 {
		s += fmt.Sprintf(" of restart %d", p.last.Restart)
	}
	return s + ", " + format.Duration(p.last.Elapsed)
}

// lines are the same in number for every step of a fit.
func (p *progress) lines() []string {
	s := p.last
	lines := []string{
		field("objective", format.Number(s.Value, 7)),
		field("course", sparkline(p.values, sparkWidth)),
		field("gradient norm", format.Number(s.GradNorm, 3)),
	}
	for _, m := range s.Monitors {
		lines = append(lines, field(m.Name, format.Number(m.Value, 4)))
	}
	for i, v := range s.Theta {
		if i == liveParams {
			lines = append(lines, fmt.Sprintf("… %d more parameters", len(s.Theta)-i))
			break
		}
		lines = append(lines, field(nameAt(s.Names, i, fmt.Sprintf("parameter %d", i)), format.Number(v, 4)))
	}
	return lines
}

// field is a line of fixed length.
func field(name, value string) string {
	const nameWidth = 26
	if r := []rune(name); len(r) > nameWidth {
		name = string(r[:nameWidth-1]) + "…"
	}
	return fmt.Sprintf("%-*s %-*s", nameWidth, name, sparkWidth, value)
}

// sparkline draws the course of values in n characters, by the logarithm of
// their distance from the least.
func sparkline(values []float64, n int) string {
	least, _ := draw.Span(values)
	heights := make([]float64, 0, n)
	for i := range min(n, len(values)) {
		at := i * len(values) / min(n, len(values))
		heights = append(heights, math.Log(values[at]-least))
	}
	lo, hi := draw.Span(heights)
	lo = max(lo, hi-sparkRange)
	const blocks = "▁▂▃▄▅▆▇█"
	var b strings.Builder
	for _, h := range heights {
		level := 0
		switch {
		case math.IsNaN(h) || math.IsInf(h, 1):
			b.WriteRune('×')
			continue
		case !math.IsInf(h, -1) && hi > lo:
			level = max(0, int(7*(h-lo)/(hi-lo)))
		}
		b.WriteRune([]rune(blocks)[level])
	}
	return b.String()
}
