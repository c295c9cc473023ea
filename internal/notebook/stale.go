package notebook

import (
	"maps"
	"slices"
	"strings"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/notebook/stale"
)

// tracker knows what cells read and write, and from it which are stale. The kernel reports that
// of all that runs in it.
type tracker struct {
	doc    *document
	pages  *subscribers
	kernel *kernelLink

	tracked bool // the kernel reports effects
	history stale.History
	// unreported has the runs that have begun and whose effects the kernel has not reported yet, by
	// their requests.
	unreported map[string]entry
	// foreseeing are the sources whose effects the kernel was asked for by the request
	// foreseen.
	foreseeing map[string]string
	foreseen   string

	looked []standing        // at the last look
	stale  map[string]string // why cells are, by their ids
	notes  map[string]string // what is not known of cells
	order  []string
}

// standing has the inputs of a look at a code cell.
type standing struct {
	id, source string
	count      int
	did        *stale.Run
	next       *cells.Effects
	ran        *ranSource
	unreported bool
}

// foresight has the expected effects of a source that has not run.
type foresight struct {
	source  string
	asked   bool
	effects *cells.Effects // nil where it cannot run
}

// mentions reports whether a source has one of some names, or something spelled so.
func mentions(source string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.Contains(source, name[strings.LastIndexByte(name, '.')+1:])
	})
}

// track notes whether the kernel reports effects.
func (t *tracker) track(on bool) { t.tracked = on }

// expect notes that a run has begun whose effects the kernel will report, if it reports any.
func (t *tracker) expect(id string, e entry) {
	if t.tracked {
		t.unreported[id] = e
	}
}

// ran takes what a run has done.
func (t *tracker) ran(id string, run cells.Run) *stale.Run {
	if run.Lost {
		t.forgetEffects()
	}
	e, ours := t.unreported[id]
	delete(t.unreported, id)
	tolerated := ours && e.cell.file.HasTag(execute.TagRaises)
	did := t.history.Ran(e.source, run.Effects, run.Failed && !tolerated)
	if ours {
		e.cell.did = did
	}
	for _, c := range t.doc.cells {
		if c.foresight.asked && mentions(c.foresight.source, run.Sets) {
			c.foresight.asked = false
		}
	}
	return did
}

// abandon expects no report of a kernel that has gone.
func (t *tracker) abandon() { t.unreported = map[string]entry{} }

// forget forgets all, for an unknown kernel.
func (t *tracker) forget() {
	t.tracked = false
	t.forgetEffects()
}

// forgetEffects starts over, since all that cells have set is lost.
func (t *tracker) forgetEffects() {
	t.history = stale.History{}
	for _, c := range t.doc.everyCell() {
		c.did, c.foresight = nil, foresight{}
	}
}

// isComplete reports whether the kernel has reported all that it was asked for.
func (t *tracker) isComplete() bool { return len(t.unreported) == 0 && !t.isForeseeing() }

func (t *tracker) isForeseeing() bool {
	_, asked := t.kernel.asked[t.foreseen]
	return asked
}

// foresee asks the kernel what sources would do that have not run, where that may
// matter: in a reactive run, or where something has run.
func (t *tracker) foresee(reactive bool) {
	if !t.tracked || t.isForeseeing() || t.kernel.status.away() {
		return
	}
	sources := map[string]string{}
	for _, c := range t.doc.cells {
		if t.isUnforeseen(c, reactive) {
			sources[c.file.ID] = c.file.Source
			c.foresight.source, c.foresight.asked = c.file.Source, true
		}
	}
	if len(sources) > 0 {
		t.foreseeing = sources
		t.foreseen = t.kernel.query("krigo_effects_request", map[string]any{"code": sources})
	}
}

func (t *tracker) isUnforeseen(c *cell, reactive bool) bool {
	source := c.file.Source
	switch {
	case !isAnalysed(c) || strings.TrimSpace(source) == "" || c.did != nil && c.did.Source == source:
		return false
	case c.did == nil && t.history.Runs() == 0 && !reactive:
		return false // nothing that it could be a part of has run yet
	}
	return !c.foresight.asked || c.foresight.source != source
}

// isAnalysed reports whether a cell is part of what runs from top to bottom.
func isAnalysed(c *cell) bool { return c.file.Type == nbformat.Code && !c.file.HasTag(execute.TagSkip) }

// hearForesight takes what sources would do.
func (t *tracker) hearForesight(m message) {
	var content struct {
		Effects map[string]*cells.Effects `json:"effects"`
	}
	if !m.read(&content) {
		return
	}
	for id, source := range t.foreseeing {
		if c := t.doc.byID[id]; c != nil && c.foresight.source == source {
			c.foresight.effects = content.Effects[id]
		}
	}
}

// lookStale reports to pages which cells have become stale or no longer are.
func (t *tracker) lookStale() {
	if now := t.standing(); !slices.Equal(now, t.looked) {
		t.looked = now
		why, notes, order := t.look()
		if !maps.Equal(why, t.stale) || !maps.Equal(notes, t.notes) || !slices.Equal(order, t.order) {
			t.stale, t.notes, t.order = why, notes, order
			t.pages.tell(staleEvent{"stale", why, notes, order})
		}
	}
}

func (t *tracker) standing() []standing {
	var out []standing
	for _, c := range t.doc.cells {
		if isAnalysed(c) {
			out = append(out, standing{c.file.ID, c.file.Source, c.file.ExecutionCount, c.did, c.next(), c.ran, t.isUnreported(c)})
		}
	}
	return out
}

func (t *tracker) isUnreported(c *cell) bool {
	for _, e := range t.unreported {
		if e.cell == c {
			return true
		}
	}
	return false
}

// look finds why cells are stale, what is not known of them, and what is to be said of
// the order in which they ran. A cell that has not run shows nothing that could be.
func (t *tracker) look() (why, notes map[string]string, order []string) {
	why, notes, order = map[string]string{}, map[string]string{}, []string{}
	shown, page := t.page(false)
	marks := map[*cell][]string{}
	for _, m := range page.Stale() {
		marks[shown[m.Cell]] = m.Why
	}
	for _, c := range shown {
		if c.ran == nil || t.isUnreported(c) {
			continue
		}
		switch {
		case c.ran.source != c.file.Source:
			why[c.file.ID] = "has changed since it ran"
		case !t.tracked:
		case c.did == nil:
			why[c.file.ID] = "what it set is lost: a new Go process has started since it ran"
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

// unknown returns the notes of what a cell may change that no name shows.
func unknown(e cells.Effects) []string {
	return slices.DeleteFunc(slices.Clone(e.Notes), func(note string) bool {
		name, _, _ := strings.Cut(note, " may be changed ")
		return slices.Contains(e.MayWrite, name)
	})
}

// page returns the state of the cells: as they stand, or as they ran, where those that did not are
// empty.
func (t *tracker) page(asRan bool) ([]*cell, *stale.Page) {
	var shown []*cell
	var all []stale.Cell
	for _, c := range t.doc.cells {
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
	return shown, stale.Look(all, &t.history)
}
