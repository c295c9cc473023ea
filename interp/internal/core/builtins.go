package core

import (
	"reflect"
	"unicode/utf8"

	"krigo/interp/internal/yaegipatch"
)

// builtins returns the symbols that all emitted code may use.
func (r *Runtime) builtins() map[string]reflect.Value {
	table := map[string]reflect.Value{
		"Any": reflect.Zero(reflect.TypeFor[*any]()), "Frame": reflect.Zero(reflect.PointerTo(frameType)),
		"Outdated": reflect.Zero(reflect.PointerTo(outdatedType)),
		"TypeID":   reflect.Zero(reflect.PointerTo(typeIDType)), "MapIter": reflect.Zero(reflect.TypeFor[*MapIter]()), "Selection": reflect.Zero(reflect.TypeFor[*Selection]()),
	}
	for name, f := range map[string]any{
		"NewFrame": newFrame, "Do": r.do, "Push": push, "RunDefers": r.runDefers, "Deferring": r.deferring, "Wrapper": r.wrapper,
		"Recover": r.recovered, "RecoverLater": r.recoveredLater, "Panic": raise, "NilReceiver": nilReceiver, "NilCall": func() { panic(yaegipatch.NilDereference()) },
		"SetMethod": r.setMethod, "Redirect": r.redirect, "RedirectTo": r.redirectTo, "Place": r.place, "Renew": r.renew, "RenewAll": r.renewAll, "Guard": r.guard,
		"Equal":    func(a, b any) bool { return a == b },
		"Rune":     func(s string, i int) (rune, int) { return utf8.DecodeRuneInString(s[i:]) },
		"Hash":     func(key any) { map[any]bool{}[key] = true },
		"Clear":    func(x any) { reflect.ValueOf(x).Clear() },
		"MapRange": mapRange, "MapNext": mapNext, "MapKey": mapKey, "MapValue": mapValue,
		"Min": func(a, b float64) float64 { return min(a, b) }, "Max": func(a, b float64) float64 { return max(a, b) }, // unlike math.Min for NaN
		"Print": r.print.print, "Println": r.print.println, "Words": wordsOf,
		"BadYield": badYield, "LostPanic": func() {
			panic(yaegipatch.Error("runtime error: range function recovered a loop body panic and did not resume panicking"))
		},
		"BadMake":       badMake,
		"NegativeShift": negativeShift,
		"NewSelection":  newSelection, "Send": (*Selection).send, "Receive": (*Selection).receive, "Select": r.choose,
	} {
		table[name] = reflect.ValueOf(f)
	}
	for name, f := range unsafeFunctions {
		table[name] = reflect.ValueOf(f)
	}
	return table
}
