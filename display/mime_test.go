package display_test

import (
	"image"
	"maps"
	"slices"
	"testing"

	"krigo/cell"
	"krigo/display"
	"krigo/display/mime"
)

// calls keeps what reaches the output: the MIME types that are shown, and the
// other calls by name.
type calls []string

func (c *calls) Show(b cell.Bundle, _ string, _ bool) {
	types := slices.Sorted(maps.Keys(b.Data))
	*c = append(*c, types[0])
}
func (c *calls) Clear(bool)              { *c = append(*c, "clear") }
func (c *calls) Page(cell.Bundle)        { *c = append(*c, "page") }
func (c *calls) Comm(m cell.CommMessage) { *c = append(*c, m.Kind) }

func TestWhatIsShownReachesTheOutputAsItsType(t *testing.T) {
	var got calls
	defer mime.SetOutput(mime.SetOutput(&got))
	display.HTML("<b>1</b>")
	display.Markdown("*2*")
	display.LaTeX("$3$")
	display.SVG("<svg/>")
	display.PNG([]byte("\x89PNG"))
	display.Image(image.NewGray(image.Rect(0, 0, 1, 1)))
	display.JSON(4)
	display.Show("5", 6)
	display.Clear(true)
	display.Page(7)
	display.OpenComm("slider", nil)
	want := []string{
		mime.TypeHTML, mime.TypeMarkdown, mime.TypeLaTeX, mime.TypeSVG, mime.TypePNG, mime.TypePNG, mime.TypeJSON,
		mime.TypePlain, mime.TypePlain, "clear", "page", "open",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the output got %q, want %q", got, want)
	}
}
