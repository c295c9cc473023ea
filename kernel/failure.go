package kernel

import (
	"errors"

	"krigo/cell"
)

// failure is the content of a reply that reports an error, and of the error
// message on iopub.
type failure struct {
	Status    string   `json:"status,omitempty"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// failureOf describes err, with an ANSI traceback where the engine gave one.
func failureOf(err error) failure {
	var e *cell.Error
	if errors.As(err, &e) {
		return failure{Status: "error", Name: e.Name, Value: e.Message, Traceback: notNil(e.Traceback(true))}
	}
	return failure{Status: "error", Name: "Error", Value: err.Error(), Traceback: []string{err.Error()}}
}

// notNil makes a nil slice an empty one, which JSON writes as [].
func notNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
