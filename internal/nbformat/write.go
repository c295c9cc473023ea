package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"krigo/internal/replace"
)

// WriteFile validates a notebook and writes it to a file, whole or not at all: it is written to a
// temporary file next to it, which then takes its place. The permissions of an existing file are
// kept.
func WriteFile(path string, nb *Notebook) error {
	raw, err := nb.Encode()
	if err != nil {
		return fmt.Errorf("notebook %s: %w", path, err)
	}
	if err := replace.Bytes(path, raw); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

// Encode validates a notebook and returns its JSON form as Jupyter writes it:
// keys in order, one space of indentation, texts as lists of lines.
func (nb *Notebook) Encode() ([]byte, error) {
	if err := nb.Validate(); err != nil {
		return nil, err
	}
	top := maps.Clone(nb.Extra)
	if top == nil {
		top = map[string]any{}
	}
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cells[i] = c.encode()
	}
	top["nbformat"], top["nbformat_minor"] = Major, nb.Minor
	top["metadata"], top["cells"] = object(nb.Metadata), cells

	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(top); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return b.Bytes(), checkNesting(b.Bytes())
}

func (c *Cell) encode() map[string]any {
	m := maps.Clone(c.Extra)
	if m == nil {
		m = map[string]any{}
	}
	m["id"], m["cell_type"] = c.ID, c.Type
	m["source"], m["metadata"] = splitLines(c.Source), object(c.Metadata)
	if len(c.Attachments) > 0 {
		files := make(map[string]any, len(c.Attachments))
		for name, bundle := range c.Attachments {
			files[name] = encodeBundle(bundle)
		}
		m["attachments"] = files
	}
	if c.Type == Code {
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = o.encode()
		}
		m["outputs"], m["execution_count"] = outputs, orNull(c.ExecutionCount)
	}
	return m
}

func (o *Output) encode() map[string]any {
	m := maps.Clone(o.Extra)
	if m == nil {
		m = map[string]any{}
	}
	m["output_type"] = o.Type
	switch o.Type {
	case Stream:
		m["name"], m["text"] = o.Name, splitLines(o.Text)
	case DisplayData, ExecuteResult:
		m["data"], m["metadata"] = encodeBundle(o.Data), shallowFields(o.Metadata)
		if o.Type == ExecuteResult {
			m["execution_count"] = orNull(o.ExecutionCount)
		}
	case Error:
		m["ename"], m["evalue"] = o.ErrorName, o.ErrorValue
		m["traceback"] = append([]string{}, o.Traceback...)
	}
	return m
}

// object returns m, or an empty object instead of null.
func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

func orNull(count int) any {
	if count == 0 {
		return nil
	}
	return count
}

// encodeBundle returns a copy of a bundle with its texts as lists of lines.
func encodeBundle(bundle map[string]any) map[string]any {
	out := make(map[string]any, len(bundle))
	for mimetype, v := range bundle {
		if s, ok := v.(string); ok && splits(mimetype) {
			v = splitLines(s)
		}
		out[mimetype] = shallow(v, aroundData)
	}
	return out
}

// splits reports which types Jupyter writes as lists of lines.
func splits(mimetype string) bool {
	return strings.HasPrefix(mimetype, "text/") ||
		mimetype == "application/javascript" || mimetype == "image/svg+xml"
}

// splitLines cuts a text after each line break that Python's str.splitlines
// knows, as Jupyter does.
func splitLines(s string) []string {
	lines := []string{}
	start := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == '\r' && strings.HasPrefix(s[i:], "\n") {
			i++
		}
		if breaksLine(r) {
			lines = append(lines, s[start:i])
			start = i
		}
	}
	if start < len(s) {
		lines = append(lines, s[start:])
	}
	return lines
}

func breaksLine(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}
