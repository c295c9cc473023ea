// Package paramlist lists the parameters of a model in a bounded number of rows.
package paramlist

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/gplib/cov"
	"krigo/internal/words"
)

// Entry is a row of a table of parameters: one of them, a summary of a list, or how many more there are.
type Entry struct {
	Name string
	// First is the parameter, or the first one of those that Summary describes.
	First   cov.Param
	Summary string // "" of a single parameter
}

// Longer lists of parameters are summarised, those of networks and others.
const (
	mostWeights = 4
	mostListed  = 30
)

// mostEntries is the number of rows above which some are only counted, but for the last ones: those of the noise.
const mostEntries, lastEntries = 60, 4

// Entries returns an entry for each parameter, or for each list that is long, and at most 60: one
// of more says how many parameters are left out there.
func Entries(params []cov.Param) []Entry {
	var entries []Entry
	var starts []int
	for i := 0; i < len(params); {
		name, n := listFrom(params[i:])
		most := mostListed
		if strings.HasPrefix(name, "layer[") {
			most = mostWeights
		}
		if n > most {
			entries, starts = append(entries, Entry{name, params[i], summary(params[i : i+n])}), append(starts, i)
			i += n
			continue
		}
		for range n {
			entries, starts = append(entries, Entry{Name: params[i].Name, First: params[i]}), append(starts, i)
			i++
		}
	}
	if len(entries) > mostEntries {
		from, to := mostEntries-1-lastEntries, len(entries)-lastEntries
		left := Entry{"…", params[starts[from]], fmt.Sprintf("%d more", starts[to]-starts[from])}
		entries = slices.Concat(entries[:from], []Entry{left}, entries[to:])
	}
	return entries
}

// listFrom returns the name of the list that the first parameter belongs to, without its index, and the
// number of those that follow one another in it.
func listFrom(params []cov.Param) (name string, n int) {
	name = listName(params[0].Name)
	if name == "" {
		return params[0].Name, 1
	}
	for n < len(params) && listName(params[n].Name) == name {
		n++
	}
	return name, n
}

// listName returns a name without the index at its end, or "" if it has none.
func listName(name string) string {
	at := strings.LastIndexByte(name, '[')
	if at <= 0 || !strings.HasSuffix(name, "]") || strings.Trim(name[at+1:len(name)-1], "0123456789,") != "" {
		return ""
	}
	return name[:at]
}

// summary describes a list by its length and the standard deviation of its numbers.
func summary(params []cov.Param) string {
	mean, squares := 0.0, 0.0
	for i, p := range params {
		gap := p.Value - mean
		mean += gap / float64(i+1)
		squares += gap * (p.Value - mean)
	}
	return fmt.Sprintf("%d numbers, sd %s", len(params), words.Number(math.Sqrt(squares/float64(len(params)-1)), 3))
}
