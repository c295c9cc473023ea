// Package report defines what package course reports from a session to the server of a class: how
// an answer to an exercise was judged, and a guess that was compared with the truth. Only the
// sessions of such a server report ([Variable]).
//
// A report names no student: the server knows whose session it came from. A student runs any code
// there and can forge reports about that session, and about no other.
package report

import (
	"encoding/json"
	"math"
)

// Target is the target of the comm that a session opens for each report, with the report as its
// data, and closes at once.
const Target = "krigo.course"

// Variable is the environment variable of a session that is to report: 1.
const Variable = "KRIGO_CLASS"

// MaxBytes is the size of the largest report that is read.
const MaxBytes = 32 << 10

// Report has one of its fields.
type Report struct {
	Answer *Answer `json:"answer,omitempty"`
	Guess  *Guess  `json:"guess,omitempty"`
}

// Answer reports how an answer to an exercise was judged.
type Answer struct {
	// Exercise is its ID.
	Exercise string `json:"exercise"`
	// Given reports whether there was an answer.
	Given bool `json:"given"`
	Right bool `json:"right"`
	// Hash tells answers apart: equal ones have the same hash.
	Hash uint32 `json:"hash"`
	// Hints is the number of hints that the student has seen by now.
	Hints int `json:"hints"`
}

// Guess reports a guess that was compared with the truth.
type Guess struct {
	Question string `json:"question"`
	Guess    Value  `json:"guess"`
	Truth    Value  `json:"truth"`
}

// Value is a finite number, or else a text.
type Value struct {
	Number *float64 `json:"number,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// Number returns a finite number as a value. Others have no JSON form, and are texts.
func Number(x float64) (Value, bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Value{}, false
	}
	return Value{Number: &x}, true
}

// Data returns the report as the data of a comm.
func (r Report) Data() (map[string]any, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var data map[string]any
	err = json.Unmarshal(raw, &data)
	return data, err
}

// Parse reads the data of a comm. It reports whether they are those of a report.
func Parse(raw json.RawMessage) (r Report, ok bool) {
	if len(raw) > MaxBytes || json.Unmarshal(raw, &r) != nil {
		return Report{}, false
	}
	return r, (r.Answer != nil) != (r.Guess != nil)
}
