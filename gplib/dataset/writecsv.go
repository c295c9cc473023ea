package dataset

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"krigo/internal/replace"
)

// SaveCSV writes the table to a file as [Table.WriteCSV] does, with tabs where
// its name ends in .tsv or .tab, and packed where it ends in .gz. On an error an
// existing file is unchanged.
func (t *Table) SaveCSV(path string) error {
	separator := ','
	if tabbed(path) {
		separator = '\t'
	}
	packed := strings.HasSuffix(strings.ToLower(path), ".gz")
	var unwritten error
	err := replace.File(path, func(w io.Writer) error {
		if !packed {
			unwritten = t.write(w, separator)
			return unwritten
		}
		packer := gzip.NewWriter(w)
		unwritten = errors.Join(t.write(packer, separator), packer.Close())
		return unwritten
	})
	if unwritten != nil || err == nil {
		return unwritten
	}
	return fmt.Errorf("dataset: %w", err)
}

// WriteCSV writes the table as the plain kind of CSV: names in the first line,
// commas, decimal points, dates as in ISO 8601, UTF-8, and nothing in missing
// cells. An ambiguous column is an error. Text that [ReadCSV] would misread,
// such as names that are all numbers, reads back by a [CSV] with the right
// settings.
func (t *Table) WriteCSV(w io.Writer) error { return t.write(w, ',') }

func (t *Table) write(w io.Writer, separator rune) error {
	columns := make([][]string, len(t.columns))
	for j, c := range t.columns {
		if c.recognised().trouble != nil {
			return c.trouble
		}
		columns[j] = c.plainCells()
	}
	out := csv.NewWriter(w)
	out.Comma = separator
	row := make([]string, len(columns))
	for i := -1; i < t.Len(); i++ {
		for j := range row {
			if i < 0 {
				row[j] = t.columns[j].name
			} else {
				row[j] = columns[j][i]
			}
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("dataset: %s: %w", t.of.file, err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("dataset: %s: %w", t.of.file, err)
	}
	return nil
}

// plainCells returns the values written so that they read back without settings.
func (c *column) plainCells() []string {
	if c.kind == Time {
		return timeCells(c.times, c.isMissing)
	}
	cells := make([]string, len(c.cells))
	for i, cell := range c.cells {
		switch {
		case c.isMissing(i):
		case c.kind == Number && !c.form.padded && !math.IsNaN(c.numbers[i]):
			cells[i] = strconv.FormatFloat(c.numbers[i], 'g', -1, 64)
		default:
			cells[i] = cell
		}
	}
	return cells
}

// timeCells returns times written in one form that reads back as the same ones:
// dates if none has a clock time.
func timeCells(times []time.Time, missing func(i int) bool) []string {
	form := time.DateOnly
	for _, t := range times {
		if _, offset := t.Zone(); offset != 0 || !t.Equal(t.Truncate(24*time.Hour)) {
			form = time.RFC3339Nano
		}
	}
	cells := make([]string, len(times))
	for i, t := range times {
		if !missing(i) {
			cells[i] = t.Format(form)
		}
	}
	return cells
}
