package interp

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// comms are what the session knows of the comms of its worker, which lives
// elsewhere and may be gone.
type comms struct {
	mu      sync.Mutex
	targets map[string]bool   // that user code answers to
	open    map[string]string // targets by comm
}

// Comm hands a message of the front end to user code. An error says that
// nobody there answers; otherwise handlers run in the worker, one at a time,
// and what they emit goes to the Output of the latest cell.
func (s *Session) Comm(m cell.CommMessage) error {
	if err := s.comms.received(m); err != nil {
		return err
	}
	p := s.current()
	if err := p.requests.Write(wire.Request{Kind: wire.KindComm, Comm: &m}); err != nil {
		return fmt.Errorf("interp: comm %q: %w", m.ID, err)
	}
	return nil
}

// received notes a message of the front end, or refuses it.
func (c *comms) received(m cell.CommMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.open[m.ID]
	switch {
	case m.Kind == "open" && !c.targets[m.Target]:
		return fmt.Errorf("interp: comm %q: no target is called %q", m.ID, m.Target)
	case m.Kind == "open":
		c.note(m.ID, m.Target)
	case !known:
		return fmt.Errorf("interp: comm %q is not open", m.ID)
	case m.Kind == "close":
		delete(c.open, m.ID)
	}
	return nil
}

// sent notes a message of user code. It reports whether the front end is to
// have it.
func (c *comms) sent(m *cell.CommMessage) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m.Kind {
	case "target":
		if c.targets == nil {
			c.targets = map[string]bool{}
		}
		c.targets[m.Target] = true
		return false
	case "open":
		c.note(m.ID, m.Target)
	case "close":
		delete(c.open, m.ID)
	}
	return true
}

func (c *comms) note(id, target string) {
	if c.open == nil {
		c.open = map[string]string{}
	}
	c.open[id] = target
}

// forget returns the comms that are open, in order, and forgets them and all
// targets.
func (c *comms) forget() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.open))
	c.targets, c.open = nil, nil
	return ids
}

// closeComms tells the front end that a worker's comms ended with it.
func (s *Session) closeComms() {
	for _, id := range s.comms.forget() {
		s.emit(wire.Event{Kind: wire.KindComm, Comm: &cell.CommMessage{Kind: "close", ID: id}})
	}
}
