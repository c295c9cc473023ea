package percent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"krigo/internal/nbformat"
)

// Metadata of cells that jupytext has of its own.
const (
	gapKey      = "lines_to_next_cell" // empty lines after the cell, where not one
	activeKey   = "active"             // the files in which a cell is run: "ipynb", "go"
	languageKey = "language"           // of a cell that is another language's: the %%name that it begins with
	argsKey     = "magic_args"         // what follows that name
	idKey       = "id"                 // ours: the cell's ID, where it is not made from what the cell holds
)

// dialect is the form of a file's marks and commands.
type dialect struct {
	// commented reports whether commands are in comments: the file has a header, which
	// does not say otherwise.
	commented bool
	// strict reports whether marks are jupytext's: the file has a header.
	strict bool
}

func dialectOf(metadata map[string]any, headless bool) dialect {
	name := sectionOf(metadata, representationKey)["format_name"]
	bare := optionOf(metadata, commentCommandsKey) == false || name == "hydrogen"
	return dialect{commented: !headless && !bare, strict: !headless}
}

// markText returns the text after the signs of a mark.
func (d dialect) markText(line string) (text string, ok bool) {
	pattern := scriptMark
	if d.strict {
		pattern = mark
	}
	m := pattern.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	return m[1], true
}

func (d dialect) isMark(line string) bool {
	_, ok := d.markText(line)
	return ok
}

// piece is a cell in a file.
type piece struct {
	line   int      // the number of its first line, from 0
	mark   string   // what follows the signs of its mark
	marked bool     // it has a mark, which is its first line
	body   []string // the lines below the mark, but for gap at their end
	gap    int      // empty lines to the next one; 1 at the end of a file that ends so
}

// file is a file cut into cells.
type file struct {
	header
	dialect
	pieces []piece
}

// linesOf returns the lines of a file, without what Windows adds.
func linesOf(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func readFile(text string) (*file, error) {
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("line %d is not UTF-8 text", 1+strings.Count(text[:validPrefix(text)], "\n"))
	}
	lines := linesOf(text)
	h, err := readHeader(lines)
	if err != nil {
		return nil, err
	}
	f := &file{header: h, dialect: dialectOf(h.metadata, h.metadata == nil)}
	start := h.end
	for i := h.end; i <= len(lines); i++ {
		if i < len(lines) && (i == start || !f.isMark(lines[i])) {
			continue
		}
		f.add(lines, start, i)
		start = i
	}
	return f, nil
}

func validPrefix(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return len(text)
}

// add adds the lines of a piece. Empty lines before the first mark are none.
func (f *file) add(lines []string, start, end int) {
	if start == end {
		return
	}
	p := piece{line: start}
	p.mark, p.marked = f.markText(lines[start])
	if !p.marked && strings.TrimSpace(strings.Join(lines[start:end], "")) == "" {
		return
	}
	p.gap = gapAt(lines[start:end])
	stop := end - p.gap
	if end == len(lines) {
		p.gap++
	}
	if p.marked {
		start++
	}
	p.body = lines[start:max(start, stop)]
	f.pieces = append(f.pieces, p)
}

// gapAt counts the empty lines at the end of a cell that part it from the next one:
// one, or two where there are no more.
func gapAt(lines []string) int {
	n := 0
	for n < len(lines) && strings.TrimSpace(lines[len(lines)-1-n]) == "" {
		n++
	}
	if n > 2 {
		return 1
	}
	return n
}

