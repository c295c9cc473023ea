package draw

// Options are the options of every figure, for a figure of type S, a pointer, that has
// options of its own: each method returns it, so that all of them chain in any order. A
// type of figures embeds them:
//
//	type FitFigure struct {
//		draw.Options[*FitFigure]
//		results []*gplib.Result
//	}
//
//	func Fit(results ...*gplib.Result) *FitFigure {
//		f := &FitFigure{results: results}
//		f.Options = draw.NewOptions(f, draw.NewFigure("fit", f.draw))
//		return f
//	}
type Options[S any] struct {
	*Figure
	self S
}

// NewOptions returns the options of figure, which self embeds.
func NewOptions[S any](self S, figure *Figure) Options[S] { return Options[S]{figure, self} }

// Size sets the width and the height in CSS pixels, between 80 and 4000. Without a height, the
// figure keeps its proportions, or is a little higher where it is small.
func (o *Options[S]) Size(width int, height ...int) S {
	o.Figure.Size(width, height...)
	return o.self
}

// Title sets the title.
func (o *Options[S]) Title(s string) S {
	o.Figure.Title(s)
	return o.self
}

// Labels sets the names of the horizontal and the vertical axis, with units:
// Labels("time (s)", "force (N)"). An empty name keeps the default.
func (o *Options[S]) Labels(x, y string) S {
	o.Figure.Labels(x, y)
	return o.self
}

// Describe sets the description of the figure in words, for readers who cannot see it.
func (o *Options[S]) Describe(text string) S {
	o.Figure.Describe(text)
	return o.self
}

// WithPDF makes the figure show itself as PDF, too, which LaTeX uses.
func (o *Options[S]) WithPDF() S {
	o.Figure.WithPDF()
	return o.self
}
