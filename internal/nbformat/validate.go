package nbformat

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

var (
	idPattern   = regexp.MustCompile(`^[a-zA-Z0-9-_]{1,64}$`)
	mimePattern = regexp.MustCompile(`^[^/\s]+/[^/\s]+$`)
)

// ValidID reports whether a text can be the ID of a cell.
func ValidID(id string) bool { return idPattern.MatchString(id) }

// Validate reports where a notebook breaks the schema of nbformat 4.5: cells'
// IDs and types, their outputs' types and fields, and the metadata that the
// schema knows. All faults are returned, joined.
func (nb *Notebook) Validate() error {
	faults := nb.metadataFaults()
	seen := make(map[string]int, len(nb.Cells))
	for i, c := range nb.Cells {
		if first, ok := seen[c.ID]; ok {
			faults = append(faults, fmt.Errorf("cell %d: id %q is also that of cell %d", i+1, c.ID, first))
		}
		seen[c.ID] = i + 1
		for _, err := range c.faults() {
			faults = append(faults, fmt.Errorf("cell %d: %w", i+1, err))
		}
	}
	return errors.Join(faults...)
}

func (nb *Notebook) metadataFaults() []error {
	var faults []error
	for _, field := range [][2]string{
		{"kernelspec", "name"}, {"kernelspec", "display_name"}, {"language_info", "name"},
	} {
		v, ok := nb.Metadata[field[0]]
		if !ok {
			continue
		}
		section, _ := v.(map[string]any)
		if _, ok := section[field[1]].(string); !ok {
			faults = append(faults, fmt.Errorf("metadata: %s has no %s", field[0], field[1]))
		}
	}
	return faults
}

func (c *Cell) faults() []error {
	var faults []error
	if !ValidID(c.ID) {
		faults = append(faults, fmt.Errorf("id %q: want 1 to 64 letters, digits, - and _", c.ID))
	}
	switch c.Type {
	case Code:
		if len(c.Attachments) > 0 {
			faults = append(faults, errors.New("a code cell cannot have attachments"))
		}
	case Markdown, Raw:
		if len(c.Outputs) > 0 || c.ExecutionCount != 0 {
			faults = append(faults, fmt.Errorf("a %s cell cannot have outputs or an execution count", c.Type))
		}
	default:
		faults = append(faults, fmt.Errorf("cell type %q: want code, markdown or raw", c.Type))
	}
	for i, o := range c.Outputs {
		for _, err := range o.faults() {
			faults = append(faults, fmt.Errorf("output %d: %w", i+1, err))
		}
	}
	return faults
}

func (o *Output) faults() []error {
	switch o.Type {
	case Stream:
		if o.Name == "" {
			return []error{errors.New("a stream without a name")}
		}
		return nil
	case DisplayData, ExecuteResult:
		return bundleFaults(o.Data)
	case Error:
		return nil
	}
	return []error{fmt.Errorf("output type %q: want stream, display_data, execute_result or error", o.Type)}
}

func bundleFaults(bundle map[string]any) []error {
	var faults []error
	for _, mimetype := range slices.Sorted(maps.Keys(bundle)) {
		v := bundle[mimetype]
		if !mimePattern.MatchString(mimetype) {
			faults = append(faults, fmt.Errorf("%q is not a MIME type", mimetype))
		}
		if _, text := v.(string); !text && !isJSON(mimetype) {
			faults = append(faults, fmt.Errorf("%s: want a string, got %T", mimetype, v))
		}
	}
	return faults
}
