package dataset

import (
	"fmt"
	"slices"
	"time"
)

// Days turns times into days since the first time of the table that is encoded
// first. The dimension is named "sold (days)". [Hours] and [Seconds] do the
// same in their units.
func Days(column string) Encoding { return since(column, "days", 24*time.Hour) }

// Hours turns times into hours since the first time; see [Days].
func Hours(column string) Encoding { return since(column, "hours", time.Hour) }

// Seconds turns times into seconds since the first time; see [Days].
func Seconds(column string) Encoding { return since(column, "seconds", time.Second) }

// since counts a unit from the first time.
func since(column, name string, unit time.Duration) Encoding {
	return Encoding{column: column, fit: func(t *Table, e Encoding) (Encoding, error) {
		times, err := t.Times(column)
		if err != nil {
			return e, err
		}
		first := slices.MinFunc(times, time.Time.Compare)
		e.names = []string{fmt.Sprintf("%s (%s)", column, name)}
		e.apply = func(t *Table) ([][]float64, error) {
			times, err := t.Times(column)
			if err != nil {
				return nil, err
			}
			passed := make([]float64, len(times))
			for i, at := range times {
				// Not by Sub: a Duration ends after 292 years.
				seconds := float64(at.Unix()-first.Unix()) + float64(at.Nanosecond()-first.Nanosecond())/1e9
				passed[i] = seconds / unit.Seconds()
			}
			return [][]float64{passed}, nil
		}
		return e, nil
	}}
}
