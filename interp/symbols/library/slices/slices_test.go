package slices

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// All results, panics and calls of functions that are passed are compared with
// those of the standard library's slices.

// item is a struct; the note distinguishes items of the same key.
type item struct{ key, note int }

func byKey(a, b item) int { return a.key - b.key }

// named are a slice type and an element type with names.
type (
	celsius float64
	readout []celsius
)

// outcome returns the result of f, or its panic.
func outcome(f func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return f()
}

// shown returns all that can be seen of a slice, with what is behind its end.
func shown[S ~[]E, E any](s S) string {
	return fmt.Sprintf("%T %v, nil %t, cap %d: %v", s, s, s == nil, cap(s), s[:cap(s)])
}

func check(t *testing.T, what any, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("%v:\ngot  %s\nwant %s", what, got, want)
	}
}

func generator() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func randomInt(r *rand.Rand) int       { return r.IntN(4) - 1 }
func randomString(r *rand.Rand) string { return "babc"[r.IntN(2) : 2+r.IntN(3)] }
func randomItem(r *rand.Rand) item     { return item{r.IntN(3), r.IntN(2)} }

func randomFloat(r *rand.Rand) float64 {
	values := []float64{math.NaN(), math.Copysign(0, -1), 0, -1, 2, math.Inf(1), math.Inf(-1)}
	return values[r.IntN(len(values))]
}

func randomCelsius(r *rand.Rand) celsius { return celsius(randomFloat(r)) }

// random returns a slice of up to size elements, now and then nil, with room for
// more.
func random[E any](r *rand.Rand, size int, element func(*rand.Rand) E) []E {
	if r.IntN(10) == 0 {
		return nil
	}
	s := make([]E, r.IntN(size+1)+r.IntN(5))
	for i := range s {
		s[i] = element(r)
	}
	return s[:min(len(s), r.IntN(size+1))]
}

// full returns a copy with the same capacity, and the same elements behind the end.
func full[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	c := make(S, cap(s))
	copy(c, s[:cap(s)])
	return c[:len(s):cap(s)]
}

// same runs f on copies of s, with functions of this package and of the
// standard library, and compares the results and what became of the copies.
func same[S ~[]E, E any](t *testing.T, what any, s S, ours, theirs func(S) string) {
	t.Helper()
	run := func(f func(S) string) string {
		c := full(s)
		text := outcome(func() string { return f(c) })
		return text + "; left: " + shown(c)
	}
	check(t, what, run(ours), run(theirs))
}

// sameSlice is same for functions that return slices.
func sameSlice[S ~[]E, E any](t *testing.T, what any, s S, ours, theirs func(S) S) {
	t.Helper()
	same(t, what, s, func(s S) string { return shown(ours(s)) }, func(s S) string { return shown(theirs(s)) })
}

// patterns returns slices that sorts treat in different ways.
func patterns(r *rand.Rand, size int) [][]int {
	shapes := []func(i int) int{
		func(i int) int { return r.IntN(size + 1) },
		func(i int) int { return r.IntN(5) },
		func(i int) int { return i },
		func(i int) int { return -i },
		func(i int) int { return 0 },
		func(i int) int { return i % 7 },
		func(i int) int { return min(i, size-i) },
		func(i int) int { return i/3 + r.IntN(2) },
		func(i int) int {
			if r.IntN(50) == 0 {
				return r.IntN(size)
			}
			return i
		},
	}
	var all [][]int
	for _, shape := range shapes {
		s := make([]int, size)
		for i := range s {
			s[i] = shape(i)
		}
		all = append(all, s)
	}
	return all
}

var sizes = []int{0, 1, 2, 3, 5, 11, 12, 13, 20, 49, 50, 51, 100, 333, 1000}

func TestSort(t *testing.T) {
	r := generator()
	for _, size := range sizes {
		for shape, s := range patterns(r, size) {
			what := fmt.Sprint("size ", size, ", shape ", shape)
			ours, theirs := slices.Clone(s), slices.Clone(s)
			Sort(ours)
			slices.Sort(theirs)
			check(t, what, shown(ours), shown(theirs))

			// -0 and 0 are the same to a sort, and so are all NaNs.
			special := []celsius{0, celsius(math.Copysign(0, -1)), celsius(math.NaN()), 1, 2}
			floats := make(readout, len(s))
			for i, v := range s {
				floats[i] = celsius(v)
				if j := v % 9; 0 <= j && j < len(special) {
					floats[i] = special[j]
				}
			}
			same(t, what, floats, func(s readout) string { Sort(s); return "" }, func(s readout) string { slices.Sort(s); return "" })
			words := make([]string, len(s))
			for i, v := range s {
				words[i] = fmt.Sprint(v)
			}
			same(t, what, words, func(s []string) string { Sort(s); return "" }, func(s []string) string { slices.Sort(s); return "" })
		}
	}
}

