package notebook

import (
	"encoding/json"
	"strings"

	"krigo/internal/class/report"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// Progress reports a run of a cell that has ended, or what package course reports.
type Progress struct {
	// Report is the content of a report of package course, nil for a run. The session's code has
	// made it, and may have forged it.
	Report json.RawMessage
	// Cell is the position of the cell that ran among the Cells code cells, from 1, or 0 if it has
	// been deleted; Section is the last heading above it, as Markdown without its #, or "".
	Cell, Cells int
	Section     string
	// Failed reports whether the run failed. A cell that is expected to fail, by its tag, does not.
	Failed bool
}

// follower notes the progress of the operation that is applied. Runs that are repeated, and those
// that were aborted, are none.
type follower struct {
	doc      *document
	progress []Progress
}

// take returns the progress and removes it.
func (f *follower) take() []Progress {
	p := f.progress
	f.progress = nil
	return p
}

// ran notes the end of a run.
func (f *follower) ran(e entry, status string) {
	if e.again || status != statusOK && status != statusError {
		return
	}
	p := Progress{Failed: status == statusError && !e.cell.file.HasTag(execute.TagRaises)}
	p.Cell, p.Cells, p.Section = f.doc.place(e.cell)
	f.progress = append(f.progress, p)
}

// hear notes a report of package course.
func (f *follower) hear(m message) {
	if len(m.Content) > 2*report.MaxBytes || m.Type != "comm_open" {
		return
	}
	var content struct {
		Target string          `json:"target_name"`
		Data   json.RawMessage `json:"data"`
	}
	if m.read(&content) && content.Target == report.Target {
		f.progress = append(f.progress, Progress{Report: content.Data})
	}
}

// place returns the position of a cell among the code cells, from 1, or 0 if it is not there; their
// number; and the heading above it.
func (d *document) place(c *cell) (at, of int, section string) {
	heading := ""
	for _, other := range d.cells {
		switch other.file.Type {
		case nbformat.Markdown:
			heading = lastHeading(other.file.Source, heading)
		case nbformat.Code:
			if of++; other == c {
				at, section = of, heading
			}
		}
	}
	return at, of, section
}

// lastHeading returns the last heading of a text in Markdown, or a default.
func lastHeading(text, otherwise string) string {
	heading := otherwise
	for line := range strings.Lines(text) {
		if title := strings.TrimLeft(line, "#"); len(title) < len(line) && strings.HasPrefix(title, " ") {
			heading = strings.TrimSpace(strings.NewReplacer("`", "", "*", "").Replace(title))
		}
	}
	return heading
}
