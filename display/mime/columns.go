package mime

import (
	"sync/atomic"

	"krigo/internal/textwidth"
)

// Texter returns text/plain in at most the given number of columns, if that is possible.
// It is used if the output is a terminal; elsewhere a value's text is the one that fmt
// prints.
type Texter interface{ TextIn(columns int) string }

// shownColumns is the width of the output's terminal, or 0. Like the output, it is
// global to the process.
var shownColumns atomic.Int64

// SetColumns sets the width of texts shown from now on, in columns of a terminal; 0 or
// less is any width.
func SetColumns(n int) { shownColumns.Store(int64(max(n, 0))) }

// Columns returns the width that SetColumns has set, or 0.
func Columns() int { return int(shownColumns.Load()) }

// FirstThatFits returns the first of some lines that fits the columns, or the last one:
// for the long and short forms of a live display.
func FirstThatFits(lines ...string) string {
	for _, line := range lines {
		if columns := Columns(); columns == 0 || textwidth.Of(line) <= columns {
			return line
		}
	}
	return lines[len(lines)-1]
}