// The order of equal elements is as in the standard library, and so are the
// calls of the function that compares them.
func TestSortFunc(t *testing.T) {
	r := generator()
	for _, size := range sizes {
		for shape, s := range patterns(r, size) {
			items := make([]item, len(s))
			for i, v := range s {
				items[i] = item{v, i}
			}
			run := func(sort func([]item, func(a, b item) int), logged bool) func([]item) string {
				return func(s []item) string {
					calls := newCalls()
					sort(s, func(a, b item) int {
						if logged {
							calls.add(a, b)
						}
						return byKey(a, b)
					})
					return calls.String()
				}
			}
			what := fmt.Sprint("size ", size, ", shape ", shape)
			same(t, what, items, run(SortFunc[[]item], true), run(slices.SortFunc[[]item], true))
			same(t, what, items, run(SortStableFunc[[]item], true), run(slices.SortStableFunc[[]item], true))
		}
	}
}

// calls has a hash of the arguments of many calls.
type calls struct {
	count int
	hash  uint64
}

func newCalls() *calls { return &calls{} }

func (c *calls) add(a, b item) {
	c.count++
	for _, v := range []int{a.key, a.note, b.key, b.note} {
		c.hash = c.hash*1000003 + uint64(v)
	}
}

func (c *calls) String() string { return fmt.Sprint(c.count, " calls, ", c.hash) }

func TestSorted(t *testing.T) {
	r := generator()
	for range 200 {
		ints, items := random(r, 30, randomInt), random(r, 30, randomItem)
		check(t, ints, shown(Sorted(slices.Values(ints))), shown(slices.Sorted(slices.Values(ints))))
		check(t, items, shown(SortedFunc(slices.Values(items), byKey)), shown(slices.SortedFunc(slices.Values(items), byKey)))
		check(t, items, shown(SortedStableFunc(slices.Values(items), byKey)), shown(slices.SortedStableFunc(slices.Values(items), byKey)))
	}
}

// Edits find room, take arguments from the slice itself, clear what they leave
// behind and refuse positions as the standard library does.
func TestEdits(t *testing.T) {
	testEdits(t, randomInt)
	testEdits(t, randomString)
	testEdits(t, randomItem)
	testEdits(t, randomFloat)
	testEdits(t, func(*rand.Rand) struct{} { return struct{}{} })
}

func testEdits[E any](t *testing.T, element func(*rand.Rand) E) {
	r := generator()
	for range 1500 {
		s := random(r, 8, element)
		i, j := r.IntN(12)-1, r.IntN(12)-1
		if r.IntN(3) > 0 { // mostly ones that exist
			i = r.IntN(len(s) + 1)
			j = i + r.IntN(len(s)-i+1)
		}
		other := random(r, 6, element)
		from := r.IntN(cap(s) + 1)
		to := from + r.IntN(cap(s)-from+1)
		aliases := r.IntN(2) == 0
		v := func(s []E) []E { // other elements, or some of s
			if aliases {
				return s[from:to]
			}
			return other
		}
		what := fmt.Sprintf("%s, %d, %d, %v", shown(s), i, j, v(s))
		sameSlice(t, "Insert "+what, s,
			func(s []E) []E { return Insert(s, i, v(s)...) }, func(s []E) []E { return slices.Insert(s, i, v(s)...) })
		sameSlice(t, "Replace "+what, s,
			func(s []E) []E { return Replace(s, i, j, v(s)...) }, func(s []E) []E { return slices.Replace(s, i, j, v(s)...) })
		sameSlice(t, "Delete "+what, s,
			func(s []E) []E { return Delete(s, i, j) }, func(s []E) []E { return slices.Delete(s, i, j) })
		sameSlice(t, "Grow "+what, s,
			func(s []E) []E { return Grow(s, i*j) }, func(s []E) []E { return slices.Grow(s, i*j) })
		sameSlice(t, "Repeat "+what, s,
			func(s []E) []E { return Repeat(s, i) }, func(s []E) []E { return slices.Repeat(s, i) })
		sameSlice(t, "Clip "+what, s, Clip[[]E], slices.Clip[[]E])
		sameSlice(t, "Clone "+what, s, Clone[[]E], slices.Clone[[]E])
		sameSlice(t, "Concat "+what, s,
			func(s []E) []E { return Concat(s, nil, v(s), s) }, func(s []E) []E { return slices.Concat(s, nil, v(s), s) })
		sameSlice(t, "Reverse "+what, s,
			func(s []E) []E { Reverse(s); return s }, func(s []E) []E { slices.Reverse(s); return s })
	}
}

