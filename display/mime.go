package display

import (
	"image"
	"iter"

	"krigo/cell"
	"krigo/display/mime"
)

// Bundle is a value in several representations, keyed by MIME type.
type Bundle = cell.Bundle

// Handle is something shown that can be changed in place, by Update.
type Handle = mime.Handle

// Tabular is a table that shows itself as HTML, LaTeX, Markdown and aligned text.
type Tabular = mime.Tabular

// ClaimTable is a table of claims and their verdicts; [Claims] makes one.
type ClaimTable = mime.ClaimTable

// Comm is a two-way channel between user code and a front end, such as a widget has.
type Comm = mime.Comm

// The methods by which a value shows itself. A type need not import this
// package to have them.
type (
	// MIMEBundler gives all representations, keyed by MIME type.
	MIMEBundler = mime.MIMEBundler
	// MIMEMetadater returns the metadata of a MIMEBundler, by MIME type too.
	MIMEMetadater = mime.MIMEMetadater
	// HTMLer gives text/html.
	HTMLer = mime.HTMLer
	// Markdowner gives text/markdown.
	Markdowner = mime.Markdowner
	// LaTeXer gives text/latex.
	LaTeXer = mime.LaTeXer
	// SVGer gives image/svg+xml.
	SVGer = mime.SVGer
	// PNGer gives image/png.
	PNGer = mime.PNGer
	// Texter returns text/plain for a terminal with the given number of columns.
	Texter = mime.Texter
)

// Of returns v as it shows itself: by the methods that its type has (see the package's
// overview), else by a built-in view, and always with text/plain. A string's text/plain
// is the string itself, other values' as fmt prints them, shortened where that would be
// very long. Of does not panic: a fault of one of v's methods is reported in the text.
func Of(v any) Bundle { return mime.Of(v) }

// MIME returns data, which is of the given MIME type, as a value to show. It
// takes a string or bytes for text types, bytes for binary ones (a string
// counts as base64 already) and any value for JSON types.
//
//	h := display.NewHandle(display.MIME("text/html", "<b>ready</b>"))
func MIME(mimetype string, data any) Bundle { return mime.MIME(mimetype, data) }

// Show shows values, each as [Of] gives it. In a notebook, a value that cannot be
// shown fails the cell.
func Show(values ...any) { mime.Show(values...) }

// HTML shows s as HTML.
func HTML(s string) { mime.HTML(s) }

// Markdown shows s as Markdown.
func Markdown(s string) { mime.Markdown(s) }

// LaTeX shows s as LaTeX. Formulas stand between $ or $$ signs, or in an
// environment such as align.
func LaTeX(s string) { mime.LaTeX(s) }

// SVG shows s, an SVG document.
func SVG(s string) { mime.SVG(s) }

// PNG shows data, the contents of a PNG file.
func PNG(data []byte) { mime.PNG(data) }

// Image shows img as PNG.
func Image(img image.Image) { mime.Image(img) }

// JSON shows v, anything that encoding/json takes, as a tree to unfold.
func JSON(v any) { mime.JSON(v) }

// Clear removes what the cell has shown. With wait it is removed when the
// next thing is shown, so that an animation does not flicker.
func Clear(wait bool) { mime.Clear(wait) }

// Page shows v in the front end's pager.
func Page(v any) { mime.Page(v) }

// Progress returns a range over 0 to n-1 that shows the progress of the loop, its rate, and
// an estimate of the remaining time; it costs about 100 ns per step more than a plain
// loop. It reports if the loop has ended before its last step.
//
//	for i := range display.Progress(1000) {
//		sum += slow(i)
//	}
func Progress(n int) iter.Seq[int] { return mime.Progress(n) }

// Tasks returns a function that shows in one line how many of some tasks are done, such as
// those of a cluster, and what they wait for.
//
//	show := display.Tasks()
//	engine := cluster.Local{Workers: 4, Observe: func(p cluster.Progress) { show(p.Done, p.Tasks, p.State) }}
func Tasks() func(done, of int, state string) { return mime.Tasks() }

// NewHandle shows v and returns the handle to change it.
func NewHandle(v any) *Handle { return mime.NewHandle(v) }

// TableOf returns a table of a slice of structs, or of pointers to them, with a column for each exported
// field under its name, or the name in its tag: `table:"rows used"`, where "-" leaves a field out.
//
//	type run struct { Method string; SMSE float64 `table:"SMSE of test"` }
//	display.TableOf([]run{{"L-BFGS", 0.0213}, {"ADMM", 0.0187}}).Digits(3)
func TableOf(rows any) *Tabular { return mime.TableOf(rows) }

// Table returns a table. A row may hold values of any type; numbers are
// written with four significant digits and stand right-aligned. Rows that are
// shorter than the header end in empty cells; longer ones are an error.
//
//	display.Table([]string{"method", "SMSE"}, [][]any{{"L-BFGS", 0.0213}, {"ADMM", 0.0187}})
func Table(header []string, rows [][]any) *Tabular { return mime.Table(header, rows) }

// Claims returns a table of published claims, each with a measurement and a verdict,
// which its methods Judge and Leave fill.
//
//	display.Claims().
//		Judge("Fig. 2: the gap closes", "closes", gap, gap < 0.01).
//		Leave("Table 2: protein", "0.39", "needs a download")
func Claims() *ClaimTable { return mime.Claims() }

// HandleComm answers the comms that a front end opens to a target: f gets the comm and
// the data it was opened with. A later call for the same target replaces an earlier
// one; a nil f accepts comms and does nothing.
func HandleComm(target string, f func(c *Comm, data map[string]any)) { mime.HandleComm(target, f) }

// OpenComm opens a comm to what a front end calls target, with data and with
// metadata where there is some.
func OpenComm(target string, data map[string]any, metadata ...map[string]any) *Comm {
	return mime.OpenComm(target, data, metadata...)
}
