package display

import (
	"fmt"
	"html"
	"math"
	"strings"
	"sync"
	"time"

	"krigo/gplib"
)

const (
	// livePeriod is the least time between two updates of a live display.
	livePeriod = 250 * time.Millisecond
	// liveParams is the number of hyper-parameters that a live display has
	// room for.
	liveParams = 8
	// sparkWidth is the number of characters of the convergence line.
	sparkWidth = 48
	// sparkRange is its height, in natural logarithms: six decades.
	sparkRange = 13.8
)

// Live returns an observer for gplib.Settings that shows a fit's progress in
// one output of fixed size, changed in place at most four times a second, as
// HTML or, without it, as one line of text: the iteration, the objective with its course, the gradient, the time and the
// parameters. When the cell ends, or at [Flush], it becomes the summary of
// the last step. The same observer may serve several fits one after another.
//
//	fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})
func Live() func(gplib.Step) error {
	l := &live{}
	return l.observe
}

// Flush ends all live displays: each shows the summary of its last step. A
// notebook does so when a cell ends; other programs may, before they go on to
// something else.
func Flush() {
	for _, l := range takeLive() {
		l.finish()
	}
}

// running holds the live displays that Flush must end.
var running struct {
	sync.Mutex
	lives []*live
}

func takeLive() []*live {
	running.Lock()
	defer running.Unlock()
	lives := running.lives
	running.lives = nil
	return lives
}

// live is one live display.
type live struct {
	mu      sync.Mutex
	handle  *Handle
	steps   int
	last    gplib.Step
	values  []float64 // the objective's course, thinned
	stride  int       // steps for each of values
	shown   time.Time
	waiting *time.Timer
	active  bool
}

func (l *live) observe(s gplib.Step) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.record(s)
	if !l.active {
		l.active = true
		running.Lock()
		running.lives = append(running.lives, l)
		running.Unlock()
	}
	if wait := livePeriod - time.Since(l.shown); wait <= 0 {
		l.show()
	} else if l.waiting == nil {
		l.waiting = time.AfterFunc(wait, l.showLate)
	}
	return nil
}

// record keeps what the next update shows. A fit that begins anew begins a
// new course.
func (l *live) record(s gplib.Step) {
	if l.steps == 0 || s.Iter < l.last.Iter {
		l.steps, l.values, l.stride = 0, nil, 1
	}
	if l.steps%l.stride == 0 {
		l.values = append(l.values, s.Value)
	}
	if len(l.values) == 2*sparkWidth {
		for i := range sparkWidth {
			l.values[i] = l.values[2*i]
		}
		l.values, l.stride = l.values[:sparkWidth], 2*l.stride
	}
	l.steps++
	s.Theta = append([]float64(nil), s.Theta...)
	s.Monitors = append([]gplib.Monitor(nil), s.Monitors...)
	l.last = s
}

// showLate shows the last of the steps that came too fast.
func (l *live) showLate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting != nil {
		l.show()
	}
}

func (l *live) finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.active = false
	l.show()
}

func (l *live) show() {
	if l.waiting != nil {
		l.waiting.Stop()
		l.waiting = nil
	}
	b := l.bundle()
	if l.handle == nil {
		l.handle = NewHandle(b)
	} else {
		l.handle.Update(b)
	}
	l.shown = time.Now()
}

func (l *live) bundle() Bundle {
	title, lines := l.title(), l.lines()
	text := fmt.Sprintf("%s, objective %s, gradient norm %s", title, number(l.last.Value, 7), number(l.last.GradNorm, 3))
	if !l.active {
		text = title + "\n" + strings.Join(lines, "\n")
	}
	return Bundle{Data: map[string]any{
		mimePlain: text,
		mimeHTML: fmt.Sprintf("<pre><b>%s</b>\n%s</pre>", html.EscapeString(title),
			html.EscapeString(strings.Join(lines, "\n"))),
	}}
}

func (l *live) title() string {
	state := "fitting"
	if !l.active {
		state = "fitted"
	}
	s := fmt.Sprintf("%s: iteration %d", state, l.last.Iter)
	if l.last.Restart > 0 {
		s += fmt.Sprintf(" of restart %d", l.last.Restart)
	}
	return s + ", " + duration(l.last.Elapsed)
}

// lines are the same in number for every step of a fit.
func (l *live) lines() []string {
	s := l.last
	lines := []string{
		field("objective", number(s.Value, 7)),
		field("course", sparkline(l.values, sparkWidth)),
		field("gradient norm", number(s.GradNorm, 3)),
	}
	for _, m := range s.Monitors {
		lines = append(lines, field(m.Name, number(m.Value, 4)))
	}
	for i, v := range s.Theta {
		if i == liveParams {
			lines = append(lines, fmt.Sprintf("… %d more parameters", len(s.Theta)-i))
			break
		}
		lines = append(lines, field(nameAt(s.Names, i, fmt.Sprintf("parameter %d", i)), number(v, 4)))
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
	least, _ := span(values)
	heights := make([]float64, 0, n)
	for i := range min(n, len(values)) {
		at := i * len(values) / min(n, len(values))
		heights = append(heights, math.Log(values[at]-least))
	}
	lo, hi := span(heights)
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
