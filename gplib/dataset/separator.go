package dataset

import (
	"fmt"
	"strings"
)

// separators are the recognised separators, the likeliest of equal ones first.
var separators = []rune{'\t', ';', '|', ',', ' '}

func separatorName(separator rune) string {
	switch separator {
	case '\t':
		return "a tab"
	case ' ':
		return "blanks"
	}
	return fmt.Sprintf("%q", string(separator))
}

// findSeparator sets the separator of a file that begins with text, and
// returns its first rows.
func (d *dialect) findSeparator(text string) ([][]string, error) {
	d.separator = d.options.Separator
	if d.separator == 0 {
		d.separator = d.bestSeparator(text)
		if d.separator != ',' && !(d.separator == '\t' && tabbed(d.file)) {
			d.note("separator %s", separatorName(d.separator))
		}
	}
	rows, err := d.firstRows(text, d.separator)
	if len(rows) == 0 && err != nil {
		l := csvLines{dialect: d}
		return nil, l.fault(err)
	}
	return rows, nil
}

// bestSeparator returns the separator by which most rows have the same number
// of cells, at least two, and most of these are numbers or dates. One by which
// the first line is of another number counts half.
func (d *dialect) bestSeparator(text string) rune {
	best, most := ',', 0.0
	if tabbed(d.file) && strings.Contains(text, "\t") {
		return '\t'
	}
	for _, separator := range separators {
		if !strings.ContainsRune(text, separator) {
			continue
		}
		rows, _ := d.firstRows(text, separator)
		equal, numbers := regularity(rows)
		if separator == ' ' && numbers < 0.5 {
			continue // a text of words
		}
		if score := equal * (0.25 + numbers); score > most {
			best, most = separator, score
		}
	}
	return best
}

// firstRows returns the first rows of a text by a separator, up to one that
// cannot be read, with their cells trimmed.
func (d *dialect) firstRows(text string, separator rune) ([][]string, error) {
	in := d.reader(strings.NewReader(text), separator)
	var rows [][]string
	for len(rows) < sampled {
		row, err := in.Read()
		if err != nil {
			return rows, err
		}
		blank := true
		for j := range row {
			row[j] = strings.TrimSpace(row[j])
			blank = blank && row[j] == ""
		}
		if last := len(row) - 1; separator == ' ' && row[last] == "" {
			row = row[:last]
		}
		if !blank {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// regularity returns the share of rows that have the commonest number of cells,
// 0 where that is one and half where the first row has another, and the share
// of numbers and dates among the cells below the first row.
func regularity(rows [][]string) (equal, numbers float64) {
	count := map[int]int{}
	for _, row := range rows {
		count[len(row)]++
	}
	width := 0
	for w, n := range count {
		if n > count[width] || n == count[width] && w > width {
			width = w
		}
	}
	if width < 2 {
		return 0, 0
	}
	weight := 1.0
	if len(rows[0]) != width {
		weight = 0.5
	}
	if len(rows) > 1 {
		rows = rows[1:]
	}
	cells := 0
	for _, row := range rows {
		for _, cell := range row {
			cells++
			if looksNumeric(cell) || looksLikeDate(cell) {
				numbers++
			}
		}
	}
	return weight * float64(count[width]) / float64(max(len(rows), count[width])), numbers / float64(cells)
}
