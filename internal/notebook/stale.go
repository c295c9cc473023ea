package notebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/notebook/stale"
)

// dependences are what is known of what cells read and write. The kernel tells it of all
// that runs in it.
type dependences struct {
	told    bool // the kernel tells
	history stale.History
	// unheard are runs that have begun, of which the kernel has not told yet.
	unheard map[string]entry
	// foreseeing are the sources whose effects the kernel was asked for by the request
	// foreseen.
	foreseeing map[string]string
	foreseen   string

	looked []standing        // at the last look
	stale  map[string]string // why cells are, by their ids
	notes  map[string]string // what is not known of cells
	order  []string
}

// standing is what a look at a code cell depends on.
type standing struct {
	id, source string
	count      int
	did        *stale.Run
	next       *cells.Effects
	ran        *ranSource
	unheard    bool
}

// foresight is what a source would do that has not run.
type foresight struct {
	source  string
	asked   bool
	effects *cells.Effects // nil where it cannot run
}

// ran notes what a run has done.
func (s *state) ran(id string, r cells.Run) {
	if r.Lost {
		s.pursuit = nil
		s.forgetEffects()
	}
	e, ours := s.unheard[id]
	delete(s.unheard, id)
	failed := r.Failed
	if ours && e.cell.file.HasTag(execute.TagRaises) {
		failed = false
	}
	did := s.history.Ran(e.source, r.Effects, failed)
	if ours {
		e.cell.did = did
	}
	for _, c := range s.cells {
		if c.foresight.asked && mentions(c.foresight.source, r.Sets) {
			c.foresight.asked = false
		}
	}
	if r.Reactive != nil {
		s.setReactive(*r.Reactive)
	}
	if s.reactive && s.pursuit == nil && !failed && !r.Lost {
		s.pursuit = &pursuit{since: did, runs: map[*cell]int{}}
	}
}

// mentions tells whether a source has one of some names, or something spelled so.
func mentions(source string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.Contains(source, name[strings.LastIndexByte(name, '.')+1:])
	})
}

// forgetEffects begins anew, since all that cells have set is lost.
func (s *state) forgetEffects() {
	s.history = stale.History{}
	for _, c := range append(slices.Clone(s.cells), s.deletedCells()...) {
		c.did, c.foresight = nil, foresight{}
	}
}

// foresee asks the kernel what sources would do that have not run, where that may
// matter.
func (s *state) foresee() {
	_, waits := s.asked[s.foreseen]
	if !s.told || waits || len(s.queue) > 0 || s.kernel.away() {
		return
	}
	sources := map[string]string{}
	for _, c := range s.cells {
		if s.isUnforeseen(c) {
			sources[c.file.ID] = c.file.Source
			c.foresight.source, c.foresight.asked = c.file.Source, true
		}
	}
	if len(sources) > 0 {
		s.foreseeing = sources
		s.foreseen = s.request("shell", "krigo_effects_request", map[string]any{"code": sources}, nil)
		s.asked[s.foreseen] = asked{kind: "krigo_effects_request"}
	}
}

func (s *state) isUnforeseen(c *cell) bool {
	source := c.file.Source
	switch {
	case !isAnalysed(c) || strings.TrimSpace(source) == "" || c.did != nil && c.did.Source == source:
		return false
	case c.did == nil && s.history.Runs() == 0 && s.pursuit == nil:
		return false // nothing has run yet of which it could be a part
	}
	return !c.foresight.asked || c.foresight.source != source
}

// isAnalysed tells whether a cell is part of what runs from top to bottom.
func isAnalysed(c *cell) bool { return c.file.Type == nbformat.Code && !c.file.HasTag(execute.TagSkip) }

// hearForesight takes what sources would do.
func (s *state) hearForesight(p packet) {
	var content struct {
		Effects map[string]*cells.Effects `json:"effects"`
	}
	if !p.read(&content) {
		return
	}
	for id, source := range s.foreseeing {
		if c := s.byID[id]; c != nil && c.foresight.source == source {
			c.foresight.effects = content.Effects[id]
		}
	}
}

