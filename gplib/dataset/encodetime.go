package dataset

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// DecimalYear makes years with a fraction of times, such as 2020.5 of the noon
// of 2 July 2020: the part of the year that has passed, leap or not. The
// dimension is named "sold (year)". Years begin in UTC, whatever the times' zones,
// so that equal instants are equal.
func DecimalYear(column string) Encoding {
	return ofTimes(column, []string{column + " (year)"}, func(t time.Time) []float64 {
		return []float64{float64(t.Year()) + partOfYear(t)}
	})
}

// partOfYear is the part of the year that has passed.
func partOfYear(t time.Time) float64 {
	begin := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, t.Location())
	return t.Sub(begin).Seconds() / begin.AddDate(1, 0, 0).Sub(begin).Seconds()
}

// Days makes days of times, since the first one of the table that is encoded
// first. The dimension is named "sold (days)". [Hours] and [Seconds] do so in
// their unit.
func Days(column string) Encoding { return since(column, "days", 24*time.Hour) }

// Hours makes hours since the first time; see [Days].
func Hours(column string) Encoding { return since(column, "hours", time.Hour) }

// Seconds makes seconds since the first time; see [Days].
func Seconds(column string) Encoding { return since(column, "seconds", time.Second) }

// since counts a unit from the first time.
func since(column, name string, unit time.Duration) Encoding {
	return Encoding{column: column, fit: func(t *Table, e Encoding) (Encoding, error) {
		times, err := t.Times(column)
		if err != nil {
			return e, err
		}
		first := slices.MinFunc(times, time.Time.Compare)
		return ofTimes(column, []string{fmt.Sprintf("%s (%s)", column, name)}, func(t time.Time) []float64 {
			// Not by Sub: a Duration ends after 292 years.
			seconds := float64(t.Unix()-first.Unix()) + float64(t.Nanosecond()-first.Nanosecond())/1e9
			return []float64{seconds / unit.Seconds()}
		}).fitted(t)
	}}
}

// partOfDay is the part of the day that has passed.
func partOfDay(t time.Time) float64 {
	seconds := float64(t.Hour()*3600+t.Minute()*60+t.Second()) + float64(t.Nanosecond())/1e9
	return seconds / 86400
}

// partOfWeek is the part of the week that has passed since Monday.
func partOfWeek(t time.Time) float64 { return (float64((t.Weekday()+6)%7) + partOfDay(t)) / 7 }

// Period makes the sine and the cosine of the time of the "day", "week" (from
// Monday) or "year" of a column of times, so that the end of a period lies beside
// its beginning. The dimensions are named "sold sin(year)" and "sold cos(year)".
// The clock and the calendar are those of UTC, whatever the times' zones.
func Period(column, period string) Encoding {
	part := map[string]func(time.Time) float64{"day": partOfDay, "week": partOfWeek, "year": partOfYear}[period]
	if part == nil {
		return Encoding{column: column, fit: func(_ *Table, e Encoding) (Encoding, error) {
			return e, fmt.Errorf("dataset: Period(%q, %q): the period must be \"day\", \"week\" or \"year\"", column, period)
		}}
	}
	names := []string{fmt.Sprintf("%s sin(%s)", column, period), fmt.Sprintf("%s cos(%s)", column, period)}
	return ofTimes(column, names, func(t time.Time) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * part(t))
		return []float64{sin, cos}
	})
}

// ofTimes is an encoding of times in UTC by f, which has a value for each of the
// dimensions' names.
func ofTimes(column string, names []string, f func(time.Time) []float64) Encoding {
	e := Encoding{column: column, names: names, fit: always}
	e.apply = func(t *Table) ([][]float64, error) {
		times, err := t.Times(column)
		if err != nil {
			return nil, err
		}
		columns := make([][]float64, len(names))
		for _, at := range times {
			for k, v := range f(at.UTC()) {
				columns[k] = append(columns[k], v)
			}
		}
		return columns, nil
	}
	return e
}
