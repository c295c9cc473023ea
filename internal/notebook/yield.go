package notebook

import (
	"fmt"

	"krigo/internal/nbformat"
)

// Yield ends an idle kernel so that its slot is free, and reports whether it did. The next kernel of
// the room, which starts when a page needs it, first repeats the runs of this one that went well.
func (r *Room) Yield() (bool, error) {
	r.mu.Lock()
	k, silent := r.host, r.silent
	if k == nil || r.closed || !r.state.isIdle() {
		r.mu.Unlock()
		return false, nil
	}
	r.host, r.silent = nil, nil // nothing more is heard of it
	r.applyLocked(operation{what: yielded{}})
	r.mu.Unlock()
	return true, end(k, silent)
}

// yielded says that the kernel ends because its slot is wanted.
type yielded struct{}

// isIdle reports whether a kernel has nothing to do.
func (s *state) isIdle() bool { return s.runs.isIdle() && s.kernel.status.State == kernelIdle }

// yield ends all that needs the kernel, and keeps what the next one repeats.
func (s *state) yield() {
	note := "Your session has made room for others who waited. "
	done := s.runs.done
	switch {
	case done.lost:
		note += "It had too many runs to repeat: run the cells again."
	case len(done.entries) > 0:
		note += fmt.Sprintf("Your next run starts a new one, which first repeats the %s that went well.", runsText(len(done.entries)))
	default:
		note += "Your next run starts a new one."
	}
	s.abandon()
	s.rest(note)
	s.runs.again = done.entries
}

func runsText(n int) string {
	if n == 1 {
		return "run"
	}
	return fmt.Sprintf("%d runs", n)
}

// history has the runs of a kernel that went well, in their order.
type history struct {
	entries []entry
	bytes   int
	lost    bool // there were too many
}

// The limits of a history.
const (
	longestHistory = 200
	historyBytes   = 1 << 20 // of sources
)

// add adds a run.
func (h *history) add(e entry) {
	h.bytes += len(e.source)
	if h.lost || len(h.entries) == longestHistory || h.bytes > historyBytes {
		*h = history{lost: true}
		return
	}
	h.entries = append(h.entries, e)
}

// repeat puts the runs of a kernel that has yielded before those that wait.
func (r *runs) repeat() {
	entries := r.again
	r.again = nil
	if len(entries) == 0 {
		return
	}
	for i := range entries {
		entries[i].again = true
		if c := entries[i].cell; c.status == "" && c.file.Type == nbformat.Code {
			c.status = statusQueued
			r.pages.tellStatus(c)
		}
	}
	r.queue = append(entries, r.queue...)
	r.pages.say(0, "note", fmt.Sprintf("Your session had made room for others. The new one first repeats the %s that went well.", runsText(len(entries))))
}
