package iter

import "iter"

// The values pass beside a compiled iterator that yields none.

func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	var value, zero V
	step, stop := iter.Pull(iter.Seq[struct{}](func(yield func(struct{}) bool) {
		for v := range seq {
			value = v
			if !yield(struct{}{}) {
				return
			}
		}
	}))
	next = func() (V, bool) {
		if _, ok := step(); !ok {
			return zero, false
		}
		v := value
		value = zero
		return v, true
	}
	return next, stop
}

func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	var key, noKey K
	var value, zero V
	step, stop := iter.Pull(iter.Seq[struct{}](func(yield func(struct{}) bool) {
		for k, v := range seq {
			key, value = k, v
			if !yield(struct{}{}) {
				return
			}
		}
	}))
	next = func() (K, V, bool) {
		if _, ok := step(); !ok {
			return noKey, zero, false
		}
		k, v := key, value
		key, value = noKey, zero
		return k, v, true
	}
	return next, stop
}
