package nbformat

import (
	"fmt"
	"maps"
	"strings"

	"krigo/cell"
)

// krigo is the section of a notebook's metadata for krigo, and modules the field in it with the lines of a go.mod and
// of a go.sum file, by their names.
const (
	krigo   = "krigo"
	modules = "modules"
	goMod   = "go.mod"
	goSum   = "go.sum"
)

// Modules returns the go.mod and go.sum files that the notebook's metadata hold, or the zero value.
func (nb *Notebook) Modules() (m cell.Modules, err error) {
	section, _ := nb.Metadata[krigo].(map[string]any)
	files, there := section[modules]
	if !there {
		return m, nil
	}
	object, ok := files.(map[string]any)
	if !ok {
		return m, fmt.Errorf("metadata %s.%s: want an object with the lines of %s and %s, got %s", krigo, modules, goMod, goSum, kindOf(files))
	}
	f := fields{left: maps.Clone(object)}
	m.GoMod, m.GoSum = linesText(f.strings(goMod)), linesText(f.strings(goSum))
	if f.err != nil {
		return cell.Modules{}, fmt.Errorf("metadata %s.%s: %w", krigo, modules, f.err)
	}
	return m, nil
}

// KeepModules makes m the notebook's go.mod and go.sum files. Metadata are replaced, not changed. The zero value
// removes them.
func (nb *Notebook) KeepModules(m cell.Modules) {
	old, _ := nb.Metadata[krigo].(map[string]any)
	section := maps.Clone(old)
	if section == nil {
		section = map[string]any{}
	}
	delete(section, modules)
	if m != (cell.Modules{}) {
		section[modules] = map[string]any{goMod: textLines(m.GoMod), goSum: textLines(m.GoSum)}
	}
	metadata := maps.Clone(nb.Metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	delete(metadata, krigo)
	if len(section) > 0 {
		metadata[krigo] = section
	}
	nb.Metadata = metadata
}

// linesText returns the text of a file of lines.
func linesText(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// textLines returns the lines of a text, as JSON holds them.
func textLines(text string) []any {
	lines := []any{}
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}
