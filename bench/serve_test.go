package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestOperationAnswersWhenReadyAndToEachLine(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for seconds")
	}
	for _, operation := range []string{"lml 20", "loo 20", "kfold 20", "predict 20 5", "sample 20 5", "fits 20 2", "dgemm 20"} {
		var out strings.Builder
		if err := serve(strings.Fields(operation), strings.NewReader("\n"), &out); err != nil {
			t.Fatal(operation, err)
		}
		var ready, turn answer
		d := json.NewDecoder(strings.NewReader(out.String()))
		if err := d.Decode(&ready); err != nil || ready != (answer{}) {
			t.Errorf("%s: first %+v, %v", operation, ready, err)
		}
		if err := d.Decode(&turn); err != nil || turn.Error != "" || turn.Seconds <= 0 || d.More() {
			t.Errorf("%s: then %+v, %v", operation, turn, err)
		}
	}
}

func TestOperationThatCannotPrepareSaysWhy(t *testing.T) {
	var out strings.Builder
	if err := serve([]string{"lml", "nosuchset"}, strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"error"`) || !strings.Contains(out.String(), "nosuchset") {
		t.Errorf("answered %s", out.String())
	}
}

func TestWhatIsAbsentIsToldFromAFault(t *testing.T) {
	gone := errors.New("no network")
	if got, want := failed(fmt.Errorf("points: %w", absent{gone})), (answer{Error: "points: no network", Absent: true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := failed(gone), (answer{Error: "no network"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFoldsHoldEachObservationOnce(t *testing.T) {
	seen := map[int]int{}
	for _, fold := range tenths(23) {
		for _, i := range fold {
			seen[i]++
		}
	}
	for i := range 23 {
		if seen[i] != 1 {
			t.Errorf("observation %d is in %d folds", i, seen[i])
		}
	}
}

func TestTimeIsReadFromGoTest(t *testing.T) {
	got, err := perOperation("goos: linux\nBenchmarkStep/SCGD-2   \t    1000\t    123456 ns/op\t  10 B/op\nPASS\n")
	if err != nil || got != 123456e-9 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := perOperation("PASS\n"); err == nil {
		t.Error("no benchmark gave no error")
	}
}
