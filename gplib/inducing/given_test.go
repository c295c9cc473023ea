package inducing_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"krigo/gplib/inducing"
)

func TestGivenPointsAreChosenOrRefused(t *testing.T) {
	m, d := regression(t, 10)
	s, err := inducing.Given{7, 2, 5}.Select(context.Background(), m, d, 2, nil)
	if err != nil || !slices.Equal(s.Index, []int{7, 2}) {
		t.Errorf("%v, %v", s, err)
	}
	for wants, given := range map[string]inducing.Given{
		"has 1 points, want 2": {1}, "Given[1] is 10": {1, 10}, "Given[1] is 3": {3, 3}, "Given[0] is -1": {-1, 3},
	} {
		if _, err := given.Select(context.Background(), m, d, 2, nil); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%v: %v", given, err)
		}
	}
}
