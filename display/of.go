package display

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Of returns v as it shows itself: by the methods that its type has (see the
// package's overview), else by a built-in view, and always with text/plain.
// A string's text/plain is the string itself, other values' as fmt prints
// them, shortened where that would be very long. Of does not panic: a fault
// of one of v's methods is told in the text.
func Of(v any) Bundle {
	b, _ := Check(v)
	return b
}

// Check returns v as [Of] does, and why it, or a part of it, cannot be shown.
// A value of type error in a MIMEBundle is such a reason too, which the text tells.
func Check(v any) (Bundle, error) {
	b, faults := methodsOf(v).bundle()
	if len(b.Data) == 0 && len(faults) == 0 {
		var err error
		b, err = guard(fmt.Sprintf("%T", v), func() Bundle { return builtin(v) })
		faults = append(faults, err)
	}
	told := failure(b)
	b, more := normal(b)
	faults = append(faults, more...)
	if _, ok := b.Data[mimePlain]; !ok {
		b.Data[mimePlain] = textOf(v, b)
	}
	if err := errors.Join(faults...); err != nil {
		b.Data[mimePlain] = err.Error() + "\n" + b.Plain()
	}
	return b, errors.Join(told, errors.Join(faults...))
}

// bundle collects what the methods give, and their faults. A method of its own
// wins over the same type in MIMEBundle.
func (m methods) bundle() (Bundle, []error) {
	c := collector{Bundle: Bundle{Data: map[string]any{}}}
	if m.bundler != nil {
		data, err := guard("MIMEBundle", m.bundler.MIMEBundle)
		c.fault(err)
		maps.Copy(c.Data, data)
		if m.metadata != nil {
			c.Metadata, err = guard("MIMEMetadata", m.metadata.MIMEMetadata)
			c.fault(err)
		}
	}
	if m.html != nil {
		c.text(mimeHTML, "HTML", m.html.HTML)
	}
	if m.markdown != nil {
		c.text(mimeMarkdown, "Markdown", m.markdown.Markdown)
	}
	if m.latex != nil {
		c.text(mimeLaTeX, "LaTeX", m.latex.LaTeX)
	}
	if m.svg != nil {
		c.bytes(mimeSVG, "SVG", m.svg.SVG)
	}
	if m.png != nil {
		c.bytes(mimePNG, "PNG", m.png.PNG)
	}
	return c.Bundle, c.faults
}

// textOf is the text/plain of v, whose bundle b has none.
func textOf(v any, b Bundle) string {
	if _, ok := v.(Bundle); ok {
		return fallback(b)
	}
	return guardText("text/plain", func() string { return plain(v) })
}

// collector gathers representations and the faults met on the way.
type collector struct {
	Bundle
	faults []error
}

func (c *collector) fault(err error) {
	if err != nil {
		c.faults = append(c.faults, err)
	}
}

func (c *collector) text(mimetype, method string, f func() string) {
	s, err := guard(method, f)
	c.fault(err)
	if err == nil {
		c.Data[mimetype] = s
	}
}

func (c *collector) bytes(mimetype, method string, f func() []byte) {
	data, err := guard(method, f)
	c.fault(err)
	if err == nil && len(data) > 0 {
		c.Data[mimetype] = data
	}
}

// guard calls f and returns a panic of it as an error that names the method.
func guard[T any](method string, f func() T) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("display: %s panicked: %v", method, p)
		}
	}()
	return f(), nil
}

func guardText(method string, f func() string) string {
	s, err := guard(method, f)
	if err != nil {
		return err.Error()
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
