package course

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
)

// Judged returns an [Answer] for answers of type A: a number, function, figure or other
// value, which want describes, as in "a function of one number". The observation of an
// answer has type T; rng yields the same numbers in both steps.
func Judged[A, T any](want string, observe func(answer A, rng *rand.Rand) (T, error), judge func(observed T, rng *rand.Rand) error) Answer {
	return judged[A, T]{want, observe, judge}
}

type judged[A, T any] struct {
	want    string
	observe func(A, *rand.Rand) (T, error)
	judge   func(T, *rand.Rand) error
}

func (j judged[A, T]) Observe(answer any, probe uint64) (any, error) {
	a, ok := as[A](answer)
	if !ok {
		return nil, fmt.Errorf("the answer is %s, want %s", kindOf(answer), j.want)
	}
	return j.observe(a, source(probe))
}

func (j judged[A, T]) Judge(observed json.RawMessage, probe uint64) error {
	var t T
	if err := json.Unmarshal(observed, &t); err != nil {
		return errors.New("what the answer shows of itself cannot be read")
	}
	return j.judge(t, source(probe))
}

// as returns a value as one of type A: itself, or a number of another type that A can hold.
func as[A any](v any) (A, bool) {
	if a, ok := v.(A); ok {
		return a, true
	}
	var a A
	from, to := reflect.ValueOf(v), reflect.TypeFor[A]()
	switch {
	case !from.IsValid():
		return a, false
	case to.Kind() == reflect.Float64 && (from.CanInt() || from.CanUint() || from.CanFloat()),
		to.Kind() == from.Kind() && from.CanConvert(to):
		return from.Convert(to).Interface().(A), true
	}
	return a, false
}

// kindOf describes the type of an answer in words.
func kindOf(v any) string {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Func:
		return "a " + reflect.TypeOf(v).String()
	case reflect.String:
		return fmt.Sprintf("the text %q", v)
	}
	return fmt.Sprintf("of type %T", v)
}

// Number returns an [Answer] that is the number computed by want, up to tolerance times
// its size.
func Number(tolerance float64, want func() (float64, error)) Answer {
	return numberOr(tolerance, want)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// uncomputed returns the error of an exercise whose right answer fails.
func uncomputed(err error) error {
	return fmt.Errorf("the right answer could not be computed: %w", err)
}

// finite returns x, or an error where it is not finite.
func finite(x float64) (float64, error) {
	if !isFinite(x) {
		return 0, fmt.Errorf("the answer is %v, want a finite number", x)
	}
	return x, nil
}

// differs says in which direction x is wrong, without giving the answer away.
func differs(x, right, tolerance float64) error {
	size := math.Abs(right)
	switch {
	case math.Abs(x-right) <= tolerance*size:
		return nil
	case right != 0 && math.Abs(x+right) <= tolerance*size:
		return fmt.Errorf("%.4g has the wrong sign", x)
	case x*right > 0 && (math.Abs(x) > 10*size || math.Abs(x) < size/10):
		return fmt.Errorf("%.4g is of another order of magnitude", x)
	case math.Abs(x-right) <= 5*tolerance*size:
		return fmt.Errorf("%.4g is close, but not within %g %%", x, 100*tolerance)
	}
	return fmt.Errorf("%.4g is not it", x)
}

// Word returns an [Answer] that accepts the texts whose hashes [Seal] made. Case,
// spaces at the ends and repeated ones do not count.
func Word(seals ...string) Answer {
	return Judged("a text", func(text string, _ *rand.Rand) (string, error) { return plain(text), nil },
		func(text string, _ *rand.Rand) error {
			for _, seal := range seals {
				salt, _, _ := strings.Cut(seal, ":")
				if Seal(salt, text) == seal {
					return nil
				}
			}
			return fmt.Errorf("%q is not it", text)
		})
}

// Seal returns a text in the form that [Word] takes: a salt, which is any word without
// a colon, and a hash from which the text cannot be read.
func Seal(salt, text string) string {
	sum := sha256.Sum256([]byte(salt + ":" + plain(text)))
	return salt + ":" + hex.EncodeToString(sum[:])
}

// plain returns a text in lower case with single spaces.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }
