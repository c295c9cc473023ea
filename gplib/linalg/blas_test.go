package linalg

import (
	"strings"
	"testing"
)

func TestAutoTakesOwnKernelsWhereTheProcessorHasThem(t *testing.T) {
	own := processorKernels()
	if len(own) == 0 || matrixUnits {
		t.Skip("a system library comes first")
	}
	if got, want := choose("auto").name, "krigo ("+own[0].name+")"; got != want {
		t.Errorf("auto: %q, want %q", got, want)
	}
}

func TestChooseNamesWhatIsInUseAndWhatCannotBeLoaded(t *testing.T) {
	if l := choose("gonum"); !strings.HasPrefix(l.name, "krigo (") || l.problem != nil {
		t.Errorf("gonum: %q (%v)", l.name, l.problem)
	}
	l := choose("/nowhere/libblas.so")
	if !strings.HasPrefix(l.name, "krigo (") || l.problem == nil || !strings.Contains(l.problem.Error(), "/nowhere/libblas.so") {
		t.Errorf("a path that does not exist: %q (%v)", l.name, l.problem)
	}
}
