package static

import (
	"go/types"
	"slices"
	"strings"
)

// unknownPackage begins the message for a package that is not there.
const unknownPackage = "there is no package "

// hint says what to do about a fault, where that is known.
func (k *check) hint(f fault) string {
	if importPath, ok := strings.CutPrefix(f.message, unknownPackage); ok {
		if near := Nearest(importPath, k.s.world.Paths()); near != "" {
			return "did you mean \"" + near + "\"?"
		}
		return "krigo runs without a Go toolchain; only the packages that it embeds can be imported"
	}
	if name, ok := strings.CutPrefix(f.message, "undefined: "); ok {
		return k.hintUndefined(f, name)
	}
	if strings.HasSuffix(f.message, "is not used") {
		return "only a cell's last expression is shown; assign it, or to drop it write _ ="
	}
	return ""
}

// hintUndefined looks for what an undefined name may mean.
func (k *check) hintUndefined(f fault, name string) string {
	if pkgName, symbol, ok := strings.Cut(name, "."); ok {
		if near := k.nearestMember(pkgName, symbol); near != "" {
			return "did you mean " + pkgName + "." + near + "?"
		}
		return ""
	}
	if _, candidates := k.s.world.Resolve(name); len(candidates) > 1 && strings.HasPrefix(f.cell.Source[f.offset:], name+".") {
		return "add import \"" + strings.Join(candidates, "\" or \"") + "\""
	}
	rest := strings.TrimLeft(strings.TrimPrefix(f.cell.Source[min(f.offset, len(f.cell.Source)):], name), " \t")
	if strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
		return "did you mean " + name + " := ?"
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

// nearestMember finds the exported name of a package that is most like
// symbol.
func (k *check) nearestMember(pkgName, symbol string) string {
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

// Nearest returns the candidate that is most like name, or "" where none is
// close: at most one edit in three letters.
func Nearest(name string, candidates []string) string {
	best, limit := "", len(name)/3+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// editDistance is the number of letters to insert, delete, replace or swap
// with a neighbour to make b of a (optimal string alignment).
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}
