package course

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// MIMEType is the type of this package's output for programs that grade.
const MIMEType = "application/vnd.krigo.course+json"

// Observation is the observation of the last answer to an exercise.
type Observation struct {
	ID string
	// Observed is nil where Fault says why.
	Observed json.RawMessage `json:",omitempty"`
	Fault    string          `json:",omitempty"`
}

// Answers are the result of [Observations].
type Answers struct {
	// Process is different in each process: a changed value shows that answers were lost.
	Process string
	// Student is the name that [Student] was called with last, or "".
	Student      string
	Observations []Observation
}

// process names this process.
var process = fmt.Sprintf("%016x", rand.Uint64())

// Observations returns the observations, with a probe, of the answers that were checked
// since its last call, in the order of the checks. An unknown exercise is a Fault. It is
// for programs that grade, which read the representation [MIMEType] of the value.
func Observations(probe uint64) Answers {
	given.Lock()
	ids := given.checked
	given.checked = nil // now: one that does not end is not asked again
	given.Unlock()
	all := Answers{Process: process, Student: student(), Observations: []Observation{}}
	for _, id := range ids {
		o := Observation{ID: id}
		raw, err := observeLast(id, probe)
		if o.Observed = raw; err != nil {
			o.Fault = err.Error()
		}
		all.Observations = append(all.Observations, o)
	}
	return all
}

// String returns the answers as JSON.
func (a Answers) String() string {
	raw, err := json.Marshal(a)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// MIMEBundle has the answers for programs.
func (a Answers) MIMEBundle() map[string]any {
	return map[string]any{"text/plain": a.String(), MIMEType: a}
}
