package grief

import (
	"bytes"
	"context"
	"encoding"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mean"
)

// parts are passes over rows in parts, which send their results in binary form.
type parts struct {
	t     *testing.T
	whole localRows
	rows  []localRows
}

// inParts splits rows into n parts of different sizes.
func inParts(t *testing.T, x *cov.Matrix, y []float64, n int) *parts {
	p := &parts{t: t, whole: localRows{rowsOf(t, x, y)}}
	d := gplib.Data{X: x, Y: y}
	for k := range n {
		var index []int
		for i := len(y) * k * k / (n * n); i < len(y)*(k+1)*(k+1)/(n*n); i++ {
			index = append(index, i)
		}
		part := d.Subset(index)
		p.rows = append(p.rows, localRows{rowsOf(t, part.X.(*cov.Matrix), part.Y)})
	}
	return p
}

func (p *parts) Like() cov.Inputs { return p.rows[0].Like() }

// Survey surveys the whole: samples of parts are others, as likely.
func (p *parts) Survey(ctx context.Context, o SurveyOptions) (*Survey, error) {
	return p.whole.Survey(ctx, o)
}

// merged returns the survey of the parts, each with generators of its own.
func (p *parts) merged(o SurveyOptions, seed uint64) *Survey {
	p.t.Helper()
	o.SampleRNG = rand.New(rand.NewPCG(seed, 1<<32))
	whole, err := NewSurvey(p.whole.reader.Dim(), o)
	if err != nil {
		p.t.Fatal(err)
	}
	for k, r := range p.rows {
		o.SampleRNG = rand.New(rand.NewPCG(seed, uint64(k)))
		part, err := r.Survey(p.t.Context(), o)
		if err != nil {
			p.t.Fatal(err)
		}
		if err := whole.Merge(sent(p.t, part, new(Survey))); err != nil {
			p.t.Fatal(err)
		}
	}
	return whole
}

func (p *parts) Sums(ctx context.Context, b *Basis, less gplib.Mean) (*Sums, error) {
	whole := NewSums(b)
	for _, r := range p.rows {
		part, err := r.Sums(ctx, sent(p.t, b, new(Basis)), less)
		if err != nil {
			return nil, err
		}
		if err := whole.Add(sent(p.t, part, new(Sums))); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

func (p *parts) Slopes(ctx context.Context, b *Basis, at *Solution, less gplib.Mean) (*Slopes, error) {
	whole := NewSlopes(b)
	for _, r := range p.rows {
		part, err := r.Slopes(ctx, sent(p.t, b, new(Basis)), sent(p.t, at, new(Solution)), less)
		if err != nil {
			return nil, err
		}
		if err := whole.Add(sent(p.t, part, new(Slopes))); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// sendable is a value with a binary form.
type sendable interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// sent is a value as it arrives in its binary form, which is written again as it was. Damaged forms are errors.
func sent[T sendable](t *testing.T, v, empty T) T {
	t.Helper()
	text, err := v.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 7, len(text) / 2, len(text) - 1} {
		if err := empty.UnmarshalBinary(text[:cut]); err == nil {
			t.Errorf("%T: read of %d of %d bytes", v, cut, len(text))
		}
	}
	if err := empty.UnmarshalBinary(text); err != nil {
		t.Fatal(err)
	}
	again, err := empty.MarshalBinary()
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("%T: written again as another form (%v)", v, err)
	}
	return empty
}

// TestFitsOfPartsAreThoseOfTheWhole: each learner, with a mean function, on five parts and on all rows at once.
func TestFitsOfPartsAreThoseOfTheWhole(t *testing.T) {
	x, y := someData(t, 1300, 2, 31)
	m := someModel(2)
	m.Mean = mean.Constant(0.3)
	ctx, s := t.Context(), func() *gplib.Settings { return &gplib.Settings{Src: rand.NewPCG(3, 4), MaxIter: 30} }
	for name, fit := range map[string]func(Passes) (*gplib.Result, error){
		"TypeII": func(p Passes) (*gplib.Result, error) {
			return TypeII{Functions: 60, Rounds: 2}.FitPasses(ctx, m, p, s())
		},
		"TypeI": func(p Passes) (*gplib.Result, error) {
			return TypeI{Functions: 40, Chains: 1, Form: Original}.FitPasses(ctx, m, p, s())
		},
		"Quadrature": func(p Passes) (*gplib.Result, error) { return Quadrature{Functions: 40}.FitPasses(ctx, m, p, s()) },
	} {
		p := inParts(t, x, y, 5)
		whole, err := fit(p.whole)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		split, err := fit(p)
		if err != nil {
			t.Fatalf("%s in parts: %v", name, err)
		}
		want, got := predicted(t, whole, x), predicted(t, split, x)
		for i := range want {
			if !near(got[i], want[i], 1e-5) {
				t.Fatalf("%s: mean %d is %v, in one part %v", name, i, got[i], want[i])
			}
		}
	}
}

func predicted(t *testing.T, fit *gplib.Result, x *cov.Matrix) []float64 {
	t.Helper()
	p, err := fit.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return p.Mean
}

// TestPassesOverPartsAddUp: sums and slopes to rounding, and to the bit with one part.
func TestPassesOverPartsAddUp(t *testing.T) {
	x, y := someData(t, 300, 2, 32)
	b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.6)), someGrid(t, x, 6), 20)
	for n, tolerance := range map[int]float64{1: 0, 4: 1e-11} {
		one, many := localRows{rowsOf(t, x, y)}, inParts(t, x, y, n)
		less := mean.Constant(0.1)
		want, err := one.Sums(t.Context(), b, less)
		if err != nil {
			t.Fatal(err)
		}
		got, err := many.Sums(t.Context(), b, less)
		if err != nil {
			t.Fatal(err)
		}
		if got.N != want.N || !allNear(got.R, want.R, tolerance) || !allNear(slices.Concat(lowerTriangle(got.A)...), slices.Concat(lowerTriangle(want.A)...), tolerance) {
			t.Errorf("%d parts: other sums", n)
		}
		e, err := newEvidence(want, ones(b.Len()), 0.02)
		if err != nil {
			t.Fatal(err)
		}
		slopes, err := one.Slopes(t.Context(), b, e.solution(), less)
		if err != nil {
			t.Fatal(err)
		}
		split, err := many.Slopes(t.Context(), b, e.solution(), less)
		if err != nil {
			t.Fatal(err)
		}
		if split.N != 300 || !allNear(split.Grad, slopes.Grad, 10*tolerance) {
			t.Errorf("%d parts: slopes %v of %d rows, want %v", n, split.Grad, split.N, slopes.Grad)
		}
		for l, f := range slopes.F {
			if !allNear(split.F[l].RawMatrix().Data, f.RawMatrix().Data, 10*tolerance) {
				t.Errorf("%d parts: another F of input %d", n, l)
			}
		}
	}
}

