package mime

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"krigo/cell"
	"krigo/display/internal/guard"
)

// Of returns v as it shows itself: by the methods that its type has (see the package's
// overview), else by a built-in view, and always with text/plain. A string's text/plain
// is the string itself, other values' as fmt prints them, shortened where that would be
// very long. Of does not panic: a fault of one of v's methods is reported in the text.
// If the output is a terminal (see [SetColumns]), the text of a [Texter] is as wide as
// that.
func Of(v any) cell.Bundle {
	b, _ := Check(v)
	return b
}

// Check returns v as [Of] does, and why it, or a part of it, cannot be shown. A value
// of type error in a MIMEBundle is such a reason too, and is in the text.
func Check(v any) (cell.Bundle, error) {
	b, faults := methodsOf(v).bundle()
	if len(b.Data) == 0 && len(faults) == 0 {
		v, b, faults = viewOf(v)
	}
	told := failure(b)
	b, more := normal(b)
	faults = append(faults, more...)
	if _, ok := b.Data[TypePlain]; !ok {
		b.Data[TypePlain] = textOf(v, b)
	}
	if err := errors.Join(faults...); err != nil {
		b.Data[TypePlain] = err.Error() + "\n" + b.Plain()
	}
	return b, errors.Join(told, errors.Join(faults...))
}

// viewOf returns what shows a value without methods of its own, its bundle and
// the faults met: the view that is registered for it, or the value itself with
// the view of its fields.
func viewOf(v any) (any, cell.Bundle, []error) {
	view, fault := guard.Call(fmt.Sprintf("the view of %T", v), func() any { return views.view(v) })
	if view != nil {
		b, faults := methodsOf(view).bundle()
		return view, b, faults
	}
	b, err := guard.Call(fmt.Sprintf("%T", v), func() cell.Bundle { return reflected(v) })
	return v, b, []error{fault, err}
}

// bundle collects the results of the methods, and their faults. A method of its own
// wins over the same type in MIMEBundle.
func (m methods) bundle() (cell.Bundle, []error) {
	c := collector{Bundle: cell.Bundle{Data: map[string]any{}}}
	if m.bundler != nil {
		data, err := guard.Call("MIMEBundle", m.bundler.MIMEBundle)
		c.fault(err)
		maps.Copy(c.Data, data)
		if m.metadata != nil {
			c.Metadata, err = guard.Call("MIMEMetadata", m.metadata.MIMEMetadata)
			c.fault(err)
		}
	}
	if m.html != nil {
		c.text(TypeHTML, "HTML", m.html.HTML)
	}
	if m.markdown != nil {
		c.text(TypeMarkdown, "Markdown", m.markdown.Markdown)
	}
	if m.latex != nil {
		c.text(TypeLaTeX, "LaTeX", m.latex.LaTeX)
	}
	if m.svg != nil {
		c.bytes(TypeSVG, "SVG", m.svg.SVG)
	}
	if m.png != nil {
		c.bytes(TypePNG, "PNG", m.png.PNG)
	}
	return c.Bundle, c.faults
}

// textOf returns the text/plain of v, whose bundle b has none.
func textOf(v any, b cell.Bundle) string {
	if _, ok := v.(cell.Bundle); ok {
		return fallback(b)
	}
	if t, ok := v.(Texter); ok && Columns() > 0 {
		return guardText("TextIn", func() string { return t.TextIn(Columns()) })
	}
	return guardText("text/plain", func() string { return plain(v) })
}

// collector gathers representations and the faults met on the way.
type collector struct {
	cell.Bundle
	faults []error
}

func (c *collector) fault(err error) {
	if err != nil {
		c.faults = append(c.faults, err)
	}
}

func (c *collector) text(mimetype, method string, f func() string) {
	s, err := guard.Call(method, f)
	c.fault(err)
	if err == nil {
		c.Data[mimetype] = s
	}
}

func (c *collector) bytes(mimetype, method string, f func() []byte) {
	data, err := guard.Call(method, f)
	c.fault(err)
	if err == nil && len(data) > 0 {
		c.Data[mimetype] = data
	}
}

// guardText returns the text that f gives, or of the panic in which it ends.
func guardText(method string, f func() string) string {
	s, err := guard.Call(method, f)
	if err != nil {
		return err.Error()
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
