package notebook

import (
	"fmt"
	"slices"

	figures "krigo/internal/explore/page"
	"krigo/internal/nbformat"
)

// document is the notebook: the content of the file, and the deleted cells that can come back. It
// does not report its changes.
//
// Each cell of cells is in byID under its id. Maps that come from or go to files (metadata,
// bundles, models) are replaced, never changed, so that a copy may be written to the file while
// the document changes.
type document struct {
	header nbformat.Notebook // without its cells
	cells  []*cell
	byID   map[string]*cell
	// models are the states of the widgets that the kernel has opened, by id.
	models     map[string]map[string]any
	modelBytes int
	deleted    []deletion // at most undoable, the latest last
	maxBytes   int        // see Options
	quota      *Quota
}

// deletion is a deletion that undelete reverts: cells with their former neighbours above.
type deletion struct {
	cells []*cell
	after []string
}

// undoable is the number of deletions that can be undone.
const undoable = 100

// replace gives the document another header and other cells, and returns the cells that are gone.
func (d *document) replace(header nbformat.Notebook, cells []*cell) (gone []*cell) {
	before := d.byID
	d.header, d.cells, d.byID = header, cells, map[string]*cell{}
	d.header.Cells = nil
	for _, c := range cells {
		d.byID[c.file.ID] = c
	}
	for id, c := range before {
		if d.byID[id] == nil {
			gone = append(gone, c)
		}
	}
	return gone
}

// insert puts a cell after another, at the start for "", and at the end where that one has gone.
// It returns the place.
func (d *document) insert(c *cell, after string) (at int) {
	at = len(d.cells)
	if i := d.index(after); i >= 0 || after == "" {
		at = i + 1
	}
	d.cells = slices.Insert(d.cells, at, c)
	d.byID[c.file.ID] = c
	return at
}

// remove takes cells out.
func (d *document) remove(ids []string) {
	d.cells = slices.DeleteFunc(d.cells, func(c *cell) bool { return slices.Contains(ids, c.file.ID) })
	for _, id := range ids {
		delete(d.byID, id)
	}
}

// move puts cells behind another one, or behind the first before it that does not move with
// them, whose id it returns. "" is the start.
func (d *document) move(moved []*cell, after string) string {
	at := d.index(after)
	for at >= 0 && slices.Contains(moved, d.cells[at]) {
		at--
	}
	after = d.before(at + 1)
	d.cells = slices.DeleteFunc(d.cells, func(c *cell) bool { return slices.Contains(moved, c) })
	d.cells = slices.Insert(d.cells, d.index(after)+1, moved...)
	return after
}

// keep keeps a deletion for undelete, and returns the cells that can no longer come back.
func (d *document) keep(deleted deletion) (lost []*cell) {
	d.deleted = append(d.deleted, deleted)
	if len(d.deleted) > undoable {
		lost = d.deleted[0].cells
		d.deleted = d.deleted[1:]
	}
	return lost
}

// lastDeletion takes the latest deletion out, if there is one.
func (d *document) lastDeletion() (last deletion, ok bool) {
	if len(d.deleted) == 0 {
		return last, false
	}
	last = d.deleted[len(d.deleted)-1]
	d.deleted = d.deleted[:len(d.deleted)-1]
	return last, true
}

// everyCell returns the cells, and then those that can come back.
func (d *document) everyCell() []*cell { return append(slices.Clone(d.cells), d.deletedCells()...) }

// full reports whether more bytes exceed the limit of the room, or of the rooms together.
func (d *document) full(more int) bool {
	return more > 0 && (d.maxBytes > 0 && d.bytes()+more > d.maxBytes || d.quota.full(more))
}

// bytes is about what the cells have, with those that can come back, and the models of widgets.
func (d *document) bytes() int {
	n := d.modelBytes
	for _, c := range d.everyCell() {
		n += c.bytes()
	}
	return n
}

// sizeOf is about the bytes of an output.
func sizeOf(o nbformat.Output) int {
	n := len(o.Text) + len(o.ErrorName) + len(o.ErrorValue) + valueBytes(o.Data) + valueBytes(o.Metadata)
	for _, line := range o.Traceback {
		n += len(line)
	}
	return n
}

// valueBytes is about the bytes of a JSON value.
func valueBytes(v any) int {
	n := 8
	switch v := v.(type) {
	case string:
		n += len(v)
	case []byte:
		n += len(v)
	case []any:
		for _, inner := range v {
			n += valueBytes(inner)
		}
	case map[string]any:
		for key, inner := range v {
			n += len(key) + valueBytes(inner)
		}
	}
	return n
}

