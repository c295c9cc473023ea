package draw

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"krigo/cell"
	"krigo/display/internal/guard"
	"krigo/display/mime"
)

// The sides of a figure in CSS pixels: the default ones, and their limits.
const (
	Width     = 640
	Height    = 400
	LeastSide = 80
	MostSide  = 4000
)

// The widths of figures in journals, in CSS pixels: of a column (3.5 inches, 89 mm) and of two with the
// space between them (7.1 inches, 181 mm).
const (
	Column     = 336
	TwoColumns = 684
)

// Figure is a drawing that shows itself as PNG at twice its size, with its width, its
// height and a description in words, and as text. It is drawn each time that it is
// shown, so later changes are seen. Its setters return the Figure itself, to be
// chained:
//
//	display.Trace(fit.Trace).Title("Convergence").Size(480, 320)
type Figure struct {
	width, height int
	title         string
	xlabel        string
	ylabel        string
	kind          string
	panels        func() ([]*Panel, error)
	parts         []*Figure // of a Grid, instead of panels
	columns       int       // in which panels or parts stand
	sized         bool      // by Size
	inProportion  bool      // by Size with a width only
	withPDF       bool
	description   string // by Describe
	alt           string // of what was drawn last
}

// NewFigure returns a figure of the kind named, such as "fit", of the panels that the
// function panels returns: at least one, drawn from top to bottom. The function is
// called each time that the figure is shown or saved; its errors and panics are
// reported there.
func NewFigure(kind string, panels func() ([]*Panel, error)) *Figure {
	return &Figure{width: Width, height: Height, kind: kind, panels: panels, columns: 1}
}

// AsFigure returns the figure itself, without the options of its kind.
func (f *Figure) AsFigure() *Figure { return f }

// Size sets the width and the height in CSS pixels, between 80 and 4000. The default is
// 640 by 400. Without a height, the figure keeps its proportions, or is a little higher where
// it is small. In files a pixel is 1/96 inch, so that texts have 8 to 11 points at any size:
// Size([Column]) is for a column of a journal.
func (f *Figure) Size(width int, height ...int) *Figure {
	f.sized = true
	switch len(height) {
	case 0:
		f.inProportion = true
		f.setWidth(width, f.width, f.height)
	case 1:
		f.width, f.height, f.inProportion = width, height[0], false
	default:
		f.width, f.height = width, -1 // an error when it is drawn
	}
	return f
}

// setWidth sets the width, and the height in the proportion of a standard size.
func (f *Figure) setWidth(width, standardWidth, standardHeight int) {
	const lowest = 0.7 // of the width, of small figures
	f.width = width
	f.height = width * standardHeight / max(standardWidth, 1)
	if width < standardWidth {
		f.height = max(f.height, min(standardHeight, int(lowest*float64(width))))
	}
}

// StandardSize sets the default size of a figure, which [Figure.Size], called before or
// after, overrides.
func StandardSize(f *Figure, width, height int) {
	switch {
	case !f.sized:
		f.width, f.height = width, height
	case f.inProportion:
		f.setWidth(f.width, width, height)
	}
}

// Columns arranges the panels of a figure in rows of n, from the top left.
func Columns(f *Figure, n int) { f.columns = n }

// Title sets the title.
func (f *Figure) Title(s string) *Figure {
	f.title = s
	return f
}

// Labels sets the names of the horizontal and the vertical axis, with units:
// Labels("time (s)", "force (N)"). An empty name keeps the default.
func (f *Figure) Labels(x, y string) *Figure {
	f.xlabel, f.ylabel = x, y
	return f
}

// WithPDF makes the figure show itself as PDF, too, which LaTeX uses instead of the
// PNG: as vector graphics instead of pixels. No front end shows it, and drawing takes
// twice as long.
func (f *Figure) WithPDF() *Figure {
	f.withPDF = true
	return f
}

// Encode returns the figure as a file of the format "png", "pdf" or "svg".
func (f *Figure) Encode(format string) ([]byte, error) {
	d, err := f.compose()
	if err != nil {
		return nil, err
	}
	return f.encode(format, d)
}

// compose makes what is drawn.
func (f *Figure) compose() (drawing, error) {
	if f == nil || f.panels == nil && len(f.parts) == 0 {
		return drawing{}, errors.New("display: the figure is empty: create one with Fit, Trace or Plot")
	}
	for _, side := range []int{f.width, f.height} {
		if side < LeastSide || side > MostSide {
			return drawing{}, fmt.Errorf("display: Size(%d, %d): want sides between %d and %d pixels",
				f.width, f.height, LeastSide, MostSide)
		}
	}
	if f.columns < 1 {
		return drawing{}, fmt.Errorf("display: Columns(%d): want 1 or more", f.columns)
	}
	f.alt = ""
	d, err := f.contents()
	if err == nil {
		f.alt = f.describe(d)
	}
	return d, err
}

