package percent

import (
	"slices"
	"strings"
)

// filter says which metadata a file holds, as jupytext's settings have it: names
// parted by commas, those to leave out after a minus, and "all" for all others.
type filter struct {
	with, without []string
	noOthers      bool // "-all"
}

func readFilter(setting any) filter {
	text, _ := setting.(string)
	f := filter{}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		out, minus := strings.CutPrefix(name, "-")
		switch {
		case name == "" || name == "all":
		case minus && out == "all":
			f.noOthers = true
		case minus:
			f.without = append(f.without, out)
		default:
			f.with = append(f.with, strings.TrimPrefix(name, "+"))
		}
	}
	return f
}

// names reports whether a name is asked for.
func (f filter) names(name string) bool { return slices.Contains(f.with, name) }

// keeps reports whether a name is kept, where those of usually are not unless they
// are asked for.
func (f filter) keeps(name string, usually []string) bool {
	switch {
	case f.names(name):
		return true
	case f.noOthers || slices.Contains(f.without, name):
		return false
	}
	return !slices.Contains(usually, name)
}
