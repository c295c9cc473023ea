package draw

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"

	"krigo/cell"
	"krigo/display/internal/guard"
	"krigo/display/mime"
)

// The sides of a figure in CSS pixels: the standard ones, and what any of them
// may be.
const (
	Width     = 640
	Height    = 400
	LeastSide = 80
	MostSide  = 4000
)

// Figure is a drawing that shows itself as PNG at twice its size, with its
// width and height beside it, as PDF and as a line of text. It is drawn each
// time that it is shown, so later changes are seen. Its methods that set
// something return the Figure itself, to be chained:
//
//	display.Trace(fit.Trace).Title("Convergence").Size(480, 320)
type Figure struct {
	width, height int
	title         string
	xlabel        string
	ylabel        string
	kind          string
	panels        func() ([]*Panel, error)
	sized         bool // by Size
	own           bool // the panel is a user's plot, with a theme of its own
}

// NewFigure returns a figure of the kind named, such as "fit", made of what
// panels returns: at least one, drawn one above another. It is called each time
// that the figure is shown or saved; its errors and panics are told there.
func NewFigure(kind string, panels func() ([]*Panel, error)) *Figure {
	return &Figure{width: Width, height: Height, kind: kind, panels: panels}
}

// A plot of gonum's shows itself as a figure.
func init() { mime.Register(func(p *plot.Plot) any { return Plot(p) }) }

// Plot returns a gonum plot as a Figure. The plot keeps its own style; a title
// and labels that are set on the Figure take the place of the plot's.
func Plot(p *plot.Plot) *Figure {
	f := NewFigure("plot", func() ([]*Panel, error) {
		if p == nil {
			return nil, errors.New("display: Plot: p is nil")
		}
		q := *p // drawing settles ranges; labels may be replaced
		return []*Panel{{Plot: &q}}, nil
	})
	f.own = true
	return f
}

// Size sets the width and the height in CSS pixels, between 80 and 4000. The
// standard is 640 by 400.
func (f *Figure) Size(width, height int) *Figure {
	f.width, f.height, f.sized = width, height, true
	return f
}

// StandardSize sets the size of a figure that [Figure.Size] has not set, before
// or after.
func StandardSize(f *Figure, width, height int) {
	if !f.sized {
		f.width, f.height = width, height
	}
}

// Title sets the title.
func (f *Figure) Title(s string) *Figure {
	f.title = s
	return f
}

// Labels sets the names of the horizontal and the vertical axis, with units:
// Labels("time (s)", "force (N)"). An empty name keeps the standard one.
func (f *Figure) Labels(x, y string) *Figure {
	f.xlabel, f.ylabel = x, y
	return f
}

// Encode returns the figure as a file of the format "png", "pdf" or "svg".
func (f *Figure) Encode(format string) ([]byte, error) {
	panels, err := f.compose()
	if err != nil {
		return nil, err
	}
	return f.encode(format, panels)
}

// compose makes the panels, with the figure's labels on them.
func (f *Figure) compose() ([]*Panel, error) {
	if f == nil || f.panels == nil {
		return nil, errors.New("display: the figure is empty: make one by Fit, Trace or Plot")
	}
	for _, side := range []int{f.width, f.height} {
		if side < LeastSide || side > MostSide {
			return nil, fmt.Errorf("display: Size(%d, %d): want sides between %d and %d pixels",
				f.width, f.height, LeastSide, MostSide)
		}
	}
	var panels []*Panel
	err := f.guard(func() (err error) {
		if panels, err = f.panels(); err == nil {
			f.label(panels)
		}
		return err
	})
	return panels, err
}

// encode draws panels in the given format.
func (f *Figure) encode(format string, panels []*Panel) (data []byte, err error) {
	encode, ok := encoders[strings.ToLower(format)]
	if !ok {
		return nil, fmt.Errorf("display: format %q: want png, pdf or svg", format)
	}
	err = f.guard(func() (err error) {
		data, err = encode(f, panels)
		return err
	})
	return data, err
}

// guard returns draw's error, or its panic as an error: plots of users may
// hold anything.
func (f *Figure) guard(draw func() error) error {
	failure, panicked := guard.Call("drawing the "+f.kind+" figure", draw)
	return errors.Join(failure, panicked)
}

// Save writes the figure to a file, in the format that its name ends with:
// .png, .pdf or .svg.
func (f *Figure) Save(path string) error {
	data, err := f.Encode(strings.TrimPrefix(filepath.Ext(path), "."))
	if err != nil {
		return fmt.Errorf("save %s: %w", path, err)
	}
	return os.WriteFile(path, data, 0o666)
}

// SVG returns the figure as a value that shows itself as SVG, with its text
// as outlines.
func (f *Figure) SVG() cell.Bundle {
	data, err := f.Encode("svg")
	if err != nil {
		return mime.Failed(err)
	}
	b := mime.MIME(mime.TypeSVG, data)
	b.Data[mime.TypePlain] = f.String()
	return b
}

// MIMEBundle returns the figure as PNG, PDF and text. Where it cannot be
// drawn the text says why.
func (f *Figure) MIMEBundle() map[string]any {
	panels, err := f.compose()
	if err != nil {
		return mime.Failed(err).Data
	}
	png, err := f.encode("png", panels)
	if err != nil {
		return mime.Failed(err).Data
	}
	data := map[string]any{mime.TypePlain: f.String(), mime.TypePNG: png}
	if pdf, err := f.encode("pdf", panels); err == nil {
		data[mime.TypePDF] = pdf
	}
	return data
}

// MIMEMetadata returns the size at which the PNG is to be shown.
func (f *Figure) MIMEMetadata() map[string]any {
	if f == nil {
		return nil
	}
	return map[string]any{mime.TypePNG: map[string]any{"width": f.width, "height": f.height}}
}

// String describes the figure in one line.
func (f *Figure) String() string {
	if f == nil {
		return "<nil figure>"
	}
	title := ""
	if f.title != "" {
		title = fmt.Sprintf(" %q", f.title)
	}
	return fmt.Sprintf("<%s figure%s, %d×%d>", f.kind, title, f.width, f.height)
}
