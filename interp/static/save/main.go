package save

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/interp/static/syntax"
)

// cells writes a function for each cell that ran to its end, and main.
func (f *sourceFile) cells() (string, error) {
	f.nameVariables()
	older, err := f.olderVariables()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var names []string
	ownMain, called := f.now.Names["main"] != nil, false
	for i, ran := range f.ran {
		switch {
		case strings.TrimSpace(ran.body) == "":
			continue
		case !ran.Ended:
			f.note(ran, "failed, and is left out")
			continue
		case ownMain && strings.TrimSpace(ran.body) == "main()":
			called = true
			continue
		case called:
			return "", fmt.Errorf("%s ran after the cell that calls main; declare main under another name", ran.label)
		}
		if used := f.superseded(ran); len(used) > 0 {
			f.note(ran, "ran with an earlier "+strings.Join(used, ", "))
		}
		name := f.free(fmt.Sprint("cell", i+1))
		names = append(names, name)
		end := "return nil\n"
		if ran.returns {
			end = ""
		}
		fmt.Fprintf(&b, "\n// %s is %s.\nfunc %s() error {\n%s%s}\n", name, syntax.FileName(ran.label), name, f.resolved(ran.body), end)
	}
	switch {
	case len(names) > 0:
		fmt.Fprintf(&b, f.mainText(ownMain), strings.Join(names, ", "))
	case !ownMain:
		b.WriteString("\nfunc main() {}\n")
	}
	return older + b.String(), nil
}

// mainText runs the cells and ends the program with the first error.
func (f *sourceFile) mainText(ownMain bool) string {
	name := "main"
	if ownMain {
		name = "init"
	}
	return "\nfunc " + name + "() {\nfor _, cell := range []func() error{%s} {\n" +
		"if err := cell(); err != nil {\n" + f.packageName("log") + ".Fatal(err)\n}\n}\n}\n"
}

func (f *sourceFile) note(ran *Cell, what string) {
	f.notes = append(f.notes, "note: "+ran.label+" "+what)
}

// superseded returns the names that a cell used and that were redeclared since.
func (f *sourceFile) superseded(ran *Cell) []string {
	var names []string
	for _, u := range ran.uses {
		if d := f.now.Named(u.name); d != nil && d.Kind != syntax.VarPiece && (d.Label != u.cell || d.Start != u.start) {
			names = append(names, u.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// nameVariables gives the variables that the cells use their names: a variable that was
// replaced by another gets a number.
func (f *sourceFile) nameVariables() {
	for _, ran := range f.ran {
		for _, v := range ran.variables {
			now := f.now.Names[v.name]
			switch {
			case f.names[v.emitted] != "" || !ran.Ended:
			case now != nil && now.Emitted[v.name] == v.emitted:
				f.names[v.emitted] = v.name
			default:
				f.names[v.emitted] = f.free(v.name + "Before")
			}
		}
	}
}

// olderVariables declares the variables that others have replaced.
func (f *sourceFile) olderVariables() (string, error) {
	var b strings.Builder
	declared := map[string]bool{}
	for _, ran := range f.ran {
		for _, v := range ran.variables {
			name := f.names[v.emitted]
			if name == "" || name == v.name || declared[name] {
				continue
			}
			declared[name] = true
			text, err := f.variableNamed(name, v.typ)
			if err != nil {
				return "", err
			}
			b.WriteString("\n" + text + "\n")
		}
	}
	return b.String(), nil
}

// free returns a name that is unused in the file.
func (f *sourceFile) free(base string) string {
	name := base
	for n := 2; f.now.Names[name] != nil || slices.Contains(slices.Collect(maps.Values(f.names)), name); n++ {
		name = fmt.Sprint(base, n)
	}
	return name
}

// resolved returns the body of a cell with the names of the file.
func (f *sourceFile) resolved(body string) string {
	parts := strings.Split(body, variableMark)
	for i := 1; i < len(parts); i += 2 {
		if path, ok := strings.CutPrefix(parts[i], "/"); ok {
			parts[i] = f.packageName(path)
		} else {
			parts[i] = f.names[parts[i]]
		}
	}
	return strings.Join(parts, "")
}
