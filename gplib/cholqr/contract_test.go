package cholqr_test

import (
	"testing"

	"krigo/gplib/cholqr"
	"krigo/gplib/learntest"
)

func TestLearnersKeepTheContract(t *testing.T) {
	for name, l := range map[string]cholqr.Hybrid{
		"VAR": {M: 6}, "MLE": {M: 6, Objective: cholqr.MLE}, "adaptive": {M: 6, Pivots: cholqr.AA},
	} {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, line(), curve(30)) })
	}
}
