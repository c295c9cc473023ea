package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A gate is a task that ends when a file is there, or its context has ended: then with a
// result if it has one for that.
type gate struct {
	File  string
	Early bool
	Begun string // a file that the task makes when it begins, or empty
}

func init() {
	RegisterFarm("gate", func(ctx context.Context, g gate) (string, error) {
		if g.Begun != "" {
			if err := os.WriteFile(g.Begun, nil, 0o600); err != nil {
				return "", err
			}
		}
		for {
			if _, err := os.Stat(g.File); err == nil {
				return "opened", nil
			}
			select {
			case <-ctx.Done():
				if g.Early {
					return "early", nil
				}
				return "", ctx.Err()
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
}

func TestFarmEachHandsOverWhatIsThereFirst(t *testing.T) {
	dir := t.TempDir()
	last, there := filepath.Join(dir, "last"), filepath.Join(dir, "there")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var order []int
	err := FarmEach(t.Context(), Local{Workers: 2}, filepath.Join(dir, "jobs"), "gate", []gate{{File: last}, {File: there}},
		func(i int, r string) error {
			order = append(order, i)
			return errors.Join(os.WriteFile(last, nil, 0o600), wantText(r, "opened"))
		})
	if err != nil || !slices.Equal(order, []int{1, 0}) {
		t.Errorf("results come in the order %v (%v), want [1 0]", order, err)
	}
}

// A task that waits for nothing is complete, and one that returns a result when its context ends
// delivers it.
func TestFarmEachHandsOverWhatAnInterruptLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("an interrupt waits for processes")
	}
	dir := t.TempDir()
	never, there := filepath.Join(dir, "never"), filepath.Join(dir, "there")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun := filepath.Join(dir, "begun")
	engine := Local{Workers: 2, Observe: func(p Progress) {
		if _, err := os.Stat(begun); err == nil && p.Done == 1 && p.Running == 2 {
			cancel()
		}
	}}
	got := map[int]string{}
	specs := []gate{{File: never}, {File: there}, {File: never, Early: true, Begun: begun}}
	err := FarmEach(ctx, engine, filepath.Join(dir, "jobs"), "gate", specs, func(i int, r string) error {
		got[i] = r
		return nil
	})
	if !errors.Is(err, context.Canceled) || len(got) != 2 || got[1] != "opened" || got[2] != "early" {
		t.Errorf("%v (%v), want results of 1 and 2, and that ctx was cancelled", got, err)
	}
}

func wantText(got, want string) error {
	if got != want {
		return errors.New("the result is " + got + ", want " + want)
	}
	return nil
}

// A study is a spec with optional fields in JSON.
type study struct {
	Length  int
	Names   []string `json:",omitempty"`
	When    time.Time
	hidden  int
	Skipped int `json:"-"`
	Any     any
}

func init() {
	RegisterFarm("study", func(_ context.Context, s study) (study, error) {
		if s.Length == 7 {
			s.hidden = 1
		}
		return s, nil
	})
}

func TestWhatJSONWouldLoseIsRefused(t *testing.T) {
	whole := study{Length: 3, Names: []string{}, When: time.Now(), Any: map[string]any{"a": 1.5}}
	got, err := Farm[study, study](t.Context(), Local{Workers: 1}, t.TempDir(), "study", []study{whole})
	if err != nil || got[0].Length != 3 || !got[0].When.Equal(whole.When) {
		t.Errorf("%+v (%v)", got, err)
	}
	for want, s := range map[string]study{
		"spec 0 of study, a cluster.study": {hidden: 1}, "spec 0 of study, a cluster.study, changes": {Skipped: 2},
		"spec 0 of study": {Any: 3}, "a result of study": {Length: 7},
	} {
		if _, err := Farm[study, study](t.Context(), Local{Workers: 1}, t.TempDir(), "study", []study{s}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q in it", s, err, want)
		}
	}
	for kind, want := range map[string]string{
		"gate": `the kind "gate" makes a string from a cluster.gate, not a cluster.study from a cluster.study`, "troubled": "is not registered by RegisterFarm", "studi": "did you mean study?",
	} {
		if _, err := Farm[study, study](t.Context(), Local{Workers: 1}, t.TempDir(), kind, []study{whole}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", kind, err, want)
		}
	}
}

// TestResultsAreOfTheProgramThatComputedThem: a rebuilt program may compute something else.
func TestResultsAreOfTheProgramThatComputedThem(t *testing.T) {
	own, of := Job{Kind: "study", Tasks: 1, program: programOf("study", "program-1")}, Job{Kind: kindSums, Tasks: 1, program: programOf(kindSums, "program-1")}
	if own.program != "program-1" || of.program != "" {
		t.Errorf("the programs are %q and %q", own.program, of.program)
	}
	other := own
	if other.program = "program-2"; other.hash() == own.hash() {
		t.Error("results of another program are taken")
	}
}
