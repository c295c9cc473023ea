package notebook

import (
	"bytes"
	"maps"
	"strings"

	"krigo/internal/nbformat"
)

// editor changes the document as pages and files want it, and reports it to the pages. With a cell,
// its place in the queue and the state of its outputs go.
type editor struct {
	doc     *document
	pages   *subscribers
	saving  *saving
	outputs *outputs
	runs    *runs
}

// take replaces the document by a notebook that was read. Cells keep the state of former cells with
// their ids while it still holds.
func (e *editor) take(nb *nbformat.Notebook) {
	shown := e.doc.shown()
	var cells []*cell
	for _, file := range nb.Cells {
		c := newCell(file)
		if old := e.doc.byID[file.ID]; old != nil {
			c = e.renewed(old, c, sameOutputs(shown[file.ID], file.Outputs))
		}
		cells = append(cells, c)
	}
	for _, c := range e.doc.replace(*nb, cells) {
		e.runs.unqueue(c)
		e.outputs.forget(c.outputs)
	}
	e.doc.takeFigures(nb)
}

// sameOutputs reports whether a file has the same for both.
func sameOutputs(a, b []*nbformat.Output) bool {
	encode := func(outputs []*nbformat.Output) ([]byte, error) {
		nb := nbformat.Notebook{Cells: []*nbformat.Cell{{ID: "a", Type: nbformat.Code, Outputs: outputs}}}
		return nb.Encode()
	}
	rawA, errA := encode(a)
	rawB, errB := encode(b)
	return errA == nil && errB == nil && bytes.Equal(rawA, rawB)
}

// renewed returns a cell as the file has it now. One that runs or waits goes on, and outputs
// that are the same stay: those of the kernel show more than a file's, which is not
// trusted.
func (e *editor) renewed(c, now *cell, sameOutputs bool) *cell {
	if c.file.Source != now.file.Source {
		c.rev++
		c.author = 0
	}
	busy := c.status == statusRunning || c.status == statusQueued
	count := c.file.ExecutionCount
	c.unshow()
	c.file = now.file
	if busy && c.file.Type == nbformat.Code {
		c.file.ExecutionCount = count
		return c
	}
	e.runs.unqueue(c)
	if sameOutputs {
		return c
	}
	e.outputs.forget(c.outputs)
	c.outputs, c.text, c.clearNext, c.dropped = now.outputs, nil, false, 0
	for _, o := range c.outputs {
		o.cell = c
	}
	return c
}

// setSource changes a cell's source.
func (e *editor) setSource(c *cell, by visitor, source string) {
	c.unshow()
	c.file.Source = source
	c.rev++
	c.author = by
	e.saving.changed()
}

// edit sets a cell's source. If the page has not seen the last change, a page hears what was
// replaced.
func (e *editor) edit(by visitor, cmd command) {
	if e.isFull(by, cmd, len(cmd.text())) {
		return
	}
	c := e.doc.byID[cmd.ID]
	if c == nil {
		e.pages.refuse(by, cmd, "cell %q no longer exists; its text was: %s", cmd.ID, cmd.text())
		return
	}
	if replaced := c.file.Source; replaced != cmd.text() {
		if cmd.Base < c.rev && c.author != by {
			e.tellReplaced(c, by)
		}
		e.setSource(c, by, cmd.text())
		if c.file.Type == nbformat.Markdown {
			e.pages.tellCell(c)
		} else {
			e.pages.tellCellBut(by, c)
		}
	}
	e.pages.tellOne(by, editedEvent{"edited", cmd.ID, c.rev})
}

// tellReplaced reports to the page that wrote a cell's source that another replaces it; or,
// where it has gone or a program wrote the source, that other page.
func (e *editor) tellReplaced(c *cell, by visitor) {
	event := conflictEvent{"conflict", c.file.ID, c.file.Source, "another page"}
	switch {
	case c.author == 0:
		event.By = "another program"
	case e.pages.visitors[c.author]:
		e.pages.tellOne(c.author, event)
		return
	default:
		event.By = "a page that has gone"
	}
	e.pages.tellOne(by, event)
}

