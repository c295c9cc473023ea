package course

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
)

// todo is the type of [Todo].
type todo struct{}

// String says that there is no answer.
func (todo) String() string { return "no answer yet" }

// Todo is a placeholder for a guess or an answer.
var Todo todo

// given is the session's record of answers.
var given = struct {
	sync.Mutex
	answers map[string]any
	right   map[string]bool     // whether the last answer is right
	wrong   map[string][]string // what was observed of wrong answers, each once
	checked []string            // IDs since Observations was last called, each once
}{answers: map[string]any{}, right: map[string]bool{}, wrong: map[string][]string{}}

// Check judges an answer to an exercise. If it is wrong, the verdict has the first
// hint, and after each further wrong answer the next one. [Todo] and nil do not count
// as answers. On a class server, the teacher's page shows whether the answer is right, the number of
// tries, and of hints.
func Check(id string, answer any) (*Verdict, error) {
	e, err := find(id)
	if err != nil {
		note(id)
		return nil, err
	}
	v := &Verdict{ID: id, Question: e.Question, Hints: len(e.Hints)}
	if answer == nil || answer == any(Todo) {
		tellAnswer(v, nil)
		return v, nil
	}
	v.Answered = true
	keep(id, answer)
	a := e.answerOf(student())
	observed, fault := observe(a, answer, probeOf(id))
	if fault == nil {
		fault = judge(a, observed, probeOf(id))
	}
	given.Lock()
	given.right[id] = fault == nil
	given.Unlock()
	if fault == nil {
		v.Right, v.Text = true, e.Right
		if e.Draw != nil && student() == "" {
			v.Text += " These are nobody's numbers: course.Student(\"your name\") gives you your own."
		}
		tellAnswer(v, observed)
		return v, nil
	}
	v.Text = fault.Error()
	shown := string(observed) + v.Text
	v.Step = countWrong(id, shown, len(e.Hints))
	v.Hint = e.Hints[v.Step-1]
	tellAnswer(v, []byte(shown))
	return v, nil
}

// Require returns an error unless the last answer to an exercise is right. As the last line of a cell it is a
// test, which fails with the answer: nbgrader gives its points by that.
func Require(id string) error {
	if _, err := find(id); err != nil {
		return err
	}
	given.Lock()
	defer given.Unlock()
	switch _, answered := given.answers[id]; {
	case !answered:
		return fmt.Errorf("course: exercise %s has no answer: course.Check(%q, ...) has judged none", id, id)
	case !given.right[id]:
		return fmt.Errorf("course: the last answer to exercise %s is not right", id)
	}
	return nil
}

// keep records an answer as the last one to an exercise.
func keep(id string, answer any) {
	given.Lock()
	given.answers[id] = answer
	delete(given.right, id)
	given.Unlock()
	note(id)
}

// note adds an exercise to those that [Observations] reports.
func note(id string) {
	given.Lock()
	defer given.Unlock()
	if !slices.Contains(given.checked, id) {
		given.checked = append(given.checked, id)
	}
}

// observe returns the observation of an answer, as JSON. A panic of the student's code
// is an error.
func observe(a Answer, answer any, probe uint64) (raw json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the answer panics: %v", p)
		}
	}()
	observed, err := a.Observe(answer, probe)
	if err != nil {
		return nil, err
	}
	return json.Marshal(observed)
}

// judge says what is wrong with an observation, also if that makes Judge panic:
// observations may come from anywhere.
func judge(a Answer, observed json.RawMessage, probe uint64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("what the answer shows of itself cannot be judged: %v", p)
		}
	}()
	return a.Judge(observed, probe)
}

// countWrong counts a wrong answer unless it was counted before, and returns the number
// of the next hint.
func countWrong(id, observed string, hints int) int {
	given.Lock()
	defer given.Unlock()
	seen := given.wrong[id]
	if !slices.Contains(seen, observed) {
		seen = append(seen, observed)
		given.wrong[id] = seen
	}
	return min(len(seen), hints)
}

// probeOf returns the probe of checks in a notebook, the same each time.
func probeOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // which never fails
	return h.Sum64()
}

// observeLast returns the observation of the answer that was checked last; nothing if
// there is none.
func observeLast(id string, probe uint64) (json.RawMessage, error) {
	e, err := find(id)
	if err != nil {
		return nil, err
	}
	given.Lock()
	answer, ok := given.answers[id]
	given.Unlock()
	if !ok {
		return nil, nil
	}
	return observe(e.answerOf(student()), answer, probe)
}

// Judge returns nil where what [Observations] gave in another process is a right answer of a student, else
// what is wrong with it.
func Judge(student, id string, observed json.RawMessage, probe uint64) error {
	e, err := find(id)
	if err != nil {
		return err
	}
	return judge(e.answerOf(student), observed, probe)
}
