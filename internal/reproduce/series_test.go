package reproduce

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"krigo/gplib"
	"krigo/gplib/statespace"
)

func TestStateSpacesEqualTheExactProcess(t *testing.T) {
	claims, err := Series(context.Background(), Options{Quick: true, Sets: []string{"equality"}})
	if err != nil || len(claims) != 3 {
		t.Fatalf("%v, %v", claims, err)
	}
	for _, c := range claims {
		if !c.Holds {
			t.Errorf("%s: %v, wanted %s", c.Claim, c.Measured, c.Wanted)
		}
	}
}

// The peers are a program that prints times and values: those of tinygp are compared.
func TestTimesOfPeersAreCompared(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of a Unix shell")
	}
	python := filepath.Join(t.TempDir(), "python")
	script := "#!/bin/sh\ncat > /dev/null\necho '{\"celerite2\": {\"Value\": 1e3, \"Gradient\": 1e-9}, \"tinygp\": {\"Value\": 1e3, \"Gradient\": 1e3, \"Cost\": 1}}'\n"
	if err := os.WriteFile(python, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	d := millionRows(50)
	if d.Y[0] != 0 || d.Len() != 50 {
		t.Errorf("the data are %v", d.Y)
	}
	claims, err := seriesMillion(context.Background(), Options{Quick: true, Python: python})
	if err != nil || len(claims) != 8 {
		t.Fatalf("%v, %v", claims, err)
	}
	for i, holds := range []bool{true, false, true, true, false} {
		if c := claims[3+i]; c.Holds != holds {
			t.Errorf("%s: %v holds is %v", c.Claim, c.Measured, c.Holds)
		}
	}
	if _, err := seriesMillion(context.Background(), Options{Quick: true, Python: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a Python that is not there: no error")
	}
}

// Ten iterations on a series without noise end at somewhat different points, but at the start both likelihoods are
// equal.
func TestMonthsHaveTheSameLikelihoodInStateSpace(t *testing.T) {
	o := Options{Quick: true, Data: carbon(t), Sets: []string{"co2"}}
	years, values, err := readMonths(o)
	if err != nil {
		t.Fatal(err)
	}
	train, _, err := plainUnits.split(years, values)
	if err != nil {
		t.Fatal(err)
	}
	want, err := gplib.LML{}.Eval(fourMarkovParts(), train, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := statespace.LML{}.Eval(fourMarkovParts(), train, nil)
	if err != nil || !(math.Abs(got-want) <= 1e-8*math.Abs(want)) {
		t.Errorf("the negative log likelihood is %v, want %v (%v)", got, want, err)
	}
	if none, err := Series(context.Background(), Options{Quick: true, Data: t.TempDir(), Sets: []string{"co2"}}); err != nil || none != nil {
		t.Errorf("without the series: %v, %v", none, err)
	}
	if testing.Short() {
		t.Skip("two fits of four parts")
	}
	claims, err := Series(context.Background(), o)
	if err != nil || len(claims) != 3 {
		t.Errorf("%v, %v", claims, err)
	}
}

// What a quick run judges holds.
func TestOutputsCountsAndSlopesHold(t *testing.T) {
	claims, err := Series(context.Background(), Options{Quick: true, Sets: []string{"counts", "outputs", "functionals"}})
	if err != nil || len(claims) != 8 {
		t.Fatalf("%v, %v", claims, err)
	}
	for _, c := range claims {
		if c.Wanted != "" && !c.Holds {
			t.Errorf("%s, %s: %v, wanted %s", c.Claim, c.Data, c.Measured, c.Wanted)
		}
	}
}

// The program of GPflow is one that prints its likelihoods: they are compared.
func TestLikelihoodsOfOutputsAreCompared(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of a Unix shell")
	}
	d := outputsData(60)
	cost, err := gplib.LML{}.Eval(coregionalised()["ICM"], d, nil)
	if err != nil {
		t.Fatal(err)
	}
	python := filepath.Join(t.TempDir(), "python")
	script := fmt.Sprintf("#!/bin/sh\ncat > /dev/null\necho '{\"ICM\": %v, \"LCM\": 1}'\n", -cost)
	if err := os.WriteFile(python, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	claims, err := seriesOutputs(context.Background(), Options{Quick: true, Python: python})
	if err != nil || len(claims) != 4 || !claims[2].Holds || claims[3].Holds {
		t.Errorf("%v, %v", claims, err)
	}
}
