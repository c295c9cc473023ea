//go:build ignore

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
)

type Event interface {
	kind() string
}

type (
	Created struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	Moved struct {
		ID   int        `json:"id"`
		From [2]float64 `json:"from"`
		To   [2]float64 `json:"to"`
	}
	Deleted struct {
		ID     int     `json:"id"`
		Reason *string `json:"reason,omitempty"`
	}
	Batch []Envelope
)

func (Created) kind() string   { return "created" }
func (*Moved) kind() string    { return "moved" }
func (Deleted) kind() string   { return "deleted" }
func (b Batch) kind() string   { return "batch" }
func (b Batch) String() string { return fmt.Sprintf("batch of %d", len(b)) }

var factories = map[string]func([]byte) (Event, error){
	"created": decodeInto[Created],
	"deleted": decodeInto[Deleted],
	"batch":   decodeInto[Batch],
	"moved": func(b []byte) (Event, error) {
		m := new(Moved)
		return m, json.Unmarshal(b, m)
	},
}

func decodeInto[T Event](b []byte) (Event, error) {
	var t T
	err := json.Unmarshal(b, &t)
	return t, err
}

var errKind = errors.New("unknown kind")

type Envelope struct {
	Seq int
	Event
}

func (e Envelope) MarshalJSON() ([]byte, error) {
	if e.Event == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Seq  int    `json:"seq,omitempty"`
		Kind string `json:"kind"`
		Data Event  `json:"data"`
	}{e.Seq, e.kind(), e.Event})
}

func (e *Envelope) UnmarshalJSON(b []byte) error {
	var raw struct {
		Seq  int
		Kind string
		Data json.RawMessage
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	f, ok := factories[raw.Kind]
	if !ok {
		return fmt.Errorf("%w %q", errKind, raw.Kind)
	}
	ev, err := f(raw.Data)
	if err != nil {
		return fmt.Errorf("%s: %w", raw.Kind, err)
	}
	*e = Envelope{raw.Seq, ev}
	return nil
}

type world struct {
	names map[int]string
	pos   map[int][2]float64
}

func (w *world) apply(ev Event) {
	switch e := ev.(type) {
	case Created:
		w.names[e.ID] = e.Name
	case *Moved:
		if w.pos[e.ID] != e.From {
			fmt.Printf("  warning: %d was at %v, not %v\n", e.ID, w.pos[e.ID], e.From)
		}
		w.pos[e.ID] = e.To
	case Deleted:
		why := "no reason"
		if e.Reason != nil {
			why = *e.Reason
		}
		fmt.Printf("  deleting %s: %s\n", w.names[e.ID], why)
		delete(w.names, e.ID)
		delete(w.pos, e.ID)
	case Batch:
		fmt.Println(" ", e)
		for _, env := range e {
			w.apply(env.Event)
		}
	default:
		fmt.Printf("  ignoring %T\n", e)
	}
}

func main() {
	old := "too old"
	log := []Envelope{
		{1, Created{7, "ann"}},
		{2, &Moved{ID: 7, To: [2]float64{1, 2}}},
		{3, Batch{{0, Created{8, "bob"}}, {0, &Moved{8, [2]float64{5, 5}, [2]float64{0, 1.5}}}}},
		{4, Deleted{7, &old}},
		{5, Deleted{ID: 8}},
		{6, Created{9, "cyd"}},
	}
	b, err := json.Marshal(log)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(b))
	var back []Envelope
	if err := json.Unmarshal(b, &back); err != nil {
		panic(err)
	}
	w := &world{map[int]string{}, map[int][2]float64{}}
	for _, env := range back {
		fmt.Printf("%d %T %s\n", env.Seq, env.Event, env.kind())
		w.apply(env.Event)
	}
	fmt.Println(w.names, w.pos)
	w.apply(nil)
	var e Envelope
	err = json.Unmarshal([]byte(`{"kind":"exploded"}`), &e)
	fmt.Println(err, errors.Is(err, errKind))
	err = json.Unmarshal([]byte(`{"kind":"batch","data":[{"kind":"created","data":{"id":"x"}}]}`), &e)
	fmt.Println(err)
	out, err := json.Marshal([]Envelope{{}, {9, nil}})
	fmt.Println(string(out), err)
	var kinds []string
	for k := range factories {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	fmt.Println(kinds)
}
