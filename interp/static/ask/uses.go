package ask

import (
	"bufio"
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

//go:generate go run ./gen

// Uses counts how often names are used: "cov.SE" counts uses after the name of a package
// or of a variable, ".SE" uses after any dot, and "SE" unqualified uses.
type Uses map[string]int

// counted lists the names that the notebooks and the examples of the library use.
//
//go:embed uses.txt
var counted string

// first are the names that a newcomer looks for in a package, whatever examples
// happen to use most.
var first = map[string][]string{
	"course":  {"Check", "Todo", "Guess", "Progress", "Exercises", "Define"},
	"cov":     {"SE", "Matern52", "Matern32", "Periodic", "RationalQuadratic", "Linear", "Scale", "Sum", "Product", "Line", "Points", "Func"},
	"dataset": {"ReadCSV", "Split", "TestShare", "OneHot", "Fetch", "KFold"},
	"display": {"Fit", "Params", "Scores", "Observations", "Prior", "Results", "Trace", "Table", "Show", "Live"},
	"gplib":   {"Model", "Auto", "Gaussian", "NewData", "Fit", "LBFGS", "Compare", "Settings"},
	"mean":    {"Constant", "Linear", "Polynomial", "Func"},
	"metric":  {"RMSE", "NLPD", "SMSE", "MSLL", "Coverage", "MAE", "R2"},
	"noise":   {"Gaussian", "FixedGaussian", "Func"},
	"widget":  {"Float", "Show", "Int", "Choice", "Bool", "Range", "Play", "Button", "Text"},
}

// Known returns the uses in the notebooks and examples of the library, and names that a
// newcomer looks for. The caller may change it.
func Known() Uses { return maps.Clone(known()) }

var known = sync.OnceValue(func() Uses {
	uses := Uses{}
	for lines := bufio.NewScanner(strings.NewReader(counted)); lines.Scan(); {
		var name string
		var count int
		if _, err := fmt.Sscan(lines.Text(), &name, &count); err == nil {
			uses[name] = count
		}
	}
	for pkg, names := range first {
		for i, name := range names {
			uses[pkg+"."+name] += 1000 * (len(names) - i)
		}
	}
	return uses
})

// ownUse is the weight of a use in the session, relative to one in the examples.
const ownUse = 10

// AddOwn counts the names of a cell of the session.
func (u Uses) AddOwn(source string) { u.Add(source, ownUse) }

// of returns how often an object is used: by its package's name, as a member, or alone.
func (u Uses) of(o types.Object) int {
	switch v := o.(type) {
	case *types.Func:
		if v.Signature().Recv() != nil {
			return u["."+o.Name()]
		}
	case *types.Var:
		if v.IsField() {
			return u["."+o.Name()]
		}
	}
	if p := o.Pkg(); p != nil && p.Path() != "main" {
		return u[p.Name()+"."+o.Name()]
	}
	return u[o.Name()]
}

// byUse orders objects by how often they are used, the others as they are.
func (u Uses) byUse(objects []types.Object) []types.Object {
	return expected{}.rank(objects, u)
}

// Add counts the names of a source, each as the given number of uses.
func (u Uses) Add(source string, times int) {
	lexemes, _ := syntax.Lex(&cell.Cell{Source: source})
	at := func(i int) syntax.Lexeme {
		if i < 0 {
			return syntax.Lexeme{}
		}
		return lexemes[i]
	}
	for i, l := range lexemes {
		switch {
		case l.Tok != token.IDENT:
		case at(i-1).Tok != token.PERIOD:
			u[l.Lit] += times
		case at(i-2).Tok == token.IDENT:
			u[at(i-2).Lit+"."+l.Lit] += times
			u["."+l.Lit] += times
		default:
			u["."+l.Lit] += times
		}
	}
}
