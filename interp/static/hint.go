package static

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"krigo/interp/emit"
)

// hint says what to do about a fault, where that is known.
func hint(k *checked, f fault) string {
	for _, find := range []func(*checked, fault) string{
		hintRule, hintPackage, hintReturn, hintEarlier, hintUndefined, hintMember, hintUnused, hintDefine, hintCall,
		hintConversion, hintCondition, hintPointer, hintGeneric, hintAlone, hintSyntax,
	} {
		if text := find(k, f); text != "" {
			return text
		}
	}
	return ""
}

// hintPackage is for an import path that nothing is at.
func hintPackage(k *checked, f fault) string {
	importPath, ok := strings.CutPrefix(f.message, unknownPackage)
	if !ok {
		return ""
	}
	if near := Nearest(importPath, k.world.Paths()); near != "" {
		return "did you mean \"" + near + "\"?"
	}
	return "krigo runs without a Go toolchain; only the packages that it embeds can be imported"
}

// earlierType finds messages about a value of a type where another of the same
// name is wanted.
var earlierType = regexp.MustCompile(`^cannot use .* \((?:.* of )?(?:[a-z0-9]+ )?type ([^)]*)\) as (\S+) value`)

// hintEarlier is for a value of a type that a later cell has declared again.
func hintEarlier(k *checked, f fault) string {
	m := earlierType.FindStringSubmatch(f.message)
	if m == nil || m[1] != m[2] {
		return ""
	}
	name := strings.TrimLeft(m[1], "*[]")
	now := k.before.names[name]
	if it := k.ownItem(name); it != nil {
		now = &decl{label: k.cell.Label}
	}
	if now == nil {
		return ""
	}
	for _, d := range slices.Backward(k.before.live) {
		if d.kind == typePiece && slices.Contains(d.names, name) && d.label != now.label {
			return "the value is of the " + name + " of " + d.label + ", and " + now.label + " has declared another: run the cells that make it again"
		}
	}
	return "the value is of an earlier " + name + ": run the cells that make it again"
}

// hintUnused is for values that nothing takes.
func hintUnused(_ *checked, f fault) string {
	if strings.HasSuffix(f.message, "is not used") || strings.HasSuffix(f.message, "(value of type error) is not used") {
		return "only a cell's last expression is shown; assign it, or to drop it write _ ="
	}
	return ""
}

// hintDefine is for := in the wrong place.
func hintDefine(_ *checked, f fault) string {
	switch {
	case f.message == "no new variables on left side of :=":
		return "all of them are declared here already; to assign write ="
	case strings.HasPrefix(f.message, "non-name ") && strings.HasSuffix(f.message, " on left side of :="):
		return "only names are declared; to assign write ="
	case strings.HasPrefix(f.message, "cannot assign to ") && strings.Contains(f.message, "neither addressable nor a map index expression") && strings.Contains(f.message, "string"):
		return "strings do not change; make a []byte or []rune of it first"
	case strings.HasSuffix(f.message, "(neither addressable nor a map index expression)"):
		return "only variables, their fields and elements are assigned to"
	case strings.HasPrefix(f.message, "cannot assign to struct field ") && strings.HasSuffix(f.message, " in map"):
		return "copy the element, change the copy and put it back, or keep pointers in the map"
	}
	return ""
}

// hintCall is for arguments and results that do not fit: it shows the
// signature of the function.
func hintCall(k *checked, f fault) string {
	switch {
	case strings.HasPrefix(f.message, "not enough arguments in call to "),
		strings.HasPrefix(f.message, "too many arguments in call to "),
		strings.Contains(f.message, " value in argument to "),
		strings.HasPrefix(f.message, "assignment mismatch: ") && strings.Contains(f.message, " returns "):
		return signatureAt(k, f)
	case f.message == "missing return":
		return "a function that has results ends in return, panic or a loop without end"
	case strings.HasPrefix(f.message, "not enough return values"), strings.HasPrefix(f.message, "too many return values"):
		return "return gives one value for each result of the function"
	case strings.HasPrefix(f.message, "multiple-value "):
		return "take the results apart first, as in v, err := f()"
	case strings.HasSuffix(f.message, "(no value) used as value"):
		return "the function returns nothing; call it as a statement"
	}
	return ""
}

// signatureAt declares the function of the innermost call around a fault.
func signatureAt(k *checked, f fault) string {
	var found types.Object
	for _, it := range slices.Concat(k.stmts, k.items) {
		if it.cell != f.cell || f.offset < it.start || it.end < f.offset {
			continue
		}
		it.inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if it.offset(n.Lparen) < f.offset && f.offset <= it.offset(n.End()) {
					found = callee(k, n)
				}
			case *ast.AssignStmt:
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok && it.offset(call.Pos()) == f.offset {
					found = callee(k, call)
				}
			}
			return true
		})
	}
	if _, builtin := found.(*types.Builtin); found == nil || builtin {
		return ""
	}
	return emit.UserText(declaration(found))
}

