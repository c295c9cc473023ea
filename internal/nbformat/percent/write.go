package percent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// Write writes a notebook as a Go file in the percent format, with a header unless
// the notebook's metadata say that it has none (as those of a script that Read has
// read do). Outputs are not in it. lost names all else that it leaves out.
func Write(nb *nbformat.Notebook) (text []byte, lost []string) {
	var l losses
	lines, headed, left := writeHeader(nb)
	for _, name := range left {
		l.add("the notebook's metadata "+name, 0)
	}
	for name := range nb.Extra {
		l.add("the notebook's field "+name, 0)
	}
	w := writer{
		dialect: dialectOf(nb.Metadata, headless(nb)),
		filter:  readFilter(optionOf(nb.Metadata, cellFilterKey)),
		asJSON:  optionOf(nb.Metadata, cellJSONKey) == true,
	}
	for i, c := range nb.Cells {
		id := w.made.next(c)
		w.number, w.losses = i+1, &l
		if i < headed {
			w.lose(c.ID != id, "the ID")
			continue
		}
		lines = append(lines, w.cell(c, id, i == len(nb.Cells)-1)...)
	}
	for i := range lines {
		lines[i] += "\n"
	}
	return []byte(strings.Join(lines, "")), l.list()
}

// losses are the data that a file leaves out, and their cells.
type losses struct {
	names []string
	cells map[string][]string
}

// add notes what is left out of a cell, or with number 0 of the notebook.
func (l *losses) add(name string, number int) {
	if l.cells == nil {
		l.cells = map[string][]string{}
	}
	if !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
	if number > 0 {
		l.cells[name] = append(l.cells[name], fmt.Sprint(number))
	}
}

func (l *losses) list() []string {
	var list []string
	for _, name := range l.names {
		switch cells := l.cells[name]; len(cells) {
		case 0:
			list = append(list, name)
		case 1:
			list = append(list, name+" of cell "+cells[0])
		default:
			list = append(list, name+" of cells "+strings.Join(cells, ", "))
		}
	}
	return list
}

// writer writes the cells of a notebook.
type writer struct {
	dialect
	filter filter
	asJSON bool
	made   ids
	number int // of the cell, from 1
	losses *losses
}

func (w *writer) lose(is bool, what string) {
	if is {
		w.losses.add(what, w.number)
	}
}

// viewMetadata describe a cell's display and when it ran; jupytext leaves them
// out, too.
var viewMetadata = []string{"autoscroll", "collapsed", "scrolled", "trusted", "execution", "ExecuteTime"}

// cell writes a cell and the empty lines after it. made is the ID that it has
// without one.
func (w *writer) cell(c *nbformat.Cell, made string, last bool) []string {
	w.loseFields(c)
	metadata := w.metadata(c)
	lines := w.source(c)
	inBooks := isActive("ipynb", metadata)
	inGo := isActive("go", metadata) && (c.Type == nbformat.Code || c.Type == nbformat.Raw && !inBooks)
	w.lose(c.Type == nbformat.Code && !inBooks, "the type code, beside metadata that it is for scripts only,")
	var options []option
	if name, args, ok := foreign(lines[0]); ok && w.strict && c.Type == nbformat.Code {
		if args != "" {
			options = append(options, option{argsKey, args})
		}
		options = append(options, option{languageKey, name})
		lines, inGo = lines[1:], false
	}
	if c.ID != made {
		options = append(options, option{idKey, c.ID})
	}
	kind := c.Type
	if inGo || c.Type == nbformat.Code {
		kind = ""
	}
	mark, left := writeMark(kind, metadata, options, w.asJSON)
	for _, key := range left {
		w.lose(true, "the metadata "+key)
	}
	body, gap := w.fit(w.body(lines, inGo), gapOf(c), last)
	return slices.Concat([]string{w.indent(body, inGo) + mark}, body, make([]string, gap))
}

// loseFields reports the fields that a script has no place for.
func (w *writer) loseFields(c *nbformat.Cell) {
	for _, name := range slices.Sorted(maps.Keys(c.Extra)) {
		w.lose(true, "the field "+name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Attachments)) {
		w.lose(true, "the attachment "+name)
	}
}

// metadata are those that the mark has.
func (w *writer) metadata(c *nbformat.Cell) map[string]any {
	kept := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(c.Metadata)) {
		switch {
		case key == gapKey:
		case key == idKey, c.Type == nbformat.Code && key == languageKey, !w.filter.keeps(key, viewMetadata):
			w.lose(true, "the metadata "+key)
		default:
			kept[key] = c.Metadata[key]
		}
	}
	return kept
}

// source returns the lines of a cell.
func (w *writer) source(c *nbformat.Cell) []string {
	lines := strings.Split(c.Source, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
		w.lose(i == 0 && strings.Contains(c.Source, "\r\n"), "carriage returns")
	}
	return lines
}

// body writes the lines of a cell, in comments where it does not run.
func (w *writer) body(lines []string, inGo bool) []string {
	if inGo && len(lines) == 1 && lines[0] == "" {
		return nil
	}
	body := make([]string, len(lines))
	for i, line := range lines {
		line = w.guard(line, !inGo)
		switch {
		case !inGo:
			line = comment(line)
		case w.commented:
			line = commentCommand(line)
		}
		body[i] = line
	}
	return body
}

// fit has a cell end so that the empty lines after it are distinct from its own. One empty line
// cannot be, nor any at the end of the file.
func (w *writer) fit(body []string, gap int, last bool) ([]string, int) {
	own := 0
	for own < len(body) && strings.TrimSpace(body[len(body)-1-own]) == "" {
		own++
	}
	most := 2
	if last {
		most, gap = 3, max(gap, 1)
	}
	if gap > most || own > 1 {
		gap = 1
	}
	if own == 1 || last && own > 0 {
		w.lose(true, "empty lines at the end")
		body = body[:len(body)-own]
	}
	if last {
		gap--
	}
	return body, gap
}

// indent returns the white space before a mark: that of the code, as jupytext has it.
func (w *writer) indent(body []string, inGo bool) string {
	if !inGo || !w.strict || len(body) == 0 || strings.TrimSpace(body[0]) == "" {
		return ""
	}
	return body[0][:len(body[0])-len(strings.TrimLeft(body[0], " \t"))]
}

// gapOf counts the empty lines after a cell.
func gapOf(c *nbformat.Cell) int {
	if gap, ok := wholeNumber(c.Metadata[gapKey]); ok && gap >= 0 {
		return gap
	}
	return 1
}
