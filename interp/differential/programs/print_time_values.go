//go:build ignore

package main

import (
	"fmt"
	"time"
)

type Event struct {
	Name  string
	Start time.Time
	For   time.Duration
}

func (e Event) End() time.Time { return e.Start.Add(e.For) }

func (e Event) overlaps(o Event) bool {
	return e.Start.Before(o.End()) && o.Start.Before(e.End())
}

type Weekdays uint8

func Days(ds ...time.Weekday) (w Weekdays) {
	for _, d := range ds {
		w |= 1 << d
	}
	return
}

func (w Weekdays) Has(d time.Weekday) bool { return w&(1<<d) != 0 }

func (w Weekdays) String() string {
	s := ""
	for d := time.Sunday; d <= time.Saturday; d++ {
		if w.Has(d) {
			s += d.String()[:2]
		} else {
			s += "--"
		}
	}
	return s
}

func main() {
	cet := time.FixedZone("CET", 3600)
	t0 := time.Date(2024, time.February, 28, 22, 30, 15, 123456789, cet)
	for _, layout := range []string{
		time.RFC3339, time.RFC3339Nano, time.RFC1123Z, time.Kitchen, time.ANSIC, time.DateOnly, time.TimeOnly,
		"Mon Jan _2 15:04 2006", "02/01/06 03:04:05.000 PM MST", "2006 is day 002", ".00 -07:00 Z0700",
	} {
		fmt.Printf("%-30s %s\n", layout, t0.Format(layout))
	}
	fmt.Println(t0, t0.UTC(), t0.Unix(), t0.UnixMilli(), t0.YearDay(), t0.Weekday())
	y, w := t0.ISOWeek()
	fmt.Println(y, w, t0.Month(), int(t0.Month()), t0.AddDate(0, 0, 2).Format(time.DateOnly), t0.AddDate(1, 0, 1).Format(time.DateOnly))
	fmt.Println(t0.Truncate(time.Hour).Format(time.TimeOnly), t0.Round(time.Minute).Format(time.TimeOnly))
	for _, d := range []time.Duration{0, 1, 1500, 2e6, 3 * time.Second / 2, time.Hour + 5*time.Minute, -36 * time.Hour} {
		fmt.Printf("%v %s %d %.3f %T|", d, d, d, d.Seconds(), d)
	}
	fmt.Println()
	evs := []Event{
		{"a", t0, time.Hour},
		{"b", t0.Add(59 * time.Minute), 10 * time.Minute},
		{"c", t0.Add(2 * time.Hour).UTC(), 45 * time.Second},
	}
	for i, e := range evs {
		fmt.Printf("%+v\n", e)
		for _, o := range evs[i+1:] {
			fmt.Println("  overlaps", o.Name, e.overlaps(o), o.Start.Sub(e.Start))
		}
	}
	utc := t0.UTC()
	fmt.Println(t0 == utc, t0.Equal(utc), t0.Compare(utc.Add(1)), time.Time{}.IsZero(), time.Time{})
	p, err := time.ParseInLocation("2006-01-02 15:04", "2024-12-31 23:59", cet)
	fmt.Println(p, err, p.Add(time.Minute).Year())
	_, err = time.Parse(time.Kitchen, "25:00PM")
	fmt.Println(err)
	wk := Days(time.Monday, time.Friday, time.Sunday)
	fmt.Println(wk, wk.Has(time.Tuesday), []Weekdays{0, 127}, time.Weekday(9))
	m := map[time.Month]int{}
	for d := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() == 2023; d = d.AddDate(0, 0, 1) {
		if d.Weekday() == time.Friday && d.Day() == 13 {
			m[d.Month()]++
		}
	}
	fmt.Println("friday 13th:", m)
}