// cellTypes are those that a page may ask for.
func cellType(name string) (nbformat.CellType, bool) {
	t := nbformat.CellType(name)
	return t, t == nbformat.Code || t == nbformat.Markdown || t == nbformat.Raw
}

func (e *editor) insert(by visitor, cmd command) {
	kind, ok := cellType(cmd.Type)
	switch {
	case !ok:
		e.pages.refuse(by, cmd, "type is %q; wanted code, markdown or raw", cmd.Type)
	case !e.doc.isNew(cmd.ID):
		e.pages.refuse(by, cmd, "%q cannot be the id of a new cell", cmd.ID)
	default:
		c := newCell(&nbformat.Cell{ID: cmd.ID, Type: kind, Source: cmd.text(), Metadata: map[string]any{}})
		c.author = by
		if like := e.doc.known(cmd.Like); like != nil && like.file.Type == kind {
			c.resemble(like)
		}
		if !e.isFull(by, cmd, c.bytes()) {
			e.put(c, cmd.After)
		}
	}
}

// isFull refuses a command that would add more bytes than the notebook may keep.
func (e *editor) isFull(by visitor, cmd command, more int) bool {
	full := e.doc.full(more)
	if full {
		e.pages.refuse(by, cmd, "nothing more can be written: %s; clear outputs first", e.doc.boundBytes())
	}
	return full
}

// put inserts a cell after another, at the start for "", and at the end where that one
// has gone.
func (e *editor) put(c *cell, after string) {
	e.pages.flush() // of what was printed while no page had the cell
	at := e.doc.insert(c, after)
	if e.pages.watched() {
		e.pages.tell(insertEvent{"insert", e.doc.before(at), e.pages.view(c)})
	}
	e.saving.changed()
}

func (e *editor) delete(_ visitor, cmd command) {
	e.pages.flush()
	var d deletion
	var ids []string
	for _, c := range e.doc.chosen(cmd.IDs) {
		d.cells = append(d.cells, c)
		d.after = append(d.after, e.doc.before(e.doc.index(c.file.ID)))
		ids = append(ids, c.file.ID)
		e.runs.unqueue(c)
	}
	if len(ids) == 0 {
		return
	}
	e.remove(ids)
	for _, c := range e.doc.keep(d) {
		e.outputs.forget(c.outputs)
	}
}

// remove takes cells out of the document and reports it to pages.
func (e *editor) remove(ids []string) {
	e.pages.tell(deleteEvent{"delete", ids})
	e.doc.remove(ids)
	e.saving.changed()
}

func (e *editor) undelete(by visitor) {
	d, ok := e.doc.lastDeletion()
	if !ok {
		e.pages.say(by, "note", "There is no deleted cell to restore.")
		return
	}
	for i, c := range d.cells {
		c.file.ID = e.doc.freeID(c.file.ID)
		e.put(c, d.after[i])
	}
}

func (e *editor) move(by visitor, cmd command) {
	moved := e.doc.chosen(cmd.IDs)
	if len(moved) == 0 {
		return
	}
	if cmd.After != "" && e.doc.byID[cmd.After] == nil {
		e.pages.refuse(by, cmd, "there is no cell %q to move after", cmd.After)
		return
	}
	after := e.doc.move(moved, cmd.After)
	var ids []string
	for _, c := range moved {
		ids = append(ids, c.file.ID)
	}
	e.pages.tell(moveEvent{"move", ids, after})
	e.saving.changed()
}

