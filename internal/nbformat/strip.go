package nbformat

import (
	"bytes"
	"fmt"
	"os"

	"krigo/internal/replace"
)

// keepOutput is the tag, and the field of a cell's or notebook's metadata, that
// keeps outputs from Strip.
const keepOutput = "keep_output"

// What runs and views leave in metadata.
var (
	notebookNoise = []string{"papermill", "signature"}
	cellNoise     = []string{
		"ExecuteTime", "collapsed", "execution", "heading_collapsed", "hidden", "papermill", "scrolled", "trusted",
	}
	// jupyterNoise is about outputs, in the section "jupyter" of a cell's metadata.
	jupyterNoise = []string{"outputs_hidden"}
)

// Strip returns a notebook file without what a run leaves in it: outputs,
// execution counts, the widgets' state, and metadata of runs and views
// (collapsed, scrolled, ExecuteTime and the like). Sources, IDs, tags and other
// metadata stay, and every byte of the rest: the format's version, the order of
// keys, indentation. A file with nothing to remove is returned as it is.
//
// Outputs stay in a cell with the tag keep_output, or with a field keep_output
// that is true in its metadata, or else in the notebook's; their counts go.
func Strip(raw []byte) ([]byte, error) {
	nb, err := Parse(raw)
	if err != nil {
		return nil, err
	}
	top, err := parseTree(raw)
	if err != nil {
		return nil, err
	}
	s := stripper{}
	kept := false
	for i, c := range top.field("cells").elements() {
		if nb.Cells[i].Type == Code {
			keeps := nb.keepsOutputs(nb.Cells[i])
			s.results(c, keeps)
			kept = kept || keeps
		}
		s.cellMetadata(c.field("metadata"))
	}
	noise := notebookNoise
	if !kept {
		noise = append([]string{"widgets"}, noise...)
	}
	s.remove(top.field("metadata"), noise)
	return s.apply(raw), nil
}

// StripFile strips a notebook file in place and reports whether it had anything to
// remove. One that had not is not written.
func StripFile(path string) (changed bool, err error) {
	stripped, changed, err := StrippedFile(path)
	if err != nil || !changed {
		return false, err
	}
	if err := replace.Bytes(path, stripped); err != nil {
		return false, fmt.Errorf("notebook: %w", err)
	}
	return true, nil
}

// StrippedFile returns what StripFile would write, and whether it would.
func StrippedFile(path string) (stripped []byte, changes bool, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, false, fmt.Errorf("notebook: %w", err)
	}
	if stripped, err = Strip(raw); err != nil {
		return nil, false, fmt.Errorf("notebook %s: %w", path, err)
	}
	return stripped, !bytes.Equal(raw, stripped), nil
}

// keepsOutputs reports whether a cell is to keep its outputs: it says so itself, or
// else the notebook does.
func (nb *Notebook) keepsOutputs(c *Cell) bool {
	if keep, ok := c.Metadata[keepOutput].(bool); ok {
		return keep
	}
	keep, _ := nb.Metadata[keepOutput].(bool)
	return keep || c.HasTag(keepOutput)
}

// stripper collects what is to change in a file.
type stripper struct{ edits }

// results removes a code cell's outputs, where they are not kept, and its counts.
func (s *stripper) results(c *node, keep bool) {
	for _, f := range c.fields { // each, should one stand twice
		switch {
		case f.name == "execution_count":
			s.set(f.value, "null")
		case f.name == "outputs" && !keep && len(f.value.items) > 0:
			s.set(f.value, "[]")
		case f.name == "outputs":
			for _, o := range f.value.items {
				s.set(o.field("execution_count"), "null")
			}
		}
	}
}

// cellMetadata removes what is noise in a cell's metadata.
func (s *stripper) cellMetadata(m *node) {
	noise := cellNoise
	if section := m.field("jupyter"); section.hasOnly(jupyterNoise) {
		noise = append([]string{"jupyter"}, noise...)
	} else {
		s.remove(section, jupyterNoise)
	}
	s.remove(m, noise)
}

// remove takes fields out of an object, with their commas.
func (s *stripper) remove(object *node, names []string) {
	if object == nil || !object.hasAny(names) {
		return
	}
	if object.hasOnly(names) {
		s.set(object, "{}")
		return
	}
	end := -1 // of what was dealt with, after a field that stays
	for i, f := range object.fields {
		switch {
		case !f.isOne(names):
			end = f.value.end
		case end < 0:
			s.edits = append(s.edits, edit{f.start, object.fields[i+1].start, ""})
		default:
			s.edits = append(s.edits, edit{end, f.value.end, ""})
			end = f.value.end
		}
	}
}
