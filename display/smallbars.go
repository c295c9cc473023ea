package display

import (
	"fmt"
	"slices"
	"strings"
)

// smallBars are a histogram for a cell of a table: counts by equal parts of a range.
type smallBars []int

// Its size in HTML, in pixels, and in LaTeX, in points.
const (
	barWidth        = 5
	histogramHeight = 16
	latexBarWidth   = 2.5
	latexHeight     = 7.0
)

// String draws it by characters.
func (h smallBars) String() string {
	blocks := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for _, count := range h {
		level := 0
		if count > 0 {
			level = (count*len(blocks) - 1) / slices.Max(h)
		}
		b.WriteRune(blocks[level])
	}
	return b.String()
}

// HTML draws it as a picture in the colour of the text.
func (h smallBars) HTML() string {
	if len(h) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg width="%d" height="%d" role="img" aria-label="histogram: %s" style="vertical-align:middle">`,
		barWidth*len(h), histogramHeight+1, strings.Trim(fmt.Sprint([]int(h)), "[]"))
	for i, count := range h {
		height := max(histogramHeight*float64(count)/float64(slices.Max(h)), 0.5)
		fmt.Fprintf(&b, `<rect x="%d" y="%.1f" width="%d" height="%.1f" fill="currentColor" fill-opacity="0.65"/>`,
			barWidth*i, histogramHeight+1-height, barWidth-1, height)
	}
	b.WriteString("</svg>")
	return b.String()
}

// LaTeX draws it by rules, for which no font is needed.
func (h smallBars) LaTeX() string {
	var b strings.Builder
	for _, count := range h {
		height := max(latexHeight*float64(count)/float64(slices.Max(h)), 0.3)
		fmt.Fprintf(&b, `\rule{%.1fpt}{%.1fpt}\kern.5pt{}`, latexBarWidth, height)
	}
	return b.String()
}
