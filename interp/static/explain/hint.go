package explain

import (
	"go/ast"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"krigo/internal/words"
	"krigo/interp/emit"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// hint returns advice on a fault, or nothing.
func hint(k *check.Checked, f syntax.Fault) string {
	for _, find := range []func(*check.Checked, syntax.Fault) string{
		hintRule, hintPackage, hintReturn, hintEarlier, hintNamedArgument, hintForeignName, hintForeignUse, hintForeignValue,
		hintUndefined, hintMember, hintUnused, hintDefine, hintCall, hintConversion, hintCondition, hintPointer, hintGeneric, hintAlone, hintSyntax,
	} {
		if text := find(k, f); text != "" {
			return text
		}
	}
	return ""
}

// hintPackage advises on an import path without a package.
func hintPackage(k *check.Checked, f syntax.Fault) string {
	importPath, ok := strings.CutPrefix(f.Message, check.UnknownPackage)
	if !ok {
		return ""
	}
	instead, near := "krigo runs without a Go toolchain; only the packages that it embeds can be imported", ", such as "
	if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
		instead, near = "to add its module, run %get "+importPath+" in a cell of its own", "; krigo embeds "
	}
	switch all := nearestPackages(importPath, k.World.Paths()); len(all) {
	case 0:
		return instead
	case 1:
		return "did you mean \"" + all[0] + "\"?"
	default:
		return instead + near + strings.Join(all, ", ")
	}
}

// mostNear is the most packages that a hint lists, and mostBelow the most that a folder may have for a list of some to
// help.
const (
	mostNear  = 4
	mostBelow = 20
)

// nearestPackages returns the package that an import path may have been meant to be: one of the same folder with a
// similar name, or of a similar folder with the same name; or else the packages that share the longest folder with it.
func nearestPackages(importPath string, all []string) []string {
	dir, name := path.Split(importPath)
	var siblings, namesakes []string
	for _, p := range all {
		switch d, n := path.Split(p); {
		case d == dir && strings.HasPrefix(n, name[:min(len(name), 1)]): // or a short name is like any other
			siblings = append(siblings, p)
		case n == name && strings.Contains(p, ".") == strings.Contains(importPath, "."): // standard or not
			namesakes = append(namesakes, p)
		}
	}
	if near := words.Nearest(importPath, siblings); near != "" {
		return []string{near}
	}
	if len(namesakes) == 1 {
		return namesakes
	}
	for folder := dir; strings.Count(folder, "/") > 1; folder, _ = path.Split(strings.TrimSuffix(folder, "/")) {
		below := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return !strings.HasPrefix(p, folder) })
		if len(below) > mostBelow {
			break
		}
		if len(below) > 0 {
			return below[:min(len(below), mostNear)]
		}
	}
	return namesakes[:min(len(namesakes), mostNear)]
}

// earlierType finds messages about a value of a type where another of the same
// name is wanted.
var earlierType = regexp.MustCompile(`^cannot use .* \((?:.* of )?(?:[a-z0-9]+ )?type ([^)]*)\) as (\S+) value`)

// hintEarlier advises on a value of a type that a later cell redeclares.
func hintEarlier(k *check.Checked, f syntax.Fault) string {
	m := earlierType.FindStringSubmatch(f.Message)
	if m == nil || m[1] != m[2] {
		return ""
	}
	name := strings.TrimLeft(m[1], "*[]")
	now := k.Before.Names[name]
	if it := k.OwnItem(name); it != nil {
		now = &check.Decl{Label: k.Cell.Label}
	}
	if now == nil {
		return ""
	}
	for _, d := range slices.Backward(k.Before.Live) {
		if d.Kind == syntax.TypePiece && slices.Contains(d.Names, name) && d.Label != now.Label {
			return "the value is of the " + name + " of " + d.Label + ", and " + now.Label + " has declared another: run the cells that make it again"
		}
	}
	return "the value is of an earlier " + name + ": run the cells that make it again"
}

// hintUnused advises on unused values.
func hintUnused(_ *check.Checked, f syntax.Fault) string {
	if strings.HasSuffix(f.Message, "is not used") || strings.HasSuffix(f.Message, "(value of type error) is not used") {
		return "only a cell's last expression is shown; assign it, or write _ = to drop it"
	}
	return ""
}

