package dual

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"krigo/interp/machine"
)

// Each rule is compared with differences of the function that it is for.
func TestRulesAreTheDerivativesOfTheirFunctions(t *testing.T) {
	points := [][3]float64{{0.3, 0.8, 1.7}, {-0.6, 0.37, 0.2}, {1.7, 2.3, -0.4}, {2.4, -1.15, 3.3}, {-3.2, 0.7, 0}}
	for name, r := range rules {
		f := reflect.ValueOf(r.function)
		in, tried := f.Type().NumIn(), 0
		for _, p := range points {
			at := p[:in]
			values := callOf(f, at)
			if !finite(values...) {
				continue
			}
			x, tangents := ruled(r.rule, at, len(values))
			for i, v := range values {
				if x[i] != v && !(math.Abs(x[i]-v) < 1e-15) {
					t.Errorf("%s%v is %v by its rule, want %v", name, at, x[i], v)
				}
				for k := range in {
					want := slope(f, at, k, i)
					if !finite(want) {
						continue
					}
					tried++
					if got := tangents[i][k]; !(math.Abs(got-want) <= 1e-7*max(1, math.Abs(want))) {
						t.Errorf("%s%v: derivative %d by argument %d is %v, by differences %v", name, at, i, k, got, want)
					}
				}
			}
		}
		if tried < in {
			t.Errorf("%s: no point has a derivative", name)
		}
	}
}

// callOf returns the floats that a function returns.
func callOf(f reflect.Value, at []float64) []float64 {
	var in []reflect.Value
	for _, v := range at {
		in = append(in, reflect.ValueOf(v))
	}
	var values []float64
	for _, v := range f.Call(in) {
		if v.Kind() == reflect.Float64 {
			values = append(values, v.Float())
		}
	}
	return values
}

// ruled applies a rule to arguments that each move in a direction of their own.
func ruled(r rule, at []float64, results int) ([]float64, []machine.Tangent) {
	words := max(len(at), results, 2)
	x, tangents := make([]float64, words), make([]machine.Tangent, words)
	copy(x, at)
	for i := range at {
		tangents[i][i] = 1
	}
	r(x, tangents)
	return x, tangents
}

func slope(f reflect.Value, at []float64, k, result int) float64 {
	value := func(step float64) float64 {
		moved := append([]float64{}, at...)
		moved[k] += step
		return callOf(f, moved)[result]
	}
	const h = 1e-4
	return (8*(value(h/2)-value(-h/2)) - (value(h) - value(-h))) / (6 * h)
}

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// What does not move has no derivative, also where that is infinite.
func TestRulesOfConstantsGiveNoDerivative(t *testing.T) {
	for name, at := range map[string][]float64{
		"Log": {0}, "Cbrt": {0}, "Asin": {1}, "Acos": {-1}, "Acosh": {1}, "Atanh": {1}, "Hypot": {0, 0}, "Atan2": {0, 0}, "Pow": {0, 0.5}, "Gamma": {-1},
	} {
		x, tangents := append(at, 0), make([]machine.Tangent, 2)
		rules[name].rule(x, tangents)
		if tangents[0] != (machine.Tangent{}) {
			t.Errorf("%s%v: the derivatives are %v", name, at, tangents[0])
		}
	}
}

// An operation that computes a float64 of others has a form with tangents or is flat.
func TestEveryOperationOnFloatsHasAForm(t *testing.T) {
	for op := machine.None; op < machine.DualMove; op++ {
		writes, reads, ok := strings.Cut(op.Operands(), "=")
		if !ok || !strings.Contains(writes, "f") || !strings.Contains(reads, "f") {
			continue
		}
		if _, ok := forms[op]; !ok && !isFlat(&instruction{Instr: machine.Instr{Op: op}, writes: named(machine.Instr{}, writes)}) {
			t.Errorf("%v has neither a form nor a derivative of 0", op)
		}
	}
}