// callee is the function that a call names, or nil.
func callee(k *checked, call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return k.info.Uses[fun]
	case *ast.SelectorExpr:
		return k.info.Uses[fun.Sel]
	}
	return nil
}

// Messages of the type checker about types that differ.
var (
	cannotUse     = regexp.MustCompile(`^cannot use (.+) \((?:\w+ of type ([\w.]+)|(untyped \w+) constant(?: [^)]*)?|constant (?:.* )?of type ([\w.]+))\) as ([\w.]+) value in `)
	cannotConvert = regexp.MustCompile(`^cannot convert .* \((?:\w+ of type ([\w.]+)|(untyped \w+) constant)\) to type ([\w.]+)$`)
	mismatched    = regexp.MustCompile(`^invalid operation: .* \(mismatched types ([\w. ]+) and ([\w. ]+)\)$`)
)

// hintConversion is for values of another type than what is wanted.
func hintConversion(_ *checked, f fault) string {
	if m := cannotUse.FindStringSubmatch(f.message); m != nil {
		from, to := m[2]+m[3]+m[4], m[5]
		switch {
		case strings.HasSuffix(f.message, "(truncated)"):
			return "an integer type holds no fraction"
		case isNumber(m[2]) && isNumber(to):
			return "convert it: " + to + "(" + m[1] + ")"
		case isText(from) && to == "error":
			return "make an error of it: errors.New(" + m[1] + ")"
		default:
			return textOrNumber(from, to)
		}
	}
	if m := cannotConvert.FindStringSubmatch(f.message); m != nil && f.offset > 0 && f.cell.Source[f.offset-1] == '(' {
		return textOrNumber(m[1]+m[2], m[3])
	}
	if m := mismatched.FindStringSubmatch(f.message); m != nil {
		return mixed(m[1], m[2])
	}
	return ""
}

// mixed says how values of two types come together in one operation.
func mixed(a, b string) string {
	switch {
	case isNumber(a) && isNumber(b):
		return "numbers of different types do not mix; convert one, as in " + b + "(x)"
	case isNumber(a) && isText(b), isText(a) && isNumber(b):
		return textOrNumber("int", "string")
	case isNumber(a) && b == "time.Duration":
		return "a duration counts nanoseconds: time.Duration(x * float64(time.Second))"
	case a == "bool", b == "bool":
		return "a condition is a bool; compare, as in x != 0"
	}
	return ""
}

// textOrNumber says how a number becomes text, and text a number.
func textOrNumber(from, to string) string {
	switch {
	case isNumber(from) && isText(to):
		return "a number becomes text with fmt.Sprint or strconv"
	case isText(from) && isNumber(to):
		return "text becomes a number with strconv.Atoi or strconv.ParseFloat"
	}
	return ""
}

// isText tells whether a name is that of a type of strings.
func isText(name string) bool { return name == "string" || name == "untyped string" }

