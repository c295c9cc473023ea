package slices

import (
	"cmp"
	"reflect"
	"sort"
)

// The sorts of package sort have the same algorithm, and compiled loops.

func Sort[S ~[]E, E cmp.Ordered](x S) {
	sort.Slice(x, func(i, j int) bool { return cmp.Less(x[i], x[j]) })
}

func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	sort.Slice(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	sort.SliceStable(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

func overlaps[E any](a, b []E) bool {
	size := reflect.TypeOf(a).Elem().Size()
	if len(a) == 0 || len(b) == 0 || size == 0 {
		return false
	}
	firstA, firstB := reflect.ValueOf(a).Pointer(), reflect.ValueOf(b).Pointer()
	return firstA <= firstB+uintptr(len(b))*size-1 && firstB <= firstA+uintptr(len(a))*size-1
}
