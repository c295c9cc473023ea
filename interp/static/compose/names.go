package compose

import (
	"go/types"
	"slices"

	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
	"krigo/interp/static/syntax"
)

// renamer returns a rewriter that replaces names of the session's declarations in a piece
// by the names of the versions that it means. The owner is the piece's declaration, nil
// for statements.
func (c *composition) renamer(s *syntax.Parsed, owner *check.Decl) *rewrite.Rewriter {
	return rewrite.New(s, c.Info, func(o types.Object, selected bool) string { return c.newName(owner, o, selected) })
}

// placed returns text with its place in the cell before it.
func placed(s *syntax.Parsed, text string) string {
	return syntax.LineDirective(s.Cell, s.Start) + text
}

// newName returns an object's name in the file, or nothing if the piece uses the same
// name.
func (c *composition) newName(owner *check.Decl, o types.Object, selected bool) string {
	if p, ok := o.(*types.PkgName); ok {
		return c.imported(owner, p.Imported().Path())
	}
	if d := c.Declared(o); d != nil {
		c.use(d)
		if d.IsMethod() || check.IsMethodName(o) {
			return ""
		}
		return d.Emitted[o.Name()]
	}
	if v, ok := o.(*types.Var); o.Pkg() == nil || ok && v.IsField() {
		return ""
	}
	path := o.Pkg().Path()
	if path == check.SessionPackage {
		if values, ok := check.MustValues(o.Name()); ok {
			return c.imported(owner, path) + ".Must" + values
		}
		if check.Predeclared[o.Name()] != "" {
			return c.predeclaredName(owner, o)
		}
	}
	if !selected && path != "main" && o.Parent() == o.Pkg().Scope() { // imported with a dot
		return c.imported(owner, path) + "." + o.Name()
	}
	return ""
}

// imported returns the name of a package that a piece names.
func (c *composition) imported(owner *check.Decl, path string) string {
	if owner != nil {
		c.mention(owner, path)
	}
	return c.importAlias(path)
}

// predeclaredName returns the name of a predeclared object. Statements keep the context
// of their own cell.
func (c *composition) predeclaredName(owner *check.Decl, o types.Object) string {
	if o.Name() == "ctx" && owner == nil {
		if c.context == "" {
			c.context = c.names.Private("ctx")
		}
		return c.context
	}
	name := c.imported(owner, check.SessionPackage) + "." + check.Predeclared[o.Name()]
	if o.Name() == "ctx" {
		name += "()"
	}
	return name
}

// importAlias returns the name under which the file, and every other one of the session,
// imports a package.
func (c *composition) importAlias(path string) string {
	alias := c.names.Alias(path)
	c.imports[path] = alias
	return alias
}

// spellFor writes a type as the file names it, for a declaration or nil.
func (c *composition) spellFor(t types.Type, owner *check.Decl) (string, error) {
	return check.Spell(t, func(o *types.TypeName) (string, bool) {
		switch {
		case o.Pkg() == nil:
			return o.Name(), true
		case o.Pkg().Path() == "main":
			d := c.Owners[o]
			if d == nil {
				return o.Name(), true
			}
			c.use(d)
			return d.Emitted[o.Name()], true
		}
		return c.imported(owner, o.Pkg().Path()) + "." + o.Name(), o.Exported() || o.Pkg() == types.Unsafe
	})
}

// mention notes that a declaration's head names a package.
func (c *composition) mention(d *check.Decl, path string) {
	if h := c.heads[d]; !slices.Contains(h.paths, path) {
		h.paths = append(h.paths, path)
	}
}
