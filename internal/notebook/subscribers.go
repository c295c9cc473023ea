package notebook

import (
	"fmt"
	"slices"
	"time"

	"krigo/internal/nbformat"
)

// subscribers are the pages that are there, with the events of the operation that is applied,
// and with the outputs that pages do not have in full.
//
// Events are in the order of the changes: before an event is added, flush adds what was printed
// before it. Without a page there are no events; a page that comes gets the whole document.
type subscribers struct {
	doc      *document
	viewer   *viewer
	clock    *clock
	visitors map[visitor]bool
	growing  growth
	events   []directed
}

// visitor names a page that is there; 0 is none.
type visitor int

// growth are the outputs that pages do not have in full: streams, and displays that were updated.
type growth struct {
	outputs []*output
	due     time.Time
	last    time.Time // when pages were told
}

// directed is an event for one page, for all but one, or for all.
type directed struct {
	event    any
	only     visitor
	excepted visitor
}

// enter adds a page. It does not get the events so far, which the document includes.
func (p *subscribers) enter(v visitor) {
	if p.flush(); len(p.visitors) == 0 {
		p.settleText()
	}
	for i := range p.events {
		p.events[i].excepted = v
	}
	p.visitors[v] = true
}

// leave removes a page. Nothing is due where it was the last.
func (p *subscribers) leave(v visitor) {
	if delete(p.visitors, v); len(p.visitors) == 0 {
		p.growing.due = time.Time{}
	}
}

// take returns the events and removes them.
func (p *subscribers) take() []directed {
	events := p.events
	p.events = nil
	return events
}

// watched reports whether anybody looks, and makes sure that they have the text so far.
func (p *subscribers) watched() bool {
	p.flush()
	return len(p.visitors) > 0
}

// tell sends an event to all pages, after what was printed before.
func (p *subscribers) tell(event any) { p.tellBut(0, event) }

// tellBut sends an event to all pages but one.
func (p *subscribers) tellBut(v visitor, event any) {
	if p.watched() {
		p.events = append(p.events, directed{event: event, excepted: v})
	}
}

// tellOne sends an event to one page, if it is still there.
func (p *subscribers) tellOne(v visitor, event any) {
	if p.visitors[v] {
		p.flush()
		p.events = append(p.events, directed{event: event, only: v})
	}
}

// say sends a message to a page, or to all for 0.
func (p *subscribers) say(v visitor, level, text string) {
	event := toldEvent{Ev: "told", Text: text, Level: level}
	if v == 0 {
		p.tell(event)
		return
	}
	p.tellOne(v, event)
}

// refuse sends a page the reason why a command fails.
func (p *subscribers) refuse(by visitor, cmd command, format string, a ...any) {
	p.say(by, "error", cmd.Op+": "+fmt.Sprintf(format, a...))
}

// tellCell sends all pages the present state of a cell.
func (p *subscribers) tellCell(c *cell) { p.tellCellBut(0, c) }

func (p *subscribers) tellCellBut(v visitor, c *cell) {
	if p.doc.has(c) && p.watched() {
		p.tellBut(v, cellEvent{"cell", p.view(c)})
	}
}

func (p *subscribers) tellStatus(c *cell) {
	if p.doc.has(c) {
		p.tell(statusEvent{
			Ev: "status", ID: c.file.ID, Status: c.status, Count: c.file.ExecutionCount, MS: c.milliseconds(p.clock.now), Ran: c.ranOrNil(),
		})
	}
}

// tellOut sends all pages the present state of an output.
func (p *subscribers) tellOut(o *output) {
	if i := slices.Index(o.cell.outputs, o); i >= 0 && p.doc.has(o.cell) && p.watched() {
		p.tell(outEvent{"out", o.cell.file.ID, i, p.out(o)})
	}
}

// grow notes that pages are to have more of an output, now or after a pause.
func (p *subscribers) grow(o *output, pause time.Duration) {
	if !slices.Contains(p.growing.outputs, o) {
		p.growing.outputs = append(p.growing.outputs, o)
	}
	if len(p.visitors) == 0 {
		return
	}
	due := p.growing.last.Add(pause)
	if p.growing.due.IsZero() || due.Before(p.growing.due) {
		p.growing.due = due
	}
}

// flush sends pages what was printed and redrawn since.
func (p *subscribers) flush() {
	outputs := p.growing.outputs
	if len(outputs) == 0 || len(p.visitors) == 0 {
		return
	}
	p.growing = growth{last: p.clock.now}
	for _, o := range outputs {
		i := slices.Index(o.cell.outputs, o)
		if i < 0 {
			continue
		}
		if o.file.Type != nbformat.Stream {
			p.tellOut(o)
			continue
		}
		lines, open := o.cell.text.next(&o.file)
		if p.doc.has(o.cell) {
			p.tell(textEvent{"text", o.cell.file.ID, i, lines, open})
		}
	}
}

// flushIfDue sends pages the growth of outputs if the pause is over.
func (p *subscribers) flushIfDue() {
	if due := p.growing.due; !due.IsZero() && !p.clock.now.Before(due) {
		p.flush()
	}
}

// settleText notes that the first page to come gets all there is.
func (p *subscribers) settleText() {
	for _, o := range p.growing.outputs {
		if t := o.cell.text; t != nil && t.has(&o.file) {
			t.settle(&o.file)
		}
	}
	p.growing = growth{last: p.clock.now}
}

// view returns a cell as pages have it now.
func (p *subscribers) view(c *cell) cellView {
	v := cellView{
		ID: c.file.ID, Type: string(c.file.Type), Source: c.file.Source, Rev: c.rev, Ran: c.ranOrNil(), Status: c.status,
		Count: c.file.ExecutionCount, MS: c.milliseconds(p.clock.now), Outputs: []*view{}, Tags: notNil(c.file.Tags()),
		Folded: foldedOf(&c.file),
	}
	if c.file.Type == nbformat.Markdown {
		v.HTML = p.viewer.markdown(c)
	}
	for _, o := range c.outputs {
		v.Outputs = append(v.Outputs, p.out(o))
	}
	return v
}

// out returns the view of an output, a new one if it has changed.
func (p *subscribers) out(o *output) *view {
	if o.file.Type == nbformat.Stream {
		return ready(streamOut(o))
	}
	if o.shown == nil {
		o.shown = p.viewer.out(o, p.doc.models)
	}
	return o.shown
}
