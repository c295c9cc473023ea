package static

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Completion lists what may stand in place of the source's bytes from Start
// to End.
type Completion struct {
	Matches    []Match
	Start, End int
}

// Match is one way to complete.
type Match struct {
	Text string
	// Type is the kind of thing: "function", "type", "module", "keyword",
	// "instance", "field", "method", "constant" or "path".
	Type string
	// Signature is a function's parameters and results, or a value's type.
	Signature string
}

// Complete completes the source at the cursor, a byte offset. What stands
// before the cursor may be broken.
func (s *Session) Complete(source string, cursor int) Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	cursor = min(max(cursor, 0), len(source))
	if from, ok := importPathStart(source[:cursor]); ok {
		return s.completePath(source, from, cursor)
	}
	start := wordStart(source, cursor)
	c := Completion{Start: start, End: cursor}
	prefix := source[start:cursor]
	if before := strings.TrimRight(source[:start], " \t\n"); strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..") {
		c.Matches = filter(s.members(before[:len(before)-1]), prefix)
		return c
	}
	c.Matches = filter(s.names(source[:start], prefix), prefix)
	return c
}

// wordStart is where the name that ends at the cursor begins.
func wordStart(source string, cursor int) int {
	start := cursor
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(source[:start])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		start -= n
	}
	return start
}

// filter keeps the matches that begin with prefix, or, where none does, those
// that do in another case. Each text is kept once.
func filter(matches []Match, prefix string) []Match {
	keep := func(begins func(text string) bool) []Match {
		var out []Match
		seen := map[string]bool{}
		for _, m := range matches {
			if !seen[m.Text] && begins(m.Text) && !strings.Contains(m.Text, mark) {
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
	pieces, _ := split(&Cell{Source: before[:len(before)-len(line)+quote]})
	if len(pieces) == 0 || pieces[len(pieces)-1].kind != importPiece {
		return 0, false
	}
	return len(before) - len(line) + quote + 1, true
}

func (s *Session) completePath(source string, from, cursor int) Completion {
	c := Completion{Start: from, End: cursor}
	for _, p := range s.world.Paths() {
		if strings.HasPrefix(p, source[from:cursor]) {
			c.Matches = append(c.Matches, Match{Text: p, Type: "path"})
		}
	}
	return c
}

// closed ends what is open in a source that was cut off.
func closed(source string) string {
	lexemes, _ := lex(&Cell{Source: source})
	open, _ := openBrackets(lexemes)
	return source + closing(open, token.EOF)
}

// members lists what may follow the expression that the source ends in and a
// dot.
func (s *Session) members(before string) []Match {
	before = strings.TrimRight(before, " \t\n")
	k := s.loose(closed(before))
	e := k.exprEndingAt(len(before))
	if e == nil {
		return nil
	}
	if id, ok := e.(*ast.Ident); ok {
		if p, ok := k.object(id).(*types.PkgName); ok {
			return matches(exported(p.Imported()))
		}
	}
	return memberMatches(k.info.Types[e].Type)
}

// memberMatches lists the fields and methods of a type, those near to it
// first.
func memberMatches(t types.Type) []Match {
	objects := fields(t, map[types.Type]bool{})
	if !types.IsInterface(t) {
		if _, ok := t.Underlying().(*types.Pointer); !ok {
			t = types.NewPointer(t)
		}
	}
	set := types.NewMethodSet(t)
	for sel := range set.Methods() {
		objects = append(objects, sel.Obj())
	}
	return matches(slices.DeleteFunc(objects, func(o types.Object) bool {
		return !o.Exported() && o.Pkg() != nil && o.Pkg().Path() != "main"
	}))
}

// fields lists the fields of a struct and those that it embeds.
func fields(t types.Type, seen map[types.Type]bool) []types.Object {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	u, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return nil
	}
	seen[t] = true
	var out, deeper []types.Object
	for f := range u.Fields() {
		out = append(out, f)
		if f.Embedded() {
			deeper = append(deeper, fields(f.Type(), seen)...)
		}
	}
	return append(out, deeper...)
}

// names lists what may stand where a name is begun: the fields of the literal
// around, variables of inner scopes, the session's names, packages, keywords;
// what the place admits comes first.
func (s *Session) names(before, prefix string) []Match {
	k := s.loose(closed(before + hole))
	want := k.expectedAt(len(before))
	objects := k.locals(len(before))
	if k.scope != nil {
		for _, name := range k.scope.Names() {
			objects = append(objects, k.scope.Lookup(name))
		}
	}
	slices.SortStableFunc(objects, func(a, b types.Object) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, name := range types.Universe.Names() {
		objects = append(objects, types.Universe.Lookup(name))
	}
	out := append(matches(k.literalFields(before)), matches(want.rank(objects))...)
	if prefix == "" {
		return out
	}
	out = append(out, s.packages()...)
	for t := token.BREAK; t <= token.VAR; t++ {
		out = append(out, Match{Text: t.String(), Type: "keyword"})
	}
	return out
}

// packages lists the packages that need no import.
func (s *Session) packages() []Match {
	var out []Match
	for _, p := range s.world.Paths() {
		name := p[strings.LastIndexByte(p, '/')+1:]
		if resolved, _ := s.world.Resolve(name); resolved == p {
			out = append(out, Match{Text: name, Type: "module", Signature: p})
		}
	}
	return sorted(out)
}

// literalFields lists the fields that may be named next in the struct literal
// that the source ends in.
func (k *check) literalFields(before string) []types.Object {
	end := strings.TrimRight(before, " \t\n")
	if !strings.HasSuffix(end, "{") && !strings.HasSuffix(end, ",") {
		return nil
	}
	var lit *ast.CompositeLit
	k.inspect(len(before), func(n ast.Node, s *syntax) {
		c, ok := n.(*ast.CompositeLit)
		if ok && s.offset(c.Lbrace) < len(before) && len(before) <= s.offset(c.Rbrace) {
			lit = c
		}
	})
	if lit == nil {
		return nil
	}
	t := k.info.Types[lit].Type
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
func sorted(matches []Match) []Match {
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Compare(a.Text, b.Text) })
	return matches
}

func matches(objects []types.Object) []Match {
	var out []Match
	for _, o := range objects {
		out = append(out, Match{Text: o.Name(), Type: kind(o), Signature: signature(o)})
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
		return strings.TrimPrefix(typeText(o.Type()), "func")
	case *types.Builtin, *types.Nil:
		return ""
	case *types.TypeName:
		return typeText(o.Type().Underlying())
	}
	return typeText(o.Type())
}

// typeText writes a type as users do: packages by name, cells' types bare.
func typeText(t types.Type) string { return types.TypeString(t, qualifier) }

func qualifier(p *types.Package) string {
	if p.Path() == "main" || p.Path() == SessionPackage {
		return ""
	}
	return p.Name()
}