// lookStale tells pages what has become stale, or is no more.
func (s *state) lookStale() {
	if now := s.standing(); !slices.Equal(now, s.looked) {
		s.looked = now
		why, notes, order := s.look()
		if !maps.Equal(why, s.stale) || !maps.Equal(notes, s.notes) || !slices.Equal(order, s.order) {
			s.stale, s.notes, s.order = why, notes, order
			s.tell(staleEvent{"stale", why, notes, order})
		}
	}
}

func (s *state) standing() []standing {
	var out []standing
	for _, c := range s.cells {
		if isAnalysed(c) {
			out = append(out, standing{c.file.ID, c.file.Source, c.file.ExecutionCount, c.did, c.next(), c.ran, s.isUnheard(c)})
		}
	}
	return out
}

func (s *state) isUnheard(c *cell) bool {
	for _, e := range s.unheard {
		if e.cell == c {
			return true
		}
	}
	return false
}

// next is what the source as it stands would do, where that is known.
func (c *cell) next() *cells.Effects {
	if c.foresight.source != c.file.Source {
		return nil
	}
	return c.foresight.effects
}

// look finds why cells are stale, what is not known of them, and what is to be said of
// the order in which they ran. A cell that has not run shows nothing that could be.
func (s *state) look() (why, notes map[string]string, order []string) {
	why, notes, order = map[string]string{}, map[string]string{}, []string{}
	shown, page := s.page(false)
	marks := map[*cell][]string{}
	for _, m := range page.Stale() {
		marks[shown[m.Cell]] = m.Why
	}
	for _, c := range shown {
		if c.ran == nil || s.isUnheard(c) {
			continue
		}
		switch {
		case c.ran.source != c.file.Source:
			why[c.file.ID] = "has changed since it ran"
		case !s.told:
		case c.did == nil:
			why[c.file.ID] = "what it set is lost: another Go process has taken over since it ran"
		case !c.did.Failed && len(marks[c]) > 0:
			why[c.file.ID] = strings.Join(marks[c], "; ")
		}
		if c.did != nil && len(unknown(c.did.Effects)) > 0 {
			notes[c.file.ID] = strings.Join(unknown(c.did.Effects), "; ")
		}
	}
	order = append(order, page.Circles()...)
	if len(why)+len(notes) > 0 { // else the page shows what cells in order would
		order = append(order, page.OutOfOrder()...)
	}
	return why, notes, order
}

// unknown are the notes of what a cell may change that no name shows.
func unknown(e cells.Effects) []string {
	return slices.DeleteFunc(slices.Clone(e.Notes), func(note string) bool {
		name, _, _ := strings.Cut(note, " may be changed ")
		return slices.Contains(e.MayWrite, name)
	})
}

// page is what is known of the cells: as they stand, or as they ran, where those that
// did not are empty.
func (s *state) page(asRan bool) ([]*cell, *stale.Page) {
	var shown []*cell
	var all []stale.Cell
	for _, c := range s.cells {
		if !isAnalysed(c) {
			continue
		}
		at := stale.Cell{Name: c.name(), Source: c.file.Source, Run: c.did, Next: c.next()}
		if asRan {
			at.Source, at.Next = "", nil
			if c.did != nil {
				at.Source = c.did.Source
			}
		}
		shown, all = append(shown, c), append(all, at)
	}
	return shown, stale.Look(all, &s.history)
}

// name is what a cell is called in words: by its number, or else by how it begins.
func (c *cell) name() string {
	if c.did != nil {
		return fmt.Sprint("cell ", c.file.ExecutionCount)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(c.file.Source), "\n")
	if r := []rune(line); len(r) > 30 {
		line = string(r[:29]) + "…"
	}
	return "the cell “" + line + "”"
}
