package diff

import (
	"maps"
	"slices"
)

// names returns the keys of two maps, in order.
func names[V any](old, new map[string]V) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(old)), maps.Keys(new))
	slices.Sort(keys)
	return slices.Compact(keys)
}
