package widget

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/internal/words"
)

// Default values of the options.
const (
	framesOfOne  = 25 // values of a single control
	framesOfMany = 9  // values of each of several
	framesBudget = 1_000_000
	mostFrames   = 10000
)

// FramesOutput is an output whose frames are drawn ahead. See [Frames].
type FramesOutput struct {
	call     string // the call that made the output, for errors
	who      string // the name of f in messages
	f        func() any
	controls []Control
	count    int // 0 is the default
	budget   int
	fault    error          // of what made it
	metadata map[string]any // of what was drawn last
}

// Frames returns the output of [Show] drawn ahead, for pages that are read without a kernel: f is
// called once for each of the controls' values, when the output is shown, and a slider for each
// control moves through what it returned. That works in pages that krigo exports, without a
// network, in notebooks that are trusted, and in the viewers of notebooks that let their scripts
// run. Others show the first picture.
//
//	l := widget.Float("lengthscale", 0.3, 5).Value(1).Log()
//	widget.Frames(func() any { return display.Fit(condition(l.Get())) }, l)
//
// A Float has 25 values on its scale and the current value, at which the output begins; an Int or a
// Play has all of its numbers, or 25 of them; a Choice and a Bool have all values. A Play has a
// button that runs through its frames. Several controls make a grid, with 9 values of each
// ([FramesOutput.Count] sets another number). Range, Text and Button have no values to go through.
//
// Figures are in the page as SVG, packed: 25 of display.Fit take 60 to 100 kB. Pictures, HTML and
// text are frames, too, and output that f prints and shows itself is part of its frame. Failures at
// some values are reported in their frames, and counted in the output's text; a failure at the
// current values is an error. While frames are drawn, handlers of OnChange are called as if the
// controls moved, and afterwards each has its value again.
func Frames(f func() any, controls ...Control) *FramesOutput {
	return framesAs("Frames", "the function of Frames", f, controls)
}

// framesAs is [Frames] for call; messages name f by the argument who.
func framesAs(call, who string, f func() any, controls []Control) *FramesOutput {
	return &FramesOutput{call: call, who: who, f: f, controls: controls, budget: framesBudget}
}

// Count sets how many values each Float, Int and Play has, 2 or more.
func (o *FramesOutput) Count(n int) *FramesOutput {
	o.count = n
	if n == 0 {
		o.count = -1 // which is not the standard
	}
	return o
}

// Budget sets how many bytes the frames may take in the page, a million by default. More
// is an error, which is estimated and reported after a few frames.
func (o *FramesOutput) Budget(bytes int) *FramesOutput {
	o.budget = bytes
	return o
}

// String names the controls that the output moves through.
func (o *FramesOutput) String() string {
	names := []string{}
	for _, control := range o.controls {
		if c := coreOf(control); c != nil {
			names = append(names, c.label)
		}
	}
	return "frames over " + strings.Join(names, ", ")
}

// MIMEBundle draws the frames: as HTML with sliders, and as the first frame for
// readers that show no HTML.
func (o *FramesOutput) MIMEBundle() map[string]any {
	b, err := o.draw()
	if err != nil {
		return mime.Failed(err).Data
	}
	o.metadata = b.Metadata
	return b.Data
}

// MIMEMetadata returns the metadata of the first frame.
func (o *FramesOutput) MIMEMetadata() map[string]any { return o.metadata }

func (o *FramesOutput) draw() (cell.Bundle, error) {
	if o.fault != nil {
		return cell.Bundle{}, o.fault
	}
	g, err := o.grid()
	if err != nil {
		return cell.Bundle{}, err
	}
	r := reel{grid: g, f: o.f, who: o.who, budget: o.budget, frames: make([]string, g.size())}
	err = r.draw()
	if restored := mime.Guard("A handler of OnChange", func() { g.place(g.start()) }); restored != nil && err == nil {
		err = restored
	}
	if err != nil {
		return cell.Bundle{}, o.errorf("%w", err)
	}
	return r.bundle(), nil
}

// grid checks the options and returns the values that frames are drawn at.
func (o *FramesOutput) grid() (grid, error) {
	cores, err := coresOf(o.call, o.f, o.controls)
	if err != nil {
		return nil, err
	}
	count := o.count
	if count == 0 {
		count = framesOfOne
		if len(cores) > 1 {
			count = framesOfMany
		}
	}
	switch {
	case count < 2:
		return nil, o.errorf("Count(%d): want 2 values or more", max(count, 0))
	case count > mostFrames:
		return nil, o.errorf("Count(%d): want %d values or fewer", count, mostFrames)
	case o.budget < 1:
		return nil, o.errorf("Budget(%d): want a number of bytes above 0", o.budget)
	}
	g, err := newGrid(cores, count)
	if err != nil {
		return nil, o.errorf("%w", err)
	}
	return g, nil
}

func (o *FramesOutput) errorf(format string, args ...any) error {
	return fmt.Errorf("widget: %s: %w", o.call, fmt.Errorf(format, args...))
}

