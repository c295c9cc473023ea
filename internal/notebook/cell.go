package notebook

import (
	"fmt"
	"maps"
	"strings"
	"time"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/notebook/stale"
)

// cell is a cell of the document, or one that was deleted and can come back.
//
// An output is in outputs of one cell, which it names. text has the streams among the outputs, and
// is nil where the kernel has printed nothing to them.
type cell struct {
	file   nbformat.Cell // but its outputs
	rev    int           // counts changes of the source
	author visitor       // of the last one
	shown  *view         // of Markdown, nil where it is to be made

	outputs   []*output
	text      *text // what it prints
	clearNext bool  // the next output clears those before it
	dropped   int   // outputs beyond the limit

	status string // "", queued, running, ok, error or aborted
	began  time.Time
	ms     int64
	run    string // the request of the last run
	// ran is the source that ran last and its rev; since the kernel started.
	ran *ranSource
	// did has the effects of that run, if known, and foresight those expected of the source.
	did       *stale.Run
	foresight foresight
}

type ranSource struct {
	rev    int
	source string
}

// output is an output of a cell.
type output struct {
	cell    *cell
	file    nbformat.Output
	trusted bool
	display string // its display id
	shown   *view  // nil where it is to be made
	bytes   int    // of file
}

// newOutput returns an output of a cell, which has yet to list it.
func newOutput(c *cell, file nbformat.Output, trusted bool) *output {
	return &output{cell: c, file: file, trusted: trusted, bytes: sizeOf(file)}
}

// unshow gives up the view of what has changed or gone.
func (c *cell) unshow() {
	c.shown.drop()
	c.shown = nil
}

func (o *output) unshow() {
	o.shown.drop()
	o.shown = nil
}

func newCell(file *nbformat.Cell) *cell {
	c := &cell{file: *file}
	c.file.Outputs = nil
	for _, o := range file.Outputs {
		c.outputs = append(c.outputs, newOutput(c, *o, false))
	}
	return c
}

// resemble gives a new cell all that another has except its source; outputs only if they come from
// the same source.
func (c *cell) resemble(like *cell) {
	c.file.Metadata, c.file.Attachments = cloned(like.file.Metadata), maps.Clone(like.file.Attachments)
	if c.file.Source != like.file.Source {
		return
	}
	c.file.ExecutionCount = like.file.ExecutionCount
	for i, file := range like.outputFiles() {
		c.outputs = append(c.outputs, newOutput(c, *file, like.outputs[i].trusted))
	}
}

// bytes is about what the cell has: its source, its outputs and what pages show of them.
func (c *cell) bytes() int {
	n := len(c.file.Source) + c.shown.size()
	for _, attachment := range c.file.Attachments {
		n += valueBytes(attachment)
	}
	if c.text != nil {
		n += c.text.bytes
	}
	for _, o := range c.outputs {
		n += o.bytes + o.shown.size()
	}
	return n
}

func (c *cell) ranOrNil() *int {
	if c.ran == nil {
		return nil
	}
	rev := c.ran.rev
	return &rev
}

// milliseconds returns the time that the cell ran, or has run by now.
func (c *cell) milliseconds(now time.Time) int64 {
	if c.status == statusRunning {
		return max(0, now.Sub(c.began).Milliseconds())
	}
	return c.ms
}

// last returns the cell's last output, or nil.
func (c *cell) last() *output {
	if len(c.outputs) == 0 {
		return nil
	}
	return c.outputs[len(c.outputs)-1]
}

// outputFiles returns the outputs as a file has them.
func (c *cell) outputFiles() (all []*nbformat.Output) {
	for _, o := range c.outputs {
		out := o.file
		if c.text != nil && c.text.has(&o.file) {
			out.Text = c.text.printed.Whole(&o.file)
		}
		if out.ViewedModel() != "" {
			out.Data = maps.Clone(out.Data) // KeepWidgets may take the view from it
		}
		all = append(all, &out)
	}
	return all
}

// next returns the expected effects of the present source, if known.
func (c *cell) next() *cells.Effects {
	if c.foresight.source != c.file.Source {
		return nil
	}
	return c.foresight.effects
}

// name returns a name of a cell for messages: its number, or else its beginning.
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

// attach adds attachments, which code cells do not have.
func (c *cell) attach(more map[string]map[string]any) {
	if len(more) == 0 || c.file.Type == nbformat.Code {
		return
	}
	all := maps.Clone(more)
	maps.Copy(all, c.file.Attachments)
	c.file.Attachments = all
}
