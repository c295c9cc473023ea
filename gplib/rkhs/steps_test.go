package rkhs_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/posteriortest"
	"krigo/gplib/rkhs"
)

// A step predicts as the exact posterior of its own model does, given all rows, also
// those that were held out.
func TestAStepHasTheFeaturesOfItsParameters(t *testing.T) {
	d := curve(1).Subset(gplib.Spaced(300, 100))
	held := training()
	held.HoldOut = 0
	for name, l := range map[string]gplib.Learner{
		"all rows": rkhs.NOLD{Training: training()}, "rows held out": rkhs.SCGD{Training: held}, "MINIMAX": rkhs.MINIMAX{Training: training()},
	} {
		fit := mustFit(t, l, model(), d, &gplib.Settings{MaxIter: 5})
		for _, i := range fit.KeptSteps() {
			at, err := fit.At(i)
			if err != nil {
				t.Fatal(err)
			}
			posteriortest.IsExact(t, fmt.Sprintf("%s: step %d", name, i), at, d, 1e-6)
			step, last := fit.Trace.Steps[i].Theta, at.Model.Theta()
			if n := len(step) - 1; !floats.EqualApprox(step[:n], last[:n], 1e-12) {
				t.Errorf("%s: step %d has other weights than its trace", name, i)
			}
		}
	}
}

// The trace of a resumed fit has steps without parameters.
func TestStepsBeforeACheckpointAreRefused(t *testing.T) {
	saved := training()
	saved.Checkpoint = filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	_, err := rkhs.NOLD{Training: saved}.Fit(ctx, model(), curve(1), &gplib.Settings{Observe: func(step gplib.Step) error {
		if step.Iter == 3 {
			cancel()
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	fit := mustFit(t, rkhs.NOLD{Training: saved}, model(), curve(1), nil)
	if _, err := fit.At(1); err == nil || !strings.Contains(err.Error(), "At(1): the step belongs to an earlier run") {
		t.Errorf("the error is %v", err)
	}
	if kept := fit.KeptSteps(); kept[0] < 2 || kept[len(kept)-1] != len(fit.Trace.Steps)-1 {
		t.Errorf("of %d steps %v are kept", len(fit.Trace.Steps), kept)
	}
}
