package maps

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// table is a map type with a name, point a key type of several fields.
type (
	table map[point]string
	point struct{ x, y int }
)

// random returns a map of a few points, now and then nil.
func random(r *rand.Rand) table {
	if r.IntN(8) == 0 {
		return nil
	}
	m := table{}
	for range r.IntN(5) {
		m[point{r.IntN(2), r.IntN(2)}] = "abc"[r.IntN(3):]
	}
	return m
}

// shown returns all that can be seen of a map; fmt sorts the keys.
func shown[K comparable, V any](m map[K]V) string {
	return fmt.Sprintf("nil %t, %d: %v", m == nil, len(m), m)
}

// outcome returns the result of f, or its panic.
func outcome(f func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return f()
}

func check(t *testing.T, what string, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("%s:\ngot  %s\nwant %s", what, got, want)
	}
}

func TestMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		m, n := random(r), random(r)
		if r.IntN(3) == 0 {
			n = maps.Clone(m)
		}
		what := shown(m) + ", " + shown(n)
		sameLength := func(a, b string) bool { return len(a) == len(b) }
		check(t, what, fmt.Sprint(Equal(m, n), EqualFunc(m, n, sameLength)), fmt.Sprint(maps.Equal(m, n), maps.EqualFunc(m, n, sameLength)))
		check(t, what, shown(Clone(m)), shown(maps.Clone(m)))
		check(t, what, shown(Collect(All(m))), shown(maps.Collect(maps.All(m))))
		check(t, what, fmt.Sprint(sorted(slices.Collect(Values(m)))), fmt.Sprint(sorted(slices.Collect(maps.Values(m)))))
		check(t, what, fmt.Sprint(sorted(slices.Collect(Keys(m)))), fmt.Sprint(sorted(slices.Collect(maps.Keys(m)))))

		change := func(f func(table)) string {
			c := maps.Clone(m)
			return outcome(func() string { f(c); return shown(c) })
		}
		check(t, what, change(func(c table) { Copy(c, n) }), change(func(c table) { maps.Copy(c, n) }))
		check(t, what, change(func(c table) { Insert(c, maps.All(n)) }), change(func(c table) { maps.Insert(c, maps.All(n)) }))
		del := func(p point, s string) bool { return p.x == 1 || s == "c" }
		check(t, what, change(func(c table) { DeleteFunc(c, del) }), change(func(c table) { maps.DeleteFunc(c, del) }))
	}
}

// sorted puts the values in an order.
func sorted[E any](s []E) []E {
	slices.SortFunc(s, func(a, b E) int { return slices.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b))) })
	return s
}

func TestIteratorsStop(t *testing.T) {
	m := table{{0, 0}: "a", {0, 1}: "b", {1, 0}: "c"}
	count := 0
	for range All(m) {
		count++
		break
	}
	for range Keys(m) {
		count++
		break
	}
	for range Values(m) {
		count++
		break
	}
	if count != 3 {
		t.Errorf("%d values, want one of each", count)
	}
}

// A key that is not equal to itself is copied, and never found.
func TestNaN(t *testing.T) {
	m := map[float64]int{math.NaN(): 1, 2: 2}
	m[math.NaN()] = 3
	check(t, "NaN", fmt.Sprint(len(Clone(m)), Equal(m, m), len(Collect(All(m)))), fmt.Sprint(len(maps.Clone(m)), maps.Equal(m, m), len(maps.Collect(maps.All(m)))))
}
