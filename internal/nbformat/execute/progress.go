package execute

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"krigo/internal/nbformat"
)

// Progress shows on w how far a run is. On a terminal it keeps one line that
// tells the running cell and its time; elsewhere it writes a line for a cell
// only when that runs longer than Patience.
type Progress struct {
	w        io.Writer
	terminal bool
	mu       sync.Mutex
	stop     chan struct{}
	done     sync.WaitGroup
}

// Patience is the time that a cell may run before a log mentions it.
const Patience = 10 * time.Second

// NewProgress returns a Progress whose Observe method is for Options.
func NewProgress(w io.Writer, terminal bool) *Progress {
	return &Progress{w: w, terminal: terminal}
}

// Observe shows a step.
func (p *Progress) Observe(s Step) {
	if s.Done {
		p.end(s)
		return
	}
	p.stop = make(chan struct{})
	p.done.Add(1)
	go p.watch(s, p.stop)
}

// watch shows a running cell until stop is closed.
func (p *Progress) watch(s Step, stop <-chan struct{}) {
	defer p.done.Done()
	interval := Patience
	if p.terminal {
		interval = 200 * time.Millisecond
		p.write("%s", p.line(s, 0))
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	start := time.Now()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			if p.terminal {
				p.write("%s", p.line(s, time.Since(start)))
				continue
			}
			p.write("cell %d of %d is still running after %.0f s: %s\n", s.Cell, s.Of, time.Since(start).Seconds(), Title(s.At))
			tick.Reset(time.Minute)
		}
	}
}

func (p *Progress) end(s Step) {
	close(p.stop)
	p.done.Wait()
	switch {
	case p.terminal:
		p.write("\r\x1b[K")
		if s.Cell == s.Of && s.Err == nil {
			p.write("ran all cells, %d of %d\n", s.Cell, s.Of)
		}
	case s.Elapsed > Patience:
		p.write("cell %d of %d took %.1f s\n", s.Cell, s.Of, s.Elapsed.Seconds())
	}
}

// line returns the terminal's line for a running cell.
func (p *Progress) line(s Step, elapsed time.Duration) string {
	return fmt.Sprintf("\r\x1b[Kcell %d of %d  %5.1f s  %s", s.Cell, s.Of, elapsed.Seconds(), Title(s.At))
}

func (p *Progress) write(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, format, args...)
}

// Title returns the first line of a cell's source, shortened.
func Title(c *nbformat.Cell) string {
	line, _, _ := strings.Cut(strings.TrimSpace(c.Source), "\n")
	const most = 50
	if runes := []rune(strings.TrimSpace(line)); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return strings.TrimSpace(line)
}
