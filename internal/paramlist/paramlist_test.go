package paramlist_test

import (
	"fmt"
	"slices"
	"testing"

	"krigo/gplib/cov"
	"krigo/internal/paramlist"
)

func valueOf(e paramlist.Entry) string {
	if e.Summary != "" {
		return e.Summary
	}
	return fmt.Sprint(e.First.Value)
}

// The weights of networks and long lists are rows of their own, with their number and deviation.
func TestListsAreSummarised(t *testing.T) {
	params := []cov.Param{{Name: "variance", Value: 2}}
	for i := range 6 {
		params = append(params, cov.Param{Name: fmt.Sprintf("layer[0].weight[%d,1]", i), Value: float64(i % 2)})
	}
	params = append(params, cov.Param{Name: "layer[0].bias[0]", Value: 3}, cov.Param{Name: "lengthscale[0]", Value: 4}, cov.Param{Name: "lengthscale[1]", Value: 5})
	var got []string
	for _, e := range paramlist.Entries(params) {
		got = append(got, fmt.Sprintf("%s: %s", e.Name, valueOf(e)))
	}
	want := []string{"variance: 2", "layer[0].weight: 6 numbers, sd 0.548", "layer[0].bias[0]: 3", "lengthscale[0]: 4", "lengthscale[1]: 5"}
	if !slices.Equal(got, want) { // sd: sqrt(6/4/5)
		t.Errorf("%q, want %q", got, want)
	}
	for range 31 {
		params = append(params, cov.Param{Name: fmt.Sprintf("depth[%d]", len(params)), Value: 1})
	}
	if e := paramlist.Entries(params); e[len(e)-1].Name != "depth" || e[len(e)-1].Summary != "31 numbers, sd 0" {
		t.Errorf("a long list is %v", e[len(e)-1])
	}
}

// Parameters that are in no list are bounded, too.
func TestTheRestIsCounted(t *testing.T) {
	var params []cov.Param
	for i := range 200 {
		params = append(params, cov.Param{Name: fmt.Sprintf("lengthscale[input %d]", i), Value: 1})
	}
	e := paramlist.Entries(params)
	if left := e[55]; len(e) != 60 || e[54].Name != "lengthscale[input 54]" || left.Name != "…" || left.Summary != "141 more" || e[59].Name != "lengthscale[input 199]" {
		t.Errorf("%d entries, in their middle %v", len(e), e[54:57])
	}
	if e := paramlist.Entries(params[:60]); len(e) != 60 || e[59].Summary != "" {
		t.Errorf("of 60 parameters there are %d, the last one %v", len(e), e[59])
	}
}
