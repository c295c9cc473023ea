package sync

import "sync"

func OnceValue[T any](f func() T) func() T {
	var once sync.Once
	var result T
	var failure any
	valid := false
	run := func() {
		defer func() {
			if !valid {
				failure = recover()
			}
		}()
		result = f()
		f = nil
		valid = true
	}
	return func() T {
		once.Do(run)
		if !valid {
			panic(failure)
		}
		return result
	}
}

func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var first T1
	var second T2
	once := OnceValue(func() bool {
		first, second = f()
		f = nil
		return true
	})
	return func() (T1, T2) {
		once()
		return first, second
	}
}
