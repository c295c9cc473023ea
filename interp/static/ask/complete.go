// Package ask answers completion and inspection requests for a source that may be broken.
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

// Complete completes the source at the cursor, a byte offset. The source before the
// cursor may be broken. Within text and comments only import paths are completed;
// [FilePlace] finds names of files.
func Complete(s *check.Session, uses Uses, source string, cursor int) cell.Completion {
	cursor = min(max(cursor, 0), len(source))
	if from, ok := importPathStart(source[:cursor]); ok {
		return completePath(s, source, from, cursor)
	}
	if _, tok := syntax.EndsInText(source[:cursor]); tok != token.ILLEGAL {
		return cell.Completion{Start: cursor, End: cursor}
	}
	start := syntax.WordStart(source, cursor)
	c := completer{session: s, uses: uses, source: source, start: start, prefix: source[start:cursor]}
	c.dot = len(strings.TrimRight(source[:start], " \t\n")) - 1
	found := candidates{}
	if c.dot >= 0 && source[c.dot] == '.' && (c.dot == 0 || source[c.dot-1] != '.') {
		found = c.members()
	} else {
		found = c.names()
	}
	return cell.Completion{Matches: found.matches, Start: found.start, End: cursor}
}

// completer completes the word that begins at start.
type completer struct {
	session *check.Session
	uses    Uses
	source  string
	start   int
	prefix  string // the typed part of the word
	dot     int    // where the dot before it is, if any
}

// importPathStart reports whether the source ends within an import path, and
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

// members completes what follows an expression and a dot.
func (c completer) members() candidates {
	before := strings.TrimRight(c.source[:c.dot], " \t\n")
	k := check.Broken(c.session, syntax.Closed(c.source[:c.start]+hole))
	e := exprEndingAt(k, len(before))
	id, named := e.(*ast.Ident)
	if e == nil {
		return c.foreign(syntax.WordStart(before, len(before)))
	}
	want := expectedAt(k, c.start)
	if named {
		if p, ok := k.Object(id).(*types.PkgName); ok {
			all := candidatesOf(want.rank(check.Exported(p.Imported()), c.uses))
			return c.choose(all, func() []candidate { return synonymsIn(c.prefix, p.Imported().Name()) }).
				or(c.foreign(len(before) - len(id.Name)))
		}
	}
	t := k.Info.Types[e].Type
	return c.choose(candidatesOf(want.rank(check.Members(t), c.uses)), func() []candidate { return synonymsOf(c.prefix, t) })
}

// names completes a name: with the fields of the literal around it, variables of inner
// scopes, the session's names, functions that return the expected type, packages,
// keywords; candidates that the place admits come first.
func (c completer) names() candidates {
	k := check.Broken(c.session, syntax.Closed(c.source[:c.start]+hole))
	want := expectedAt(k, c.start)
	objects := locals(k, c.start)
	if k.Scope != nil {
		for _, name := range k.Scope.Names() {
			objects = append(objects, k.Scope.Lookup(name))
		}
	}
	slices.SortStableFunc(objects, func(a, b types.Object) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, name := range types.Universe.Names() {
		objects = append(objects, types.Universe.Lookup(name))
	}
	literal, fields := literalFields(k, c.source[:c.start])
	all := candidatesOf(fields)
	objects = want.rank(objects, c.uses)
	fitting := 0
	for fitting < len(objects) && want.distance(objects[fitting]) < misfit && objects[fitting].Parent() != types.Universe {
		fitting++
	}
	all = slices.Concat(all, candidatesOf(objects[:fitting]), want.made(k, c.uses), candidatesOf(objects[fitting:]))
	if c.prefix == "" {
		return c.choose(all, nil)
	}
	all = append(all, packages(c.session)...)
	for t := token.BREAK; t <= token.VAR; t++ {
		all = append(all, newCandidate(cell.Match{Text: t.String(), Type: "keyword"}))
	}
	return c.choose(all, func() []candidate {
		if literal != nil {
			return synonymsOf(c.prefix, literal)
		}
		return synonymsIn(c.prefix, "")
	})
}

// packages lists the packages that need no import.
func packages(s *check.Session) []candidate {
	var out []candidate
	for _, p := range s.World.Paths() {
		name := p[strings.LastIndexByte(p, '/')+1:]
		if resolved, _ := s.World.Resolve(name); resolved == p {
			out = append(out, newCandidate(cell.Match{Text: name, Type: "module", Signature: p}))
		}
	}
	slices.SortFunc(out, func(a, b candidate) int { return cmp.Compare(a.Text, b.Text) })
	return out
}

// literalFields lists the fields that may be named next in the struct literal
// that the source ends in, those left out that have a value, and gives its type.
func literalFields(k *check.Checked, before string) (types.Type, []types.Object) {
	end := strings.TrimRight(before, " \t\n")
	if !strings.HasSuffix(end, "{") && !strings.HasSuffix(end, ",") {
		return nil, nil
	}
	var lit *ast.CompositeLit
	walk(k, len(before), func(n ast.Node, s *syntax.Parsed) {
		c, ok := n.(*ast.CompositeLit)
		if ok && s.Offset(c.Lbrace) < len(before) && len(before) <= s.Offset(c.Rbrace) {
			lit = c
		}
	})
	if lit == nil {
		return nil, nil
	}
	t := k.Info.Types[lit].Type
	if t == nil {
		return nil, nil
	}
	u, ok := structOf(t)
	if !ok {
		return nil, nil
	}
	set := map[string]bool{}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				set[key.Name] = true
			}
		}
	}
	var out []types.Object
	for f := range u.Fields() {
		if !set[f.Name()] && (f.Exported() || f.Pkg() != nil && f.Pkg().Path() == "main") {
			out = append(out, f)
		}
	}
	return t, out
}

// kind returns the sort of thing that an object is.
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

// signature returns a function's parameters and results, a value's type, or what a type
// is made of: not the fields of a struct, which need not be exported.
func signature(o types.Object) string {
	switch o := o.(type) {
	case *types.PkgName:
		return o.Imported().Path()
	case *types.Func:
		return strings.TrimPrefix(check.TypeText(o.Type()), "func")
	case *types.Builtin, *types.Nil:
		return ""
	case *types.TypeName:
		if text, ok := outline(o.Type()); ok {
			return text
		}
		return check.TypeText(o.Type().Underlying())
	}
	return check.TypeText(o.Type())
}
