package dataset

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// dialect is the notation of one file of separated values.
type dialect struct {
	file      string
	options   CSV
	charset   charset
	returns   bool // lines end in carriage returns
	skip      int  // lines above the first row of cells
	separator rune
	header    bool
	names     []string
	notes     []string // deviations from the plain case
	head      string   // the first rows, and what is above them
}

// sampled is the number of rows from which separator and header are recognised.
const sampled = 200

// recognise returns the dialect of a file that begins with head, or is head if
// whole.
func (c CSV) recognise(file string, head []byte, whole bool) (*dialect, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return nil, fmt.Errorf("dataset: %s is empty", file)
	}
	d := &dialect{file: file, options: c}
	var err error
	if d.charset, err = findCharset(file, c.Charset, head, whole); err != nil {
		return nil, err
	}
	if d.charset.name != "UTF-8" {
		d.note("%s", d.charset.name)
	}
	if err = d.takeHead(head, whole); err != nil {
		return nil, err
	}
	comment, err := d.skipTop(d.head)
	if err != nil {
		return nil, err
	}
	rows, err := d.findSeparator(d.head)
	if err != nil {
		return nil, err
	}
	return d, d.findHeader(rows, comment)
}

func (d *dialect) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// takeHead keeps the text of head, without a last line that is cut off.
func (d *dialect) takeHead(head []byte, whole bool) error {
	r, err := d.text(bytes.NewReader(head))
	if err != nil {
		return err
	}
	text, all, err := readHead(r)
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", d.file, err)
	}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') >= 0 {
		d.returns = true
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	if end := bytes.LastIndexByte(text, '\n'); end >= 0 && !(whole && all) {
		text = text[:end]
	}
	d.head = string(text)
	return nil
}

// skipTop counts the lines above the first row of cells and returns the last
// comment among them.
func (d *dialect) skipTop(text string) (comment string, err error) {
	for rest := text; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		after, isSeparator := strings.CutPrefix(strings.ToLower(line), "sep=")
		switch {
		case d.skip < d.options.Skip || line == "":
		case d.skip == 0 && isSeparator && len([]rune(after)) == 1:
			if d.options.Separator == 0 {
				d.options.Separator = []rune(after)[0]
			}
		case strings.HasPrefix(line, "#"):
			comment = strings.TrimSpace(strings.TrimLeft(line, "#"))
		default:
			return comment, nil
		}
		d.skip++
	}
	return "", fmt.Errorf("dataset: %s has no rows below the first %d lines, which are comments or skipped", d.file, d.skip)
}

// reader reads the rows of text below the lines at its top.
func (d *dialect) reader(text io.Reader, separator rune) *csv.Reader {
	in := bufio.NewReader(text)
	for range d.skip {
		if _, err := in.ReadSlice('\n'); err != nil {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
		}
	}
	r := csv.NewReader(in)
	r.Comma = separator
	r.FieldsPerRecord = -1
	r.LazyQuotes = separator == '\t'
	// Of several blanks all but the first are white space before a cell. A tab is
	// white space itself, which would take empty cells away.
	r.TrimLeadingSpace = separator != '\t'
	return r
}

// csvLines are the rows of an open file below its header.
type csvLines struct {
	*dialect
	in    *csv.Reader
	begun bool
	units string
	blank int // rows of blank cells, which are left out
	cut   int // rows whose last cell, beyond the columns, is blank
}

// lines returns the rows of a file's text.
func (d *dialect) lines(text io.Reader) *csvLines {
	in := d.reader(text, d.separator)
	in.ReuseRecord = true
	return &csvLines{dialect: d, in: in}
}

// next returns the cells of the next row, which are valid until the next call,
// and its line; io.EOF ends them.
func (l *csvLines) next() (row []string, line int, err error) {
	if !l.begun {
		l.begun = true
		if err := l.skipHeader(); err != nil {
			return nil, 0, err
		}
	}
	for {
		row, err = l.in.Read()
		if err != nil {
			return nil, 0, l.fault(err)
		}
		line, _ = l.in.FieldPos(0)
		line += l.skip
		for j, cell := range row {
			row[j] = trimmed(cell)
		}
		if len(row) > 1 && !slices.ContainsFunc(row, func(cell string) bool { return cell != "" }) {
			l.blank++
			continue
		}
		if row, err = l.fit(row, line); err != nil {
			return nil, 0, err
		}
		return row, line, nil
	}
}

// trimmed returns a cell without white space around it. Most have none.
func trimmed(cell string) string {
	if cell == "" || '!' <= cell[0] && cell[0] <= '~' && '!' <= cell[len(cell)-1] && cell[len(cell)-1] <= '~' {
		return cell
	}
	return strings.TrimSpace(cell)
}

// skipHeader leaves out the lines of names and of units.
func (l *csvLines) skipHeader() error {
	if l.header {
		if _, err := l.in.Read(); err != nil {
			return l.fault(err)
		}
	}
	if !l.options.Units {
		return nil
	}
	units, err := l.in.Read()
	if err != nil {
		return l.fault(err)
	}
	for _, cell := range units {
		cell = trimmed(cell)
		if cell != "1" && looksNumeric(cell) || looksLikeDate(cell) {
			line, _ := l.in.FieldPos(0)
			return fmt.Errorf("dataset: %s, line %d: CSV.Units is set, but the line contains %q, which is not a unit", l.file, line+l.skip, cell)
		}
	}
	l.units = strings.Join(units, ", ")
	return nil
}

// fit returns an error unless the row has a cell for each column, and drops a blank
// one beyond them.
func (l *csvLines) fit(row []string, line int) ([]string, error) {
	width := len(l.names)
	if len(row) == width+1 && row[width] == "" {
		l.cut++
		return row[:width], nil
	}
	if len(row) != width {
		return nil, fmt.Errorf("dataset: %s, line %d: %d columns, the first line has %d; the separator is %s (set it with CSV.Separator; CSV.Skip skips lines at the top)",
			l.file, line, len(row), width, separatorName(l.separator))
	}
	return row, nil
}

// fault returns err with the position of the fault in columns instead of bytes.
func (l *csvLines) fault(err error) error {
	var at *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case errors.As(err, &at) && errors.Is(err, csv.ErrBareQuote):
		return fmt.Errorf("dataset: %s, line %d, character %d: a \" stands within a cell: write \"\" for it, and \" before and behind the cell, or separate by tabs", l.file, at.Line+l.skip, at.Column)
	case errors.As(err, &at):
		return fmt.Errorf("dataset: %s, line %d, character %d: %w", l.file, at.Line+l.skip, at.Column, at.Err)
	}
	return fmt.Errorf("dataset: %s: %w", l.file, err)
}

// tell adds notes on the parts of a file that were left out.
func (d *dialect) tell(read *csvLines) {
	if d.options.Units {
		d.note("units %s left out", read.units)
	}
	if read.blank > 0 {
		d.note("%s left out", counted(read.blank, "blank row"))
	}
	if read.cut > 0 && d.separator != ' ' {
		d.note("separators at the end of %s", counted(read.cut, "row"))
	}
}

// counted returns a number with the name of the things.
func counted(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}
