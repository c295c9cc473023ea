package mime

import (
	"sync/atomic"

	"krigo/internal/textwidth"
)

// Texter gives text/plain in at most so many columns, where that is possible. It is
// asked where what is shown goes to a terminal; elsewhere a value's text is the one that
// fmt prints.
type Texter interface{ TextIn(columns int) string }

// shownColumns is the width of the terminal that what is shown goes to, or 0. It is
// the process's, as its output is.
var shownColumns atomic.Int64

// SetColumns sets the width that the texts of what is shown from now on are to keep
// to, in columns of a terminal; 0 or less is any width.
func SetColumns(n int) { shownColumns.Store(int64(max(n, 0))) }

// Columns is the width that SetColumns has set, or 0.
func Columns() int { return int(shownColumns.Load()) }

// FirstThatFits is the first of some lines that the columns have room for, or the last
// one: what a live display tells of itself, at length and in short.
func FirstThatFits(lines ...string) string {
	for _, line := range lines {
		if columns := Columns(); columns == 0 || textwidth.Of(line) <= columns {
			return line
		}
	}
	return lines[len(lines)-1]
}
