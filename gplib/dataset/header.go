package dataset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// findHeader sets the names of the columns by the first rows of a file and the
// comment above them.
func (d *dialect) findHeader(rows [][]string, comment string) error {
	first := rows[0]
	width := len(first)
	if width > 1 && first[width-1] == "" && !slices.ContainsFunc(rows, func(row []string) bool { return len(row) >= width && row[width-1] != "" }) {
		first = first[:width-1] // each line ends in a separator
	}
	switch d.options.Header {
	case WithHeader:
		d.header = true
	case FindHeader:
		header, err := d.isHeader(first, rows[1:])
		if err != nil {
			return err
		}
		d.header = header
	}
	switch named := d.commentNames(comment, len(first)); {
	case d.header:
		d.setNames(first)
	case named != nil:
		d.setNames(named)
		d.note("names from the comment above the rows")
	default:
		d.setNames(make([]string, len(first)))
		d.notes = append(d.notes, "no header")
		if d.options.Separator == 0 && d.separator == ',' && allPairs(rows) {
			d.note("if %s,%s is one number, set dataset.CSV{Separator: ';', Decimal: ','}", first[0], first[1])
		}
	}
	return nil
}

// allPairs reports whether every row is two whole numbers, the second one without a
// sign, which may be one with a decimal comma.
func allPairs(rows [][]string) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool {
		return len(row) != 2 || !isWhole(row[0]) || row[1] == "" || !isDigits(row[1])
	})
}

// commentNames returns the names in the comment above rows of width cells, as
// some programs write them, or nil.
func (d *dialect) commentNames(comment string, width int) []string {
	if comment == "" || width < 2 || d.options.Header == NoHeader {
		return nil
	}
	var names []string
	if d.separator == ' ' {
		names = strings.Fields(comment)
	} else {
		for _, name := range strings.Split(comment, string(d.separator)) {
			names = append(names, strings.TrimSpace(name))
		}
	}
	if len(names) != width || slices.ContainsFunc(names, func(name string) bool { return name == "" || looksNumeric(name) }) {
		return nil
	}
	return names
}

// isHeader reports whether the first line names the columns of the rows below.
func (d *dialect) isHeader(first []string, below [][]string) (bool, error) {
	if datesAboveNumbers(first, below) {
		return true, nil
	}
	texts, others, years := 0, []string(nil), true
	for j, cell := range first {
		switch {
		case cell == "" || missing(cell):
		case looksNumeric(cell) || looksLikeDate(cell):
			others = append(others, cell)
			years = years && isYear(cell)
		default:
			texts++
			if numericBelow(below, j) {
				return true, nil
			}
		}
	}
	switch {
	case texts == 0:
		return false, nil
	case len(others) == 0 || years:
		return true, nil
	case consecutive(others):
		return false, fmt.Errorf("dataset: %s: the first line may hold names or data: set dataset.CSV{Header: dataset.WithHeader} or dataset.NoHeader", d.file)
	}
	return false, nil
}

// datesAboveNumbers reports whether some cells of the first line are dates, as in
// a table with a column for each day, and all of these are above numbers.
func datesAboveNumbers(first []string, below [][]string) bool {
	some := false
	for j, cell := range first {
		if !looksLikeDate(cell) {
			continue
		}
		if !onlyNumbersBelow(below, j) {
			return false
		}
		some = true
	}
	return some
}

// onlyNumbersBelow reports whether a column holds numbers below the first line, and
// nothing else but missing cells.
func onlyNumbersBelow(rows [][]string, j int) bool {
	some := false
	for _, row := range rows {
		if j >= len(row) || missing(row[j]) {
			continue
		}
		if !looksNumeric(row[j]) {
			return false
		}
		some = true
	}
	return some
}

// numericBelow reports whether a column holds numbers or dates below the first
// line, in most of its cells that are not missing.
func numericBelow(rows [][]string, j int) bool {
	numbers, texts := 0, 0
	for _, row := range rows {
		switch {
		case j >= len(row) || missing(row[j]):
		case looksNumeric(row[j]) || looksLikeDate(row[j]):
			numbers++
		default:
			texts++
		}
	}
	return numbers > 2*texts
}

func isYear(cell string) bool {
	year, err := strconv.Atoi(cell)
	return err == nil && 1000 <= year && year < 3000
}

// consecutive reports whether cells are integers that count up by one.
func consecutive(cells []string) bool {
	for i, cell := range cells {
		n, err := strconv.Atoi(cell)
		if err != nil {
			return false
		}
		if first, _ := strconv.Atoi(cells[0]); n != first+i {
			return false
		}
	}
	return len(cells) > 1
}

// setNames names the columns: one without a name is "column 1" and so on, and
// of equal names the later ones get a number.
func (d *dialect) setNames(names []string) {
	d.names = make([]string, len(names))
	taken := make(map[string]int, len(names)) // the last number tried for a name that is taken
	for j, name := range names {
		name = strings.Join(strings.Fields(name), " ")
		if name == "" {
			name = fmt.Sprintf("column %d", j+1)
		}
		unique := name
		for k := max(2, taken[name]+1); taken[unique] > 0; k++ {
			unique = fmt.Sprintf("%s (%d)", name, k)
			taken[name] = k
		}
		taken[unique] = 1
		if unique != name {
			d.note("a further column %q is %q", name, unique)
		}
		d.names[j] = unique
	}
}