// hintDefine advises on := in the wrong place.
func hintDefine(_ *check.Checked, f syntax.Fault) string {
	switch {
	case f.Message == "no new variables on left side of :=":
		return "all of them are declared here already; write = to assign"
	case strings.HasPrefix(f.Message, "non-name ") && strings.HasSuffix(f.Message, " on left side of :="):
		return "only names are declared; write = to assign"
	case strings.HasPrefix(f.Message, "cannot assign to ") && strings.Contains(f.Message, "neither addressable nor a map index expression") && strings.Contains(f.Message, "string"):
		return "strings do not change; make a []byte or []rune of it first"
	case strings.HasSuffix(f.Message, "(neither addressable nor a map index expression)"):
		return "only variables, their fields and elements are assigned to"
	case strings.HasPrefix(f.Message, "cannot assign to struct field ") && strings.HasSuffix(f.Message, " in map"):
		return "copy the element, change the copy and put it back, or keep pointers in the map"
	}
	return ""
}

// hintCall advises on arguments and results that do not fit: it shows the
// signature of the function.
func hintCall(k *check.Checked, f syntax.Fault) string {
	switch {
	case strings.HasPrefix(f.Message, "not enough arguments in call to "),
		strings.HasPrefix(f.Message, "too many arguments in call to "),
		strings.Contains(f.Message, " value in argument to "),
		strings.HasPrefix(f.Message, "assignment mismatch: ") && strings.Contains(f.Message, " returns "):
		return signatureAt(k, f)
	case f.Message == "missing return":
		return "a function that has results ends in return, panic or a loop without end"
	case strings.HasPrefix(f.Message, "not enough return values"), strings.HasPrefix(f.Message, "too many return values"):
		return "return gives one value for each result of the function"
	case strings.HasPrefix(f.Message, "multiple-value ") && strings.HasSuffix(f.Message, ", error)) in single-value context"):
		return "must(f()) is the value, and fails the cell if there is an error; or take them apart first, as in v, err := f()"
	case strings.HasPrefix(f.Message, "multiple-value "):
		return "take the results apart first, as in v, err := f()"
	case strings.HasSuffix(f.Message, "(no value) used as value"):
		return "the function returns nothing; call it as a statement"
	}
	return ""
}

// signatureAt declares the function of the innermost call around a fault.
func signatureAt(k *check.Checked, f syntax.Fault) string {
	found := calleeAt(k, f)
	if _, builtin := found.(*types.Builtin); found == nil || builtin {
		return ""
	}
	return emit.UserText(check.Declaration(found))
}

// calleeAt returns the function of the innermost call around a fault, or nil.
func calleeAt(k *check.Checked, f syntax.Fault) (found types.Object) {
	for _, it := range slices.Concat(k.Statements, k.Items) {
		if it.Cell != f.Cell || f.Offset < it.Start || it.End < f.Offset {
			continue
		}
		it.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if it.Offset(n.Lparen) < f.Offset && f.Offset <= it.Offset(n.End()) {
					found = callee(k, n)
				}
			case *ast.AssignStmt:
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok && it.Offset(call.Pos()) == f.Offset {
					found = callee(k, call)
				}
			}
			return true
		})
	}
	return found
}

// callee returns the function that a call names, or nil.
func callee(k *check.Checked, call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return k.Info.Uses[fun]
	case *ast.SelectorExpr:
		return k.Info.Uses[fun.Sel]
	}
	return nil
}

// Messages of the type checker about types that differ.
var (
	cannotUse     = regexp.MustCompile(`^cannot use (.+) \((?:\w+ of type ([\w.]+)|(untyped \w+) constant(?: [^)]*)?|constant (?:.* )?of type ([\w.]+))\) as ([\w.]+) value in `)
	cannotConvert = regexp.MustCompile(`^cannot convert .* \((?:\w+ of type ([\w.]+)|(untyped \w+) constant)\) to type ([\w.]+)$`)
	mismatched    = regexp.MustCompile(`^invalid operation: .* \(mismatched types ([\w. ]+) and ([\w. ]+)\)$`)
)