func TestLargeSizes(t *testing.T) {
	s := make([]int, 3, 5)
	nothing := make([]struct{}, math.MaxInt)
	same(t, "Repeat", s,
		func(s []int) string { return shown(Repeat(s, math.MaxInt/2)) }, func(s []int) string { return shown(slices.Repeat(s, math.MaxInt/2)) })
	same(t, "Grow", s,
		func(s []int) string { return shown(Grow(s, math.MaxInt)) }, func(s []int) string { return shown(slices.Grow(s, math.MaxInt)) })
	same(t, "Concat", s,
		func(s []int) string { return fmt.Sprint(len(Concat(nothing, nothing))) },
		func(s []int) string { return fmt.Sprint(len(slices.Concat(nothing, nothing))) })
	same(t, "Concat nothing", s,
		func(s []int) string { return shown(Concat[[]int]()) }, func(s []int) string { return shown(slices.Concat[[]int]()) })
}

func TestFilters(t *testing.T) {
	r := generator()
	testFilters(t, r, randomInt)
	testFilters(t, r, randomString)
	testFilters(t, r, randomItem)
	testFilters(t, r, randomFloat)
	for range 500 {
		s := random(r, 12, randomItem)
		what := shown(s)
		sameSlice(t, "DeleteFunc "+what, s,
			func(s []item) []item { return DeleteFunc(s, func(v item) bool { return v.key == 1 }) },
			func(s []item) []item { return slices.DeleteFunc(s, func(v item) bool { return v.key == 1 }) })
		run := func(compact func([]item, func(a, b item) bool) []item, eq func(a, b item) bool) func(s []item) string {
			return func(s []item) string {
				calls := newCalls()
				result := compact(s, func(a, b item) bool { calls.add(a, b); return eq(a, b) })
				return shown(result) + calls.String()
			}
		}
		sameKey := func(a, b item) bool { return a.key == b.key }
		same(t, "CompactFunc "+what, s, run(CompactFunc[[]item], sameKey), run(slices.CompactFunc[[]item], sameKey))
		near := func(a, b item) bool { return max(a.key-b.key, b.key-a.key) < 2 } // no equality
		same(t, "CompactFunc near "+what, s, run(CompactFunc[[]item], near), run(slices.CompactFunc[[]item], near))
	}
}

func testFilters[E comparable](t *testing.T, r *rand.Rand, element func(*rand.Rand) E) {
	for range 500 {
		s := random(r, 12, element)
		sameSlice(t, "Compact "+shown(s), s, Compact[[]E], slices.Compact[[]E])
	}
}

func TestSearches(t *testing.T) {
	testSearches(t, randomInt)
	testSearches(t, randomString)
	testSearches(t, randomFloat)
	testSearches(t, randomCelsius)
}

func testSearches[E cmp.Ordered](t *testing.T, element func(*rand.Rand) E) {
	r := generator()
	for range 500 {
		s, other, v := random(r, 12, element), random(r, 4, element), element(r)
		if r.IntN(4) == 0 {
			other = s[:r.IntN(len(s)+1)]
		}
		what := fmt.Sprint(s, other, v)
		check(t, what, fmt.Sprint(Index(s, v), Contains(s, v), IsSorted(s), Equal(s, other), Equal(s, s), Compare(s, other), Compare(other, s)),
			fmt.Sprint(slices.Index(s, v), slices.Contains(s, v), slices.IsSorted(s), slices.Equal(s, other), slices.Equal(s, s),
				slices.Compare(s, other), slices.Compare(other, s)))
		same(t, "Min "+what, s, func(s []E) string { return fmt.Sprint(Min(s)) }, func(s []E) string { return fmt.Sprint(slices.Min(s)) })
		same(t, "Max "+what, s, func(s []E) string { return fmt.Sprint(Max(s)) }, func(s []E) string { return fmt.Sprint(slices.Max(s)) })
		slices.Sort(s)
		check(t, what, fmt.Sprint(IsSorted(s)), "true")
		check(t, what, fmt.Sprint(BinarySearch(s, v)), fmt.Sprint(slices.BinarySearch(s, v)))
	}
}

