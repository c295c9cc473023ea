package compose

import (
	"cmp"
	"strings"

	"krigo/interp/static/check"
)

// composition is a file under construction.
type composition struct {
	*check.Checked
	*Program
	writer  *Writer
	names   *check.Names
	imports map[string]string // aliases by path
	context string            // the variable that keeps the cell's context, where it is used
	display string            // statements after those of the cell that keep the shown values
	earlier []*check.Decl     // declarations that the file takes from earlier cells, in the order of discovery
	known   map[*check.Decl]bool
	own     map[string]*check.Decl // the file's full declarations, by name in files
	body    strings.Builder        // declarations and the function of the statements
}

// head begins the header of a declaration of the cell.
func (c *composition) head(d *check.Decl) *head {
	c.known[d] = true
	c.heads[d] = &head{}
	return c.heads[d]
}

// use adds to the file the header of an earlier cell's declaration, and of all that it
// uses.
func (c *composition) use(d *check.Decl) {
	d = c.newest(d)
	if c.known[d] {
		return
	}
	c.known[d] = true
	if c.isOwnDecl(d) {
		return
	}
	c.earlier = append(c.earlier, d)
	for _, more := range d.Uses {
		c.use(more)
	}
	for _, m := range d.Methods {
		c.use(m)
	}
}

// newest returns the last checked of the declarations that have d's name in files. They are equivalent: a type and
// its users are checked again when the type gets a method, and items checked before go on using the earlier
// declaration.
func (c *composition) newest(d *check.Decl) *check.Decl {
	if d.IsMethod() {
		for _, m := range c.newest(d.Recv).Methods {
			if m.Of == d.Of && m.Names[0] == d.Names[0] {
				return m
			}
		}
		return d
	}
	for _, name := range d.Emitted {
		return cmp.Or(c.own[name], c.writer.newest[name], d)
	}
	return d
}

// isOwnDecl reports whether a declaration is one of those that the file has whole.
func (c *composition) isOwnDecl(d *check.Decl) bool {
	for _, it := range c.Items {
		if it.Fresh == d {
			return true
		}
	}
	for _, h := range c.Hoists {
		if h.Fresh == d && c.Before.Names[h.Ident.Name] != d && d.Serial == c.Serial {
			return true
		}
	}
	return false
}
