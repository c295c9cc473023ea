package mime

// The methods by which a value shows itself. A type need not import this
// package to have them.
type (
	// MIMEBundler returns all representations, keyed by MIME type.
	MIMEBundler interface{ MIMEBundle() map[string]any }
	// MIMEMetadater returns the metadata of a MIMEBundler, such as {"image/png": {"width":
	// 320}}.
	MIMEMetadater interface{ MIMEMetadata() map[string]any }
	// HTMLer gives text/html.
	HTMLer interface{ HTML() string }
	// Markdowner gives text/markdown.
	Markdowner interface{ Markdown() string }
	// LaTeXer gives text/latex.
	LaTeXer interface{ LaTeX() string }
	// SVGer gives image/svg+xml.
	SVGer interface{ SVG() []byte }
	// PNGer gives image/png.
	PNGer interface{ PNG() []byte }
)

// methods are the ways in which one value can show itself; nil is absent.
type methods struct {
	bundler  MIMEBundler
	metadata MIMEMetadater
	html     HTMLer
	markdown Markdowner
	latex    LaTeXer
	svg      SVGer
	png      PNGer
}

// methodsOf returns the methods that v's dynamic type has.
func methodsOf(v any) methods {
	var m methods
	m.bundler, _ = v.(MIMEBundler)
	m.metadata, _ = v.(MIMEMetadater)
	m.html, _ = v.(HTMLer)
	m.markdown, _ = v.(Markdowner)
	m.latex, _ = v.(LaTeXer)
	m.svg, _ = v.(SVGer)
	m.png, _ = v.(PNGer)
	return m
}
