package nbformat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ReadFile reads a notebook from a file.
func ReadFile(path string) (*Notebook, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	nb, err := Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("notebook %s: %w", path, err)
	}
	return nb, nil
}

// Parse reads a notebook of nbformat 4 from its JSON form. Cells without an ID
// of their own, as those before nbformat 4.5, get one. Errors tell the line of
// faulty JSON, or the cell and the field; other major versions are an error.
func Parse(raw []byte) (*Notebook, error) {
	top, err := parseJSON(raw)
	if err != nil {
		return nil, err
	}
	f := &fields{left: top}
	minor, err := version(f)
	if err != nil {
		return nil, err
	}
	nb := &Notebook{Minor: max(minor, Minor), Metadata: f.object("metadata")}
	cells := f.list("cells")
	if f.err != nil {
		return nil, f.err
	}
	nb.Extra = f.left
	for i, v := range cells {
		c, err := parseCell(v)
		if err != nil {
			return nil, fmt.Errorf("cell %d of %d: %w", i+1, len(cells), err)
		}
		if nb.hasID(c.ID) || !ValidID(c.ID) {
			c.ID = nb.newID()
		}
		nb.Cells = append(nb.Cells, c)
	}
	nb.stripTransient()
	return nb, nil
}

// parseJSON reads a JSON object and keeps numbers as they are written.
func parseJSON(raw []byte) (map[string]any, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if err := checkNesting(raw); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var top any
	if err := dec.Decode(&top); err != nil {
		return nil, locate(raw, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		line, column := position(raw, dec.InputOffset())
		return nil, fmt.Errorf("not a notebook: text follows the JSON at line %d, column %d", line, column)
	}
	object, ok := top.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("not a notebook: want a JSON object, got %s", kindOf(top))
	}
	return object, nil
}

func locate(raw []byte, err error) error {
	if InConflict(raw) {
		line, _ := position(raw, int64(bytes.Index(raw, []byte("<<<<<<< "))))
		return fmt.Errorf("not JSON: the conflict marks of a merge begin at line %d; resolve it first", line)
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		line, column := position(raw, max(syntax.Offset-1, 0))
		return fmt.Errorf("not JSON at line %d, column %d: %w", line, column, err)
	}
	if errors.Is(err, io.EOF) {
		return errors.New("not a notebook: the file is empty")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// InConflict reports whether a text has the marks that a merge leaves.
func InConflict(raw []byte) bool {
	raw = append([]byte("\n"), raw...)
	for _, mark := range []string{"\n<<<<<<< ", "\n=======", "\n>>>>>>> "} {
		if !bytes.Contains(raw, []byte(mark)) {
			return false
		}
	}
	return true
}

// position returns the line and column, from 1, of a byte offset.
func position(raw []byte, offset int64) (line, column int) {
	before := raw[:min(offset, int64(len(raw)))]
	line = 1 + bytes.Count(before, []byte("\n"))
	start := bytes.LastIndexByte(before, '\n') + 1
	return line, 1 + len([]rune(string(before[start:])))
}

// version checks the major version and returns the minor one.
func version(f *fields) (minor int, err error) {
	_, given := f.left["nbformat"]
	major := f.count("nbformat")
	minor = f.count("nbformat_minor")
	switch {
	case f.err != nil:
		return 0, f.err
	case !given:
		return 0, errors.New("not a notebook: it has no field nbformat")
	case major < Major:
		return 0, fmt.Errorf("nbformat %d is too old; convert it with: jupyter nbconvert --to notebook --nbformat 4 FILE", major)
	case major > Major:
		return 0, fmt.Errorf("nbformat %d is unknown; krigo reads nbformat %d", major, Major)
	}
	return minor, nil
}

func parseCell(v any) (*Cell, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("want an object, got %s", kindOf(v))
	}
	f := &fields{left: object}
	c := &Cell{
		ID: f.text("id"), Type: CellType(f.text("cell_type")),
		Source: f.lines("source"), Metadata: f.object("metadata"),
	}
	var outputs []any
	switch c.Type {
	case Code:
		c.ExecutionCount = f.count("execution_count")
		outputs = f.list("outputs")
	case Markdown, Raw:
		c.Attachments = parseAttachments(f)
	default:
		return nil, fmt.Errorf("cell_type: want code, markdown or raw, got %q", c.Type)
	}
	if f.err != nil {
		return nil, f.err
	}
	c.Extra = f.left
	for i, v := range outputs {
		o, err := parseOutput(v)
		if err != nil {
			return nil, fmt.Errorf("output %d of %d: %w", i+1, len(outputs), err)
		}
		c.Outputs = append(c.Outputs, o)
	}
	return c, nil
}

func parseAttachments(f *fields) map[string]map[string]any {
	files := f.object("attachments")
	if len(files) == 0 {
		return nil
	}
	out := make(map[string]map[string]any, len(files))
	for name, v := range files {
		bundle, ok := v.(map[string]any)
		if !ok {
			f.fail("attachments: "+name, "an object", v)
		}
		out[name] = joinBundle(bundle)
	}
	return out
}

func parseOutput(v any) (*Output, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("want an object, got %s", kindOf(v))
	}
	f := &fields{left: object}
	o := &Output{Type: OutputType(f.text("output_type"))}
	switch o.Type {
	case Stream:
		o.Name, o.Text = f.text("name"), f.lines("text")
	case DisplayData, ExecuteResult:
		o.Data, o.Metadata = joinBundle(f.object("data")), f.object("metadata")
		if o.Type == ExecuteResult {
			o.ExecutionCount = f.count("execution_count")
		}
	case Error:
		o.ErrorName, o.ErrorValue = f.text("ename"), f.text("evalue")
		o.Traceback = f.strings("traceback")
	default:
		return nil, fmt.Errorf("output_type: want stream, display_data, execute_result or error, got %q", o.Type)
	}
	o.Extra = f.left
	return o, f.err
}

// joinBundle joins the lines of a bundle's text types in place.
func joinBundle(bundle map[string]any) map[string]any {
	for mimetype, v := range bundle {
		if _, list := v.([]any); !list || isJSON(mimetype) {
			continue
		}
		if s, ok := join(v); ok {
			bundle[mimetype] = s
		}
	}
	return bundle
}

func isJSON(mimetype string) bool {
	return mimetype == "application/json" ||
		strings.HasPrefix(mimetype, "application/") && strings.HasSuffix(mimetype, "+json")
}

// stripTransient removes what Jupyter never stores in files.
func (nb *Notebook) stripTransient() {
	for _, name := range []string{"orig_nbformat", "orig_nbformat_minor", "signature"} {
		delete(nb.Metadata, name)
	}
	for _, c := range nb.Cells {
		delete(c.Metadata, "trusted")
	}
}
