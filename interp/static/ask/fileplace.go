package ask

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// FilePlace reports whether the cursor, a byte offset, is in a literal that names a file
// or a folder, the argument of a function that takes one, and where the literal's
// contents begin.
func FilePlace(s *check.Session, source string, cursor int) (start int, ok bool) {
	cursor = min(max(cursor, 0), len(source))
	at, tok := syntax.EndsInText(source[:cursor])
	if tok != token.STRING {
		return 0, false
	}
	quote := source[at : at+1]
	k := check.Broken(s, syntax.Closed(source[:cursor]+quote))
	var call *ast.CallExpr
	argument := -1
	walk(k, at, func(n ast.Node, p *syntax.Parsed) {
		if c, ok := n.(*ast.CallExpr); ok {
			if i := slices.IndexFunc(c.Args, func(e ast.Expr) bool {
				lit, ok := ast.Unparen(e).(*ast.BasicLit)
				return ok && p.Offset(lit.Pos()) == at
			}); i >= 0 {
				call, argument = c, i
			}
		}
	})
	if call == nil {
		return 0, false
	}
	return at + 1, takesFile(k, call, argument)
}

// filePackages are those whose parameters of the names below are files; names end
// in "/" that are beginnings.
var filePackages = []string{"krigo/", "gonum.org/v1/plot/", "main", "os", "io/ioutil", "path/filepath", "html/template", "text/template", "archive/zip", "debug/"}

// takesFile reports whether a call's argument names a file, by what the function calls
// it: os calls files by name, too.
func takesFile(k *check.Checked, call *ast.CallExpr, argument int) bool {
	sig, ok := coreType(typeOf(k, call.Fun)).(*types.Signature)
	if !ok || sig.Params().Len() == 0 {
		return false
	}
	p := sig.Params().At(min(argument, sig.Params().Len()-1))
	if p.Pkg() == nil || !slices.ContainsFunc(filePackages, func(own string) bool {
		return strings.HasPrefix(p.Pkg().Path()+"/", own) && (strings.HasSuffix(own, "/") || p.Pkg().Path() == own)
	}) {
		return false
	}
	switch strings.ToLower(p.Name()) {
	case "path", "file", "filename", "filenames", "dir", "dirname", "folder":
		return true
	case "name", "oldname", "newname", "oldpath", "newpath":
		return p.Pkg().Path() == "os"
	}
	return false
}
