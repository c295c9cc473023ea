package main

import (
	"fmt"
	"sort"
	"time"
)

type Event struct {
	At   time.Time
	Kind string
	Took time.Duration
}

type bucketKey struct {
	Year int
	Mon  time.Month
	Week int
}

type Window struct{ From, To time.Time }

func (w Window) Contains(t time.Time) bool { return !t.Before(w.From) && t.Before(w.To) }
func (w Window) String() string {
	return w.From.Format("Jan 2 15:04") + " .. " + w.To.Format(time.Kitchen)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	base := time.Date(2023, time.December, 28, 22, 30, 0, 0, time.UTC)
	steps := []string{"0s", "45m", "1h30m", "26h", "72h15m10s", "100h", "1000ms"}
	kinds := []string{"open", "save", "close"}
	var events []Event
	at := base
	for i, s := range steps {
		d := must(time.ParseDuration(s))
		at = at.Add(d)
		events = append(events, Event{at, kinds[i%len(kinds)], d / 7})
	}
	for _, e := range events {
		fmt.Printf("%s %-5s %v\n", e.At.Format(time.RFC3339), e.Kind, e.Took.Round(time.Second))
	}
	buckets := map[bucketKey][]Event{}
	for _, e := range events {
		_, wk := e.At.ISOWeek()
		k := bucketKey{e.At.Year(), e.At.Month(), wk}
		buckets[k] = append(buckets[k], e)
	}
	keys := make([]bucketKey, 0, len(buckets))
	for k := range buckets {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		if a.Year != b.Year {
			return a.Year < b.Year
		}
		if a.Mon != b.Mon {
			return a.Mon < b.Mon
		}
		return a.Week < b.Week
	})
	for _, k := range keys {
		fmt.Printf("%v n=%d first=%s\n", k, len(buckets[k]), buckets[k][0].At.Weekday())
	}
	fmt.Printf("%+v\n", keys)

	w := Window{base.Truncate(time.Hour), base.Truncate(time.Hour).Add(90 * time.Minute)}
	fmt.Println(w)
	for _, e := range events {
		if w.Contains(e.At) {
			fmt.Println(" in window:", e.At.Sub(w.From))
		}
	}
	var total time.Duration
	for _, e := range events {
		total += e.Took
	}
	fmt.Println(total.Truncate(time.Millisecond), total.Hours() > 28, total/time.Minute)

	t := must(time.Parse("2006-01-02 15:04 MST", "2024-02-29 08:05 UTC"))
	fmt.Println(t.AddDate(1, 0, 0).Format(time.DateOnly), t.YearDay(), t.Month(), t.Unix())
	fmt.Println(t.AddDate(0, 1, 1).Format("Mon, 02 Jan 06"), t.IsZero(), time.Time{}.IsZero())
	zone := time.FixedZone("EXT", 5*3600+1800)
	fmt.Println(t.In(zone), t.In(zone).Equal(t), t.In(zone) == t)
	_, err := time.Parse(time.DateOnly, "2024-02-30")
	fmt.Println(err)
	_, err = time.ParseDuration("3 fortnights")
	fmt.Println(err)
	fmt.Printf("%v %d %T %s\n", time.March, time.March, time.March, time.Month(13))
}
