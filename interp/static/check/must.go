package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"krigo/interp/static/syntax"
)

// must(f()) returns f's values without its error, and panics with the error if that is
// not nil. It takes up to three values before the error, so it is one of four functions,
// chosen when the type of its argument is known.

// mostValues is how many values must takes before the error.
const mostValues = 3

// mustName returns the name in checks of the must for this number of values.
func mustName(values int) string { return "must" + Mark + strconv.Itoa(values) }

// mustFuncs returns the four functions.
func mustFuncs(pkg *types.Package) []types.Object {
	var out []types.Object
	for values := range mostValues + 1 {
		var params []*types.TypeParam
		var in, results []*types.Var
		for i := range values {
			name := types.NewTypeName(token.NoPos, pkg, "T"+strconv.Itoa(i), nil)
			t := types.NewTypeParam(name, types.NewInterfaceType(nil, nil))
			params = append(params, t)
			in = append(in, types.NewParam(token.NoPos, pkg, "", t))
			results = append(results, types.NewParam(token.NoPos, pkg, "", t))
		}
		in = append(in, types.NewParam(token.NoPos, pkg, "err", ErrorType))
		signature := types.NewSignatureType(nil, nil, params, types.NewTuple(in...), types.NewTuple(results...), false)
		out = append(out, types.NewFunc(token.NoPos, pkg, mustName(values), signature))
	}
	return out
}

// MustSource is the four functions as they are compiled.
const MustSource = `package session

func Must0(err error) {
	if err != nil {
		panic(err)
	}
}

func Must1[A any](a A, err error) A {
	Must0(err)
	return a
}

func Must2[A, B any](a A, b B, err error) (A, B) {
	Must0(err)
	return a, b
}

func Must3[A, B, C any](a A, b B, c C, err error) (A, B, C) {
	Must0(err)
	return a, b, c
}
`

// MustValues returns the number of values of the must with this name in checks, and
// whether it is one.
func MustValues(name string) (values string, ok bool) {
	return strings.CutPrefix(name, "must"+Mark)
}

// mustsOf returns the calls of must in an item.
func (k *checker) mustsOf(it *Item) []Must {
	var calls []Must
	for _, id := range k.musts {
		if k.FileSet.File(id.Pos()) == it.File {
			values, _ := MustValues(id.Name)
			calls = append(calls, Must{it.Offset(id.Pos()), values})
		}
	}
	return calls
}

// findMusts names the must of each call of must, unless the session declares its own.
func (k *checker) findMusts() {
	if k.Before.Names["must"] != nil || k.OwnItem("must") != nil {
		return
	}
	for _, it := range slices.Concat(k.Items, k.Statements) {
		it.Inspect(func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || call.Ellipsis.IsValid() {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "must" {
				k.musts[call] = id
				id.Name = mustName(1)
			}
			return true
		})
	}
}

// chooseMusts gives calls of must the one for the values of their argument. It
// returns true where one has changed.
func (k *checker) chooseMusts() bool {
	again := false
	for call, id := range k.musts {
		t := k.Info.Types[call.Args[0]].Type
		if t == nil {
			continue
		}
		values := 0
		if tuple, ok := t.(*types.Tuple); ok {
			values = tuple.Len() - 1
		}
		if values <= mostValues && id.Name != mustName(values) {
			id.Name, again = mustName(values), true
		}
	}
	return again
}

// mustMessage returns a message without the names that a check has for must, which is
// undefined unless it is called with one argument. If the argument of a call of must is
// to blame it says so, once; if the argument itself has a fault, it is empty.
func (k *checker) mustMessage(message string, pos token.Pos) string {
	if message == "undefined: must" {
		return "must takes one call whose last value is an error, as in must(os.ReadFile(name))"
	}
	if !strings.Contains(message, "must"+Mark) {
		return message
	}
	for call := range k.musts {
		inArgument := call.Args[0].Pos() < pos && pos < call.Args[0].End()
		if pos < call.Pos() || call.End() < pos || inArgument {
			continue
		}
		values := valuesOf(k.Info.Types[call.Args[0]].Type)
		if values == nil {
			return ""
		}
		if told := refusedByMust(types.ExprString(call.Args[0]), values); told != "" {
			if slices.ContainsFunc(k.Faults, func(f syntax.Fault) bool { return f.Message == told }) {
				return ""
			}
			return told
		}
	}
	for values := range mostValues + 1 {
		message = strings.ReplaceAll(message, mustName(values), "must")
	}
	return message
}

// refusedByMust returns the reason why must does not take the values of an expression, or
// nothing.
func refusedByMust(source string, values []types.Type) string {
	last := len(values) - 1
	switch {
	case last < 0 || !types.AssignableTo(values[last], ErrorType):
		return "must(" + source + "): " + source + " gives no error; write it without must"
	case last > mostValues:
		return fmt.Sprintf("must(%s): must gives at most %d values beside the error, and here are %d", source, mostValues, last)
	}
	return ""
}

// valuesOf returns the types of an expression's values; nil if it has none, which is
// reported as another fault.
func valuesOf(t types.Type) []types.Type {
	tuple, ok := t.(*types.Tuple)
	if !ok {
		if t == nil || t == types.Typ[types.Invalid] {
			return nil
		}
		return []types.Type{t}
	}
	values := make([]types.Type, tuple.Len())
	for i := range values {
		values[i] = tuple.At(i).Type()
	}
	return values
}
