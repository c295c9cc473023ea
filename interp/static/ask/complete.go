// Package ask answers questions about a source that may be broken: what may stand
// at the cursor, and what a name is.
package ask

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Complete completes the source at the cursor, a byte offset. What stands
// before the cursor may be broken.
func Complete(s *check.Session, uses Uses, source string, cursor int) cell.Completion {
	cursor = min(max(cursor, 0), len(source))
	if from, ok := importPathStart(source[:cursor]); ok {
		return completePath(s, source, from, cursor)
	}
	start := syntax.WordStart(source, cursor)
	c := cell.Completion{Start: start, End: cursor}
	prefix := source[start:cursor]
	if before := strings.TrimRight(source[:start], " \t\n"); strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..") {
		c.Matches = filter(memberMatches(s, before[:len(before)-1]), prefix)
		return c
	}
	c.Matches = filter(nameMatches(s, source[:start], prefix), prefix)
	return c
}

// filter keeps the matches that begin with prefix, or, where none does, those
// that do in another case. Each text is kept once.
func filter(matches []cell.Match, prefix string) []cell.Match {
	keep := func(begins func(text string) bool) []cell.Match {
		var out []cell.Match
		seen := map[string]bool{}
		for _, m := range matches {
			if !seen[m.Text] && begins(m.Text) && !strings.Contains(m.Text, check.Mark) {
				seen[m.Text] = true
				out = append(out, m)
			}
		}
		return out
	}
	if out := keep(func(text string) bool { return strings.HasPrefix(text, prefix) }); len(out) > 0 {
		return out
	}
	lower := strings.ToLower(prefix)
	return keep(func(text string) bool { return strings.HasPrefix(strings.ToLower(text), lower) })
}

// importPathStart tells whether the source ends within an import path, and
// where that begins.
func importPathStart(before string) (int, bool) {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	quote := strings.LastIndexByte(line, '"')
	if quote < 0 || strings.Count(line, "\"")%2 == 0 {
		return 0, false
	}
	pieces, _ := syntax.Split(&cell.Cell{Source: before[:len(before)-len(line)+quote]})
	if len(pieces) == 0 || pieces[len(pieces)-1].Kind != syntax.ImportPiece {
		return 0, false
	}
	return len(before) - len(line) + quote + 1, true
}

func completePath(s *check.Session, source string, from, cursor int) cell.Completion {
	c := cell.Completion{Start: from, End: cursor}
	for _, p := range s.World.Paths() {
		if strings.HasPrefix(p, source[from:cursor]) {
			c.Matches = append(c.Matches, cell.Match{Text: p, Type: "path"})
		}
	}
	return c
}

// memberMatches lists what may follow the expression that the source ends in and a
// dot.
func memberMatches(s *check.Session, before string) []cell.Match {
	before = strings.TrimRight(before, " \t\n")
	k := check.Broken(s, syntax.Closed(before))
	e := exprEndingAt(k, len(before))
	if e == nil {
		return nil
	}
	if id, ok := e.(*ast.Ident); ok {
		if p, ok := k.Object(id).(*types.PkgName); ok {
			return matches(check.Exported(p.Imported()))
		}
	}
	return matches(check.Members(k.Info.Types[e].Type))
}

// nameMatches lists what may stand where a name is begun: the fields of the literal
// around, variables of inner scopes, the session's names, packages, keywords;
// what the place admits comes first.
func nameMatches(s *check.Session, before, prefix string) []cell.Match {
	k := check.Broken(s, syntax.Closed(before+hole))
	want := expectedAt(k, len(before))
	objects := locals(k, len(before))
	if k.Scope != nil {
		for _, name := range k.Scope.Names() {
			objects = append(objects, k.Scope.Lookup(name))
		}
	}
	slices.SortStableFunc(objects, func(a, b types.Object) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, name := range types.Universe.Names() {
		objects = append(objects, types.Universe.Lookup(name))
	}
	out := append(matches(literalFields(k, before)), matches(want.rank(objects))...)
	if prefix == "" {
		return out
	}
	out = append(out, packages(s)...)
	for t := token.BREAK; t <= token.VAR; t++ {
		out = append(out, cell.Match{Text: t.String(), Type: "keyword"})
	}
	return out
}

// packages lists the packages that need no import.
func packages(s *check.Session) []cell.Match {
	var out []cell.Match
	for _, p := range s.World.Paths() {
		name := p[strings.LastIndexByte(p, '/')+1:]
		if resolved, _ := s.World.Resolve(name); resolved == p {
			out = append(out, cell.Match{Text: name, Type: "module", Signature: p})
		}
	}
	return sorted(out)
}

// literalFields lists the fields that may be named next in the struct literal
// that the source ends in.
func literalFields(k *check.Checked, before string) []types.Object {
	end := strings.TrimRight(before, " \t\n")
	if !strings.HasSuffix(end, "{") && !strings.HasSuffix(end, ",") {
		return nil
	}
	var lit *ast.CompositeLit
	walk(k, len(before), func(n ast.Node, s *syntax.Parsed) {
		c, ok := n.(*ast.CompositeLit)
		if ok && s.Offset(c.Lbrace) < len(before) && len(before) <= s.Offset(c.Rbrace) {
			lit = c
		}
	})
	if lit == nil {
		return nil
	}
	t := k.Info.Types[lit].Type
	if t == nil {
		return nil
	}
	u, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []types.Object
	for f := range u.Fields() {
		if f.Exported() || f.Pkg() != nil && f.Pkg().Path() == "main" {
			out = append(out, f)
		}
	}
	return out
}

// sorted orders matches by their text.
func sorted(matches []cell.Match) []cell.Match {
	slices.SortFunc(matches, func(a, b cell.Match) int { return cmp.Compare(a.Text, b.Text) })
	return matches
}

func matches(objects []types.Object) []cell.Match {
	var out []cell.Match
	for _, o := range objects {
		out = append(out, cell.Match{Text: o.Name(), Type: kind(o), Signature: signature(o)})
	}
	return out
}

// kind is the sort of thing that an object is.
func kind(o types.Object) string {
	switch o := o.(type) {
	case *types.PkgName:
		return "module"
	case *types.TypeName:
		return "type"
	case *types.Const, *types.Nil:
		return "constant"
	case *types.Func:
		if o.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Builtin:
		return "function"
	case *types.Var:
		if o.IsField() {
			return "field"
		}
	}
	return "instance"
}

// signature is a function's parameters and results, or a value's type.
func signature(o types.Object) string {
	switch o := o.(type) {
	case *types.PkgName:
		return o.Imported().Path()
	case *types.Func:
		return strings.TrimPrefix(check.TypeText(o.Type()), "func")
	case *types.Builtin, *types.Nil:
		return ""
	case *types.TypeName:
		return check.TypeText(o.Type().Underlying())
	}
	return check.TypeText(o.Type())
}
