package cases

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Tally counts the verdicts on programs.
type Tally struct {
	Title   string
	start   time.Time
	elapsed time.Duration
	results []Result
}

// Result is the comparison of one program.
type Result struct {
	Name string
	Comparison
}

// NewTally begins a tally, whose title ends its report.
func NewTally(title string) *Tally { return &Tally{Title: title, start: time.Now()} }

// Add adds the comparison of a program.
func (t *Tally) Add(name string, c Comparison) { t.results = append(t.results, Result{name, c}) }

// Finish ends the time that is reported.
func (t *Tally) Finish() { t.elapsed = time.Since(t.start) }

// Len returns the number of programs.
func (t *Tally) Len() int { return len(t.results) }

// Count returns how many programs have a verdict.
func (t *Tally) Count(v Verdict) int { return len(t.All(v)) }

// All returns the results with a verdict.
func (t *Tally) All(v Verdict) (all []Result) {
	for _, r := range t.results {
		if r.Verdict == v {
			all = append(all, r)
		}
	}
	return all
}

// Write prints the programs that are not equal, the classes of differences and the summary.
func (t *Tally) Write(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range []Verdict{Refused, Different} {
		for _, r := range t.All(v) {
			fmt.Fprintf(table, "%s\t%s\t%s\n", v, r.Name, OneLine(r.Detail))
		}
	}
	table.Flush()
	t.writeClasses(out)
	fmt.Fprintf(out, "%s: equal %d, refused %d, different %d in %s\n",
		t.Title, t.Count(Equal), t.Count(Refused), t.Count(Different), t.elapsed.Round(100*time.Millisecond))
}

// maxClasses is the number of classes that are reported.
const maxClasses = 60

// writeClasses prints the kinds of differences and refusals, the most frequent
// first, each with the name of one program.
func (t *Tally) writeClasses(out io.Writer) {
	classes := map[string][]string{}
	for _, r := range t.results {
		if r.Verdict != Equal {
			classes[r.Class] = append(classes[r.Class], r.Name)
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
		fmt.Fprintf(out, "%5d  %s (%s)\n", len(classes[c]), OneLine(c), classes[c][0])
	}
	fmt.Fprintln(out)
}

// OneLine shortens a text to what fits a line.
func OneLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if len(s) > 160 {
		s = strings.ToValidUTF8(s[:160], "") + "..."
	}
	return s
}
