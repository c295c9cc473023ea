package mime

import (
	"fmt"
	"regexp"
	"strings"
)

// Columns of numbers stand with their decimal points below one another. HTML and
// LaTeX have a true minus; text and Markdown have the hyphen by which programs
// read numbers, so that these can be copied.

// decimal is a number as tables write it; what follows its integer part is the
// first group. Other cells, such as times with a unit, stand right-aligned.
var decimal = regexp.MustCompile(`^[-+]?\d+((?:\.\d+)?(?:e[-+]?\d+)?)$`)

// gap is the space that a number lacks after its last digit, compared with the number
// of its column that has the most there.
type gap struct {
	point  bool
	digits int
}

// gaps returns the gap of each cell; those of cells that are not to be aligned
// are empty.
func (g textGrid) gaps() [][]gap {
	gaps := make([][]gap, len(g.rows))
	for i := range gaps {
		gaps[i] = make([]gap, len(g.numeric))
	}
	for j, numeric := range g.numeric {
		if !numeric {
			continue
		}
		longest := 0
		for _, row := range g.rows {
			longest = max(longest, len(tail(row[j])))
		}
		for i, row := range g.rows {
			if own := len(tail(row[j])); decimal.MatchString(row[j]) && own < longest {
				gaps[i][j] = gapBetween(own, longest)
			}
		}
	}
	return gaps
}

// gapBetween returns the gap of a number that has own characters from the point on,
// where the longest has more.
func gapBetween(own, longest int) gap {
	if own > 0 {
		return gap{digits: longest - own}
	}
	return gap{point: true, digits: longest - 1}
}

// tail returns the part of a number after its integer part, or "".
func tail(cell string) string {
	if m := decimal.FindStringSubmatch(cell); m != nil {
		return m[1]
	}
	return ""
}

// text returns the gap in a font whose characters have one width.
func (s gap) text() string {
	n := s.digits
	if s.point {
		n++
	}
	return strings.Repeat(" ", n)
}

// html returns a number with its gap, which is a margin: what is copied has no
// foreign characters, and where styles are removed no wrong digits. A ch is a
// digit's width, and a point is about 0.28 em wide in fonts for screens.
func (s gap) html(number string) string {
	if s == (gap{}) {
		return number
	}
	width := fmt.Sprintf("%dch", s.digits)
	if s.point {
		width = fmt.Sprintf("calc(%dch + .28em)", s.digits)
	}
	return fmt.Sprintf(`<span style="margin-right:%s">%s</span>`, width, number)
}

// latex returns the gap as an invisible number.
func (s gap) latex() string {
	if s == (gap{}) {
		return ""
	}
	text := strings.Repeat("0", s.digits)
	if s.point {
		text = "." + text
	}
	return `\phantom{` + text + "}"
}

// aligned returns the rows with spaces behind numbers.
func (g textGrid) aligned() [][]string {
	gaps := g.gaps()
	rows := make([][]string, len(g.rows))
	for i, row := range g.rows {
		rows[i] = make([]string, len(row))
		for j, cell := range row {
			rows[i][j] = cell + gaps[i][j].text()
		}
	}
	return rows
}