func TestSearchFuncs(t *testing.T) {
	r := generator()
	for range 500 {
		s, other, v := random(r, 20, randomItem), random(r, 4, randomItem), randomItem(r)
		if r.IntN(4) == 0 {
			other = s[:r.IntN(len(s)+1)]
		}
		what := fmt.Sprint(s, other, v)
		ours, theirs := newCalls(), newCalls()
		logged := func(c *calls) (func(a, b item) int, func(a, b item) bool, func(v item) bool) {
			return func(a, b item) int { c.add(a, b); return byKey(a, b) },
				func(a, b item) bool { c.add(a, b); return a == b },
				func(a item) bool { c.add(a, a); return a == v }
		}
		compare1, equal1, is1 := logged(ours)
		compare2, equal2, is2 := logged(theirs)
		compare := func(name, got, want string) {
			t.Helper()
			check(t, name+what, got+ours.String(), want+theirs.String())
		}
		compare("IndexFunc", fmt.Sprint(IndexFunc(s, is1)), fmt.Sprint(slices.IndexFunc(s, is2)))
		compare("ContainsFunc", fmt.Sprint(ContainsFunc(s, is1)), fmt.Sprint(slices.ContainsFunc(s, is2)))
		compare("EqualFunc", fmt.Sprint(EqualFunc(s, other, equal1)), fmt.Sprint(slices.EqualFunc(s, other, equal2)))
		compare("EqualFunc", fmt.Sprint(EqualFunc(s, s, equal1)), fmt.Sprint(slices.EqualFunc(s, s, equal2)))
		compare("CompareFunc", fmt.Sprint(CompareFunc(s, other, compare1)), fmt.Sprint(slices.CompareFunc(s, other, compare2)))
		compare("IsSortedFunc", fmt.Sprint(IsSortedFunc(s, compare1)), fmt.Sprint(slices.IsSortedFunc(s, compare2)))
		compare("MinFunc", outcome(func() string { return fmt.Sprint(MinFunc(s, compare1)) }),
			outcome(func() string { return fmt.Sprint(slices.MinFunc(s, compare2)) }))
		compare("MaxFunc", outcome(func() string { return fmt.Sprint(MaxFunc(s, compare1)) }),
			outcome(func() string { return fmt.Sprint(slices.MaxFunc(s, compare2)) }))
		slices.SortFunc(s, byKey)
		compare("BinarySearchFunc", fmt.Sprint(BinarySearchFunc(s, v, compare1)), fmt.Sprint(slices.BinarySearchFunc(s, v, compare2)))
	}
}

// yielded returns the values that an iterator yields until it is stopped after a number of
// values.
func yielded[E any](seq iter.Seq[E], limit int) string {
	text := ""
	for v := range seq {
		text += fmt.Sprintf("%v ", v)
		if limit--; limit == 0 {
			break
		}
	}
	return text
}

// pairs makes one sequence of both values.
func pairs[K, V any](seq iter.Seq2[K, V]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for k, v := range seq {
			if !yield(fmt.Sprint(k, "=", v)) {
				return
			}
		}
	}
}

func TestIterators(t *testing.T) {
	r := generator()
	for range 300 {
		s := readout(random(r, 8, randomCelsius))
		limit, n := r.IntN(9), r.IntN(5)
		check(t, s, yielded(pairs(All(s)), limit), yielded(pairs(slices.All(s)), limit))
		check(t, s, yielded(pairs(Backward(s)), limit), yielded(pairs(slices.Backward(s)), limit))
		check(t, s, yielded(Values(s), limit), yielded(slices.Values(s), limit))
		check(t, s, shown(Collect(Values(s))), shown(slices.Collect(slices.Values(s))))
		sameSlice(t, s, s, func(s readout) readout { return AppendSeq(s, slices.Values(s)) },
			func(s readout) readout { return slices.AppendSeq(s, slices.Values(s)) })
		chunks := func(seq func(readout, int) iter.Seq[readout]) func(readout) string {
			return func(s readout) string {
				text := ""
				for c := range seq(s, n) {
					text += shown(c)
					if limit--; limit == 0 {
						break
					}
				}
				return text
			}
		}
		before := limit
		ours := outcome(func() string { return chunks(Chunk[readout])(s) })
		limit = before
		check(t, s, ours, outcome(func() string { return chunks(slices.Chunk[readout])(s) }))
	}
}

// An iterator sees what the slice becomes while it runs.
func TestIteratorsSeeChanges(t *testing.T) {
	run := func(seq iter.Seq2[int, int], s []int) string {
		text := ""
		for i, v := range seq {
			s[len(s)-1] = 9
			s[0] = 8
			text += fmt.Sprint(i, v, " ")
		}
		return text
	}
	a, b := []int{1, 2, 3}, []int{1, 2, 3}
	check(t, "All", run(All(a), a), run(slices.All(b), b))
	a, b = []int{1, 2, 3}, []int{1, 2, 3}
	check(t, "Backward", run(Backward(a), a), run(slices.Backward(b), b))
}
