package notebook

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// take makes a notebook that was read the document. Cells keep what is known of those
// with their ids before, as far as it still holds.
func (s *state) take(nb *nbformat.Notebook) {
	before, shown := s.byID, s.shown()
	s.header, s.cells, s.byID = *nb, nil, map[string]*cell{}
	s.header.Cells = nil
	for _, file := range nb.Cells {
		c := newCell(file)
		if old := before[file.ID]; old != nil {
			c = s.renewed(old, c, sameOutputs(shown[file.ID], file.Outputs))
		}
		s.cells = append(s.cells, c)
		s.byID[c.file.ID] = c
	}
	for id, c := range before {
		if s.byID[id] == nil {
			s.unqueue(c)
			s.forget(c.outputs)
		}
	}
}

func newCell(file *nbformat.Cell) *cell {
	c := &cell{file: *file}
	c.file.Outputs = nil
	for _, o := range file.Outputs {
		c.outputs = append(c.outputs, &output{cell: c, file: *o})
	}
	return c
}

// shown are the outputs by cell, as a file has them.
func (s *state) shown() map[string][]*nbformat.Output {
	all := map[string][]*nbformat.Output{}
	if len(s.cells) == 0 {
		return all
	}
	for _, c := range s.notebook().Cells {
		all[c.ID] = c.Outputs
	}
	return all
}

// sameOutputs tells whether a file has the same for both.
func sameOutputs(a, b []*nbformat.Output) bool {
	encode := func(outputs []*nbformat.Output) ([]byte, error) {
		nb := nbformat.Notebook{Cells: []*nbformat.Cell{{ID: "a", Type: nbformat.Code, Outputs: outputs}}}
		return nb.Encode()
	}
	rawA, errA := encode(a)
	rawB, errB := encode(b)
	return errA == nil && errB == nil && bytes.Equal(rawA, rawB)
}

// renewed is a cell as the file has it now. One that runs or waits goes on, and outputs
// that are the same stay: those of the kernel show more than a file's, which is not
// trusted.
func (s *state) renewed(c, now *cell, sameOutputs bool) *cell {
	if c.file.Source != now.file.Source {
		c.rev++
		c.author = 0
	}
	busy := c.status == statusRunning || c.status == statusQueued
	count := c.file.ExecutionCount
	c.file, c.html = now.file, ""
	if busy && c.file.Type == nbformat.Code {
		c.file.ExecutionCount = count
		return c
	}
	s.unqueue(c)
	if sameOutputs {
		return c
	}
	s.forget(c.outputs)
	c.outputs, c.text, c.clearNext, c.dropped = now.outputs, nil, false, 0
	for _, o := range c.outputs {
		o.cell = c
	}
	return c
}

// setSource changes a cell's source.
func (s *state) setSource(c *cell, by visitor, source string) {
	c.file.Source, c.html = source, ""
	c.rev++
	c.author = by
	s.change()
}

// edit sets a cell's source. Where the page has not seen the last change, somebody is
// told what was replaced.
func (s *state) edit(by visitor, o order) {
	c := s.byID[o.ID]
	if c == nil {
		s.refuse(by, o, "there is no cell %q any more; its text was: %s", o.ID, o.text())
		return
	}
	if replaced := c.file.Source; replaced != o.text() {
		if o.Base < c.rev && c.author != by {
			s.tellReplaced(c, by)
		}
		s.setSource(c, by, o.text())
		if c.file.Type == nbformat.Markdown {
			s.tellCell(c)
		} else {
			s.tellCellBut(by, c)
		}
	}
	s.tellOne(by, editedEvent{"edited", o.ID, c.rev})
}

// tellReplaced tells the page that wrote a cell's source that another replaces it; or,
// where it has gone or a program wrote the source, that other page.
func (s *state) tellReplaced(c *cell, by visitor) {
	e := conflictEvent{"conflict", c.file.ID, c.file.Source, "another page"}
	switch {
	case c.author == 0:
		e.By = "another program"
	case s.visitors[c.author]:
		s.tellOne(c.author, e)
		return
	default:
		e.By = "a page that has gone"
	}
	s.tellOne(by, e)
}

// cellTypes are those that a page may ask for.
func cellType(name string) (nbformat.CellType, bool) {
	t := nbformat.CellType(name)
	return t, t == nbformat.Code || t == nbformat.Markdown || t == nbformat.Raw
}

func (s *state) insert(by visitor, o order) {
	kind, ok := cellType(o.Type)
	switch {
	case !ok:
		s.refuse(by, o, "type is %q; wanted code, markdown or raw", o.Type)
	case !s.isNew(o.ID):
		s.refuse(by, o, "%q cannot be the id of a new cell", o.ID)
	default:
		c := newCell(&nbformat.Cell{ID: o.ID, Type: kind, Source: o.text(), Metadata: map[string]any{}})
		c.author = by
		if like := s.known(o.Like); like != nil && like.file.Type == kind {
			c.resemble(like)
		}
		s.put(c, o.After)
	}
}

