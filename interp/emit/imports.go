package emit

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// imports names compiled functions, by symbols of package q.
type imports struct {
	views     *views
	symbols   *symbols
	types     *typeTable
	functions *functions
}

// instance returns the text of the compiled instance of a generic function of the
// standard library.
func (im *imports) instance(f *ssa.Function) (string, bool) {
	if f.Origin() == nil || f.Signature.Recv() != nil || im.views.mentionsOwn(f.Signature) || f.Origin().Pkg == nil || f.Origin().Pkg.Pkg.Path() == "main" {
		return "", false
	}
	args := make([]string, len(f.TypeArgs()))
	for i, t := range f.TypeArgs() {
		args[i] = plainText(t)
	}
	path, name := f.Origin().Pkg.Pkg.Path(), f.Origin().Name()
	pkg, symbol, ok := im.views.world.Instance(path, name, args)
	if !ok {
		return "", false
	}
	return im.symbols.of("func "+pkg+"."+symbol, name, Symbol{Kind: FuncSymbol, Path: pkg, Ident: symbol}), true
}

// isCompiled reports whether calls of a function call a compiled one.
func (im *imports) isCompiled(f *ssa.Function) bool {
	if f.Signature.Recv() != nil && !token.IsExported(f.Name()) {
		return false // compiled packages have it for themselves
	}
	if im.views.isWhole(f) {
		return false // without a body, it cannot be had
	}
	_, instance := im.instance(f)
	return !im.functions.emittable(f) || instance
}

// compiled returns the text of a compiled function.
func (im *imports) compiled(f *ssa.Function) string {
	if f.Signature.Recv() == nil {
		if text, ok := im.instance(f); ok {
			return text
		}
	}
	key, symbol := im.compiledSymbol(f)
	return im.symbols.of(key, f.Name(), symbol)
}

// compiledSymbol returns the symbol of a compiled function, and its key.
func (im *imports) compiledSymbol(f *ssa.Function) (string, Symbol) {
	if im.views.isWhole(f) {
		im.views.refuseBodiless(f)
	}
	if recv := f.Signature.Recv(); recv != nil {
		id := im.types.trueID(recv.Type())
		return fmt.Sprintf("method %d %s", id, f.Name()), Symbol{Kind: MethodSymbol, Type: id, Ident: f.Name()}
	}
	if f.Pkg == nil {
		refuse(f.Pos(), "%s is not available here", f)
	}
	path := f.Pkg.Pkg.Path()
	return "func " + path + "." + f.Name(), Symbol{Kind: FuncSymbol, Path: path, Ident: f.Name()}
}
