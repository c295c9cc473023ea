package gplib_test

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
)

func TestSettingsNameTheOptionThatCannotBeUsed(t *testing.T) {
	for name, s := range map[string]gplib.Settings{
		"MaxIter": {MaxIter: -1}, "Restarts": {Restarts: -2}, "Runtime": {Runtime: -3}, "Tol": {Tol: math.NaN()},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), "Settings."+name+" is") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (gplib.Settings{}).Check(); err != nil {
		t.Error(err)
	}
}
