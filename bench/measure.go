package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// form says how long a measurement goes on: until the budget of its turns is spent, and
// for min to max turns; scripts take a number of rounds.
type form struct {
	budget   time.Duration
	min, max int
	rounds   int
}

var (
	full    = form{budget: 10 * time.Second, min: 3, max: 31, rounds: 5}
	reduced = form{budget: time.Second, min: 3, max: 9, rounds: 1}
)

// measurement makes rows of the table. An error is krigo's fault; a fault of the other
// side is reported in the row.
type measurement interface {
	title() string
	run(ctx context.Context, f form) ([]Row, error)
}

// entry is a measurement of the table; quick ones are also in the reduced form.
type entry struct {
	measurement
	quick bool
}

// pair compares two operations in turns.
type pair struct {
	name, beside string
	ours, theirs side
	limit        float64
}

func (p pair) title() string { return p.name }

func (p pair) run(ctx context.Context, f form) ([]Row, error) {
	row := Row{Name: p.name, Beside: p.beside, Unit: "s", Limit: p.limit}
	load := startLoad()
	ours, err := start(ctx, p.ours)
	if err != nil {
		return row.notRun(err)
	}
	theirs, err := start(ctx, p.theirs)
	if err != nil {
		ours.stop()
		return row.notRun(absent{err})
	}
	err = row.alternate(ctx, f, ours, theirs)
	row.Others = load.others(ours.stop() + theirs.stop())
	if err != nil {
		return row.notRun(err)
	}
	return []Row{row}, nil
}

// notRun returns a row without a ratio, with the reason. An absent peer is not a fault.
func (r Row) notRun(why error) ([]Row, error) {
	r.Missing = why.Error()
	if errors.As(why, &absent{}) {
		return []Row{r}, nil
	}
	return []Row{r}, fmt.Errorf("%s: %w", r.Name, why)
}

// alternate lets both run in turns.
func (r *Row) alternate(ctx context.Context, f form, ours, theirs *process) error {
	var a, b []float64
	began := time.Now()
	for len(a) < f.min || len(a) < f.max && time.Since(began) < f.budget {
		x, err := ours.turn(ctx)
		if err != nil {
			return err
		}
		y, err := theirs.turn(ctx)
		if err != nil {
			return absent{fmt.Errorf("beside %s: %w", r.Beside, err)}
		}
		a, b = append(a, x.Seconds), append(b, y.Seconds)
		r.Values = nil
		for _, v := range []float64{x.Value, y.Value} {
			if v != 0 {
				r.Values = append(r.Values, v)
			}
		}
	}
	r.measure(a, b)
	return nil
}

// script runs a Python program that measures both sides itself. It writes a line of
// JSON for each row: name, unit, and the lists ours and theirs, a figure a round.
type script struct {
	name, beside string
	command      []string // the number of rounds is appended
	limits       map[string]float64
}

func (s script) title() string { return s.name }

func (s script) run(ctx context.Context, f form) ([]Row, error) {
	load := startLoad()
	c := exec.CommandContext(ctx, s.command[0], append(s.command[1:], fmt.Sprint(f.rounds))...)
	out, err := c.Output()
	if err != nil {
		return []Row{{Name: s.name, Beside: s.beside, Missing: reason(err)}}, nil
	}
	rows, err := s.rows(strings.NewReader(string(out)))
	others := load.others(processorTime(c))
	for i := range rows {
		rows[i].Others = others
	}
	return rows, err
}

// rows reads what the program wrote.
func (s script) rows(r io.Reader) ([]Row, error) {
	var rows []Row
	for d := json.NewDecoder(r); ; {
		var line struct {
			Name, Unit   string
			Ours, Theirs []float64
		}
		err := d.Decode(&line)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, fmt.Errorf("%s: %w", s.name, err)
		}
		row := Row{Name: s.name + ": " + line.Name, Beside: s.beside, Unit: line.Unit, Limit: s.limits[line.Name]}
		row.measure(line.Ours, line.Theirs)
		rows = append(rows, row)
	}
}

// reason returns the last line that a failed program wrote to standard error, else how
// it ended.
func reason(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if text := lastLine(string(exit.Stderr)); text != "" {
			return text
		}
	}
	return err.Error()
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:]
}
