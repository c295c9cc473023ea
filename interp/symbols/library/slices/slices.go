// Package slices has the source of the standard library's slices, for the
// types of cells. What moves many elements is left to append, copy and clear,
// which are compiled.
package slices

import (
	"cmp"
	"iter"
	"math"
	"sort"
)

// All yields indices and elements in order.
func All[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

// Backward yields indices and elements, the last first.
func Backward[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// Values yields the elements in order.
func Values[Slice ~[]E, E any](s Slice) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
}

// Chunk yields consecutive pieces of n elements, and of fewer at the end. None
// has capacity beyond its length.
func Chunk[Slice ~[]E, E any](s Slice, n int) iter.Seq[Slice] {
	if n < 1 {
		panic("cannot be less than 1")
	}
	return func(yield func(Slice) bool) {
		rest := s
		for len(rest) > 0 {
			size := min(n, len(rest))
			if !yield(rest[:size:size]) {
				return
			}
			rest = rest[size:]
		}
	}
}

// AppendSeq appends what seq yields.
func AppendSeq[Slice ~[]E, E any](s Slice, seq iter.Seq[E]) Slice {
	for v := range seq {
		s = append(s, v)
	}
	return s
}

// Collect returns the values of seq, or nil if there are none.
func Collect[E any](seq iter.Seq[E]) []E {
	return AppendSeq([]E(nil), seq)
}

// Sorted returns what seq yields, in ascending order.
func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E {
	s := Collect(seq)
	Sort(s)
	return s
}

// SortedFunc returns what seq yields, in the order of compare.
func SortedFunc[E any](seq iter.Seq[E], compare func(E, E) int) []E {
	s := Collect(seq)
	SortFunc(s, compare)
	return s
}

// SortedStableFunc is SortedFunc with equal elements in the order of seq.
func SortedStableFunc[E any](seq iter.Seq[E], compare func(E, E) int) []E {
	s := Collect(seq)
	SortStableFunc(s, compare)
	return s
}

// Sort sorts in ascending order, NaN first. The loops of package sort are
// compiled, and leave equal elements in the order in which the standard
// library's slices does.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	sort.Slice(x, func(i, j int) bool {
		a, b := x[i], x[j]
		return a < b || a != a && b == b
	})
}

// SortFunc sorts in the order of compare.
func SortFunc[S ~[]E, E any](x S, compare func(a, b E) int) {
	sort.Slice(x, func(i, j int) bool { return compare(x[i], x[j]) < 0 })
}

// SortStableFunc is SortFunc that keeps the order of equal elements.
func SortStableFunc[S ~[]E, E any](x S, compare func(a, b E) int) {
	sort.SliceStable(x, func(i, j int) bool { return compare(x[i], x[j]) < 0 })
}

// IsSorted reports whether x is in ascending order, NaN first.
func IsSorted[S ~[]E, E cmp.Ordered](x S) bool {
	for i := len(x) - 1; i > 0; i-- {
		a, b := x[i], x[i-1]
		if a < b || a != a && b == b {
			return false
		}
	}
	return true
}

// IsSortedFunc reports whether x is in the order of compare.
func IsSortedFunc[S ~[]E, E any](x S, compare func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if compare(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// BinarySearch returns the first position of target in the sorted x, or where
// it would be, and whether it is there.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	low, high := 0, len(x)
	for low < high {
		middle := low + (high-low)/2
		v := x[middle]
		if v < target || v != v && target == target {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(x) {
		return low, false
	}
	return low, x[low] == target || x[low] != x[low] && target != target
}

// BinarySearchFunc is BinarySearch in the order of compare.
func BinarySearchFunc[S ~[]E, E, T any](x S, target T, compare func(E, T) int) (int, bool) {
	low, high := 0, len(x)
	for low < high {
		middle := low + (high-low)/2
		if compare(x[middle], target) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(x) && compare(x[low], target) == 0
}

// Min returns the least element, or NaN if x has one.
func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Min: empty list")
	}
	least := x[0]
	for _, v := range x[1:] {
		least = min(least, v)
	}
	return least
}

// MinFunc returns the first of the least elements in the order of compare.
func MinFunc[S ~[]E, E any](x S, compare func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MinFunc: empty list")
	}
	least := x[0]
	for _, v := range x[1:] {
		if compare(v, least) < 0 {
			least = v
		}
	}
	return least
}

// Max returns the greatest element, or NaN if x has one.
func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Max: empty list")
	}
	greatest := x[0]
	for _, v := range x[1:] {
		greatest = max(greatest, v)
	}
	return greatest
}

