package inducing_test

import (
	"testing"

	"krigo/gplib/inducing"
	"krigo/gplib/learntest"
)

func TestLearnersKeepTheContract(t *testing.T) {
	m, d := snelson(t, 30)
	all := learners(6)
	all["subset of data"] = inducing.SubsetOfData{Size: 15}
	all["CSI regression"] = inducing.CSIRegression{Size: 6}
	for name, l := range all {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, m, d) })
	}
}