// bound says why a cell keeps no more outputs.
func (d *document) bound(c *cell) string {
	if len(c.outputs) > maxOutputs {
		return fmt.Sprintf("a notebook keeps %d of a cell", maxOutputs)
	}
	return d.boundBytes()
}

// boundBytes says what the room keeps at most, or the rooms together, whichever is less.
func (d *document) boundBytes() string {
	if q := d.quota.narrowest(); q != nil && (d.maxBytes == 0 || q.left() < d.maxBytes-d.bytes()) {
		return fmt.Sprintf("%d MB are kept of several notebooks together", q.most>>20)
	}
	return boundOf(d.maxBytes)
}

// shown returns the outputs by cell, as a file has them.
func (d *document) shown() map[string][]*nbformat.Output {
	all := map[string][]*nbformat.Output{}
	if len(d.cells) == 0 {
		return all
	}
	for _, c := range d.notebook().Cells {
		all[c.ID] = c.Outputs
	}
	return all
}

// known returns a cell of the document, or one that was deleted and can come back, or nil.
func (d *document) known(id string) *cell {
	if c := d.byID[id]; c != nil {
		return c
	}
	for _, c := range slices.Backward(d.deletedCells()) {
		if c.file.ID == id {
			return c
		}
	}
	return nil
}

// isNew reports whether an id can be a new cell's.
func (d *document) isNew(id string) bool { return nbformat.ValidID(id) && d.byID[id] == nil }

// before returns the id of the cell before a place, "" for the first.
func (d *document) before(at int) string {
	if at == 0 {
		return ""
	}
	return d.cells[at-1].file.ID
}

// deletedCells returns the deleted cells that can come back.
func (d *document) deletedCells() (all []*cell) {
	for _, deleted := range d.deleted {
		all = append(all, deleted.cells...)
	}
	return all
}

// freeID returns an id like the given one that no cell has.
func (d *document) freeID(id string) string {
	free := id
	for n := 2; !d.isNew(free); n++ {
		end := fmt.Sprintf("-%d", n)
		free = id[:min(len(id), 64-len(end))] + end
	}
	return free
}

// chosen returns the cells of ids, in the order of the document.
func (d *document) chosen(ids []string) (all []*cell) {
	for _, c := range d.cells {
		if slices.Contains(ids, c.file.ID) {
			all = append(all, c)
		}
	}
	return all
}

// has reports whether a cell is in the document: it may have been deleted while it ran.
func (d *document) has(c *cell) bool { return d.byID[c.file.ID] == c }

// index returns the place of a cell, -1 for none.
func (d *document) index(id string) int {
	c := d.byID[id]
	if c == nil {
		return -1
	}
	return slices.Index(d.cells, c)
}

// notebook returns the document as a file has it.
func (d *document) notebook() *nbformat.Notebook {
	nb := d.header
	nb.Metadata, nb.Cells = cloned(d.header.Metadata), nil
	for _, c := range d.cells {
		file := c.file
		file.Outputs = c.outputFiles()
		nb.Cells = append(nb.Cells, &file)
	}
	nb.KeepWidgets(d.liveModels())
	return &nb
}

// setModel sets the state of a widget, which must not be modified later.
func (d *document) setModel(id string, state map[string]any) {
	d.modelBytes += valueBytes(state) - valueBytes(d.models[id])
	d.models[id] = state
}

// takeFigures takes the models of figures from a file that pages draw and move without the kernel that
// made them.
func (d *document) takeFigures(nb *nbformat.Notebook) {
	for id, saved := range nb.WidgetModels() {
		model, _ := saved.(map[string]any)
		state, _ := model["state"].(map[string]any)
		if kind, _ := state["_krigo"].(string); slices.Contains(figures.Kinds(), kind) && d.models[id] == nil {
			d.setModel(id, state)
		}
	}
}

// removeModel removes a widget.
func (d *document) removeModel(id string) {
	d.modelBytes -= valueBytes(d.models[id])
	delete(d.models, id)
}

// liveModels returns the models of this life, as notebooks keep them.
func (d *document) liveModels() map[string]any {
	all := map[string]any{}
	for id, model := range d.models {
		all[id] = map[string]any{
			"model_name": model["_model_name"], "model_module": model["_model_module"],
			"model_module_version": model["_model_module_version"], "state": model,
		}
	}
	return all
}
