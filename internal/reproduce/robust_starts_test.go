package reproduce

import (
	"math"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/internal/peer"
)

// Made sets are the same at every call, standardised, and of the sizes that their claims name.
func TestMadeSetsAreStandardisedAndTheSameAtEveryCall(t *testing.T) {
	for k := range uint64(20) {
		name, d, err := madeSet(k)
		if err != nil {
			t.Fatal(err)
		}
		again, same, _ := madeSet(k)
		if name != again || d.Y[0] != same.Y[0] {
			t.Errorf("%s is another set the second time", name)
		}
		sum, square := 0.0, 0.0
		for _, v := range d.Y {
			sum, square = sum+v, square+v*v
		}
		if n := float64(d.Len()); n < 100 || n > 1000 || dimension(d) < 4 || dimension(d) > 10 || math.Abs(sum/n) > 1e-9 || math.Abs(square/n-1) > 0.02 {
			t.Errorf("%s has mean %v and mean square %v", name, sum/n, square/n)
		}
	}
}

// The program of scikit-learn returns the likelihood of the model that krigo fits: without restarts
// both end at the optimum of a set that has one.
func TestScikitLearnFitsTheSameModel(t *testing.T) {
	o := Options{Python: peer.Python(t, "sklearn")}
	_, d, err := madeSet(3)
	if err != nil {
		t.Fatal(err)
	}
	d = d.Subset(gplib.Spaced(d.Len(), 60))
	row, err := o.compareStarts(t.Context(), o.startPeer(), "60 rows", d)
	if err != nil {
		t.Fatal(err)
	}
	if row.gap > startGap || row.gap < -20 || row.peers <= 0 {
		t.Errorf("%+v", row)
	}
}

func TestClaimsOfStartsCountTheWorse(t *testing.T) {
	claims := startClaims(baseline{name: "peer"}, []startRow{{"a", 0.2, time.Second, 2 * time.Second}, {"b", 3, time.Second, 4 * time.Second}})
	if len(claims) != 4 || claims[0].Measured != 1 || claims[0].Holds || claims[1].Measured != 3 || claims[2].Measured != 0.5 || !claims[2].Holds {
		t.Errorf("the claims are %+v", claims)
	}
}
