package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
)

// Numbers returns an [Answer] that is a list of the numbers that want computes, each up
// to tolerance times the largest of them.
func Numbers(tolerance float64, want func() ([]float64, error)) Answer {
	return Judged("a list of numbers", func(x []float64, _ *rand.Rand) ([]float64, error) {
		return x, allFinite(x)
	}, func(x []float64, _ *rand.Rand) error {
		right, err := want()
		if err != nil {
			return uncomputed(err)
		}
		if len(x) != len(right) {
			return fmt.Errorf("there are %d numbers, want %d", len(x), len(right))
		}
		size := largest(right)
		for i := range x {
			if math.Abs(x[i]-right[i]) > tolerance*size {
				return fmt.Errorf("number %d, %.4g, is not it", i+1, x[i])
			}
		}
		return nil
	})
}

// allFinite names the number that is not finite.
func allFinite(x []float64) error {
	for i, v := range x {
		if !isFinite(v) {
			return fmt.Errorf("number %d is %v, want finite numbers", i+1, v)
		}
	}
	return nil
}

// largest returns the largest size of a number, or 0.
func largest(x []float64) float64 {
	size := 0.0
	for _, v := range x {
		size = max(size, math.Abs(v))
	}
	return size
}

// probes are the points at which functions are compared.
const probes = 16

// Func returns an [Answer] that is a function of numbers, such as want, a func(x float64)
// float64 or one of more numbers. Their values at random points between lo and hi may
// differ by at most tolerance times the largest one. The verdict says so if all values
// have the wrong sign, or are wrong by a constant factor.
func Func(tolerance, lo, hi float64, want any) Answer {
	kind := reflect.TypeOf(want)
	if err := numeric(kind); err != nil {
		return broken{err}
	}
	at := func(f any, rng *rand.Rand) ([]float64, error) {
		values := make([]float64, probes)
		for i := range values {
			args := make([]reflect.Value, kind.NumIn())
			for k := range args {
				args[k] = reflect.ValueOf(lo + (hi-lo)*rng.Float64())
			}
			values[i] = reflect.ValueOf(f).Call(args)[0].Float()
			if !isFinite(values[i]) {
				return nil, fmt.Errorf("f%v is %v, want a finite number", args, values[i])
			}
		}
		return values, nil
	}
	return Judged("a "+kind.String(), func(f any, rng *rand.Rand) ([]float64, error) {
		v := reflect.ValueOf(f)
		if !v.IsValid() || !v.Type().ConvertibleTo(kind) || v.IsNil() {
			return nil, fmt.Errorf("the answer is %s, want a %v", kindOf(f), kind)
		}
		return at(v.Convert(kind).Interface(), rng)
	}, func(got []float64, rng *rand.Rand) error {
		right, err := at(want, rng)
		if err != nil {
			return uncomputed(err)
		}
		return differ(got, right, tolerance)
	})
}

// numeric says why a type is not a function of numbers with one result.
func numeric(t reflect.Type) error {
	wrong := fmt.Errorf("course: Func takes a function of numbers, such as a func(x float64) float64, and got %v", t)
	if t == nil || t.Kind() != reflect.Func || t.IsVariadic() || t.NumIn() == 0 || t.NumOut() != 1 || t.Out(0).Kind() != reflect.Float64 {
		return wrong
	}
	for i := range t.NumIn() {
		if t.In(i).Kind() != reflect.Float64 {
			return wrong
		}
	}
	return nil
}

// broken is an Answer that cannot judge, as [Define] reports.
type broken struct{ error }

func (b broken) Observe(any, uint64) (any, error)        { return nil, b.error }
func (b broken) Judge(_ json.RawMessage, _ uint64) error { return b.error }

// differ says in which way values are not the right ones.
func differ(got, right []float64, tolerance float64) error {
	if len(got) != len(right) {
		return errors.New("what the answer shows of itself cannot be read")
	}
	same := func(factor float64) bool {
		for i := range got {
			if math.Abs(got[i]-factor*right[i]) > tolerance*math.Abs(factor)*largest(right) {
				return false
			}
		}
		return true
	}
	factor := ratio(got, right)
	switch {
	case same(1):
		return nil
	case largest(got) == 0:
		return errors.New("it is 0 everywhere")
	case same(-1):
		return errors.New("it has the wrong sign")
	case factor != 0 && same(factor):
		return fmt.Errorf("it is %.3g times what it should be, everywhere", factor)
	}
	return errors.New("its values at random points are not those wanted")
}

// ratio returns the factor from right to got by least squares, or 0.
func ratio(got, right []float64) float64 {
	var both, own float64
	for i := range got {
		both += got[i] * right[i]
		own += right[i] * right[i]
	}
	if own == 0 {
		return 0
	}
	return both / own
}
