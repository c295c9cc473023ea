// Package outdir saves the outputs of cells as files of a folder: figures as figure-1.png, and as
// PDF if they have it, tables as table-1.md, or table-1.html if they have no Markdown, and
// table-1.txt.
package outdir

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/internal/replace"
)

// Engine evaluates cells; *interp.Session is one.
type Engine interface {
	Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)
	Abandon()
}

// Dir is a folder for what cells show. Files of the same names are replaced, so that
// running again gives the same files.
type Dir struct {
	path string

	mu      sync.Mutex
	counts  map[string]int    // files by kind
	names   map[string]string // of displays that may be updated, by ID
	pending map[string]cell.Bundle
	order   []string // of what is pending
	faults  []error
}

// Open makes the folder where it is missing, and tells where nothing can be written
// there.
func Open(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	if err := replace.Probe(filepath.Join(path, "figure-1.png")); err != nil {
		return nil, err
	}
	return &Dir{path: path, counts: map[string]int{}, names: map[string]string{}, pending: map[string]cell.Bundle{}}, nil
}

// Saving returns an engine whose cells' displays and values are saved too.
func (d *Dir) Saving(e Engine) Engine { return saving{e, d} }

// Close writes what is left, and returns what could not be written.
func (d *Dir) Close() error {
	d.flush()
	d.mu.Lock()
	defer d.mu.Unlock()
	return errors.Join(d.faults...)
}

// saving is an engine that saves into a folder.
type saving struct {
	Engine
	dir *Dir
}

func (s saving) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	c.Columns = 0 // files are as wide as what they hold
	value, err := s.Engine.Eval(ctx, c, tee{out, s.dir})
	if value != nil {
		s.dir.show(cell.Display{Bundle: *value})
	}
	s.dir.flush()
	return value, err
}

// tee is an output whose displays are saved too.
type tee struct {
	cell.Output
	dir *Dir
}

func (t tee) Display(d cell.Display) {
	t.dir.show(d)
	t.Output.Display(d)
}

// show notes a display, which is written when its cell has ended: one that is
// updated often is written once.
func (d *Dir) show(shown cell.Display) {
	kind := kindOf(shown.Bundle)
	if kind == "" || shown.Passing() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	name, known := d.names[shown.ID]
	if !known || shown.ID == "" {
		d.counts[kind]++
		name = fmt.Sprintf("%s-%d", kind, d.counts[kind])
		d.names[shown.ID] = name
	}
	if _, waits := d.pending[name]; !waits {
		d.order = append(d.order, name)
	}
	d.pending[name] = shown.Bundle
}

// kindOf returns "figure" for what has a picture, "table" for another text that is laid
// out, as Markdown or HTML, and "" for what is not saved.
func kindOf(b cell.Bundle) string {
	switch {
	case b.Data["image/png"] != nil || b.Data["image/svg+xml"] != nil:
		return "figure"
	case b.Data["text/markdown"] != nil || b.Data["text/html"] != nil:
		return "table"
	}
	return ""
}

// flush writes what waits.
func (d *Dir) flush() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, name := range d.order {
		if err := d.write(name, d.pending[name]); err != nil {
			d.faults = append(d.faults, err)
		}
	}
	d.order, d.pending = nil, map[string]cell.Bundle{}
}

// endings are the endings of the files for the representations that are saved: pictures of figures,
// texts of tables.
var endings = map[string][]struct{ mimetype, ending string }{
	"figure": {{"image/png", ".png"}, {"application/pdf", ".pdf"}, {"image/svg+xml", ".svg"}},
	"table":  {{"text/markdown", ".md"}, {"text/html", ".html"}, {"text/plain", ".txt"}},
}

func (d *Dir) write(name string, b cell.Bundle) error {
	for _, e := range endings[kindOf(b)] {
		text, ok := b.Data[e.mimetype].(string)
		if !ok || e.mimetype == "text/html" && b.Data["text/markdown"] != nil {
			continue
		}
		content, err := decode(e.mimetype, text)
		if err != nil {
			return fmt.Errorf("%s%s: %w", name, e.ending, err)
		}
		if err := replace.Keep(filepath.Join(d.path, name+e.ending), content); err != nil {
			return err
		}
	}
	return nil
}

// decode returns the content of a representation: binary ones are base64.
func decode(mimetype, text string) ([]byte, error) {
	switch mimetype {
	case "image/png", "application/pdf":
		return base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	}
	return []byte(strings.TrimRight(text, "\n") + "\n"), nil
}
