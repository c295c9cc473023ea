package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// ReplaceSources replaces the sources of cells of a notebook, counted from 0, and leaves every
// other byte of its JSON form as it is: only the sources then differ from the file before, in any
// style of writing. The form must be one that Parse reads.
func ReplaceSources(raw []byte, sources map[int]string) ([]byte, error) {
	top, err := parseTree(raw)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	cells := top.field("cells").elements()
	var changes edits
	for i, source := range sources {
		if i < 0 || i >= len(cells) {
			return nil, fmt.Errorf("notebook: there are sources for cells other than its %d", len(cells))
		}
		old := cells[i].field("source")
		if old == nil {
			return nil, fmt.Errorf("notebook: cell %d of %d: it has no source to replace", i+1, len(cells))
		}
		text, err := encodeSource(source, raw[old.start:old.end])
		if err != nil {
			return nil, fmt.Errorf("notebook: cell %d of %d: %w", i+1, len(cells), err)
		}
		changes.set(old, string(text))
	}
	return changes.apply(raw), nil
}

// encodeSource returns the JSON form of a source, in the style of the one that it
// replaces: a string, or a list of lines with its white space.
func encodeSource(source string, old []byte) ([]byte, error) {
	if old[0] != '[' {
		return encodeText(source)
	}
	inner := string(old[1 : len(old)-1])
	before := inner[:len(inner)-len(strings.TrimLeft(inner, " \t\r\n"))]
	after := inner[len(strings.TrimRight(inner, " \t\r\n")):]
	between := "," + before
	if before == "" {
		between = ", "
	}
	var lines []string
	for _, line := range splitLines(source) {
		text, err := encodeText(line)
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(text))
	}
	return []byte("[" + before + strings.Join(lines, between) + after + "]"), nil
}

// encodeText returns the JSON form of a text.
func encodeText(text string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(text)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
