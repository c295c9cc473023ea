package interp

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// comms is the session's record of the comms of its worker, a process that may have
// ended.
type comms struct {
	mu      sync.Mutex
	targets map[string]bool             // that user code answers to
	open    map[string]string           // targets by comm
	wills   map[string]cell.CommMessage // last messages by comm
	notes   map[string]cell.CommMessage // notes for the next worker, by name
}

// Comm hands a message of the front end to user code. It returns an error if no handler
// there takes it; otherwise handlers run in the worker, one at a time and while no cell
// runs. What they emit goes to the Output of the cell that made the comm, and to out if
// no cell has run yet. If handled is not nil, it is called when they have ended, also if
// their worker has died.
func (s *Session) Comm(m cell.CommMessage, out cell.Output, handled func()) error {
	p := s.workers.current()
	if m.Kind == "open" {
		p.awaitReady() // by then it has reported the targets that it registers at its start
	}
	if err := s.comms.received(m); err != nil {
		return err
	}
	s.outlet.useAtFirst(out)
	if err := p.sendComm(m, handled); err != nil {
		return fmt.Errorf("interp: comm %q: %w", m.ID, err)
	}
	return nil
}

// InterruptHandlers ends the handlers of comms that run.
func (s *Session) InterruptHandlers() {
	if err := s.workers.current().requests.Write(wire.Request{Kind: wire.KindInterruptHandlers}); err != nil {
		s.options.Log.Debug("the interrupt came too late", "error", err)
	}
}

// received notes a message of the front end, or refuses it.
func (c *comms) received(m cell.CommMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.open[m.ID]
	switch {
	case m.Kind == "open" && !c.targets[m.Target]:
		return fmt.Errorf("interp: comm %q: no target is named %q", m.ID, m.Target)
	case m.Kind == "open":
		c.note(m.ID, m.Target)
	case !known:
		return fmt.Errorf("interp: comm %q is not open", m.ID)
	case m.Kind == "close":
		c.closed(m.ID)
	}
	return nil
}

// sent notes a message of user code. It reports whether to send it to the front end.
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
	case "will":
		put(&c.wills, m.ID, m)
		return false
	case "note":
		put(&c.notes, m.Target, m)
		return false
	case "open":
		c.note(m.ID, m.Target)
	case "close":
		c.closed(m.ID)
	}
	return true
}

func put(in *map[string]cell.CommMessage, key string, m *cell.CommMessage) {
	if *in == nil {
		*in = map[string]cell.CommMessage{}
	}
	(*in)[key] = *m
}

func (c *comms) closed(id string) {
	delete(c.open, id)
	delete(c.wills, id)
}

// noted returns the notes for the next worker, in the order of their names.
func (c *comms) noted() []cell.CommMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []cell.CommMessage
	for _, name := range slices.Sorted(maps.Keys(c.notes)) {
		all = append(all, c.notes[name])
	}
	return all
}

func (c *comms) note(id, target string) {
	if c.open == nil {
		c.open = map[string]string{}
	}
	c.open[id] = target
}

// forget returns the last messages of the comms that are open, in order, and
// forgets them and all targets.
func (c *comms) forget() []cell.CommMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []cell.CommMessage
	for _, id := range slices.Sorted(maps.Keys(c.open)) {
		last := cell.CommMessage{Kind: "close", ID: id}
		if will, ok := c.wills[id]; ok {
			last.Kind, last.Data = "last", will.Data
		}
		all = append(all, last)
	}
	c.targets, c.open, c.wills = nil, nil, nil
	return all
}