// contents makes the panels, with the figure's labels on them, or the parts.
func (f *Figure) contents() (drawing, error) {
	d := drawing{title: f.title, columns: f.columns}
	if f.panels == nil && f.xlabel+f.ylabel != "" {
		return d, errors.New("display: Grid: a grid has no axes; set Labels on its figures")
	}
	for i, part := range f.parts {
		p, err := part.compose()
		if err != nil {
			return d, fmt.Errorf("display: Grid: figure %d: %w", i, err)
		}
		d.parts = append(d.parts, p)
	}
	if f.panels == nil {
		return d, nil
	}
	err := f.guard(func() (err error) {
		if d.panels, err = f.panels(); err != nil {
			return err
		}
		d.columns = max(f.columns, 1) // the panels may have chosen it
		if d.title == "" {
			d.title = d.panels[0].title
		}
		f.label(d)
		return nil
	})
	return d, err
}

// label puts the figure's labels on the panels at the left and at the bottom. Of one column the
// panels whose vertical axis has the name of the first one's have the vertical label.
func (f *Figure) label(d drawing) {
	first := ""
	for i, p := range d.panels {
		if i == 0 {
			first = p.Y.Label.Text
		}
		if f.xlabel != "" && d.atBottom(i) {
			p.X.Label.Text = f.xlabel
		}
		if f.ylabel != "" && i%d.columns == 0 && (d.columns > 1 || p.Y.Label.Text == first) {
			p.Y.Label.Text = f.ylabel
		}
	}
}

// encode draws d in the given format.
func (f *Figure) encode(format string, d drawing) ([]byte, error) {
	encode, ok := encoders[strings.ToLower(format)]
	if !ok {
		return nil, fmt.Errorf("display: format %q: want png, pdf or svg", format)
	}
	return f.encodeBy(encode, d)
}

func (f *Figure) encodeBy(encode func(*Figure, drawing) ([]byte, error), d drawing) (data []byte, err error) {
	err = f.guard(func() (err error) {
		data, err = encode(f, d)
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
	b.Data[mime.TypePlain] = f.text()
	return b
}

// Draft returns the figure as a value that shows itself as it is redrawn while the user
// moves a control: as SVG or for krigo's pages if that is the MIME type, and otherwise as
// a PNG at its own size, drawn fast.
func (f *Figure) Draft(mimetype string) cell.Bundle {
	if mimetype == mime.TypeSVG {
		return f.SVG()
	}
	d, err := f.compose()
	if err != nil {
		return mime.Failed(err)
	}
	if mimetype == cell.FigureType {
		page, err := f.encodeBy((*Figure).page, d)
		if err != nil {
			return mime.Failed(err)
		}
		if page != nil {
			return cell.Bundle{Data: map[string]any{cell.FigureType: page, mime.TypePlain: f.text()}}
		}
	}
	data, err := f.encodeBy((*Figure).draftPNG, d)
	if err != nil {
		return mime.Failed(err)
	}
	return cell.Bundle{Data: map[string]any{mime.TypePNG: data, mime.TypePlain: f.text()}, Metadata: f.MIMEMetadata()}
}

// MIMEBundle returns the figure as PNG and text, as PDF if requested (see [Figure.WithPDF]), and as
// SVG for krigo's pages where it is shown on one. If it cannot be drawn, the text says why.
func (f *Figure) MIMEBundle() map[string]any {
	d, err := f.compose()
	if err != nil {
		return mime.Failed(err).Data
	}
	data := map[string]any{mime.TypePlain: f.text()}
	formats := map[string]string{mime.TypePNG: "png"}
	if f.withPDF || pdfWanted() {
		formats[mime.TypePDF] = "pdf"
	}
	for mimetype, format := range formats {
		if data[mimetype], err = f.encode(format, d); err != nil {
			return mime.Failed(err).Data
		}
	}
	if !pageWanted() {
		return data
	}
	page, err := f.encodeBy((*Figure).page, d)
	if err != nil {
		return mime.Failed(err).Data
	}
	if page != nil {
		data[cell.FigureType] = page
	}
	return data
}

// PDFVariable is the environment variable that, if set to 1, makes every figure show
// itself as PDF, too.
const PDFVariable = "KRIGO_PDF"

func pdfWanted() bool { return os.Getenv(PDFVariable) == "1" }

// MIMEMetadata returns the display size of the PNG, and the description under the key
// "alt", which nbconvert, IPython and others read.
func (f *Figure) MIMEMetadata() map[string]any {
	if f == nil {
		return nil
	}
	return map[string]any{mime.TypePNG: map[string]any{"width": f.width, "height": f.height, "alt": f.Alt()}}
}

// String names the figure, its title and its size in one line.
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

// text replaces the figure if no picture can be shown: its name and its description.
func (f *Figure) text() string { return f.String() + ": " + f.alt }