// Read reads a Go file as a notebook, which has no outputs: a notebook in the
// percent format, a script of cells, or a program, which becomes a cell and a call
// of main. The notes tell what is otherwise in the notebook than in the file.
// Errors name the line.
func Read(text []byte) (nb *nbformat.Notebook, notes []string, err error) {
	if source, ok, err := program(string(text)); err != nil {
		return nil, nil, err
	} else if ok {
		return programNotebook(source), []string{"the program is one cell, and the call of main another; the package clause was dropped"}, nil
	}
	f, err := readFile(string(text))
	if err != nil {
		return nil, nil, err
	}
	nb = f.notebook()
	packaged := f.strict
	for _, p := range f.pieces {
		r := f.cell(p)
		if r.asJSON {
			setOption(nb.Metadata, cellJSONKey, true)
		}
		if !packaged && r.runs {
			var source string
			if source, packaged = withoutPackage(r.Source); packaged {
				r.Source = strings.TrimLeft(source, " \t\n")
				notes = append(notes, "the package clause was dropped: a cell has none")
			}
			if r.Source == "" && packaged {
				continue
			}
		}
		nb.Cells = append(nb.Cells, r.Cell)
	}
	notes = append(notes, settleIDs(nb)...)
	nb.CompleteMetadata()
	if err := nb.Validate(); err != nil {
		return nil, nil, fmt.Errorf("the header: %w", err)
	}
	return nb, notes, nil
}

// readCell is a cell of a file. Its ID may be another's, or none.
type readCell struct {
	*nbformat.Cell
	asJSON bool // its metadata stand as one object
	runs   bool // it runs where the file does
	line   int  // the number of its source's first line, from 0
}

// cell reads a piece.
func (f *file) cell(p piece) readCell {
	kind, metadata, asJSON := readMark(p.mark)
	r := readCell{Cell: &nbformat.Cell{Metadata: metadata}, asJSON: asJSON, line: p.line}
	if p.marked {
		r.line++
	}
	if p.gap != 1 {
		metadata[gapKey] = json.Number(strconv.Itoa(p.gap))
	}
	if id, ok := metadata[idKey].(string); ok {
		r.ID = id
		delete(metadata, idKey)
	}
	r.runs = kind == "" && isActive("go", metadata)
	switch {
	case kind != "":
		r.Type = kind
	case !isActive("ipynb", metadata):
		r.Type = nbformat.Raw
	default:
		r.Type = nbformat.Code
	}
	if r.Type == nbformat.Code {
		if head, foreign := takeLanguage(metadata); foreign {
			r.line = p.line // that of the mark, in which the language stands
			r.Source = strings.Join(append([]string{head}, textLines(p.body)...), "\n")
			return r
		}
	}
	if r.runs {
		r.Source = strings.Join(f.codeLines(p.body), "\n")
	} else {
		r.Source = strings.Join(textLines(p.body), "\n")
	}
	return r
}

// codeLines returns the lines of a cell that runs.
func (f *file) codeLines(body []string) []string {
	lines := make([]string, len(body))
	for i, line := range body {
		if f.commented {
			line = uncommentCommand(line)
		}
		lines[i] = unguard(line)
	}
	return lines
}

// textLines returns the lines of a cell that is in comments.
func textLines(body []string) []string {
	lines := make([]string, len(body))
	for i, line := range body {
		lines[i] = unguard(uncomment(line))
	}
	return lines
}

// takeLanguage takes from metadata what a cell of another language begins with.
func takeLanguage(metadata map[string]any) (line string, ok bool) {
	name, _ := metadata[languageKey].(string)
	if name == "" || name == "go" {
		return "", false
	}
	line = "%%" + name
	if args, ok := metadata[argsKey].(string); ok {
		line += " " + args
		delete(metadata, argsKey)
	}
	delete(metadata, languageKey)
	return line, true
}

// isActive reports whether a cell is run in a kind of file, "ipynb" or "go". Otherwise it is in
// comments there.
func isActive(kind string, metadata map[string]any) bool {
	control, _ := metadata["run_control"].(map[string]any)
	if control["frozen"] == true {
		return kind == "ipynb"
	}
	for _, tag := range (&nbformat.Cell{Metadata: metadata}).Tags() {
		if strings.HasPrefix(tag, "active-") {
			return slices.Contains(strings.Split(tag, "-"), kind)
		}
	}
	files, ok := metadata[activeKey].(string)
	if !ok {
		return true
	}
	return slices.Contains(strings.FieldsFunc(files, func(r rune) bool { return r == '.' || r == ',' }), kind)
}
