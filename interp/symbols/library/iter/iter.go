// Package iter has the source of the generic part of the standard library's
// iter, for the types of cells. Coroutines are compiled: an iterator over
// nothing signals that a value is ready, and the value is passed separately.
package iter

import "iter"

// Pull converts an iterator into functions that return its values on demand.
func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	var zero, current V
	advance, stop := iter.Pull(iter.Seq[struct{}](func(yield func(struct{}) bool) {
		seq(func(v V) bool {
			current = v
			return yield(struct{}{})
		})
	}))
	next = func() (V, bool) {
		_, ok := advance()
		if !ok {
			return zero, false
		}
		v := current
		current = zero
		return v, true
	}
	return next, stop
}

// Pull2 converts an iterator over pairs into functions that return them on demand.
func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	var noKey, key K
	var noValue, value V
	advance, stop := iter.Pull(iter.Seq[struct{}](func(yield func(struct{}) bool) {
		seq(func(k K, v V) bool {
			key, value = k, v
			return yield(struct{}{})
		})
	}))
	next = func() (K, V, bool) {
		_, ok := advance()
		if !ok {
			return noKey, noValue, false
		}
		k, v := key, value
		key, value = noKey, noValue
		return k, v, true
	}
	return next, stop
}
