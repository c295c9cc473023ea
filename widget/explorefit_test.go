package widget

import (
	"context"
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
)

func exploredFit(t *testing.T) *gplib.Result {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), m, exploredData(t, lineOf(20), 1), &gplib.Settings{MaxIter: 6, OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// longFit has more steps than are kept.
func longFit(t *testing.T) *gplib.Result {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := cholqr.Hybrid{M: 9}.Fit(context.Background(), m, exploredData(t, lineOf(60), 1), &gplib.Settings{Tol: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	if kept := fit.KeptSteps(); len(kept) == len(fit.Trace.Steps) {
		t.Fatalf("all %d steps are kept", len(kept))
	}
	return fit
}

func TestExploreFitDrawsTheStepOfItsControl(t *testing.T) {
	f := startFront(t, "2")
	fit := exploredFit(t)
	ExploreFit(fit)
	if first := f.shows[len(f.shows)-1].Plain(); !strings.Contains(first, "Step 0 of 6") {
		t.Errorf("at first there is %s", first)
	}
	for _, step := range []float64{6, 3, 0} {
		f.shows = nil
		f.deliver(t, change(f.idOf(t, "PlayModel"), map[string]any{"value": step}))
		f.settle(t)
		want := "Step " + shortest(step) + " of 6: "
		if len(f.shows) != 1 || !strings.Contains(f.shows[0].Plain(), want) {
			t.Errorf("there is %q, want %s", f.texts(), want)
		}
	}
}

// In a file, which has no kernel, the steps are drawn ahead: by the same call.
func TestExploreFitInAFileHasItsFrames(t *testing.T) {
	f := startFront(t, "2")
	f.mute, f.file = true, true
	ExploreFit(exploredFit(t))
	last := f.shows[len(f.shows)-1]
	if !strings.Contains(last.Plain(), "7 frames over step (7 values, 0 to 6)") || last.Data[mime.TypePNG] == nil {
		t.Errorf("the file has %s", last.Plain())
	}
	if html, _ := last.Data[mime.TypeHTML].(string); !strings.Contains(html, `class="krigo-frames"`) {
		t.Error("the file has no frames")
	}
	for _, m := range f.comms {
		if m.Kind == "open" {
			t.Errorf("the file has a control, %s", m.ID)
		}
	}
}

func TestExploreFitDrawsTheNearestStepThatIsKept(t *testing.T) {
	e, err := newStepper("ExploreFit", longFit(t))
	if err != nil {
		t.Fatal(err)
	}
	last := e.kept[len(e.kept)-1]
	if last != len(e.fit.Trace.Steps)-1 {
		t.Errorf("the last step is %d of %d", last, len(e.fit.Trace.Steps))
	}
	for i := range last + 1 {
		got := e.nearest(i)
		for _, k := range e.kept {
			if distance(k, i) < distance(got, i) {
				t.Errorf("of step %d the nearest is %d, not %d", i, k, got)
			}
		}
		if err := e.step.Set(i); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := mime.Check(e.draw()); err != nil {
		t.Errorf("the last step: %v", err)
	}
}

func TestExploreFitFramesHasBothEnds(t *testing.T) {
	b, err := mime.Check(ExploreFitFrames(exploredFit(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"7 frames over step (7 values, 0 to 6)", "Step 0 of 6: "} {
		if !strings.Contains(b.Plain(), want) {
			t.Errorf("%s is not in %s", want, b.Plain())
		}
	}
	if strings.Contains(b.Plain(), "failed") {
		t.Errorf("a frame failed: %s", b.Plain())
	}
}

func TestWhatExploreFitRefuses(t *testing.T) {
	fit := exploredFit(t)
	one, err := gplib.Fit(context.Background(), fit.Model, fit.Posterior.Data(), &gplib.Settings{MaxIter: 6, OwnStart: true, Tol: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]*gplib.Result{
		"widget: ExploreFitFrames: fit is nil":                               nil,
		"widget: ExploreFitFrames: gplib: At(0): the trace has no steps":     {},
		"widget: ExploreFitFrames: gplib: At(6): the result does not come f": {Trace: fit.Trace},
		"the fit has one step, 0: there is none to go to":                    one,
	} {
		if _, err := mime.Check(ExploreFitFrames(r)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}
