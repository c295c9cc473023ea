package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// tally counts what became of programs.
type tally struct {
	title   string
	start   time.Time
	elapsed time.Duration
	results []named
}

// named is the comparison of one program.
type named struct {
	name string
	comparison
}

func newTally(title string) *tally { return &tally{title: title, start: time.Now()} }

func (t *tally) add(name string, c comparison) { t.results = append(t.results, named{name, c}) }

// finish ends the time that is told.
func (t *tally) finish() { t.elapsed = time.Since(t.start) }

func (t *tally) count(v verdict) (n int) {
	for _, r := range t.results {
		if r.verdict == v {
			n++
		}
	}
	return n
}

// write prints the programs that are not equal, the classes of differences and
// the summary.
func (t *tally) write(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range []verdict{told, different} {
		for _, r := range t.results {
			if r.verdict == v {
				fmt.Fprintf(table, "%s\t%s\t%s\n", v, r.name, oneLine(r.detail))
			}
		}
	}
	table.Flush()
	t.writeClasses(out)
	fmt.Fprintf(out, "%s: equal %d, told %d, different %d in %s\n",
		t.title, t.count(equal), t.count(told), t.count(different), t.elapsed.Round(100*time.Millisecond))
}

// maxClasses is how many classes are told.
const maxClasses = 60

// writeClasses prints the kinds of differences and refusals, the most frequent
// first, each with the name of one program.
func (t *tally) writeClasses(out io.Writer) {
	classes := map[string][]string{}
	for _, r := range t.results {
		if r.verdict != equal {
			classes[r.class] = append(classes[r.class], r.name)
		}
	}
	if len(classes) == 0 {
		return
	}
	order := slices.SortedFunc(maps.Keys(classes), func(a, b string) int {
		if d := len(classes[b]) - len(classes[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	fmt.Fprintln(out, "\nclasses:")
	for i, c := range order {
		if rest := len(order) - i; i >= maxClasses && rest > 1 {
			fmt.Fprintf(out, "%5s  %d more classes\n", "", rest)
			break
		}
		fmt.Fprintf(out, "%5d  %s (%s)\n", len(classes[c]), oneLine(c), classes[c][0])
	}
	fmt.Fprintln(out)
}

// oneLine shortens a text to what fits a line.
func oneLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if len(s) > 160 {
		s = strings.ToValidUTF8(s[:160], "") + "..."
	}
	return s
}
