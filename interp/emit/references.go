package emit

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// references writes how emitted code refers to a function: by its name, as a symbol of a compiled one or of one that
// the machine runs, or as a value.
type references struct {
	symbols   *symbols
	types     *typeTable
	globals   *globals
	functions *functions
	imports   *imports
	machine   *selection
}

// value returns the text of a function as a value. Variadic ones take a slice.
func (rf *references) value(f *ssa.Function) string {
	signature := signatureOf(f)
	if !rf.functions.emittable(f) {
		if !f.Signature.Variadic() {
			return rf.imports.compiled(f)
		}
		key, symbol := rf.imports.compiledSymbol(f)
		symbol.Kind, symbol.Signature = SliceSymbol, rf.types.workID(signature)
		return rf.symbols.of("slice "+key, f.Name(), symbol)
	}
	if rf.machine.has(f) {
		return rf.call(f)
	}
	name := rf.functions.name(f)
	id := rf.types.workID(signature)
	identity := rf.symbols.of(fmt.Sprintf("value %d", id), "value", Symbol{Kind: ValueSymbol, Signature: id})
	return rf.globals.variable("value "+name, "value", rf.types.work(signature), identity+"("+name+")")
}

// call returns the text of a function that is called.
func (rf *references) call(f *ssa.Function) string {
	name := rf.functions.name(f)
	if !rf.machine.has(f) {
		return name
	}
	return rf.symbols.of("machine "+name, f.Name(), Symbol{Kind: MachineSymbol, Ident: name, Signature: rf.types.workID(signatureOf(f)), Type: rf.captured(f)})
}

// captured returns the ID of the type of a function that makes one with captured variables, 0 if it has none.
func (rf *references) captured(f *ssa.Function) int {
	if len(f.FreeVars) == 0 {
		return 0
	}
	var params []*types.Var
	for _, v := range f.FreeVars {
		params = append(params, types.NewParam(v.Pos(), nil, v.Name(), v.Type()))
	}
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", signatureOf(f)))
	return rf.types.workID(types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), result, false))
}