// split cuts a cell in two; the first keeps the outputs. A line end at the cut goes.
func (e *editor) split(by visitor, cmd command) {
	c := e.doc.byID[cmd.ID]
	if c == nil {
		e.pages.refuse(by, cmd, "there is no cell %q", cmd.ID)
		return
	}
	points := []rune(c.file.Source)
	switch {
	case cmd.At < 0 || cmd.At > len(points):
		e.pages.refuse(by, cmd, "at is %d; the cell has %d characters", cmd.At, len(points))
		return
	case !e.doc.isNew(cmd.New):
		e.pages.refuse(by, cmd, "%q cannot be the id of a new cell", cmd.New)
		return
	}
	second := newCell(&nbformat.Cell{
		ID: cmd.New, Type: c.file.Type, Source: strings.TrimPrefix(string(points[cmd.At:]), "\n"), Metadata: map[string]any{},
	})
	second.author = by
	if c.file.Type != nbformat.Code {
		second.file.Attachments = maps.Clone(c.file.Attachments) // either part may show them
	}
	e.setSource(c, by, strings.TrimSuffix(string(points[:cmd.At]), "\n"))
	e.pages.tellCell(c)
	e.put(second, cmd.ID)
}

// merge joins cells into the first of them, whose type and outputs stay.
func (e *editor) merge(by visitor, cmd command) {
	cells := e.doc.chosen(cmd.IDs)
	if len(cells) < 2 {
		e.pages.refuse(by, cmd, "wanted two cells or more, got %d", len(cells))
		return
	}
	first := cells[0]
	var sources, gone []string
	for i, c := range cells {
		sources = append(sources, c.file.Source)
		if i > 0 {
			gone = append(gone, c.file.ID)
			e.runs.unqueue(c)
			e.outputs.forget(c.outputs)
			first.attach(c.file.Attachments)
		}
	}
	e.setSource(first, by, strings.Join(sources, "\n\n"))
	e.pages.tellCell(first)
	e.remove(gone)
}

func (e *editor) setType(by visitor, cmd command) {
	kind, ok := cellType(cmd.Type)
	c := e.doc.byID[cmd.ID]
	switch {
	case c == nil:
		e.pages.refuse(by, cmd, "there is no cell %q", cmd.ID)
	case !ok:
		e.pages.refuse(by, cmd, "type is %q; wanted code, markdown or raw", cmd.Type)
	case c.file.Type != kind:
		e.outputs.clear(c)
		e.runs.unqueue(c)
		c.unshow()
		c.file.Type, c.status, c.file.ExecutionCount, c.ran, c.did = kind, "", 0, nil, nil
		if kind == nbformat.Code {
			c.file.Attachments = nil
		}
		e.pages.tellCell(c)
		e.saving.changed()
	}
}

// fold hides a cell's source or outputs, as Jupyter's front ends keep it.
func (e *editor) fold(by visitor, cmd command) {
	c := e.doc.byID[cmd.ID]
	source, ok := cmd.Source.(bool)
	switch {
	case c == nil:
		e.pages.refuse(by, cmd, "there is no cell %q", cmd.ID)
		return
	case !ok && cmd.Source != nil:
		e.pages.refuse(by, cmd, "source is %v; wanted true or false", cmd.Source)
		return
	case cmd.Source == nil:
		source = foldedOf(&c.file).Source
	}
	metadata := cloned(c.file.Metadata)
	section, _ := metadata["jupyter"].(map[string]any)
	section = cloned(section)
	mark(section, "source_hidden", source)
	mark(section, "outputs_hidden", cmd.Outputs)
	mark(metadata, "collapsed", cmd.Outputs)
	if delete(metadata, "jupyter"); len(section) > 0 {
		metadata["jupyter"] = section
	}
	c.file.Metadata = metadata
	e.pages.tellCell(c)
	e.saving.changed()
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
func (e *editor) clearOutputs(ids []string) {
	for _, c := range e.doc.chosen(ids) {
		if c.file.Type != nbformat.Code {
			continue
		}
		e.outputs.clear(c)
		if c.status != statusRunning && c.status != statusQueued {
			c.status, c.ms, c.file.ExecutionCount = "", 0, 0
			e.pages.tellStatus(c)
			e.saving.changed()
		}
	}
}
