package display

import (
	"errors"
	"image"
	"sync/atomic"

	"github.com/google/uuid"
)

// Show shows values, each as [Of] gives it. In a notebook, a value that cannot be
// shown fails the cell.
func Show(values ...any) {
	for _, v := range values {
		output().Show(checked(v), "", false)
	}
}

// checked is v as Of gives it. Where that is an error, an output that can fails.
func checked(v any) Bundle {
	b, err := Check(v)
	if o, ok := output().(Failing); ok && err != nil {
		o.Fail(err)
	}
	return b
}

// HTML shows s as HTML.
func HTML(s string) { Show(MIME(mimeHTML, s)) }

// Markdown shows s as Markdown.
func Markdown(s string) { Show(MIME(mimeMarkdown, s)) }

// LaTeX shows s as LaTeX. Formulas stand between $ or $$ signs, or in an
// environment such as align.
func LaTeX(s string) { Show(MIME(mimeLaTeX, s)) }

// SVG shows s, an SVG document.
func SVG(s string) { Show(MIME(mimeSVG, s)) }

// PNG shows data, the contents of a PNG file.
func PNG(data []byte) { Show(MIME(mimePNG, data)) }

// Image shows img as PNG.
func Image(img image.Image) {
	if isNil(img) {
		Show(failed(errors.New("display: Image: the image is nil")))
		return
	}
	Show(img)
}

// JSON shows v, anything that encoding/json takes, as a tree to unfold.
func JSON(v any) { Show(MIME(mimeJSON, v)) }

// Clear removes what the cell has shown. With wait it is removed when the
// next thing is shown, so that an animation does not flicker.
func Clear(wait bool) { output().Clear(wait) }

// Page shows v in the front end's pager.
func Page(v any) { output().Page(checked(v)) }

// Handle is something shown that can be changed in place.
//
//	h := display.NewHandle("starting")
//	for i := range 10 {
//		h.Update(fmt.Sprintf("%d of 10", i+1))
//	}
type Handle struct {
	id    string
	count atomic.Int64
}

// NewHandle shows v and returns the handle to change it.
func NewHandle(v any) *Handle {
	h := &Handle{id: uuid.NewString()}
	h.Update(v)
	return h
}

// ID is the handle's display_id.
func (h *Handle) ID() string { return h.id }

// Update shows v in the place of what the handle showed before.
func (h *Handle) Update(v any) {
	output().Show(checked(v), h.id, h.count.Add(1) > 1)
}
