package mime

import (
	"sync"
	"testing"

	"krigo/cell"
)

// shown is one call of Output.Show.
type shown struct {
	cell.Bundle
	id     string
	update bool
}

// recorder is an Output that keeps what it receives.
type recorder struct {
	mu    sync.Mutex
	shows []shown
	clear []bool
	pages []cell.Bundle
	comms []cell.CommMessage
}

func (r *recorder) Show(b cell.Bundle, id string, update bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shows = append(r.shows, shown{b, id, update})
}

func (r *recorder) Comm(m cell.CommMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.comms = append(r.comms, m)
}

func (r *recorder) Clear(wait bool)    { r.clear = append(r.clear, wait) }
func (r *recorder) Page(b cell.Bundle) { r.pages = append(r.pages, b) }

// record directs output to a recorder for the time of the test.
func record(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{}
	old := SetOutput(r)
	t.Cleanup(func() { SetOutput(old) })
	return r
}
