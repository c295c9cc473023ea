package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"time"
)

type Interval struct{ Start, End time.Time }

func (i Interval) Duration() time.Duration { return i.End.Sub(i.Start) }
func (i Interval) Overlaps(o Interval) bool {
	return i.Start.Before(o.End) && o.Start.Before(i.End)
}

type Clock interface{ Now() time.Time }
type fake struct{ t time.Time }

func (f *fake) Now() time.Time { f.t = f.t.Add(time.Hour); return f.t }

type Day struct{ time.Time }

func (d Day) String() string { return d.Format(time.DateOnly) }

type Stamp time.Time

func (s Stamp) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(time.Time(s).Unix())), nil }

type Cal map[time.Month][]Day

func main() {
	t := time.Date(2024, time.February, 29, 13, 4, 5, 678900000, time.UTC)
	fmt.Println(t, t.Weekday(), t.YearDay(), t.Unix(), t.Month(), int(t.Month()))
	for _, l := range []string{time.RFC3339Nano, time.Kitchen, time.RFC1123Z, "Mon Jan _2 15:04:05.000 2006", "02/01/06 3PM", "2006-002"} {
		fmt.Println(t.Format(l))
	}
	loc := time.FixedZone("XST", -5*3600-1800)
	fmt.Println(t.In(loc), t.In(loc).Equal(t), t.In(loc) == t)
	fmt.Println(t.AddDate(1, 0, 0), t.AddDate(0, 1, 1).Format("Jan 2"), t.Truncate(time.Hour).Format(time.TimeOnly), t.Round(24*time.Hour).Day())
	d := 90*time.Minute + 30*time.Second + 5*time.Millisecond
	fmt.Println(d, d.Hours(), d.Truncate(time.Minute), time.Duration(0), time.Duration(1500), -d, d.Milliseconds())
	for _, s := range []string{"1h15m30.5s", "-2us", "3", "1x"} {
		d, err := time.ParseDuration(s)
		fmt.Println(d, err)
	}
	_, err := time.Parse("2006-01-02", "2023-02-30")
	fmt.Println(err)
	pe, ok := err.(*time.ParseError)
	fmt.Println(ok, pe.Value, pe.Message)
	p, err := time.ParseInLocation("2006-01-02 15:04 MST", "2023-07-01 10:00 UTC", time.UTC)
	fmt.Println(p, err, p.IsZero(), time.Time{}.IsZero(), time.Time{})
	var c Clock = &fake{t}
	i := Interval{c.Now(), c.Now()}
	j := Interval{c.Now(), c.Now()}
	fmt.Println(i.Duration(), i.Overlaps(j), i.Overlaps(Interval{t, t.Add(90 * time.Minute)}), j.Start.Compare(i.End))
	days := []Day{{t}, {t.AddDate(0, 0, -40)}, {t.AddDate(0, 0, 7)}}
	sort.Slice(days, func(a, b int) bool { return days[a].Before(days[b].Time) })
	fmt.Println(days, days[0].Sub(days[1].Time))
	cal := Cal{}
	for _, d := range days {
		cal[d.Month()] = append(cal[d.Month()], d)
	}
	fmt.Println(cal)
	b, err := json.Marshal(map[string]any{"s": Stamp(t), "t": t, "d": d, "day": days[0], "p": &t})
	fmt.Println(string(b), err)
	var back struct {
		T time.Time
		D time.Duration
	}
	fmt.Println(json.Unmarshal(b, &back), back.T.Equal(t), back.D == d)
	fmt.Println(json.Unmarshal([]byte(`{"t":"yesterday"}`), &back))
	fmt.Println(calendar(2023, time.February))
	switch h := t.Hour(); {
	case h < 12:
		fmt.Println("am")
	case h < 18:
		fmt.Println("pm")
	}
	fmt.Printf("%v %d %s %T %q\n", time.March, time.March, time.Saturday, d, time.Second)
	fmt.Println(t.Zone())
	y, w := t.ISOWeek()
	fmt.Println(y, w, t.Nanosecond(), time.UnixMilli(1700000000123).UTC())
	tm := time.NewTimer(time.Hour)
	fmt.Println(tm.Stop(), tm.Reset(time.Millisecond))
	<-tm.C
	start := time.Now()
	time.Sleep(2 * time.Millisecond)
	fmt.Println(time.Since(start) >= 2*time.Millisecond, time.Until(start) < 0)
}
func calendar(y int, m time.Month) string {
	var sb strings.Builder
	first := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	sb.WriteString(strings.Repeat("   ", int(first.Weekday())))
	for d := first; d.Month() == m; d = d.AddDate(0, 0, 1) {
		fmt.Fprintf(&sb, "%3d", d.Day())
		if d.Weekday() == time.Saturday {
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}
