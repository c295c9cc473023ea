package nbformat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// The version that this package writes. The major version of every notebook
// that it reads is 4 too.
const (
	Major = 4
	Minor = 5
)

// Notebook is a notebook in memory. Texts are whole strings, not lists of
// lines.
type Notebook struct {
	// Minor is the minor format version, at least 5.
	Minor    int
	Metadata map[string]any
	Cells    []*Cell
	// Extra are the top-level fields that this package does not know.
	Extra map[string]any
}

// CellType is the type of a cell.
type CellType string

// The types of cells.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// Cell is one cell of a notebook.
type Cell struct {
	// ID is unique in the notebook: 1 to 64 letters, digits, - and _.
	ID       string
	Type     CellType
	Source   string
	Metadata map[string]any
	// Attachments are MIME bundles by file name, in Markdown and raw cells.
	Attachments map[string]map[string]any
	// Outputs and ExecutionCount belong to code cells; the count is 0 for a
	// cell that was not run.
	Outputs        []*Output
	ExecutionCount int
	// Extra are the fields that this package does not know.
	Extra map[string]any
}

// Omit removes what outputs have as the given MIME types, with its metadata.
// text/plain stays, by which an output is read where nothing else can be.
func (nb *Notebook) Omit(types ...string) {
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			for _, mimetype := range types {
				if mimetype != "text/plain" {
					delete(o.Data, mimetype)
					delete(o.Metadata, mimetype)
				}
			}
		}
	}
	nb.KeepWidgets(nil)
}

// OutputType is the type of a code cell's output.
type OutputType string

// The types of outputs.
const (
	Stream        OutputType = "stream"
	DisplayData   OutputType = "display_data"
	ExecuteResult OutputType = "execute_result"
	Error         OutputType = "error"
)

// Output is one output of a code cell; its type says which fields it uses.
type Output struct {
	Type OutputType

	// Name is "stdout" or "stderr", and Text what was written: stream.
	Name, Text string

	// Data holds representations by MIME type: strings for text types,
	// base64 for binary ones, any JSON value for JSON ones; display_data and
	// execute_result.
	Data, Metadata map[string]any
	// ExecutionCount is the count of an execute_result, 0 for none.
	ExecutionCount int

	// The error's name, its message and its lines with ANSI colours: error.
	ErrorName, ErrorValue string
	Traceback             []string

	// Extra are the fields that this package does not know.
	Extra map[string]any
}

// New returns an empty notebook.
func New() *Notebook {
	return &Notebook{Minor: Minor, Metadata: map[string]any{}}
}

// Add appends a cell with a new ID and returns it.
func (nb *Notebook) Add(kind CellType, source string) *Cell {
	c := &Cell{ID: nb.newID(), Type: kind, Source: source, Metadata: map[string]any{}}
	nb.Cells = append(nb.Cells, c)
	return c
}

// newID returns an ID that no cell bears, in Jupyter's short form.
func (nb *Notebook) newID() string {
	for {
		id := strings.ReplaceAll(uuid.NewString(), "-", "")[:8]
		if !nb.hasID(id) {
			return id
		}
	}
}

func (nb *Notebook) hasID(id string) bool {
	for _, c := range nb.Cells {
		if c.ID == id {
			return true
		}
	}
	return false
}

// Language returns the notebook's programming language in lower case, as its
// metadata tells, or "" where it does not.
func (nb *Notebook) Language() string {
	for _, field := range [][2]string{{"kernelspec", "language"}, {"language_info", "name"}} {
		section, _ := nb.Metadata[field[0]].(map[string]any)
		if name, _ := section[field[1]].(string); name != "" {
			return strings.ToLower(name)
		}
	}
	return ""
}

// CompleteMetadata fills in what front ends need to open the notebook with krigo.
// What is there stays.
func (nb *Notebook) CompleteMetadata() {
	if nb.Metadata == nil {
		nb.Metadata = map[string]any{}
	}
	fill(nb.Metadata, "kernelspec", map[string]any{
		"name": "krigo", "display_name": "Go (krigo)", "language": "go",
	})
	fill(nb.Metadata, "language_info", map[string]any{
		"name": "go", "mimetype": "text/x-go", "file_extension": ".go",
		"pygments_lexer": "go", "codemirror_mode": "go",
	})
}

func fill(metadata map[string]any, name string, values map[string]any) {
	section, ok := metadata[name].(map[string]any)
	if !ok {
		metadata[name] = values
		return
	}
	for key, value := range values {
		if _, ok := section[key]; !ok {
			section[key] = value
		}
	}
}

// CheckGo returns an error if the notebook's cells are not in Go.
func (nb *Notebook) CheckGo() error {
	switch language := nb.Language(); language {
	case "", "go", "golang":
		return nil
	default:
		return fmt.Errorf("the notebook is for %s (kernel %q); krigo runs Go", language, nb.Kernel())
	}
}

// Kernel returns the name of the kernel that the metadata asks for, or "".
func (nb *Notebook) Kernel() string {
	spec, _ := nb.Metadata["kernelspec"].(map[string]any)
	name, _ := spec["name"].(string)
	return name
}

// Tags returns the tags of all cells, each once, in the order of their first cells.
func (nb *Notebook) Tags() []string {
	var all []string
	for _, c := range nb.Cells {
		for _, tag := range c.Tags() {
			if !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	return all
}

// Tags returns the tags in the cell's metadata.
func (c *Cell) Tags() []string {
	list, _ := c.Metadata["tags"].([]any)
	var tags []string
	for _, v := range list {
		if tag, ok := v.(string); ok {
			tags = append(tags, tag)
		}
	}
	return tags
}

// HasTag reports whether the cell's metadata holds a tag.
func (c *Cell) HasTag(tag string) bool { return slices.Contains(c.Tags(), tag) }

// Clear removes a code cell's outputs and its execution count.
func (c *Cell) Clear() {
	c.Outputs, c.ExecutionCount = nil, 0
}
