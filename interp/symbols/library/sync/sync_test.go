package sync

import (
	"errors"
	"fmt"
	"sync"
	"testing"
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

func TestOnceValue(t *testing.T) {
	for _, bad := range []any{nil, "bad", errors.New("bad")} {
		run := func(make func(func() string) func() string) string {
			calls := 0
			value := make(func() string {
				calls++
				if bad != nil {
					panic(bad)
				}
				return fmt.Sprint("call ", calls)
			})
			return outcome(value) + outcome(value) + fmt.Sprint(calls)
		}
		if got, want := run(OnceValue[string]), run(sync.OnceValue[string]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got, want := outcome(OnceValue[string](nil)), outcome(sync.OnceValue[string](nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOnceValues(t *testing.T) {
	for _, bad := range []any{nil, "bad"} {
		run := func(make func(func() (int, error)) func() (int, error)) string {
			calls := 0
			values := make(func() (int, error) {
				calls++
				if bad != nil {
					panic(bad)
				}
				return calls, errors.New("e")
			})
			text := func() string { return fmt.Sprint(values()) }
			return outcome(text) + outcome(text) + fmt.Sprint(calls)
		}
		if got, want := run(OnceValues[int, error]), run(sync.OnceValues[int, error]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// All that call at once get the value of one call.
func TestOnceValueOfManyGoroutines(t *testing.T) {
	calls := 0
	value := OnceValue(func() int { calls++; return calls })
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if v := value(); v != 1 {
				t.Errorf("got %d", v)
			}
		})
	}
	group.Wait()
}