// hintConversion advises on values of another type than the wanted one.
func hintConversion(_ *check.Checked, f syntax.Fault) string {
	if m := cannotUse.FindStringSubmatch(f.Message); m != nil {
		from, to := m[2]+m[3]+m[4], m[5]
		switch {
		case strings.HasSuffix(f.Message, "(truncated)"):
			return "an integer type holds no fraction"
		case isNumber(m[2]) && isNumber(to):
			return "convert it: " + to + "(" + m[1] + ")"
		case isText(from) && to == "error":
			return "make an error of it: errors.New(" + m[1] + ")"
		default:
			return textOrNumber(from, to)
		}
	}
	if m := cannotConvert.FindStringSubmatch(f.Message); m != nil && f.Offset > 0 && f.Cell.Source[f.Offset-1] == '(' {
		return textOrNumber(m[1]+m[2], m[3])
	}
	if m := mismatched.FindStringSubmatch(f.Message); m != nil {
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

// isText reports whether name is a string type.
func isText(name string) bool { return name == "string" || name == "untyped string" }

// isNumber reports whether name is a numeric type.
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

// hintCondition advises on conditions that are not boolean.
func hintCondition(_ *check.Checked, f syntax.Fault) string {
	switch {
	case strings.HasPrefix(f.Message, "non-boolean condition in "):
		return "a condition is a bool; compare, as in x != 0"
	case strings.HasPrefix(f.Message, "invalid operation: operator ! not defined on "):
		return "! takes a bool; compare, as in x == 0"
	case strings.Contains(f.Message, "cannot be compared"), strings.HasSuffix(f.Message, "can only be compared to nil)"):
		return "compare the elements, as with slices.Equal, maps.Equal or reflect.DeepEqual"
	}
	return ""
}

// hintPointer advises on misuse of pointers.
func hintPointer(_ *check.Checked, f syntax.Fault) string {
	switch {
	case strings.Contains(f.Message, "has pointer receiver"):
		return "the method belongs to the pointer; take the address with &"
	case strings.Contains(f.Message, "is pointer to interface, not interface"):
		return "an interface holds a pointer already; drop the *"
	case strings.HasPrefix(f.Message, "invalid operation: cannot indirect") && strings.HasSuffix(f.Cell.Source[:f.Offset], "**"):
		return "a power is math.Pow(x, 2), or x * x"
	case strings.HasPrefix(f.Message, "invalid operation: cannot indirect"):
		return "only a pointer has a * in front"
	}
	return ""
}

// hintGeneric advises on type arguments.
func hintGeneric(_ *check.Checked, f syntax.Fault) string {
	switch {
	case strings.Contains(f.Message, "cannot infer "):
		return "name the type, as in f[int](x)"
	case strings.Contains(f.Message, "without instantiation"):
		m := genericName.FindStringSubmatch(f.Message)
		if m == nil {
			return ""
		}
		return "name the type arguments, as in " + m[1] + "[int]"
	case strings.HasPrefix(f.Message, "missing ',' in type argument list") && strings.HasPrefix(lineAt(f), "func ("):
		return "a method has no type parameters of its own; write a function"
	}
	return ""
}

var genericName = regexp.MustCompile(`generic (?:type|function) (\w+)`)

// barePackage matches the message for a package's name without a selector.
var barePackage = regexp.MustCompile(`^use of package (\S+) not in selector$`)

// hintAlone advises on names that are not values.
func hintAlone(_ *check.Checked, f syntax.Fault) string {
	if m := barePackage.FindStringSubmatch(f.Message); m != nil {
		return "name a symbol of the package, as in " + m[1] + ".Name"
	}
	if strings.HasSuffix(f.Message, "(type) is not an expression") {
		return "make a value of the type, as in T{} or T(x)"
	}
	return ""
}

// otherLanguages maps words of other languages to Go's.
var otherLanguages = map[string]string{
	"while": "a loop is written for", "elif": "write else if", "def": "a function is declared with func",
	"function": "a function is declared with func", "class": "declare a type, as in type T struct{ ... }",
	"let": "declare a variable with := or var", "try": "Go returns errors as values; see errors",
	"foreach": "write for i, x := range", "None": "write nil", "null": "write nil", "NULL": "write nil",
	"True": "write true", "False": "write false", "and": "write &&", "or": "write ||", "not": "write !",
	"elseif": "write else if", "until": "a loop is written for", "throw": "return an error, or panic",
	"raise": "return an error, or panic", "except": "Go returns errors as values; see errors",
	"lambda": "write func(x T) T { ... }", "pass": "an empty block does nothing", "del": "write delete(m, key)",
	"exit": "os.Exit(0) ends a program", "quit": "os.Exit(0) ends a program",
	"this": "name the receiver, as in func (t T) M()", "self": "name the receiver, as in func (t T) M()",
}

// hintSyntax advises on the frequent causes of syntax errors.
func hintSyntax(_ *check.Checked, f syntax.Fault) string {
	if f.Message == "import path must be a string" {
		return "an import is a path in quotes, as in import \"math\"; krigo's own packages need none"
	}
	if !isSyntax(f.Message) {
		return ""
	}
	if say := hintNotebook(f); say != "" {
		return say
	}
	line := lineAt(f)
	rest := strings.TrimSpace(f.Cell.Source[f.Offset:])
	switch first := firstWord(line); {
	case otherLanguages[first] != "":
		return otherLanguages[first]
	case strings.HasSuffix(f.Message, "the end") && strings.HasPrefix(rest, "{"), strings.HasSuffix(f.Message, "found newline"):
		return "an opening brace belongs at the end of its line, and so does an operator whose operand follows on the next line"
	case strings.HasPrefix(f.Message, "missing ',' before newline in "):
		return "the last line needs a comma too, or the closing bracket on it"
	case strings.HasSuffix(f.Message, "found 'else'"):
		return "else belongs on the line of the closing brace: } else {"
	case strings.HasPrefix(f.Message, "string literal not terminated"):
		return "text of several lines goes between backquotes"
	case strings.Contains(f.Message, "rune literal"):
		return "text goes between double quotes; '' holds one character"
	case strings.HasPrefix(f.Message, "curly quotation mark"):
		return "write straight quotes"
	case strings.HasPrefix(f.Message, "illegal character U+003F '?'"):
		return "Go has no ?: operator; write if and else"
	case strings.HasPrefix(f.Message, "expected boolean expression, found assignment"):
		return "to compare write =="
	case strings.HasPrefix(rest, "in ") && first == "for":
		return "write for i, x := range"
	case strings.HasPrefix(rest, "then") && first == "if":
		return "the condition is followed by {"
	case strings.Contains(line, "=>"):
		return "a function literal is written func(x T) T { ... }"
	case strings.HasPrefix(rest, "[") && f.Message == "expected 1 expression":
		return "a list names its type, as in []int{1, 2}"
	case f.Message == "expected 1 expression" && strings.Contains(line, ","):
		return "a cell shows one value; to see several write fmt.Println(a, b)"
	case strings.HasSuffix(f.Message, "expected operand, found '{'"):
		return "a literal names its type, as in map[string]int{...}"
	case strings.HasPrefix(rest, "import"):
		return "imports belong outside functions"
	case strings.HasPrefix(rest, "case"), strings.HasPrefix(rest, "default"):
		return "it belongs in a switch or a select"
	case strings.Contains(line, "++"), strings.Contains(line, "--"):
		return "++ and -- are statements of their own, after the variable"
	}
	return ""
}

// isSyntax reports whether a message is the scanner's or the parser's.
func isSyntax(message string) bool {
	return slices.ContainsFunc([]string{
		"expected ", "missing ',' ", "unexpected ", "illegal ", "string literal ", "rune literal ", "more than one character", "curly quotation mark",
	}, func(prefix string) bool { return strings.HasPrefix(message, prefix) })
}

// lineAt returns the source line of a fault.
func lineAt(f syntax.Fault) string {
	_, _, text := syntax.Place(f.Cell.Source, f.Offset)
	return text
}

// firstWord returns the word that a line begins with, closing braces left out.
func firstWord(line string) string {
	line = strings.TrimLeft(line, " \t}")
	return line[:syntax.WordEnd(line, 0)]
}

// undeclaredUpdate matches the operator that follows a variable in an update.
var undeclaredUpdate = regexp.MustCompile(`^(\+\+|--|(\+|-|\*|/|%|&|\||\^|<<|>>|&\^)=)`)

// hintUndefined looks for what an undefined name may mean.
func hintUndefined(k *check.Checked, f syntax.Fault) string {
	name, ok := strings.CutPrefix(f.Message, "undefined: ")
	if !ok {
		return ""
	}
	if pkgName, symbol, ok := strings.Cut(name, "."); ok {
		if near := nearestMember(k, pkgName, symbol); near != "" {
			return "did you mean " + pkgName + "." + near + "?"
		}
		return ""
	}
	if _, candidates := k.World.Resolve(name); len(candidates) > 1 && strings.HasPrefix(f.Cell.Source[f.Offset:], name+".") {
		return "add import \"" + strings.Join(candidates, "\" or \"") + "\""
	}
	if word := otherLanguages[name]; word != "" {
		return word
	}
	rest := strings.TrimLeft(strings.TrimPrefix(f.Cell.Source[min(f.Offset, len(f.Cell.Source)):], name), " \t")
	if strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
		return "did you mean " + name + " := ?"
	}
	if undeclaredUpdate.MatchString(rest) {
		return "declare it first, as in " + name + " := 0"
	}
	if importPath, _ := k.World.Resolve(name); importPath != "" {
		return name + " is a package; name a symbol of it, as in " + name + ".Name"
	}
	var scope []string
	if k.Scope != nil {
		scope = slices.Concat(k.Scope.Names(), types.Universe.Names())
	}
	for _, h := range k.Hoists {
		if h.Ident.Name == name {
			return "a cell makes its variables one after the other: declare " + name + " above"
		}
		scope = append(scope, h.Ident.Name)
	}
	if near := words.Nearest(name, scope); near != "" && !strings.Contains(near, check.Mark) {
		return "did you mean " + near + "?"
	}
	return hintLater(k, f, name)
}

// hintLater advises on a name in a function or a type, which a later cell may be meant to declare.
func hintLater(k *check.Checked, f syntax.Fault, name string) string {
	if k.IsProgram() {
		return ""
	}
	for _, it := range k.Items {
		if it.Cell == f.Cell && it.Start <= f.Offset && f.Offset < it.End && (it.Kind == syntax.FuncPiece || it.Kind == syntax.TypePiece) {
			return "declare " + name + " in an earlier cell or in this one; declarations that use each other belong in one cell"
		}
	}
	return ""
}

// Messages of the type checker about fields and methods that are not there.
var noMember = regexp.MustCompile(`^.*\.(\w+) undefined \(type .* has no field or method \w+(?:, but does have unexported field \w+)?\)$`)

// hintMember advises on a field or method that a type does not have.
func hintMember(k *check.Checked, f syntax.Fault) string {
	m := noMember.FindStringSubmatch(f.Message)
	if m == nil {
		return ""
	}
	t := selected(k, f)
	if t == nil {
		return ""
	}
	if say := adviceOn(m[1], ownerName(t)); say != "" {
		return say
	}
	return nearestMemberOf(t, m[1])
}

// nearestMemberOf asks whether the member of a type was meant that is most like
// name.
func nearestMemberOf(t types.Type, name string) string {
	var names []string
	for _, member := range check.Members(t) {
		names = append(names, member.Name())
	}
	if near := words.Nearest(name, names); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// nearestField asks whether the field of a struct was meant that is most like
// name; the struct is named as users do.
func nearestField(k *check.Checked, name, of string) string {
	for e, tv := range k.Info.Types {
		if _, ok := e.(*ast.CompositeLit); ok && check.TypeText(tv.Type) == of {
			return nearestMemberOf(tv.Type, name)
		}
	}
	return ""
}

// selected returns the type of the value before the member at a fault.
func selected(k *check.Checked, f syntax.Fault) types.Type {
	var t types.Type
	for _, it := range slices.Concat(k.Statements, k.Items) {
		if it.Cell != f.Cell || f.Offset < it.Start || it.End < f.Offset {
			continue
		}
		it.Inspect(func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && it.Offset(sel.Sel.Pos()) == f.Offset {
				t = k.Info.Types[sel.X].Type
			}
			return true
		})
	}
	return t
}

// nearestMember finds the exported name of a package that is most like
// symbol.
func nearestMember(k *check.Checked, pkgName, symbol string) string {
	if k.Scope == nil {
		return ""
	}
	o, ok := k.Scope.Lookup(pkgName).(*types.PkgName)
	if !ok {
		return ""
	}
	var names []string
	for _, e := range check.Exported(o.Imported()) {
		names = append(names, e.Name())
	}
	return words.Nearest(symbol, names)
}

// hintReturn advises on a cell that returns a value other than an error.
func hintReturn(k *check.Checked, f syntax.Fault) string {
	if !strings.Contains(f.Message, " in return statement") && !strings.HasPrefix(f.Message, "too many return values") {
		return ""
	}
	for _, it := range k.Statements {
		for _, stmt := range it.Stmts {
			if slices.ContainsFunc(syntax.Returns(stmt), func(r *ast.ReturnStmt) bool {
				return it.Cell == f.Cell && it.Offset(r.Pos()) <= f.Offset && f.Offset <= it.Offset(r.End())
			}) {
				return "a cell returns an error or nothing; what it shows is its last line, without return"
			}
		}
	}
	return ""
}

// hintRule advises on what a rule refuses.
func hintRule(_ *check.Checked, f syntax.Fault) string {
	for _, r := range check.Rules() {
		path, missing := strings.CutPrefix(f.Message, check.UnknownPackage)
		if f.Message == r.Text() || missing && slices.Contains(r.Imports, path) {
			return r.Instead
		}
	}
	return ""
}
