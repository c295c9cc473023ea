package course

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// Exercise is a question whose answers a program judges.
type Exercise struct {
	// ID is the lesson and the number in it, as in "04-2". Teachers may choose any other.
	ID string
	// Question is a sentence that says what is asked for.
	Question string
	// Points are the points for the right answer; 0 stands for 1.
	Points float64
	// Answer judges. It is nil if AnswerFor judges.
	Answer Answer
	// Draw returns numbers of each student's own: rng depends on the student's name and the
	// ID alone. [Own] shows them to the student. It is nil if all students have the same.
	Draw func(rng *rand.Rand) []float64
	// AnswerFor returns what judges the answers of the student who has the numbers own. It
	// goes with Draw.
	AnswerFor func(own []float64) Answer
	// Hints lead to the answer, from vague to specific. They do not contain it.
	Hints []string
	// Right is the explanation that follows the right answer. It may be "".
	Right string
}

// Answer judges answers in two steps.
type Answer interface {
	// Observe returns the observation of an answer, which encoding/json takes: for a
	// number the number, for a function its values at points that probe chooses. It runs
	// in the process of the student's code. An error says what kind of answer is wanted.
	Observe(answer any, probe uint64) (observed any, err error)
	// Judge returns nil where what was observed with the same probe is right, else what
	// is wrong with it, without saying what would be right.
	Judge(observed json.RawMessage, probe uint64) error
}

// registry holds the exercises by their IDs.
var registry = struct {
	sync.Mutex
	byID map[string]Exercise
}{byID: map[string]Exercise{}}

// Define registers exercises, and replaces those with the same IDs. An error names an
// incomplete exercise and what it lacks; none is defined then.
func Define(exercises ...Exercise) error {
	for _, e := range exercises {
		if err := e.fault(); err != nil {
			return err
		}
	}
	registry.Lock()
	defer registry.Unlock()
	for _, e := range exercises {
		registry.byID[e.ID] = e
	}
	return nil
}

// fault returns what the exercise lacks, or nil.
func (e Exercise) fault() error {
	switch {
	case strings.TrimSpace(e.ID) == "":
		return fmt.Errorf("course: Define: an exercise has no ID (%q)", e.Question)
	case (e.Draw == nil) != (e.AnswerFor == nil):
		return fmt.Errorf("course: Define: exercise %s has only one of Draw and AnswerFor, want both or none", e.ID)
	case e.Draw != nil && e.Answer != nil:
		return fmt.Errorf("course: Define: exercise %s has an Answer and AnswerFor, want one of them", e.ID)
	case e.answerOf("") == nil:
		return fmt.Errorf("course: Define: exercise %s has no Answer", e.ID)
	case len(e.Hints) == 0:
		return fmt.Errorf("course: Define: exercise %s has no Hints", e.ID)
	case e.Points < 0:
		return fmt.Errorf("course: Define: exercise %s has %v Points, want 0 or more", e.ID, e.Points)
	}
	if b, ok := e.answerOf("").(broken); ok {
		return fmt.Errorf("course: Define: exercise %s: %w", e.ID, b.error)
	}
	return nil
}

// String returns the exercise and its question, without its hints and the explanation
// of the right answer, so that a list does not give them away.
func (e Exercise) String() string { return e.ID + ": " + e.Question }

// Worth returns the points for the right answer.
func (e Exercise) Worth() float64 { return cmp.Or(e.Points, 1) }

// Exercises returns the defined exercises, in the order of their IDs.
func Exercises() List {
	registry.Lock()
	defer registry.Unlock()
	return slices.SortedFunc(maps.Values(registry.byID), func(a, b Exercise) int { return cmp.Compare(a.ID, b.ID) })
}

// find returns an exercise, or an error that lists those of the same lesson.
func find(id string) (Exercise, error) {
	registry.Lock()
	e, ok := registry.byID[id]
	registry.Unlock()
	if ok {
		return e, nil
	}
	lesson, _, _ := strings.Cut(id, "-")
	var near []string
	for _, e := range Exercises() {
		if strings.HasPrefix(e.ID, lesson+"-") {
			near = append(near, e.ID)
		}
	}
	if len(near) == 0 {
		return Exercise{}, fmt.Errorf("course: there is no exercise %q", id)
	}
	return Exercise{}, fmt.Errorf("course: there is no exercise %q; those of the lesson are %s", id, strings.Join(near, ", "))
}

// mustDefine defines the exercises of a lesson of ours, whose tests show that nothing
// is wrong with them.
func mustDefine(exercises ...Exercise) {
	if err := Define(exercises...); err != nil {
		panic(err)
	}
}

// source returns the random numbers that a probe stands for.
func source(probe uint64) *rand.Rand { return rand.New(rand.NewPCG(probe, 0x6b7269676f)) }
