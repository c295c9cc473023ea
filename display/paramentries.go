package display

import (
	"fmt"
	"math"
	"strings"

	"krigo/display/draw"
	"krigo/gplib/cov"
)

// paramEntry is a row of a table of parameters: one, or a summary of those of a list.
type paramEntry struct {
	name    string
	value   any
	first   cov.Param
	several bool
}

// Longer lists of parameters are summarised, those of networks and others.
const (
	mostWeights = 4
	mostListed  = 30
)

// paramEntries returns an entry for each parameter, or for each list that is long.
func paramEntries(params []cov.Param) []paramEntry {
	var entries []paramEntry
	for i := 0; i < len(params); {
		name, n := listFrom(params[i:])
		most := mostListed
		if strings.HasPrefix(name, "layer[") {
			most = mostWeights
		}
		if n > most {
			entries = append(entries, paramEntry{name, summary(params[i : i+n]), params[i], true})
			i += n
			continue
		}
		for range n {
			entries = append(entries, paramEntry{name: params[i].Name, value: params[i].Value, first: params[i]})
			i++
		}
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
	return fmt.Sprintf("%d numbers, sd %s", len(params), draw.Value(math.Sqrt(squares/float64(len(params)-1))))
}