// known is a cell of the document, or one that was deleted and can come back, or nil.
func (s *state) known(id string) *cell {
	if c := s.byID[id]; c != nil {
		return c
	}
	for _, c := range slices.Backward(s.deletedCells()) {
		if c.file.ID == id {
			return c
		}
	}
	return nil
}

// resemble gives a new cell what another has beside its source; outputs where they are
// those of the same source.
func (c *cell) resemble(like *cell) {
	c.file.Metadata, c.file.Attachments = cloned(like.file.Metadata), maps.Clone(like.file.Attachments)
	if c.file.Source != like.file.Source {
		return
	}
	c.file.ExecutionCount = like.file.ExecutionCount
	for i, file := range like.outputFiles() {
		c.outputs = append(c.outputs, &output{cell: c, file: *file, trusted: like.outputs[i].trusted})
	}
}

// isNew tells whether an id can be a new cell's.
func (s *state) isNew(id string) bool { return nbformat.ValidID(id) && s.byID[id] == nil }

// put inserts a cell after another, at the start for "", and at the end where that one
// has gone.
func (s *state) put(c *cell, after string) {
	s.flush() // of what was printed while no page had the cell
	at := len(s.cells)
	if i := s.index(after); i >= 0 || after == "" {
		at = i + 1
	}
	s.cells = slices.Insert(s.cells, at, c)
	s.byID[c.file.ID] = c
	if s.watched() {
		s.tell(insertEvent{"insert", s.before(at), s.view(c)})
	}
	s.change()
}

// before is the id of the cell before a place, "" for the first.
func (s *state) before(at int) string {
	if at == 0 {
		return ""
	}
	return s.cells[at-1].file.ID
}

// deletion is what undelete brings back: cells with those that stood before them.
type deletion struct {
	cells []*cell
	after []string
}

// undoable is how many deletions can be undone.
const undoable = 100

func (s *state) delete(_ visitor, o order) {
	s.flush()
	var d deletion
	var ids []string
	for _, c := range s.chosen(o.IDs) {
		d.cells = append(d.cells, c)
		d.after = append(d.after, s.before(s.index(c.file.ID)))
		ids = append(ids, c.file.ID)
		s.unqueue(c)
	}
	if len(ids) == 0 {
		return
	}
	s.remove(ids)
	s.deleted = append(s.deleted, d)
	if len(s.deleted) > undoable {
		for _, c := range s.deleted[0].cells {
			s.forget(c.outputs)
		}
		s.deleted = s.deleted[1:]
	}
}

// remove takes cells out of the document and tells pages.
func (s *state) remove(ids []string) {
	s.tell(deleteEvent{"delete", ids})
	s.cells = slices.DeleteFunc(s.cells, func(c *cell) bool { return slices.Contains(ids, c.file.ID) })
	for _, id := range ids {
		delete(s.byID, id)
	}
	s.change()
}

func (s *state) undelete(by visitor) {
	if len(s.deleted) == 0 {
		s.say(by, "note", "No cell was deleted that could come back.")
		return
	}
	d := s.deleted[len(s.deleted)-1]
	s.deleted = s.deleted[:len(s.deleted)-1]
	for i, c := range d.cells {
		c.file.ID = s.freeID(c.file.ID)
		s.put(c, d.after[i])
	}
}

// deletedCells are those that can come back.
func (s *state) deletedCells() (all []*cell) {
	for _, d := range s.deleted {
		all = append(all, d.cells...)
	}
	return all
}

// freeID is an id like the given one that no cell has.
func (s *state) freeID(id string) string {
	free := id
	for n := 2; !s.isNew(free); n++ {
		end := fmt.Sprintf("-%d", n)
		free = id[:min(len(id), 64-len(end))] + end
	}
	return free
}

// chosen are the cells of ids, in the order of the document.
func (s *state) chosen(ids []string) (all []*cell) {
	for _, c := range s.cells {
		if slices.Contains(ids, c.file.ID) {
			all = append(all, c)
		}
	}
	return all
}

func (s *state) move(by visitor, o order) {
	moved := s.chosen(o.IDs)
	if len(moved) == 0 {
		return
	}
	if o.After != "" && s.byID[o.After] == nil {
		s.refuse(by, o, "there is no cell %q to move behind", o.After)
		return
	}
	at := s.index(o.After)
	for at >= 0 && slices.Contains(moved, s.cells[at]) {
		at--
	}
	after := s.before(at + 1)
	s.cells = slices.DeleteFunc(s.cells, func(c *cell) bool { return slices.Contains(moved, c) })
	s.cells = slices.Insert(s.cells, s.index(after)+1, moved...)
	var ids []string
	for _, c := range moved {
		ids = append(ids, c.file.ID)
	}
	s.tell(moveEvent{"move", ids, after})
	s.change()
}