// reel draws the frames of a grid.
type reel struct {
	grid
	f      func() any
	who    string
	budget int
	frames []string // HTML, by place in the grid
	drawn  []string // in the order in which they were drawn
	first  cell.Bundle
	plain  string        // of all that the function gave first
	failed []string      // the values without a result
	beside []cell.Bundle // the last output that the function printed and showed itself
}

// draw draws the frame of the current values first, and then the others in order.
func (r *reel) draw() error {
	first := r.start()
	if err := r.drawFirst(first); err != nil {
		return err
	}
	for i := range r.frames {
		if i == first {
			continue
		}
		text, err := r.frame(i)
		if mime.Interrupted() {
			return fmt.Errorf("interrupted when %d of %d frames were drawn: nothing is shown", len(r.drawn), len(r.frames))
		}
		if err != nil {
			r.failed = append(r.failed, r.at(i))
			text = preformatted(failedWith(err, r.cores()))
		}
		if err := r.add(i, text); err != nil {
			return err
		}
	}
	return nil
}

func (r *reel) drawFirst(i int) error {
	v, err := r.value(i)
	if mime.Interrupted() {
		return errors.New("interrupted: nothing is shown")
	}
	if err == nil {
		r.first, err = mime.Check(v)
	}
	for _, b := range r.beside {
		r.plain += b.Plain() + "\n"
	}
	r.plain += r.first.Plain()
	if err != nil {
		return fmt.Errorf("at %s: %w", r.at(i), err)
	}
	text, err := r.whole(v)
	if err != nil {
		return err
	}
	return r.add(i, text)
}

// value returns the function's result at a point of the grid.
func (r *reel) value(i int) (v any, err error) {
	err = mime.Guard(sentence(r.who), func() {
		r.place(i)
		mime.Capture(func() { v = something(r.f()) }, func(parts []cell.Bundle) { r.beside = parts })
	})
	if failed, ok := v.(error); ok && err == nil {
		err = failed
	}
	if c := r.moved(i); c != nil && err == nil {
		err = fmt.Errorf("%s moved %s", r.who, c.label)
	}
	return v, err
}

// frame returns the frame at a place of the grid, as HTML.
func (r *reel) frame(i int) (string, error) {
	v, err := r.value(i)
	if err != nil {
		return "", err
	}
	return r.whole(v)
}

// whole returns the frame of what the function has printed and shown, and returned, as HTML.
func (r *reel) whole(v any) (string, error) {
	var text strings.Builder
	for _, b := range r.beside {
		part, err := frameOf(b)
		if err != nil {
			return "", err
		}
		text.WriteString(part)
	}
	part, err := frameOf(v)
	if err != nil {
		return "", err
	}
	text.WriteString(part)
	return text.String(), nil
}

// add adds a frame, and checks the budget from time to time.
func (r *reel) add(i int, text string) error {
	r.frames[i] = text
	r.drawn = append(r.drawn, text)
	n, all := len(r.drawn), len(r.frames)
	if n != all && (n < 4 || n&(n-1) != 0) { // at 4, 8, 16 and so on
		return nil
	}
	size := packedSize(r.drawn)
	estimate := ""
	if n < all {
		one := packedSize(r.drawn[:1])
		size = one + (size-one)/(n-1)*(all-1)
		estimate = fmt.Sprintf(" about, by the first %d,", n)
	}
	if size <= r.budget {
		return nil
	}
	return fmt.Errorf("%s over %s take%s %s, and the budget is %s: set Count to fewer values than %d%s, or Budget(%d)",
		words.Count(all, "frame"), r.names(), estimate, words.Bytes(int64(size)), words.Bytes(int64(r.budget)), r.most(), r.fewer(), size+size/10)
}

// bundle returns the representation of a frame.
func (r *reel) bundle() cell.Bundle {
	first := r.start()
	text := fmt.Sprintf("%s over %s (move them in a notebook that is trusted, or in an exported page)",
		words.Count(len(r.frames), "frame"), r.ranges())
	if len(r.failed) > 0 {
		text += fmt.Sprintf("\nThe function failed at %d of them: %s", len(r.failed), strings.Join(someOf(r.failed, 5), "; "))
	}
	text += "\nAt " + r.at(first) + ":\n" + r.plain
	b := cell.Bundle{Data: map[string]any{mime.TypePlain: text, mime.TypeHTML: r.page()}, Metadata: maps.Clone(r.first.Metadata)}
	for _, mimetype := range []string{mime.TypePNG, mime.TypePDF, mime.TypeLaTeX, mime.TypeMarkdown} {
		if v, ok := r.first.Data[mimetype]; ok {
			b.Data[mimetype] = v
		}
	}
	return b
}

// someOf returns the first n of texts, and the number of the others.
func someOf(texts []string, n int) []string {
	if len(texts) <= n {
		return texts
	}
	return append(texts[:n:n], fmt.Sprintf("and %d more", len(texts)-n))
}
