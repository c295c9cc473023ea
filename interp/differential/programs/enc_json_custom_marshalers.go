//go:build ignore

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

type Day struct{ time.Time }

func (d Day) MarshalJSON() ([]byte, error) {
	return json.Marshal(d.Format("2006/01/02"))
}

func (d *Day) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	t, err := time.Parse("2006/01/02", s)
	if err != nil {
		return fmt.Errorf("day: %w", err)
	}
	d.Time = t
	return nil
}

type Status int

const (
	Todo Status = iota
	Doing
	Done
)

var statusText = []string{"todo", "doing", "done"}

func (s Status) MarshalText() ([]byte, error) {
	if int(s) >= len(statusText) {
		return nil, fmt.Errorf("bad status %d", int(s))
	}
	return []byte(statusText[s]), nil
}

func (s *Status) UnmarshalText(b []byte) error {
	for i, t := range statusText {
		if t == string(b) {
			*s = Status(i)
			return nil
		}
	}
	return fmt.Errorf("unknown status %q", b)
}

type Set map[string]struct{}

func (s Set) MarshalJSON() ([]byte, error) {
	m := map[string]bool{}
	for k := range s {
		m[k] = true
	}
	return json.Marshal(m)
}

func (s *Set) UnmarshalJSON(b []byte) error {
	var list []string
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*s = Set{}
	for _, k := range list {
		(*s)[k] = struct{}{}
	}
	return nil
}

type Task struct {
	Title  string         `json:"title"`
	Due    *Day           `json:"due,omitempty"`
	Status Status         `json:"status"`
	Labels Set            `json:"labels,omitempty"`
	Counts map[Status]int `json:"counts,omitempty"`
	Sub    []Task         `json:"sub,omitempty"`
	secret string
}

func main() {
	tasks := []Task{
		{Title: "plain"},
		{Title: "full", Due: &Day{time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)}, Status: Done,
			Labels: Set{"b": {}, "a": {}}, Counts: map[Status]int{Done: 2, Todo: 1},
			Sub: []Task{{Title: "<inner> & \"q\"", secret: "x"}}},
	}
	b, err := json.MarshalIndent(tasks, "", "  ")
	fmt.Println(string(b), err)
	_, err = json.Marshal(Task{Status: 9})
	fmt.Println(err)

	for _, in := range []string{
		`{"title":"t","due":"2024/02/29","status":"doing","labels":["x","y","x"]}`,
		`{"title":"t","due":"29.2.2024"}`,
		`{"status":"later"}`,
		`{"counts":{"todo":3,"done":4}}`,
		`{"counts":{"nope":3}}`,
		`{"labels":{"a":true}}`,
		`{"due":null,"TITLE":"case","sub":[{"title":"in"}],"unknown":1}`,
	} {
		var t Task
		err := json.Unmarshal([]byte(in), &t)
		fmt.Printf("%v | %s %v %v %d %d\n", err, t.Title, t.Due != nil && t.Due.Day() == 29, t.Counts, len(t.Labels), len(t.Sub))
		fmt.Printf("  status %v %T\n", t.Status, t.Status)
	}
	dec := json.NewDecoder(strings.NewReader(`{"title":"strict","bogus":1}`))
	dec.DisallowUnknownFields()
	fmt.Println(dec.Decode(new(Task)))
}
