package display

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
)

// Standard and extreme sizes of a figure, in CSS pixels.
const (
	figureWidth  = 640
	figureHeight = 400
	figureLeast  = 80
	figureMost   = 4000
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
	panels        func() ([]*panel, error)
	own           bool // the panel is a user's plot, with a theme of its own
}

// newFigure returns a figure of the kind named, such as "fit", made of what
// panels returns: at least one, drawn one above another.
func newFigure(kind string, panels func() ([]*panel, error)) *Figure {
	return &Figure{width: figureWidth, height: figureHeight, kind: kind, panels: panels}
}

// Plot returns a gonum plot as a Figure. The plot keeps its own style; a title
// and labels that are set on the Figure take the place of the plot's.
func Plot(p *plot.Plot) *Figure {
	f := newFigure("plot", func() ([]*panel, error) {
		if p == nil {
			return nil, errors.New("display: Plot: p is nil")
		}
		q := *p // drawing settles ranges; labels may be replaced
		return []*panel{{Plot: &q}}, nil
	})
	f.own = true
	return f
}

// Size sets the width and the height in CSS pixels, between 80 and 4000. The
// standard is 640 by 400.
func (f *Figure) Size(width, height int) *Figure {
	f.width, f.height = width, height
	return f
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
func (f *Figure) compose() ([]*panel, error) {
	if f == nil || f.panels == nil {
		return nil, errors.New("display: the figure is empty: make one by Fit, Trace or Plot")
	}
	for _, side := range []int{f.width, f.height} {
		if side < figureLeast || side > figureMost {
			return nil, fmt.Errorf("display: Size(%d, %d): want sides between %d and %d pixels",
				f.width, f.height, figureLeast, figureMost)
		}
	}
	var panels []*panel
	err := f.guard(func() (err error) {
		if panels, err = f.panels(); err == nil {
			f.label(panels)
		}
		return err
	})
	return panels, err
}

// encode draws panels in the given format.
func (f *Figure) encode(format string, panels []*panel) (data []byte, err error) {
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
	failure, panicked := guard("drawing the "+f.kind+" figure", draw)
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
func (f *Figure) SVG() Bundle {
	data, err := f.Encode("svg")
	if err != nil {
		return failed(err)
	}
	b := MIME(mimeSVG, data)
	b.Data[mimePlain] = f.String()
	return b
}

// MIMEBundle returns the figure as PNG, PDF and text. Where it cannot be
// drawn the text says why.
func (f *Figure) MIMEBundle() map[string]any {
	panels, err := f.compose()
	if err != nil {
		return failed(err).Data
	}
	png, err := f.encode("png", panels)
	if err != nil {
		return failed(err).Data
	}
	data := map[string]any{mimePlain: f.String(), mimePNG: png}
	if pdf, err := f.encode("pdf", panels); err == nil {
		data[mimePDF] = pdf
	}
	return data
}

// MIMEMetadata returns the size at which the PNG is to be shown.
func (f *Figure) MIMEMetadata() map[string]any {
	if f == nil {
		return nil
	}
	return map[string]any{mimePNG: map[string]any{"width": f.width, "height": f.height}}
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
