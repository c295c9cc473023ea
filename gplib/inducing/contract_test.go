package inducing_test

import (
	"testing"

	"krigo/gplib/learntest"
)

func TestLearnersKeepTheContract(t *testing.T) {
	m, d := snelson(t, 30)
	for name, l := range learners(6) {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, m, d) })
	}
}
