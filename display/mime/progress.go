package mime

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"krigo/cell"
	"krigo/display/internal/format"
	"krigo/display/internal/panel"
)

// Progress counts from 0 to n-1 and shows its progress.
func Progress(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if n <= 0 {
			return
		}
		l := &loop{of: n, began: time.Now()}
		shown := NewLive(l.bundle)
		defer shown.Change(func() { l.over = true })
		shown.Change(func() {})
		for i := range n {
			if !yield(i) {
				return
			}
			shown.Change(func() { l.done, l.elapsed = i+1, time.Since(l.began) })
		}
	}
}

// Tasks returns a function that shows how many of some tasks are done, and their state
// unless they are just running. A call with fewer done tasks than before begins a new set of
// tasks.
func Tasks() func(done, of int, state string) {
	l := &loop{}
	shown := NewLive(l.bundle)
	return func(done, of int, state string) {
		shown.Change(func() {
			if l.began.IsZero() || done < l.done {
				l.began = time.Now()
			}
			l.done, l.of, l.waits, l.elapsed = done, of, "", time.Since(l.began)
			if state != "running" {
				l.waits = state
			}
		})
	}
}

// loop is how far a loop is.
type loop struct {
	done, of int
	waits    string // for what, where it does
	began    time.Time
	elapsed  time.Duration // until the last step was done
	over     bool
}

// state returns the state of the loop; cellEnded reports that its cell has ended.
func (l *loop) state(cellEnded bool) panel.State {
	switch {
	case l.done == l.of:
		return panel.State{Word: "done", Color: panel.Good}
	case l.over || cellEnded:
		return panel.State{Word: "ended early", Color: panel.Caution}
	}
	return panel.State{Word: "running", Color: panel.Busy}
}

// words describe the completed part, its time and rate, and the remaining time.
func (l *loop) words(running bool) (done, rest string) {
	parts := []string{fmt.Sprintf("%d of %d", l.done, l.of), format.Duration(l.elapsed)}
	if l.done > 0 && l.elapsed > 0 {
		parts = append(parts, rate(float64(l.done)/l.elapsed.Seconds()))
		if left := time.Duration(float64(l.elapsed) * float64(l.of-l.done) / float64(l.done)); running && left >= time.Second {
			rest = "about " + format.Duration(left.Round(time.Second)) + " left"
		}
	}
	if running && l.waits != "" {
		rest = l.waits
	}
	return strings.Join(parts, ", "), rest
}

// rate returns a number of steps a second, or a minute.
func rate(perSecond float64) string {
	if perSecond < 1 {
		return format.Number(60*perSecond, 3) + " a minute"
	}
	return format.Number(perSecond, 3) + " a second"
}

// bundle returns the loop's state, of one size.
func (l *loop) bundle(cellEnded bool) cell.Bundle {
	state := l.state(cellEnded)
	running := state.Word == "running"
	done, rest := l.words(running)
	const width, height = 640, 44
	p := panel.New(width, height, state.Word+": "+done)
	p.Text(p.Chip(0, 2, state)+8, 16.5, done, panel.Plain, "")
	p.Text(width, 16.5, rest, panel.Right, "")
	p.Bar(0, 32, width, float64(l.done)/float64(max(1, l.of)))
	b := cell.Bundle{Data: map[string]any{TypePlain: l.text(state.Word+": "+done, rest), TypeHTML: `<div class="krigo-live">` + p.HTML() + `</div>`}}
	if running {
		return b.AsPassing()
	}
	return b
}

// text returns the loop's state in a line, of what there is room for.
func (l *loop) text(done, rest string) string {
	long := done
	if rest != "" {
		long += ", " + rest
	}
	bar := bar(l.done, l.of) + " "
	return FirstThatFits(bar+long, bar+done, done)
}

// bar draws what is done in characters that every font has.
func bar(done, of int) string {
	const width = 20
	full := int(float64(width) * float64(done) / float64(of))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}
