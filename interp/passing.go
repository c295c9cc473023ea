package interp

import (
	"slices"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// passingDisplays are the displays whose last state shows an activity under way, such as
// a fit. They are guarded by outlet.mu.
type passingDisplays []passingDisplay

type passingDisplay struct {
	id, text string
	out      cell.Output
}

// note remembers the state that an event shows, or that it is the last one.
func (p *passingDisplays) note(e wire.Event, out cell.Output) {
	if e.Kind != wire.KindDisplay || e.Display == "" {
		return
	}
	at := slices.IndexFunc(*p, func(d passingDisplay) bool { return d.id == e.Display })
	if at >= 0 {
		out = (*p)[at].out
		*p = slices.Delete(*p, at, at+1)
	}
	if e.Bundle.Passing() {
		*p = append(*p, passingDisplay{id: e.Display, text: e.Bundle.Plain(), out: out})
	}
}

// end shows that the displayed activities have ended with their process.
func (p *passingDisplays) end() {
	for _, d := range *p {
		text := "ended with its process; its last state was: " + d.text
		d.out.Display(cell.Display{Bundle: cell.Bundle{Data: map[string]any{"text/plain": text}}, ID: d.id, Update: true})
	}
	*p = nil
}