// isNumber tells whether a name is that of a type of numbers.
func isNumber(name string) bool {
	if name == "untyped int" || name == "untyped float" {
		return true
	}
	o, ok := types.Universe.Lookup(name).(*types.TypeName)
	if !ok {
		return false
	}
	b, ok := o.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// hintCondition is for values that are no truth values.
func hintCondition(_ *checked, f fault) string {
	switch {
	case strings.HasPrefix(f.message, "non-boolean condition in "):
		return "a condition is a bool; compare, as in x != 0"
	case strings.HasPrefix(f.message, "invalid operation: operator ! not defined on "):
		return "! takes a bool; compare, as in x == 0"
	case strings.Contains(f.message, "cannot be compared"), strings.HasSuffix(f.message, "can only be compared to nil)"):
		return "compare the elements, as with slices.Equal, maps.Equal or reflect.DeepEqual"
	}
	return ""
}

// hintPointer is for what a pointer lacks or has.
func hintPointer(_ *checked, f fault) string {
	switch {
	case strings.Contains(f.message, "has pointer receiver"):
		return "the method belongs to the pointer; take the address with &"
	case strings.Contains(f.message, "is pointer to interface, not interface"):
		return "an interface holds a pointer already; drop the *"
	case strings.HasPrefix(f.message, "invalid operation: cannot indirect"):
		return "only a pointer has a * in front"
	}
	return ""
}

// hintGeneric is for type arguments.
func hintGeneric(_ *checked, f fault) string {
	switch {
	case strings.Contains(f.message, "cannot infer "):
		return "name the type, as in f[int](x)"
	case strings.Contains(f.message, "without instantiation"):
		m := genericName.FindStringSubmatch(f.message)
		if m == nil {
			return ""
		}
		return "name the type arguments, as in " + m[1] + "[int]"
	case strings.HasPrefix(f.message, "missing ',' in type argument list") && strings.HasPrefix(lineAt(f), "func ("):
		return "a method has no type parameters of its own; write a function"
	}
	return ""
}

var genericName = regexp.MustCompile(`generic (?:type|function) (\w+)`)

// barePackage is the message for a package's name that stands alone.
var barePackage = regexp.MustCompile(`^use of package (\S+) not in selector$`)

// hintAlone is for names that are no values by themselves.
func hintAlone(_ *checked, f fault) string {
	if m := barePackage.FindStringSubmatch(f.message); m != nil {
		return "name what you mean of the package, as in " + m[1] + ".Name"
	}
	if strings.HasSuffix(f.message, "(type) is not an expression") {
		return "make a value of the type, as in T{} or T(x)"
	}
	return ""
}

// otherLanguages tells what words of other languages are in Go.
var otherLanguages = map[string]string{
	"while": "a loop is written for", "elif": "write else if", "def": "a function is declared with func",
	"function": "a function is declared with func", "class": "declare a type, as in type T struct{ ... }",
	"let": "declare a variable with := or var", "try": "Go returns errors as values; see errors",
	"foreach": "write for i, x := range", "None": "write nil", "null": "write nil", "NULL": "write nil",
	"True": "write true", "False": "write false", "and": "write &&", "or": "write ||", "not": "write !",
	"elseif": "write else if", "until": "a loop is written for", "throw": "return an error, or panic",
	"raise": "return an error, or panic", "except": "Go returns errors as values; see errors",
	"lambda": "write func(x T) T { ... }", "pass": "an empty block does nothing", "del": "write delete(m, key)",
	"this": "name the receiver, as in func (t T) M()", "self": "name the receiver, as in func (t T) M()",
}

// hintSyntax is for faults of syntax: what they often come of.
func hintSyntax(_ *checked, f fault) string {
	if !isSyntax(f.message) {
		return ""
	}
	line := lineAt(f)
	rest := strings.TrimSpace(f.cell.Source[f.offset:])
	switch first := firstWord(line); {
	case otherLanguages[first] != "":
		return otherLanguages[first]
	case strings.HasSuffix(f.message, "the end") && strings.HasPrefix(rest, "{"), strings.HasSuffix(f.message, "found newline"):
		return "an opening brace stands at the end of its line, and so does what a line leaves open"
	case strings.HasPrefix(f.message, "missing ',' before newline in "):
		return "the last line needs a comma too, or the closing bracket on it"
	case strings.HasSuffix(f.message, "found 'else'"):
		return "else stands on the line of the closing brace: } else {"
	case strings.HasPrefix(f.message, "string literal not terminated"):
		return "text of several lines stands between backquotes"
	case strings.Contains(f.message, "rune literal"):
		return "text stands between double quotes; '' holds one character"
	case strings.HasPrefix(f.message, "curly quotation mark"):
		return "write straight quotes"
	case strings.HasPrefix(f.message, "illegal character U+003F '?'"):
		return "Go has no ?: operator; write if and else"
	case strings.HasPrefix(f.message, "expected boolean expression, found assignment"):
		return "to compare write =="
	case strings.HasPrefix(rest, "in ") && first == "for":
		return "write for i, x := range"
	case strings.HasPrefix(rest, "then") && first == "if":
		return "the condition is followed by {"
	case strings.Contains(line, "=>"):
		return "a function literal is written func(x T) T { ... }"
	case strings.HasPrefix(rest, "[") && f.message == "expected 1 expression":
		return "a list names its type, as in []int{1, 2}"
	case f.message == "expected 1 expression" && strings.Contains(line, ","):
		return "a cell shows one value; to see several write fmt.Println(a, b)"
	case strings.HasSuffix(f.message, "expected operand, found '{'"):
		return "a literal names its type, as in map[string]int{...}"
	case strings.HasPrefix(rest, "import"):
		return "imports stand outside functions"
	case strings.HasPrefix(rest, "case"), strings.HasPrefix(rest, "default"):
		return "it stands in a switch or a select"
	case strings.Contains(line, "++"), strings.Contains(line, "--"):
		return "++ and -- are statements of their own, after the variable"
	}
	return ""
}

// isSyntax tells whether a message is the scanner's or the parser's.
func isSyntax(message string) bool {
	return slices.ContainsFunc([]string{
		"expected ", "missing ',' ", "unexpected ", "illegal ", "string literal ", "rune literal ", "more than one character", "curly quotation mark",
	}, func(prefix string) bool { return strings.HasPrefix(message, prefix) })
}

// lineAt is the source line of a fault.
func lineAt(f fault) string {
	_, _, text := place(f.cell.Source, f.offset)
	return text
}

// firstWord is the word that a line begins with, closing braces left out.
func firstWord(line string) string {
	line = strings.TrimLeft(line, " \t}")
	return line[:wordEnd(line, 0)]
}

// undeclaredUpdate is what follows a variable that is changed.
var undeclaredUpdate = regexp.MustCompile(`^(\+\+|--|(\+|-|\*|/|%|&|\||\^|<<|>>|&\^)=)`)

// hintUndefined looks for what an undefined name may mean.
func hintUndefined(k *checked, f fault) string {
	name, ok := strings.CutPrefix(f.message, "undefined: ")
	if !ok {
		return ""
	}
	if pkgName, symbol, ok := strings.Cut(name, "."); ok {
		if near := nearestMember(k, pkgName, symbol); near != "" {
			return "did you mean " + pkgName + "." + near + "?"
		}
		return ""
	}
	if _, candidates := k.world.Resolve(name); len(candidates) > 1 && strings.HasPrefix(f.cell.Source[f.offset:], name+".") {
		return "add import \"" + strings.Join(candidates, "\" or \"") + "\""
	}
	if word := otherLanguages[name]; word != "" {
		return word
	}
	rest := strings.TrimLeft(strings.TrimPrefix(f.cell.Source[min(f.offset, len(f.cell.Source)):], name), " \t")
	if strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
		return "did you mean " + name + " := ?"
	}
	if undeclaredUpdate.MatchString(rest) {
		return "declare it first, as in " + name + " := 0"
	}
	if importPath, _ := k.world.Resolve(name); importPath != "" {
		return name + " is a package; name what you mean of it, as in " + name + ".Name"
	}
	var scope []string
	if k.scope != nil {
		scope = slices.Concat(k.scope.Names(), types.Universe.Names())
	}
	for _, h := range k.hoists {
		scope = append(scope, h.ident.Name)
	}
	if near := Nearest(name, scope); near != "" && !strings.Contains(near, mark) {
		return "did you mean " + near + "?"
	}
	return ""
}

