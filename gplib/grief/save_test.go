package grief

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// savedFits returns posteriors of every learner, with a mean, without rows, of
// fewer inputs than the points have, and of a constant kernel.
func savedFits(t *testing.T) map[string]*Posterior {
	t.Helper()
	x, y := someData(t, 60, 3, 31)
	d := gplib.Data{X: x, Y: y}
	withMean := someModel(3)
	withMean.Mean = gplib.ConstantMean(0.5)
	some := gplib.Model{Cov: cov.Product(cov.On(cov.SE(1), 2), cov.On(cov.Periodic(1, 2), 0)), Noise: gplib.Gaussian(0.1)}
	constant := gplib.Model{Cov: cov.Constant(2), Noise: gplib.Gaussian(0.1)}
	posteriors := map[string]*Posterior{}
	for name, c := range map[string]struct {
		l gplib.Learner
		m gplib.Model
	}{
		"type II":       {TypeII{Functions: 20, Exact: -1}, withMean},
		"two inputs":    {TypeII{Functions: 20, Exact: -1}, some},
		"constant":      {TypeII{Exact: -1}, constant},
		"type I":        {TypeI{Functions: 20, Exact: -1, Steps: 200, Chains: 2}, someModel(3)},
		"original form": {TypeI{Functions: 20, Exact: -1, Steps: 200, Chains: 1, Form: Original}, someModel(3)},
		"quadrature":    {Quadrature{Functions: 20, Exact: -1}, withMean},
	} {
		fit, err := c.l.Fit(t.Context(), c.m, d, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if posteriors[name], err = Details(fit); err != nil {
			t.Fatal(err)
		}
	}
	fit, err := TypeII{Functions: 20, Exact: -1}.FitRows(t.Context(), someModel(3), rowsOf(t, x, y), nil)
	if err != nil {
		t.Fatal(err)
	}
	if posteriors["of a reader"], err = Details(fit); err != nil {
		t.Fatal(err)
	}
	return posteriors
}

// TestPosteriorsComeBack with the same predictions to the last bit, and the
// same details.
func TestPosteriorsComeBack(t *testing.T) {
	at, _ := someData(t, 25, 3, 32)
	for name, p := range savedFits(t) {
		b, err := p.MarshalBinary()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var q Posterior
		if err := q.UnmarshalBinary(b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := p.Predict(at)
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Predict(at)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: means %v and %v", name, got.Mean, want.Mean)
		}
		if q.Noise() != p.Noise() || !reflect.DeepEqual(q.Weights(), p.Weights()) || !reflect.DeepEqual(q.Chains(), p.Chains()) ||
			!reflect.DeepEqual(q.Sums(), p.Sums()) || !reflect.DeepEqual(q.Data(), p.Data()) || q.String() != p.String() ||
			!reflect.DeepEqual(q.Basis().LogEigenvalues(), p.Basis().LogEigenvalues()) {
			t.Errorf("%s: %v came back as %v", name, p, &q)
		}
		again, err := q.MarshalBinary()
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%s: %d bytes, written again %d (%v)", name, len(b), len(again), err)
		}
	}
}

// TestAPosteriorGoesOnLearning: sums of further rows on the basis that came
// back add to its own.
func TestAPosteriorGoesOnLearning(t *testing.T) {
	b, err := savedFits(t)["type II"].MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var p Posterior
	if err := p.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	x, y := someData(t, 40, 3, 33)
	more := sumsOf(t, p.Basis(), x, y)
	if err := p.Sums().Add(more); err != nil || p.Sums().N != 100 {
		t.Errorf("%d rows (%v)", p.Sums().N, err)
	}
}

// TestBrokenPosteriorsAreErrors: every cut, changed bytes of the header, and
// sizes that do not fit.
func TestBrokenPosteriorsAreErrors(t *testing.T) {
	b, err := savedFits(t)["type I"].MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var p Posterior
	for cut := 0; cut < len(b); cut += 7 {
		if err := p.UnmarshalBinary(b[:cut]); err == nil {
			t.Fatalf("read of the first %d of %d bytes", cut, len(b))
		}
	}
	if err := p.UnmarshalBinary(append(bytes.Clone(b), 0)); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("one byte more: %v", err)
	}
	newer := bytes.Clone(b)
	newer[bytes.Index(b, []byte("grief.Posterior"))+len("grief.Posterior")] = FormatVersion + 1
	if err := p.UnmarshalBinary(sealed(newer)); err == nil || !strings.Contains(err.Error(), "version 4; this library reads 1 to 3") {
		t.Errorf("a newer version: %v", err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"tuples":[[0`, `"tuples":[[99`, "the tuple [99 0 0] where factor 0 has"},
		{`"tuples":[[0,0,0]`, `"tuples":[[0,0]`, "the tuple [0 0] for 3 factors"},
		{`"dim":3`, `"dim":0`, "of 0 inputs"},
		{`"dim":3`, `"dim":2`, "the inputs have dimension 2"},
		{`"dim":3`, `"dim":4`, "the inputs have dimension 4"},
		{`"input":0`, `"input":7`, "no factor of input 7"},
		{`"draws":[`, `"draws":[-1,`, "do not fit the chains"},
		{`"rows":60`, `"rows":4000000000000000000`, "4000000000000000000 rows"},
		{`"rows":60`, `"rows":61`, "60 observations"},
		{`"gaussian"`, `"loud"`, `no noise "loud"`},
	} {
		if err := p.UnmarshalBinary(withHeader(b, c.from, c.to)); err == nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.to, err, c.want)
		}
	}
	if p.basis != nil {
		t.Error("a failed reading left something behind")
	}
}

// headerAt returns where the header begins and ends.
func headerAt(b []byte) (start, end int) {
	start = bytes.Index(b, []byte("headerj")) + len("headerj") + 8
	return start, start + int(binary.LittleEndian.Uint64(b[start-8:]))
}

// withHeader replaces text of the header.
func withHeader(b []byte, from, to string) []byte {
	start, end := headerAt(b)
	text := strings.Replace(string(b[start:end]), from, to, 1)
	out := binary.LittleEndian.AppendUint64(bytes.Clone(b[:start-8]), uint64(len(text)))
	return sealed(append(append(out, text...), b[end:]...))
}

// sealed puts the checksum right.
func sealed(b []byte) []byte {
	b = b[:len(b)-8]
	return binary.LittleEndian.AppendUint64(b, crc64.Checksum(b, crc64.MakeTable(crc64.ECMA)))
}

// TestDamagedPosteriorsNeverPanic changes bytes of the header at random.
func TestDamagedPosteriorsNeverPanic(t *testing.T) {
	whole, err := savedFits(t)["two inputs"].MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	start, end := headerAt(whole)
	rng := rand.New(rand.NewPCG(1, 2))
	at, _ := someData(t, 5, 3, 34)
	read := 0
	for range 3000 {
		b := bytes.Clone(whole)
		for range 1 + rng.IntN(3) {
			b[start+rng.IntN(end-start)] = "0123456789-.,[]{}\"enul"[rng.IntN(22)]
		}
		var p Posterior
		if p.UnmarshalBinary(sealed(b)) != nil {
			continue
		}
		read++
		if _, err := p.Predict(at); err != nil && p.Basis().Dim() == 3 {
			t.Errorf("a posterior that was read predicts nothing: %v", err)
		}
	}
	if read == 0 || read == 3000 {
		t.Errorf("%d of 3000 damaged forms were read", read)
	}
}
