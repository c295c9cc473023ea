package graphics

import (
	"bytes"
	"fmt"
	"image/png"
)

// Canvas draws pictures in a terminal.
type Canvas struct {
	// Protocol is Kitty or ITerm2.
	Protocol Protocol
	// Size returns the present size of the terminal.
	Size func() Size
}

// Size is the size of a terminal.
type Size struct {
	// Columns and Rows are its characters.
	Columns, Rows int
	// CellWidth and CellHeight are a character's pixels, or 0 where these are not
	// known.
	CellWidth, CellHeight int
}

// A character's size, in CSS pixels, if a terminal does not report it; the width is also the width
// of the characters in a figure's text, so that both can be read next to each other.
const usualWidth, usualHeight = 8, 16

// spareRows are left for the prompt below a picture.
const spareRows = 2

// box is the place of a picture: its numbers of characters and pixels.
type box struct {
	columns, rows int
	width, height int
}

// fit returns the box of a picture that is to be width by height CSS pixels: so large
// where the terminal has room, and else as large as it goes. The last column stays
// free, from which some terminals go on to the next line and others do not.
func (s Size) fit(width, height int) box {
	cellWidth, cellHeight := s.cell()
	columns, rows := max(s.Columns-1, 1), max(s.Rows-spareRows, 1)
	scale := min(
		float64(cellWidth)/usualWidth,
		float64(columns*cellWidth)/float64(width),
		float64(rows*cellHeight)/float64(height),
	)
	b := box{width: max(int(scale*float64(width)), 1), height: max(int(scale*float64(height)), 1)}
	b.columns = (b.width + cellWidth - 1) / cellWidth
	b.rows = (b.height + cellHeight - 1) / cellHeight
	return b
}

// cell returns the size of a character in pixels.
func (s Size) cell() (width, height int) {
	if s.CellWidth <= 0 || s.CellHeight <= 0 {
		return usualWidth, usualHeight
	}
	return s.CellWidth, s.CellHeight
}

// Draw returns what draws a PNG file in the terminal and leaves the cursor at the
// beginning of the line below. Width and height are the size at which it is to be
// shown, in CSS pixels; 0 is the picture's own. It is made smaller where the terminal
// is.
func (c Canvas) Draw(data []byte, width, height int) (string, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("graphics: %w", err)
	}
	if config.Width == 0 || config.Height == 0 {
		return "", fmt.Errorf("graphics: the picture is %d × %d pixels", config.Width, config.Height)
	}
	if width <= 0 || height <= 0 {
		width, height = config.Width, config.Height
	}
	b := c.Size().fit(width, height)
	switch c.Protocol {
	case Kitty:
		return kitty(data, b), nil
	case ITerm2:
		return iterm2(data, b), nil
	}
	return "", fmt.Errorf("graphics: protocol %q draws nothing", c.Protocol)
}
