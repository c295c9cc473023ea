package mime

import (
	"errors"
	"image"

	"krigo/cell"
	"krigo/display/internal/guard"
)

// Show shows values, each as [Of] gives it. In a notebook, a value that cannot be
// shown fails the cell.
func Show(values ...any) {
	for _, v := range values {
		output().Show(checked(v), "", false)
	}
}

// checked returns v as Of gives it. Where that is an error, an output that can fails.
func checked(v any) cell.Bundle {
	b, err := Check(v)
	if o, ok := output().(Failing); ok && err != nil {
		o.Fail(err)
	}
	return b
}

// HTML shows s as HTML.
func HTML(s string) { Show(MIME(TypeHTML, s)) }

// Markdown shows s as Markdown.
func Markdown(s string) { Show(MIME(TypeMarkdown, s)) }

// LaTeX shows s as LaTeX. Formulas stand between $ or $$ signs, or in an
// environment such as align.
func LaTeX(s string) { Show(MIME(TypeLaTeX, s)) }

// SVG shows s, an SVG document.
func SVG(s string) { Show(MIME(TypeSVG, s)) }

// PNG shows data, the contents of a PNG file.
func PNG(data []byte) { Show(MIME(TypePNG, data)) }

// Image shows img as PNG.
func Image(img image.Image) {
	if guard.IsNil(img) {
		Show(Failed(errors.New("display: Image: the image is nil")))
		return
	}
	Show(img)
}

// JSON shows v, anything that encoding/json takes, as a tree to unfold.
func JSON(v any) { Show(MIME(TypeJSON, v)) }

// Clear removes what the cell has shown. With wait it is removed when the
// next thing is shown, so that an animation does not flicker.
func Clear(wait bool) { output().Clear(wait) }

// Page shows v in the front end's pager.
func Page(v any) { output().Page(checked(v)) }
