package interp_test

import (
	"context"
	"fmt"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

func TestVariablesAreReadWhileNoCellRuns(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "type point struct{ X, Y int }\nn := 3\np := point{1, 2}")
	wantVariables(t, s, false, "n int 3 true", "p point {1 2} true")

	ctx, stop := context.WithCancel(t.Context())
	r := newRecord()
	ended := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 2", Source: "fmt.Println(\"begun\")\nfor { n++ }"}, r)
		ended <- err
	}()
	r.await(t, "begun")
	wantVariables(t, s, true, "n int  false", "p point  false")
	stop()
	testwait.Receive(t, "the end of cell 2", ended)
}

func wantVariables(t *testing.T, s *interp.Session, running bool, want ...string) {
	t.Helper()
	all, during := s.Variables()
	var got []string
	for _, v := range all {
		got = append(got, fmt.Sprint(v.Name, " ", v.Type, " ", v.Value, " ", v.Known))
	}
	if during != running || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a cell runs: %v, variables %q; want %v, %q", during, got, running, want)
	}
}
