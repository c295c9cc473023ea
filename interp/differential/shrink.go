package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// shrinker makes a program that differs smaller, by leaving out parts of it for
// as long as it compiles and still differs.
type shrinker struct {
	checker *checker
	// differs reports which programs still do.
	differs func(sources []string) ([]bool, error)
}

// maxCandidates is the number of smaller programs that are tried at once.
const maxCandidates = 40

// maxRounds ends what would take too long.
const maxRounds = 60

// shrink returns a program that differs and from which no single part that it
// tried can be left out. Large runs of parts go first.
func (s *shrinker) shrink(source string) (string, error) {
	size := countParts(source) / 2
	for range maxRounds {
		smaller, err := s.round(source, max(size, 1))
		if err != nil {
			return "", err
		}
		switch {
		case smaller != "":
			source = smaller
			size = min(size, countParts(source)/2)
		case size <= 1:
			return source, nil
		default:
			size /= 2
		}
	}
	return source, nil
}

// round leaves out runs of size parts each, one run a program, and returns the
// smallest program that still differs, or nothing. Where several runs can go,
// it tries to leave out all of them, or many.
func (s *shrinker) round(source string, size int) (string, error) {
	var all []int
	for i := range countParts(source) {
		all = append(all, i)
	}
	runs := slices.Collect(slices.Chunk(all, size))
	var good [][]int
	best := ""
	for batch := range slices.Chunk(runs, maxCandidates) {
		texts, err := s.try(source, batch)
		if err != nil {
			return "", err
		}
		for i, text := range texts {
			if text != "" {
				good = append(good, batch[i])
				best = smaller(best, text)
			}
		}
	}
	for n := len(good); n > 1; n /= 2 {
		var together [][]int
		for group := range slices.Chunk(good, n) {
			together = append(together, slices.Concat(group...))
		}
		texts, err := s.try(source, together)
		if err != nil {
			return "", err
		}
		before := best
		for _, text := range texts {
			best = smaller(best, text)
		}
		if best != before {
			break
		}
	}
	return best, nil
}

// smaller returns the smaller of two texts that is not empty.
func smaller(a, b string) string {
	if a == "" || b != "" && len(b) < len(a) {
		return b
	}
	return a
}

// try leaves out each set of parts, one set a program, and returns the programs
// that still differ; the others are empty.
func (s *shrinker) try(source string, sets [][]int) ([]string, error) {
	texts := make([]string, len(sets))
	var sources []string
	var of []int
	for i, set := range sets {
		text, ok := s.without(source, set)
		if ok && len(text) < len(source) && !slices.Contains(sources, text) {
			sources, of = append(sources, text), append(of, i)
		}
	}
	if len(sources) == 0 {
		return texts, nil
	}
	differs, err := s.differs(sources)
	if err != nil {
		return nil, fmt.Errorf("shrink: %w", err)
	}
	for i, d := range differs {
		if d {
			texts[of[i]] = sources[i]
		}
	}
	return texts, nil
}

// without leaves out parts of a program and what is then not used. It reports
// whether the result compiles.
func (s *shrinker) without(source string, set []int) (string, bool) {
	fset, file := parse(source)
	all := parts(file)
	chosen := map[ast.Node]part{}
	for _, i := range set {
		if p := all[i]; !chosen[p.node].removed() {
			chosen[p.node] = p
		}
	}
	leaveOut(file, chosen)
	for range 20 {
		text, err := print(fset, file, dense)
		if err != nil {
			return "", false
		}
		if fset, file = parse(text); file == nil {
			return "", false
		}
		errs := s.checker.check(fset, file)
		if len(errs) == 0 {
			return text, true
		}
		for _, err := range errs {
			if !forget(file, err.Msg, err.Pos) {
				return "", false
			}
		}
	}
	return "", false
}

// parse returns a program as a tree, or nil if its text is not Go.
func parse(source string) (*token.FileSet, *ast.File) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "program.go", source, parser.SkipObjectResolution)
	if err != nil {
		return fset, nil
	}
	return fset, file
}

// part is a node that can be left out, or in whose place what it holds can
// stand.
type part struct {
	node ast.Node
	// inner replaces it, once smaller parts have been left out; nil
	// if nothing does.
	inner func() ast.Node
	// spread puts the statements of a block in its place.
	spread bool
}

// removed reports whether a part is left out with all that it holds.
func (p part) removed() bool { return p.node != nil && p.inner == nil && !p.spread }

func countParts(source string) int {
	_, file := parse(source)
	return len(parts(file))
}

// parts returns the parts that can be left out of a program, in the order of its text.
func parts(file *ast.File) []part {
	var all []part
	concurrent := hasGoroutines(file)
	astutil.Apply(file, func(c *astutil.Cursor) bool {
		n := c.Node()
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			return false
		}
		if removable(c, concurrent) {
			all = append(all, part{node: n})
		}
		for _, inner := range held(n) {
			all = append(all, part{node: n, inner: inner})
		}
		if _, ok := n.(*ast.BlockStmt); ok && c.Index() >= 0 {
			all = append(all, part{node: n, spread: true})
		}
		return true
	}, nil)
	return all
}

