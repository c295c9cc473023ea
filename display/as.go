package display

import (
	"fmt"
	"reflect"
)

// The methods by which a value shows itself. A type need not import this
// package to have them.
type (
	// MIMEBundler gives all representations, keyed by MIME type.
	MIMEBundler interface{ MIMEBundle() map[string]any }
	// MIMEMetadater gives the metadata of a MIMEBundler, such as
	// {"image/png": {"width": 320}}.
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

// View is a value together with the methods by which it shows itself. It is
// for values of types that an interpreter declared: handed over as they are
// they lose their methods, handed to [AsHTML] and its like they keep them.
// [Join] makes one View of a value and its methods:
//
//	display.Join(x, display.AsHTML(x), display.AsStringer(x))
type View struct {
	value   any
	methods methods
}

// methods are the ways in which one value can show itself; nil is absent.
type methods struct {
	bundle   MIMEBundler
	metadata MIMEMetadater
	html     HTMLer
	markdown Markdowner
	latex    LaTeXer
	svg      SVGer
	png      PNGer
	stringer fmt.Stringer
	err      error
}

// AsMIMEBundle returns x as a value that shows itself by MIMEBundle.
func AsMIMEBundle(x MIMEBundler) View { return View{inner(x), methods{bundle: x}} }

// AsMIMEMetadata returns x as a value whose MIMEBundle has metadata.
func AsMIMEMetadata(x MIMEMetadater) View { return View{inner(x), methods{metadata: x}} }

// AsHTML returns x as a value that shows itself by HTML.
func AsHTML(x HTMLer) View { return View{inner(x), methods{html: x}} }

// AsMarkdown returns x as a value that shows itself by Markdown.
func AsMarkdown(x Markdowner) View { return View{inner(x), methods{markdown: x}} }

// AsLaTeX returns x as a value that shows itself by LaTeX.
func AsLaTeX(x LaTeXer) View { return View{inner(x), methods{latex: x}} }

// AsSVG returns x as a value that shows itself by SVG.
func AsSVG(x SVGer) View { return View{inner(x), methods{svg: x}} }

// AsPNG returns x as a value that shows itself by PNG.
func AsPNG(x PNGer) View { return View{inner(x), methods{png: x}} }

// AsStringer returns x as a value whose text/plain is String().
func AsStringer(x fmt.Stringer) View { return View{inner(x), methods{stringer: x}} }

// AsError returns x as a value whose text/plain is Error().
func AsError(x error) View { return View{inner(x), methods{err: x}} }

// Join returns value with the methods of all views; value may be a View
// itself. Where two views have the same method the first one's counts. The
// value is given apart because yaegi does not always put the right one into
// the wrapper: of a struct it takes the last field.
func Join(value any, views ...View) View {
	joined, ok := value.(View)
	if !ok {
		joined.value = inner(value)
	}
	for _, v := range views {
		joined.methods = joined.methods.or(v.methods)
	}
	return joined
}

func (m methods) or(o methods) methods {
	if m.bundle == nil {
		m.bundle = o.bundle
	}
	if m.metadata == nil {
		m.metadata = o.metadata
	}
	if m.html == nil {
		m.html = o.html
	}
	if m.markdown == nil {
		m.markdown = o.markdown
	}
	if m.latex == nil {
		m.latex = o.latex
	}
	if m.svg == nil {
		m.svg = o.svg
	}
	if m.png == nil {
		m.png = o.png
	}
	if m.stringer == nil {
		m.stringer = o.stringer
	}
	if m.err == nil {
		m.err = o.err
	}
	return m
}

// methodsOf returns the methods that v's dynamic type has.
func methodsOf(v any) methods {
	var m methods
	m.bundle, _ = v.(MIMEBundler)
	m.metadata, _ = v.(MIMEMetadater)
	m.html, _ = v.(HTMLer)
	m.markdown, _ = v.(Markdowner)
	m.latex, _ = v.(LaTeXer)
	m.svg, _ = v.(SVGer)
	m.png, _ = v.(PNGer)
	return m
}

// inner returns the value inside the wrapper by which yaegi passes an
// interpreted value as an interface: a struct with the value in the field
// IValue. Any other value is returned as it is.
func inner(v any) any {
	s := reflect.ValueOf(v)
	if s.Kind() != reflect.Struct {
		return v
	}
	if f := s.FieldByName("IValue"); f.IsValid() && f.Kind() == reflect.Interface && !f.IsNil() {
		return f.Interface()
	}
	return v
}