// Messages of the type checker about fields and methods that are not there.
var noMember = regexp.MustCompile(`^.*\.(\w+) undefined \(type .* has no field or method \w+\)$`)

// hintMember is for a field or method that a type does not have.
func hintMember(k *checked, f fault) string {
	m := noMember.FindStringSubmatch(f.message)
	if m == nil {
		return ""
	}
	t := selected(k, f)
	if t == nil {
		return ""
	}
	var names []string
	for _, member := range members(t) {
		names = append(names, member.Name())
	}
	if near := Nearest(m[1], names); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// selected is the type whose member stands at a fault.
func selected(k *checked, f fault) types.Type {
	var t types.Type
	for _, it := range slices.Concat(k.stmts, k.items) {
		if it.cell != f.cell || f.offset < it.start || it.end < f.offset {
			continue
		}
		it.inspect(func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && it.offset(sel.Sel.Pos()) == f.offset {
				t = k.info.Types[sel.X].Type
			}
			return true
		})
	}
	return t
}

// nearestMember finds the exported name of a package that is most like
// symbol.
func nearestMember(k *checked, pkgName, symbol string) string {
	if k.scope == nil {
		return ""
	}
	o, ok := k.scope.Lookup(pkgName).(*types.PkgName)
	if !ok {
		return ""
	}
	var names []string
	for _, e := range exported(o.Imported()) {
		names = append(names, e.Name())
	}
	return Nearest(symbol, names)
}

// hintReturn is for a cell that returns what is no error.
func hintReturn(k *checked, f fault) string {
	if !strings.Contains(f.message, " in return statement") && !strings.HasPrefix(f.message, "too many return values") {
		return ""
	}
	for _, it := range k.stmts {
		for _, stmt := range it.stmts {
			if slices.ContainsFunc(ownReturns(stmt), func(r *ast.ReturnStmt) bool {
				return it.cell == f.cell && it.offset(r.Pos()) <= f.offset && f.offset <= it.offset(r.End())
			}) {
				return "a cell returns an error or nothing; what it shows is its last line, without return"
			}
		}
	}
	return ""
}

// hintRule is for what a rule refuses.
func hintRule(_ *checked, f fault) string {
	for _, r := range Rules() {
		path, missing := strings.CutPrefix(f.message, unknownPackage)
		if f.message == r.text() || missing && slices.Contains(r.imports, path) {
			return r.Instead
		}
	}
	return ""
}
