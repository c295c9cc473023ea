package display

import (
	"slices"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// rowsOf returns the names of the rows of bars from the top.
func rowsOf(p *draw.Panel) []string {
	ticks := p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max)
	var names []string
	for k, tick := range ticks {
		if tick.Value != -float64(k) {
			return nil
		}
		names = append(names, tick.Label)
	}
	return names
}

// The bars of the relevance are the sensitivities, the greatest total on top.
func TestRelevanceDrawsSensitivities(t *testing.T) {
	r := interacting()
	found, err := gplib.Sensitivities(r.Posterior, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	figure := Relevance(r)
	panels, err := figure.draw()
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(panels[0])
	if len(rows) != 4 || rows[2] != "water" || rows[3] != "age" {
		t.Fatalf("the rows are %q", rows)
	}
	series, err := figure.Series()
	if err != nil || len(series) != 4 {
		t.Fatalf("%d intervals (%v)", len(series), err)
	}
	alt := figure.Alt()
	for k, s := range series {
		of := found[slices.IndexFunc(found, func(s gplib.Sensitivity) bool { return s.Input == rows[k] })]
		if s.X[0] != of.Total.Lower || s.X[1] != of.Total.Upper || s.Y[0] > 0.4-float64(k) || s.Y[0] < -0.4-float64(k) {
			t.Errorf("%s: the interval %v at %v, want that of %v", rows[k], s.X, s.Y, of.Total)
		}
		if want := rows[k] + " " + of.Total.String() + ", alone " + draw.Value(of.First.Value); !strings.Contains(alt, want) {
			t.Errorf("%q is not in %s", want, alt)
		}
	}
	if cement := found[0]; cement.First.Upper > 0.1 || cement.Total.Lower < 0.3 {
		t.Errorf("an input of a product has %+v", cement)
	}
}

func TestRelevanceSaysWhatItCannotDraw(t *testing.T) {
	other := conditioned("other", housesModel(), houses(9))
	none := &gplib.Result{Model: sineModel()}
	for want, f := range map[string]*RelevanceFigure{
		"there is no result":   Relevance(),
		"result 0 is nil":      Relevance(nil),
		"the posterior is nil": Relevance(none),
		"draw them apart":      Relevance(interacting(), other),
		"has one row":          Relevance(exactFit()).At(cov.Line([]float64{1})),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

// Of many inputs the greatest are shown.
func TestRelevanceOfManyInputsShowsTwenty(t *testing.T) {
	rows := make([][]float64, 12)
	for i := range rows {
		rows[i] = make([]float64, 25)
		rows[i][3] = float64(i)
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	y := x.Column(3)
	r := conditioned("wide", gplib.Model{Cov: cov.Linear(1), Noise: gplib.Gaussian(0.1)}, gplib.Data{X: x, Y: y})
	panels, err := Relevance(r).draw()
	if err != nil {
		t.Fatal(err)
	}
	if rows := rowsOf(panels[0]); len(rows) != 20 || rows[0] != "x[3]" {
		t.Errorf("the rows are %q", rows)
	}
}
