package grief_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

func TestRowsThatWereStandardisedAreNotAskedInOtherUnits(t *testing.T) {
	x, y := cov.Grid(100, 300, 60), make([]float64, 60)
	for i := range y {
		y[i] = math.Sin(x.At(i, 0) / 30)
	}
	named, err := x.Named("year")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := dataset.Rows(gplib.Data{X: named, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	rows, scaling, err := dataset.StandardiseRows(raw)
	if err != nil {
		t.Fatal(err)
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := grief.TypeII{}.FitRows(context.Background(), model, rows, &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := gplib.Save(&file, fit.Posterior); err != nil {
		t.Fatal(err)
	}
	read, err := gplib.Load(&file)
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := scaling.Inputs(x)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Model.Inputs[0] != "year" {
		t.Errorf("the model's inputs are %q", fit.Model.Inputs)
	}
	for what, p := range map[string]gplib.Posterior{"the fit": fit.Posterior, "what was read": read} {
		if _, err := p.Predict(scaled); err != nil {
			t.Errorf("%s, at scaled points: %v", what, err)
		}
		if _, err := p.Predict(x); err == nil {
			t.Errorf("%s predicts at points in other units", what)
		}
	}
	p := fit.Posterior.(*grief.Posterior)
	if err := rows.Reset(); err != nil {
		t.Fatal(err)
	}
	count := func(q gplib.Prediction, _ []float64) error { return nil }
	if err := p.PredictRows(context.Background(), rows, count); err != nil {
		t.Errorf("at scaled rows: %v", err)
	}
	if err := raw.Reset(); err != nil {
		t.Fatal(err)
	}
	if err := p.PredictRows(context.Background(), raw, count); err == nil {
		t.Error("predicts at rows in other units")
	}
}
