package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"krigo/internal/textwidth"
	"krigo/interp/static"
)

// report counts results.
type report struct {
	results []result
	passed  map[string]int // by folder
	total   map[string]int
	classes map[string][]result // of those that fail
}

func newReport(results []result) *report {
	r := &report{results, map[string]int{}, map[string]int{}, map[string][]result{}}
	for _, x := range results {
		r.total[x.folder()]++
		if x.failure == "" {
			r.passed[x.folder()]++
			continue
		}
		class := classify(x.failure)
		r.classes[class] = append(r.classes[class], x)
	}
	return r
}

// write prints the tables and, where verbose, each program that fails.
func (r *report) write(w io.Writer, verbose bool) {
	r.folders(w)
	fmt.Fprintln(w)
	for _, class := range r.byCount() {
		fmt.Fprintf(w, "%4d  %s\n", len(r.classes[class]), class)
		if verbose {
			for _, x := range r.classes[class] {
				fmt.Fprintf(w, "      %s: %s\n", x.name, strings.Join(lines(x.failure, 6), "\n          "))
			}
		}
	}
}

// folders prints a row for each folder and the sum.
func (r *report) folders(w io.Writer) {
	fmt.Fprintf(w, "| %-10s | passed | of | %% |\n|---|---:|---:|---:|\n", "folder")
	passed, total := 0, 0
	for _, folder := range slices.Sorted(maps.Keys(r.total)) {
		row(w, folder, r.passed[folder], r.total[folder])
		passed += r.passed[folder]
		total += r.total[folder]
	}
	row(w, "all", passed, total)
}

func row(w io.Writer, name string, passed, total int) {
	fmt.Fprintf(w, "| %-10s | %d | %d | %.0f |\n", name, passed, total, 100*float64(passed)/float64(max(total, 1)))
}

// byCount lists the classes, the largest first.
func (r *report) byCount() []string {
	return slices.SortedFunc(maps.Keys(r.classes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(r.classes[b]), len(r.classes[a])), cmp.Compare(a, b))
	})
}

// The generated parts of the file of known gaps are between lines that name them.
const (
	rulesPart  = "interp/static rules"
	corpusPart = "interp/corpus"
)

// renew rewrites a generated part of a file, or adds it.
func renew(file, part, text string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("known gaps: %w", err)
	}
	return os.WriteFile(file, []byte(renewed(string(data), part, text)), 0o644)
}

// renewed returns a text with a new generated part.
func renewed(data, part, text string) string {
	begin, end := "<!-- written by "+part+": begin -->\n", "<!-- written by "+part+": end -->\n"
	before, rest, found := strings.Cut(data, begin)
	after := ""
	if found {
		_, after, _ = strings.Cut(rest, end)
	} else {
		before += "\n"
	}
	return before + begin + text + end + after
}

// rules lists the rules that sessions report to users.
func rules() string {
	var b strings.Builder
	for _, kind := range []struct {
		name    string
		refused bool
	}{{"Refused, or failing by name", true}, {"Run, with a note", false}} {
		fmt.Fprintf(&b, "**%s**\n\n", kind.name)
		for _, r := range static.Rules() {
			if r.Error == kind.refused {
				b.WriteString(item(fmt.Sprintf("*%s*: %s. Instead: %s.", r.Name, r.Message, r.Instead)))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// item returns an item of a Markdown list, wrapped as all Markdown is.
func item(text string) string {
	const columns = 100
	return "- " + strings.ReplaceAll(textwidth.Wrap(text, columns-2), "\n", "\n  ") + "\n"
}

// gaps returns the generated part: the table, and the programs by class.
func (r *report) gaps() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## The Go distribution's own tests\n\n")
	r.folders(&b)
	fmt.Fprintf(&b, "\n### Why the others fail\n\n")
	for _, class := range r.byCount() {
		var names []string
		for _, x := range r.classes[class] {
			names = append(names, "`"+x.name+"`")
		}
		b.WriteString(item(fmt.Sprintf("%s (%d): %s", class, len(names), strings.Join(names, ", "))))
	}
	return b.String()
}
