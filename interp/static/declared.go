package static

import (
	"go/types"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Declared is a variable or a constant of a cell.
type Declared struct {
	Name string
	Type types.Type
	// TypeText is the type as users write it.
	TypeText string
	Constant bool
}

// Declared lists the variables and constants that the cell with a label declared,
// by name.
func (s *Session) Declared(label string) []Declared {
	s.mu.Lock()
	defer s.mu.Unlock()
	var objects []types.Object
	for name, d := range s.known.Now.Names {
		if d.Label == label && (d.Kind == syntax.VarPiece || d.Kind == syntax.ConstPiece) {
			objects = append(objects, d.Objects[name])
		}
	}
	slices.SortFunc(objects, func(a, b types.Object) int { return strings.Compare(a.Name(), b.Name()) })
	all := make([]Declared, len(objects))
	for i, o := range objects {
		_, constant := o.(*types.Const)
		all[i] = Declared{o.Name(), o.Type(), check.TypeText(o.Type()), constant}
	}
	return all
}