// MaxFunc returns the first of the greatest elements in the order of compare.
func MaxFunc[S ~[]E, E any](x S, compare func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MaxFunc: empty list")
	}
	greatest := x[0]
	for _, v := range x[1:] {
		if compare(v, greatest) > 0 {
			greatest = v
		}
	}
	return greatest
}

// Equal reports whether the slices have the same elements.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v := range s1 {
		if v != s2[i] {
			return false
		}
	}
	return true
}

// EqualFunc reports whether the slices have equal elements.
func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v := range s1 {
		if !eq(v, s2[i]) {
			return false
		}
	}
	return true
}

// Compare returns the order of the first elements that differ; of those that none
// follows, the shorter slice comes first.
func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	common := min(len(s1), len(s2))
	for i := range common {
		if c := cmp.Compare(s1[i], s2[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(s1), len(s2))
}

// CompareFunc is Compare in the order of compare.
func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, compare func(E1, E2) int) int {
	common := min(len(s1), len(s2))
	for i := range common {
		if c := compare(s1[i], s2[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(s1), len(s2))
}

// Index returns the first position of v, or -1.
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if s[i] == v {
			return i
		}
	}
	return -1
}

// IndexFunc returns the first position of an element that f holds for, or -1.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// Contains reports whether v is in s.
func Contains[S ~[]E, E comparable](s S, v E) bool {
	return Index(s, v) >= 0
}

// ContainsFunc reports whether f holds for an element of s.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool {
	return IndexFunc(s, f) >= 0
}

// Insert puts v at position i, before the elements there.
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:] // there is such a position
	return Replace(s, i, i, v...)
}

// Replace replaces s[i:j] by v, which may be longer or shorter. It
// works in the array of s if that is long enough, and v may be part of it.
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j]
	tail := s[j:]
	size := i + len(v) + len(tail)
	if size > cap(s) {
		grown := append(s, make(S, size-len(s))...)
		copy(grown[i+len(v):], tail)
		copy(grown[i:], v)
		return grown
	}
	replacement := Clone(v)
	replaced := s[:size]
	copy(replaced[i+len(v):], tail)
	copy(replaced[i:], replacement)
	if size < len(s) {
		clear(s[size:])
	}
	return replaced
}

// Delete removes s[i:j] and clears the rest at the end.
func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)]
	kept := append(s[:i], s[j:]...)
	clear(s[len(kept):])
	return kept
}

// DeleteFunc removes the elements that del holds for and clears what is left
// over at the end.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	kept := 0
	for _, v := range s {
		if !del(v) {
			s[kept] = v
			kept++
		}
	}
	clear(s[kept:])
	return s[:kept]
}

// Compact keeps the first of each run of equal elements and clears what is
// left over at the end.
func Compact[S ~[]E, E comparable](s S) S {
	if len(s) < 2 {
		return s
	}
	kept := 1
	last := s[0]
	for i := 1; i < len(s); i++ {
		v := s[i]
		if v != last {
			s[kept] = v
			kept++
			last = v
		}
	}
	clear(s[kept:])
	return s[:kept]
}

// CompactFunc is Compact with eq for the equality of neighbours.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	kept := 1
	last := s[0]
	for i := 1; i < len(s); i++ {
		v := s[i]
		if !eq(v, last) {
			s[kept] = v
			kept++
		}
		last = v
	}
	clear(s[kept:])
	return s[:kept]
}

// Grow makes room for n more elements.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	missing := n - (cap(s) - len(s))
	if missing <= 0 {
		return s
	}
	return append(s[:cap(s)], make(S, missing)...)[:len(s)]
}

// Clip removes the room for more elements.
func Clip[S ~[]E, E any](s S) S {
	return s[:len(s):len(s)]
}

// Clone returns a copy, nil of nil.
func Clone[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	return append(S{}, s...)
}

// Concat returns the elements of all slices one after the other, or nil if
// there are none.
func Concat[S ~[]E, E any](slices ...S) S {
	size := 0
	for _, s := range slices {
		size += len(s)
		if size < 0 {
			panic("len out of range")
		}
	}
	all := Grow(S(nil), size)
	for _, s := range slices {
		all = append(all, s...)
	}
	return all
}

// Repeat returns the elements count times.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	if count > 0 && len(x) > math.MaxInt/count {
		panic("the result of (len(x) * count) overflows")
	}
	all := make(S, len(x)*count)
	done := copy(all, x)
	for done > 0 && done < len(all) {
		done += copy(all[done:], all[:done])
	}
	return all
}

// Reverse reverses the order of the elements.
func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}