// removable reports whether a node is one of a list, or an else.
func removable(c *astutil.Cursor, concurrent bool) bool {
	switch n := c.Node().(type) {
	case *ast.FuncDecl:
		return n.Recv != nil || n.Name.Name != "main"
	case ast.Stmt:
		return c.Index() >= 0 && !keepsOrder(n, concurrent) || c.Name() == "Else" && n != nil
	case ast.Decl, ast.Spec, *ast.Field:
		return c.Index() >= 0
	case ast.Expr:
		return c.Index() >= 0 && (c.Name() == "Elts" || c.Name() == "Args" || c.Name() == "List")
	}
	return false
}

// hasGoroutines reports whether a program starts any.
func hasGoroutines(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "Go"
		}
		return !found
	})
	return found
}

// keepsOrder reports whether a program without the statement may do something else
// each time: it waits for goroutines, or sorts the keys of a map, which generated
// programs call keys.
func keepsOrder(s ast.Stmt, concurrent bool) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch f.Sel.Name {
	case "Wait", "Done", "Add", "Unlock":
		return concurrent
	case "Slice":
		keys, ok := call.Args[0].(*ast.Ident)
		return ok && strings.HasPrefix(keys.Name, "keys")
	}
	return false
}

// held returns the possible replacements of a statement that holds them.
func held(n ast.Node) []func() ast.Node {
	block := func(b *ast.BlockStmt) []func() ast.Node { return []func() ast.Node{func() ast.Node { return b }} }
	switch s := n.(type) {
	case *ast.IfStmt:
		return block(s.Body)
	case *ast.ForStmt:
		return block(s.Body)
	case *ast.RangeStmt:
		return block(s.Body)
	case *ast.LabeledStmt:
		return []func() ast.Node{func() ast.Node { return s.Stmt }}
	case *ast.SwitchStmt:
		return clauses(s.Body)
	case *ast.TypeSwitchStmt:
		return clauses(s.Body)
	case *ast.SelectStmt:
		return clauses(s.Body)
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && len(call.Args) == 0 {
			if f, ok := call.Fun.(*ast.FuncLit); ok {
				return block(f.Body)
			}
		}
	}
	return nil
}

// clauses returns the statements of each clause, as a block.
func clauses(body *ast.BlockStmt) []func() ast.Node {
	var blocks []func() ast.Node
	for _, c := range body.List {
		blocks = append(blocks, func() ast.Node {
			switch c := c.(type) {
			case *ast.CaseClause:
				return &ast.BlockStmt{List: c.Body}
			case *ast.CommClause:
				return &ast.BlockStmt{List: c.Body}
			}
			return c
		})
	}
	return blocks
}

// leaveOut applies parts to the tree that they are of, those within others
// first.
func leaveOut(file *ast.File, chosen map[ast.Node]part) {
	astutil.Apply(file, nil, func(c *astutil.Cursor) bool {
		p, ok := chosen[c.Node()]
		switch {
		case !ok || c.Node() == nil:
		case p.inner != nil:
			c.Replace(p.inner())
		case p.spread:
			for _, s := range c.Node().(*ast.BlockStmt).List {
				c.InsertBefore(s)
			}
			c.Delete()
		case c.Name() == "Else":
			c.Parent().(*ast.IfStmt).Else = nil
		default:
			c.Delete()
		}
		return true
	})
}

// forget removes what the checker says is declared at pos and not used, and
// reports whether it could.
func forget(file *ast.File, message string, pos token.Pos) bool {
	if !strings.Contains(message, "declared and not used") {
		return false
	}
	done := false
	astutil.Apply(file, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.LabeledStmt:
			if n.Label.Pos() == pos {
				c.Replace(n.Stmt)
				done = true
			}
		case *ast.ValueSpec:
			done = blank(n.Names, pos) || done
		case *ast.AssignStmt:
			if s, ok := c.Parent().(*ast.TypeSwitchStmt); ok && n.Pos() == pos {
				s.Assign, done = &ast.ExprStmt{X: n.Rhs[0]}, true
			} else if blank(n.Lhs, pos) {
				done = true
				if !slices.ContainsFunc(n.Lhs, isNamed) {
					n.Tok = token.ASSIGN
				}
			}
		case *ast.RangeStmt:
			done = forgetRange(n, pos) || done
		}
		return !done
	}, nil)
	return done
}

// blank renames the variable at pos to _.
func blank[E ast.Expr](names []E, pos token.Pos) bool {
	for _, e := range names {
		if id, ok := any(e).(*ast.Ident); ok && id.Pos() == pos {
			id.Name = "_"
			return true
		}
	}
	return false
}

func isNamed(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return !ok || id.Name != "_"
}

// forgetRange removes the variable of a range at pos.
func forgetRange(n *ast.RangeStmt, pos token.Pos) bool {
	switch {
	case n.Value != nil && n.Value.Pos() == pos:
		n.Value = nil
	case n.Key != nil && n.Key.Pos() == pos:
		n.Key.(*ast.Ident).Name = "_"
	default:
		return false
	}
	if n.Value == nil && !isNamed(n.Key) {
		n.Key, n.Tok = nil, token.ILLEGAL
	}
	return true
}
