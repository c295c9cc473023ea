package percent

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// A file may begin with a header: YAML in comments, between two lines "// ---".
// What is there under jupyter: are the notebook's metadata, and all else is its
// first cell, a raw one. Before it may stand a line #! and one that names the
// encoding.

var (
	fence    = regexp.MustCompile(`^---\s*$`)
	encoding = regexp.MustCompile(`^[ \t\f]*//.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)
	section  = regexp.MustCompile(`^jupyter\s*:\s*$`)
)

// Keys of the metadata that jupytext has of its own, in a section of that name.
const (
	jupytext           = "jupytext"
	executableKey      = "executable"               // what follows #!
	encodingKey        = "encoding"                 // the line that names it
	representationKey  = "text_representation"      // the form of the file
	notebookFilterKey  = "notebook_metadata_filter" // which metadata a header has
	cellFilterKey      = "cell_metadata_filter"     // which a mark has
	commentCommandsKey = "comment_magics"           // whether commands are in comments
	cellJSONKey        = "cell_metadata_json"       // marks have metadata as one object
)

// header is the text before the cells.
type header struct {
	executable, encoding string
	// metadata are those under jupyter:, nil without that.
	metadata map[string]any
	// front are the lines that belong to the first cell.
	front []string
	// end is the line that follows it.
	end int
	// blank reports whether an empty line ended it.
	blank bool
}

// readHeader reads the text before the cells of a file.
func readHeader(lines []string) (header, error) {
	h := header{}
	if len(lines) > 0 && strings.HasPrefix(lines[0], "#!") {
		h.executable, h.end = lines[0][2:], 1
	}
	if h.end < len(lines) {
		if m := encoding.FindStringSubmatch(lines[h.end]); m != nil {
			if !strings.EqualFold(m[1], "utf-8") && !strings.EqualFold(m[1], "utf8") {
				return h, fmt.Errorf("line %d: the encoding is %s; krigo reads UTF-8", h.end+1, m[1])
			}
			h.encoding = lines[h.end]
			h.end++
		}
	}
	open, shut := fences(lines, h.end)
	if shut < 0 {
		return h, nil
	}
	var yaml []string
	first, inside := 0, false
	for i := open + 1; i < shut; i++ {
		line := uncomment(lines[i])
		switch {
		case section.MatchString(line):
			inside = true
		case line != "" && line[0] != ' ' && line[0] != '\t':
			inside = false
		}
		if !inside {
			h.front = append(h.front, line)
			line = ""
		} else if first == 0 {
			first = i
		}
		if first > 0 {
			yaml = append(yaml, line)
		}
	}
	h.end = shut + 1
	if h.end < len(lines) && strings.TrimSpace(uncomment(lines[h.end])) == "" {
		h.end, h.blank = h.end+1, true
	}
	if first == 0 {
		return h, nil
	}
	top, err := readYAML(yaml, first+1)
	if err != nil {
		return h, err
	}
	h.metadata, _ = top["jupyter"].(map[string]any)
	if h.metadata == nil {
		return h, fmt.Errorf("line %d, in the header: jupyter has no keys below it", first+1)
	}
	return h, checkForm(h.metadata)
}

// fences finds the two lines between which a header stands; shut is -1 where none
// does.
func fences(lines []string, from int) (open, shut int) {
	open = -1
	for i := from; i < len(lines) && strings.HasPrefix(lines[i], "//"); i++ {
		line := uncomment(lines[i])
		switch {
		case fence.MatchString(line) && open >= 0:
			return open, i
		case fence.MatchString(line):
			open = i
		case open < 0 && strings.TrimSpace(line) != "":
			return -1, -1
		}
	}
	return -1, -1
}

// checkForm refuses a file that says it has another form than the percent format.
func checkForm(metadata map[string]any) error {
	form := sectionOf(metadata, representationKey)
	if name, ok := form["format_name"].(string); ok && name != "percent" && name != "hydrogen" {
		return fmt.Errorf("the header says that this is jupytext's %s format; krigo reads the percent format (jupytext --to go:percent)", name)
	}
	if version, ok := form["format_version"].(string); ok && !slices.Contains([]string{"1.1", "1.2", formVersion}, version) {
		return fmt.Errorf("the header names version %s of the percent format; krigo reads 1.1 to %s", version, formVersion)
	}
	return nil
}

// formVersion is the version of the percent format that is written.
const formVersion = "1.3"

// form returns the header's fields on the form of the file.
func form() map[string]any {
	return map[string]any{"extension": ".go", "format_name": "percent", "format_version": formVersion}
}

// sectionOf returns a section of jupytext's metadata, or nil.
func sectionOf(metadata map[string]any, name string) map[string]any {
	own, _ := metadata[jupytext].(map[string]any)
	inner, _ := own[name].(map[string]any)
	return inner
}

// optionOf returns an option of jupytext that the metadata hold, or nil.
func optionOf(metadata map[string]any, name string) any {
	own, _ := metadata[jupytext].(map[string]any)
	return own[name]
}

// setOption sets an option of jupytext in metadata.
func setOption(metadata map[string]any, name string, v any) {
	own, _ := metadata[jupytext].(map[string]any)
	if own == nil {
		own = map[string]any{}
		metadata[jupytext] = own
	}
	own[name] = v
}

// notebook returns an empty notebook with the metadata of a header. Those of a file
// without one say that it is to have none, and that commands are no comments.
func (h header) notebook() *nbformat.Notebook {
	nb := nbformat.New()
	if h.metadata == nil {
		setOption(nb.Metadata, notebookFilterKey, "-all")
		setOption(nb.Metadata, commentCommandsKey, false)
	} else {
		nb.Metadata = h.metadata
		h.forgetForm(nb.Metadata)
	}
	if h.executable != "" {
		setOption(nb.Metadata, executableKey, h.executable)
	}
	if h.encoding != "" {
		setOption(nb.Metadata, encodingKey, h.encoding)
	}
	if h.front != nil {
		c := nb.Add(nbformat.Raw, "---\n"+strings.Join(append(slices.Clone(h.front), "---"), "\n"))
		c.ID = "" // made from what it holds, as all others
		if !h.blank {
			c.Metadata[gapKey] = json.Number("0")
		}
	}
	return nb
}

// forgetForm removes the fields on the form of the file if they describe another format or equal
// those written by default, and then jupytext's metadata if nothing else is left.
func (h header) forgetForm(metadata map[string]any) {
	own, _ := metadata[jupytext].(map[string]any)
	if said := sectionOf(metadata, representationKey); said["format_name"] != "percent" || reflect.DeepEqual(said, form()) {
		delete(own, representationKey)
	}
	if len(own) == 0 {
		delete(metadata, jupytext)
	}
}

// writeHeader writes the text before the cells, and returns how many of these it holds,
// 0 or 1. left are the names of metadata that it leaves out.
func writeHeader(nb *nbformat.Notebook) (lines []string, cells int, left []string) {
	if line, ok := optionOf(nb.Metadata, executableKey).(string); ok && !strings.ContainsAny(line, "\r\n") {
		lines = append(lines, "#!"+line)
	}
	if line, ok := optionOf(nb.Metadata, encodingKey).(string); ok && encoding.MatchString(line) && !strings.ContainsAny(line, "\r\n") {
		lines = append(lines, line)
	}
	var body []string
	gap := 1
	if len(nb.Cells) > 0 {
		if front, ok := frontMatter(nb.Cells[0]); ok {
			body, cells = front, 1
			gap = gapOf(nb.Cells[0])
		}
	}
	if !headless(nb) {
		metadata, out := headerMetadata(nb)
		body, left = append(body, writeYAML(map[string]any{"jupyter": metadata}, "")...), out
	}
	if body == nil {
		return lines, 0, left
	}
	lines = append(lines, "// ---")
	for _, line := range body {
		lines = append(lines, comment(line))
	}
	lines = append(lines, "// ---")
	if gap > 0 {
		lines = append(lines, "")
	}
	return lines, cells, left
}

// frontMatter returns the lines of a first cell that belong in the header.
func frontMatter(c *nbformat.Cell) ([]string, bool) {
	lines := strings.Split(c.Source, "\n")
	if c.Type != nbformat.Raw || len(lines) < 3 || lines[0] != "---" || lines[len(lines)-1] != "---" {
		return nil, false
	}
	for key := range c.Metadata {
		if key != gapKey {
			return nil, false
		}
	}
	lines = lines[1 : len(lines)-1]
	odd := func(line string) bool {
		return fence.MatchString(line) || section.MatchString(line) || strings.HasSuffix(line, "\r")
	}
	return lines, !slices.ContainsFunc(lines, odd)
}

// headless reports whether a notebook's script has no metadata in its header.
func headless(nb *nbformat.Notebook) bool {
	f := readFilter(optionOf(nb.Metadata, notebookFilterKey))
	return f.noOthers && len(f.with) == 0
}

// headerMetadata returns the metadata for the header, and the names of those left out. The
// description of the language is always Go's, and is restored on reading.
func headerMetadata(nb *nbformat.Notebook) (kept map[string]any, left []string) {
	f := readFilter(optionOf(nb.Metadata, notebookFilterKey))
	kept = map[string]any{}
	for name, v := range nb.Metadata {
		switch {
		case name == "language_info" || name == "widgets" && !f.names(name):
		case f.keeps(name, nil) || name == jupytext:
			kept[name] = v
		default:
			left = append(left, name)
		}
	}
	own := map[string]any{representationKey: form()}
	old, ok := nb.Metadata[jupytext].(map[string]any)
	if _, there := nb.Metadata[jupytext]; there && !ok {
		left = append(left, jupytext)
	}
	for name, v := range old {
		switch {
		case name == executableKey || name == encodingKey:
		case name == representationKey && sectionOf(nb.Metadata, name)["format_name"] != "percent":
		default:
			own[name] = v
		}
	}
	kept[jupytext] = own
	slices.Sort(left)
	return kept, left
}
