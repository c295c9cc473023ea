package grief

import (
	"math"
	"os"
	"testing"
)

// TestFilesOfFormat1AreRead: they were written by the version of the library
// that wrote that format, and predict what it predicted; that version did
// not add what k̃ lacks of the prior variance.
func TestFilesOfFormat1AreRead(t *testing.T) {
	x, _ := someData(t, 30, 2, 31)
	for name, want := range map[string]struct{ mean, varY []float64 }{
		"typetwo": {[]float64{0.5557960457333633, 1.0295252519062232, 1.830999537233455},
			[]float64{0.018631786999467194, 0.02001812206671806, 0.018024037536957263}},
		"typeone": {[]float64{0.6798151421400342, 1.0403885899785659, 1.9678254947137397},
			[]float64{0.060852073335705095, 0.06849393356257068, 0.05852874862575796}},
	} {
		var p Posterior
		if err := p.UnmarshalBinary(file(t, "format1-"+name+".grief")); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := p.Predict(x.Subset([]int{0, 7, 11}))
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Mean {
			if math.Abs(got.Mean[i]-want.mean[i]) > 1e-10 || got.VarY[i] < want.varY[i]-1e-10 || got.VarY[0] > want.varY[0]+1e-10 {
				t.Errorf("%s: %v and %v, not %v and %v", name, got.Mean, got.VarY, want.mean, want.varY)
			}
		}
		if chains := p.Chains(); (name == "typeone") != (chains != nil) || p.Data().Len() != 30 || p.Sums().N != 30 {
			t.Errorf("%s: chains %v, %d observations, sums of %d", name, chains, p.Data().Len(), p.Sums().N)
		}
	}
	var s Sums
	if err := s.UnmarshalBinary(file(t, "format1.sums")); err != nil || s.N != 30 || s.YY != 26.612993812975613 || s.R[5] != -1.356303267065201 {
		t.Errorf("the sums are %+v (%v)", s, err)
	}
}

// TestFilesOfFormat2GoOnLearning: what they hold predicts as the same fit does now, and takes rows on its own basis.
func TestFilesOfFormat2GoOnLearning(t *testing.T) {
	var p Posterior
	if err := p.UnmarshalBinary(file(t, "format2-typetwo.grief")); err != nil {
		t.Fatal(err)
	}
	x, y := someData(t, 40, 3, 33)
	got, err := p.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	want, err := savedFits(t)["type II"].Predict(x)
	if err != nil || !allNear(got.Mean, want.Mean, 1e-8) || !allNear(got.VarY, want.VarY, 1e-8) {
		t.Errorf("other predictions (%v)", err)
	}
	if err := p.Sums().Add(sumsOf(t, p.Basis(), x, y)); err != nil || p.Sums().N != 100 {
		t.Errorf("%d rows (%v)", p.Sums().N, err)
	}
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
