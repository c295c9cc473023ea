package widget

import (
	"errors"
	"fmt"
	"time"

	"krigo/display"
	"krigo/display/mime"
	"krigo/gplib"
)

// ExploreFit shows the steps of a fit: a control that runs through them, and below it
// the state of the fit at the step, with the step marked in the trace
// ([krigo/display.Step]).
//
//	widget.ExploreFit(fit)
//
// The control is at the starting point first. If the fit has kept only some of its
// steps ([gplib.Result.KeptSteps]), the nearest one is drawn, and the title names it.
// Each step is conditioned again, which takes as long as at the end of the fit.
//
// A notebook or a page that krigo run writes, which has no kernel, gets [Frames] of the steps instead,
// unless they take more than the budget of these.
func ExploreFit(fit *gplib.Result) {
	e, err := newStepper("ExploreFit", fit)
	if err != nil {
		mime.Show(mime.Failed(err))
		return
	}
	if !mime.Converses() && mime.Records() {
		if frames, err := framesAs("ExploreFit", "ExploreFit", e.draw, []Control{e.step}).draw(); err == nil {
			mime.Show(frames)
			return
		}
	}
	showAs("ExploreFit", "ExploreFit", e.draw, []Control{e.step})
}

// ExploreFitFrames is [ExploreFit] drawn ahead by [Frames], for pages that are read
// without a kernel.
func ExploreFitFrames(fit *gplib.Result) *FramesOutput {
	e, err := newStepper("ExploreFitFrames", fit)
	if err != nil {
		return &FramesOutput{fault: err}
	}
	return framesAs("ExploreFitFrames", "ExploreFitFrames", e.draw, []Control{e.step})
}

// stepper is a fit with a control for its steps.
type stepper struct {
	fit  *gplib.Result
	kept []int
	step *PlayControl
}

func newStepper(call string, fit *gplib.Result) (*stepper, error) {
	fail := func(err error) (*stepper, error) { return nil, fmt.Errorf("widget: %s: %w", call, err) }
	if fit == nil {
		return fail(errors.New("fit is nil"))
	}
	e := &stepper{fit: fit, kept: fit.KeptSteps()}
	if len(e.kept) == 0 {
		_, err := fit.At(max(0, len(fit.Trace.Steps)-1))
		return fail(err)
	}
	first, last := e.kept[0], e.kept[len(e.kept)-1]
	if first == last {
		return fail(fmt.Errorf("the fit has one step, %d: there is none to go to", first))
	}
	e.step = Play("step", first, last).Interval(pace(last - first))
	return e, nil
}

// Playing a whole fit takes about the time playing, if steps then take a time between
// fastest and slowest.
const (
	playing = 15 * time.Second
	slowest = 500 * time.Millisecond
	fastest = 50 * time.Millisecond
)

// pace returns the time of one of n steps.
func pace(steps int) time.Duration {
	return min(max(playing/time.Duration(steps), fastest), slowest).Truncate(time.Millisecond)
}

// nearest returns the kept step that is nearest to step i, the earlier of two.
func (e *stepper) nearest(i int) int {
	best := e.kept[0]
	for _, k := range e.kept {
		if distance(k, i) < distance(best, i) {
			best = k
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// draw draws the step of the control.
func (e *stepper) draw() any { return display.Step(e.fit, e.nearest(e.step.Get())) }