// split cuts a cell in two, of which the first keeps the outputs. A line end at the cut
// goes.
func (s *state) split(by visitor, o order) {
	c := s.byID[o.ID]
	if c == nil {
		s.refuse(by, o, "there is no cell %q", o.ID)
		return
	}
	points := []rune(c.file.Source)
	switch {
	case o.At < 0 || o.At > len(points):
		s.refuse(by, o, "at is %d; the cell has %d characters", o.At, len(points))
		return
	case !s.isNew(o.New):
		s.refuse(by, o, "%q cannot be the id of a new cell", o.New)
		return
	}
	second := newCell(&nbformat.Cell{
		ID: o.New, Type: c.file.Type, Source: strings.TrimPrefix(string(points[o.At:]), "\n"), Metadata: map[string]any{},
	})
	second.author = by
	if c.file.Type != nbformat.Code {
		second.file.Attachments = maps.Clone(c.file.Attachments) // either part may show them
	}
	s.setSource(c, by, strings.TrimSuffix(string(points[:o.At]), "\n"))
	s.tellCell(c)
	s.put(second, o.ID)
}

// merge joins cells into the first of them, whose type and outputs stay.
func (s *state) merge(by visitor, o order) {
	cells := s.chosen(o.IDs)
	if len(cells) < 2 {
		s.refuse(by, o, "wanted two cells or more, got %d", len(cells))
		return
	}
	first := cells[0]
	var sources, gone []string
	for i, c := range cells {
		sources = append(sources, c.file.Source)
		if i > 0 {
			gone = append(gone, c.file.ID)
			s.unqueue(c)
			s.forget(c.outputs)
			s.attach(first, c.file.Attachments)
		}
	}
	s.setSource(first, by, strings.Join(sources, "\n\n"))
	s.tellCell(first)
	s.remove(gone)
}

// attach adds attachments, which code cells do not have.
func (s *state) attach(c *cell, more map[string]map[string]any) {
	if len(more) == 0 || c.file.Type == nbformat.Code {
		return
	}
	all := maps.Clone(more)
	maps.Copy(all, c.file.Attachments)
	c.file.Attachments = all
}

func (s *state) setType(by visitor, o order) {
	kind, ok := cellType(o.Type)
	c := s.byID[o.ID]
	switch {
	case c == nil:
		s.refuse(by, o, "there is no cell %q", o.ID)
	case !ok:
		s.refuse(by, o, "type is %q; wanted code, markdown or raw", o.Type)
	case c.file.Type != kind:
		s.clear(c)
		s.unqueue(c)
		c.file.Type, c.html, c.status, c.file.ExecutionCount, c.ran, c.did = kind, "", "", 0, nil, nil
		if kind == nbformat.Code {
			c.file.Attachments = nil
		}
		s.tellCell(c)
		s.change()
	}
}

// fold hides a cell's source or outputs, as Jupyter's front ends keep it.
func (s *state) fold(by visitor, o order) {
	c := s.byID[o.ID]
	source, ok := o.Source.(bool)
	switch {
	case c == nil:
		s.refuse(by, o, "there is no cell %q", o.ID)
		return
	case !ok && o.Source != nil:
		s.refuse(by, o, "source is %v; wanted true or false", o.Source)
		return
	case o.Source == nil:
		source = foldedOf(&c.file).Source
	}
	metadata := cloned(c.file.Metadata)
	section, _ := metadata["jupyter"].(map[string]any)
	section = cloned(section)
	mark(section, "source_hidden", source)
	mark(section, "outputs_hidden", o.Outputs)
	mark(metadata, "collapsed", o.Outputs)
	if delete(metadata, "jupyter"); len(section) > 0 {
		metadata["jupyter"] = section
	}
	c.file.Metadata = metadata
	s.tellCell(c)
	s.change()
}

// mark sets what is true and removes what is not.
func mark(m map[string]any, key string, on bool) {
	if delete(m, key); on {
		m[key] = true
	}
}

func cloned(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return maps.Clone(m)
}

// clearOutputs removes what cells show.
func (s *state) clearOutputs(ids []string) {
	for _, c := range s.chosen(ids) {
		if c.file.Type != nbformat.Code {
			continue
		}
		s.clear(c)
		if c.status != statusRunning && c.status != statusQueued {
			c.status, c.ms, c.file.ExecutionCount = "", 0, 0
			s.tellStatus(c)
			s.change()
		}
	}
}
