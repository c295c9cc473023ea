package rkhs_test

import (
	"testing"

	"krigo/gplib/learntest"
)

func TestLearnersKeepTheContract(t *testing.T) {
	index := make([]int, 40)
	for i := range index {
		index[i] = i
	}
	for name, l := range learners(training()) {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, model(), curve(1).Subset(index)) })
	}
}