func allNear(got, want []float64, tolerance float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool {
		return a == b || tolerance > 0 && near(a, b, tolerance)
	})
}

// TestMergedSurveysAreThatOfTheWhole: ranges, many and few distinct values, and a sample of all rows in their order.
func TestMergedSurveysAreThatOfTheWhole(t *testing.T) {
	x, y := someData(t, 200, 2, 36)
	rows := make([][]float64, 200)
	for i := range rows {
		rows[i] = []float64{x.Row(i)[0], float64(i % 3), x.Row(i)[1], float64(i / 180)}
	}
	few, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	p := inParts(t, few, y, 4)
	o := SurveyOptions{Points: 4, Sample: 200, SampleRNG: rand.New(rand.NewPCG(1, 1))}
	want, err := p.whole.Survey(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	got := p.merged(o, 5)
	wantGrid, err := want.Grid(0.5)
	if err != nil {
		t.Fatal(err)
	}
	gotGrid, err := got.Grid(0.5)
	if err != nil || !reflect.DeepEqual(gotGrid, wantGrid) {
		t.Errorf("grid %+v, want %+v (%v)", gotGrid, wantGrid, err)
	}
	a, err := want.Sample()
	if err != nil {
		t.Fatal(err)
	}
	b, err := got.Sample()
	if err != nil || !slices.Equal(a.Y, b.Y) || !slices.Equal(a.X.(*cov.Matrix).Column(2), b.X.(*cov.Matrix).Column(2)) {
		t.Errorf("other samples (%v)", err)
	}
	other, err := NewSurvey(3, SurveyOptions{Points: 4})
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Merge(other); err == nil {
		t.Error("a survey of 3 inputs merges into one of 4")
	}
}

// TestMergedSamplesAreFair: each row is drawn as often as any other.
func TestMergedSamplesAreFair(t *testing.T) {
	const n, size, rounds = 60, 12, 4000
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(i)
	}
	p := inParts(t, cov.Line(y), y, 4)
	counts := make([]int, n)
	for seed := range uint64(rounds) {
		s := p.merged(SurveyOptions{Points: 5, Sample: size}, seed)
		d, err := s.Sample()
		if err != nil || d.Len() != size || s.Rows() != n {
			t.Fatalf("%d of %d rows: %v", d.Len(), s.Rows(), err)
		}
		for _, v := range d.Y {
			counts[int(v)]++
		}
	}
	// Under fairness the sum below is χ² of about n - 1 degrees of freedom, times 1 - size/n.
	const expected = rounds * size / n
	square := 0.0
	for _, c := range counts {
		square += float64((c-expected)*(c-expected)) / expected
	}
	if square > 110*(1-float64(size)/n) {
		t.Errorf("counts %v: χ² is %.3g", counts, square)
	}
}

// TestFormsOfOtherBasesAreRefused: of other parameters, and of eigenvectors of another sign.
func TestFormsOfOtherBasesAreRefused(t *testing.T) {
	x, y := someData(t, 50, 2, 34)
	b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.6)), someGrid(t, x, 6), 20)
	sums := sumsOf(t, b, x, y)
	turned := sent(t, b, new(Basis))
	f := turned.factors[0]
	for i := range f.q.RawMatrix().Rows {
		f.q.Set(i, 0, -f.q.At(i, 0))
	}
	if err := sums.Add(NewSums(turned)); err == nil {
		t.Error("sums on a basis with another sign add up")
	}
	e, err := newEvidence(sums, ones(20), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := accumulateSlopes(t.Context(), turned, e.solution(), rowsOf(t, x, y)); err == nil || !strings.Contains(err.Error(), "another basis") {
		t.Errorf("slopes of a solution on another basis: %v", err)
	}
	if err := NewSlopes(b).Add(NewSlopes(turned)); err == nil {
		t.Error("slopes on another basis add up")
	}
}

func TestOriginalFormOfFewRowsTakesTheRows(t *testing.T) {
	x, y := someData(t, 40, 2, 35)
	learner := TypeI{Form: Original, Functions: 60, Chains: 1}
	s := &gplib.Settings{MaxIter: 5}
	if _, err := learner.FitPasses(t.Context(), someModel(2), inParts(t, x, y, 2), s); err != nil {
		t.Errorf("rows that are all in the sample: %v", err)
	}
	learner.Exact = 20
	if _, err := learner.FitPasses(t.Context(), someModel(2), inParts(t, x, y, 2), s); err == nil || !strings.Contains(err.Error(), "Orthogonal") {
		t.Errorf("error %v, want advice", err)
	}
}
