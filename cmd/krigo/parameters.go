package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"krigo/cell"
	"krigo/internal/given"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/interp"
	"krigo/interp/parameters"
)

// givenFlags are those that give values to parameters and controls.
type givenFlags struct {
	values     []string // as name=value
	valuesFile string
}

func (f *givenFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&f.values, "parameter", "p", nil, "set a parameter or a control: `NAME=VALUE`; may be repeated")
	flags.StringVarP(&f.valuesFile, "parameters-file", "f", "", "set the parameters and controls that a JSON object in `FILE` has; -p goes before")
}

// parameterValues are the values by name that the flags give.
func (f *givenFlags) parameterValues() (map[string]any, error) {
	values := map[string]any{}
	if f.valuesFile != "" {
		raw, err := os.ReadFile(f.valuesFile)
		if err != nil {
			return nil, fmt.Errorf("--parameters-file: %w", err)
		}
		parsed, err := parameters.ParseJSON(raw)
		if err != nil {
			return nil, fmt.Errorf("--parameters-file: %s: %w", f.valuesFile, err)
		}
		object, ok := parsed.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("--parameters-file: %s: want a JSON object of values by name", f.valuesFile)
		}
		values = object
	}
	given := map[string]bool{}
	for _, v := range f.values {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("-p %s: want NAME=VALUE", v)
		}
		if given[name] {
			return nil, fmt.Errorf("-p %s: %s is set twice", v, name)
		}
		given[name], values[name] = true, parameters.Text(value)
	}
	return values, nil
}

// controlValues are the values that the flags give, all of them to controls.
func (f *givenFlags) controlValues() (map[string]any, error) {
	values, err := f.parameterValues()
	for name, v := range values {
		values[name] = forControl(v)
	}
	return values, err
}

// forControl is a parameter's value as a control is given it.
func forControl(v any) any {
	if text, ok := v.(parameters.Text); ok {
		return given.Typed(text)
	}
	return v
}

// parametersAndControls parts values into those of parameters, which set declares, and
// those of controls, which sources may make. Without such sources all are parameters'.
func parametersAndControls(set *parameters.Set, values map[string]any, sources []string) (own, controls map[string]any) {
	if !slices.ContainsFunc(sources, func(s string) bool { return strings.Contains(s, "widget") }) {
		return values, nil
	}
	own, controls = map[string]any{}, map[string]any{}
	for name, v := range values {
		if set != nil && set.Has(name) {
			own[name] = v
		} else {
			controls[name] = forControl(v)
		}
	}
	return own, controls
}

// setParameters adds the cell that sets parameters to a notebook, in the place of an
// earlier one, and returns the values that are left for controls.
func setParameters(path string, nb *nbformat.Notebook, values map[string]any) (controls map[string]any, err error) {
	if len(values) == 0 {
		return nil, nil
	}
	var sources []string
	for _, c := range execute.Runnable(nb) {
		sources = append(sources, c.Source)
	}
	at, set, err := notebookParameters(path, nb)
	own, controls := parametersAndControls(set, values, sources)
	if len(own) == 0 {
		return controls, nil
	}
	if err != nil {
		return nil, err
	}
	source, err := set.Source(own)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	declares := nb.Cells[at]
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(parameters.InjectedTag) })
	injected := nb.Add(nbformat.Code, source)
	injected.Metadata["tags"] = []any{parameters.InjectedTag}
	nb.Cells = nb.Cells[:len(nb.Cells)-1]
	nb.Cells = slices.Insert(nb.Cells, slices.Index(nb.Cells, declares)+1, injected)
	return controls, nil
}

// notebookParameters finds the cell of parameters of a notebook and reads it.
func notebookParameters(path string, nb *nbformat.Notebook) (at int, set *parameters.Set, err error) {
	at = slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.Type == nbformat.Code && c.HasTag(parameters.Tag) })
	if at < 0 {
		return 0, nil, fmt.Errorf("%s has no code cell tagged %q, which declares what can be set; "+
			"Jupyter adds tags by View, Cell Toolbar, Tags, and JupyterLab by the property inspector", path, parameters.Tag)
	}
	var before []string
	for _, c := range nb.Cells[:at] {
		if c.Type == nbformat.Code {
			before = append(before, c.Source)
		}
	}
	declares := nb.Cells[at]
	label := path + ":" + execute.Label(slices.Index(execute.Runnable(nb), declares)+1)
	set, err = parameters.Read(before, cell.Cell{Label: label, Source: declares.Source})
	return at, set, showFaults(err)
}

// setScriptParameters adds the cell that sets parameters to those of a script, and
// returns the values that are left for controls.
func setScriptParameters(s *script, values map[string]any) (controls map[string]any, err error) {
	if len(values) == 0 {
		return nil, nil
	}
	var sources []string
	for _, c := range s.cells {
		sources = append(sources, c.Source)
	}
	at, set, err := scriptParameters(s.name, s.cells)
	own, controls := parametersAndControls(set, values, sources)
	if len(own) == 0 {
		return controls, nil
	}
	if err != nil {
		return nil, err
	}
	source, err := set.Source(own)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	injected := repl.ScriptCell{Cell: cell.Cell{Label: parameters.InjectedTag, Source: source}}
	s.cells = slices.Insert(s.cells, at+1, injected)
	return controls, nil
}

// untaken is a run's error where no control took a value that was given, and the run
// has none itself.
func untaken(session *interp.Session, name string, err error) error {
	if err != nil {
		return err
	}
	if err := session.Untaken(); err != nil {
		return &exitError{misused, fmt.Errorf("%s: -p: %w", name, err)}
	}
	return nil
}

// scriptParameters finds the cell of parameters of a script and reads it.
func scriptParameters(path string, cells []repl.ScriptCell) (at int, set *parameters.Set, err error) {
	at = slices.IndexFunc(cells, func(c repl.ScriptCell) bool { return slices.Contains(c.Tags, parameters.Tag) })
	if at < 0 {
		return 0, nil, fmt.Errorf("%s has no cell that declares what can be set, after a line // %%%% tags=[%q]", path, parameters.Tag)
	}
	var before []string
	for _, c := range cells[:at] {
		before = append(before, c.Source)
	}
	set, err = parameters.Read(before, cells[at].Cell)
	return at, set, showFaults(err)
}

// showFaults shows the faults of a cell with their lines.
func showFaults(err error) error {
	faults := parameters.Faults(nil)
	if !errors.As(err, &faults) {
		return err
	}
	e := &cell.Error{Name: "CompileError", Diagnostics: faults}
	return errors.New(strings.Join(e.Traceback(false), "\n"))
}

// listNotebookParameters prints the parameters of notebooks.
func listNotebookParameters(w io.Writer, paths []string) error {
	for i, path := range paths {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			return &exitError{misused, err}
		}
		_, set, err := notebookParameters(path, nb)
		if err != nil {
			return &exitError{misused, err}
		}
		if len(paths) > 1 {
			fmt.Fprintf(w, "%s%s\n", strings.Repeat("\n", min(i, 1)), path)
		}
		if err := writeParameters(w, set); err != nil {
			return err
		}
	}
	return nil
}

func writeParameters(w io.Writer, set *parameters.Set) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "parameter\ttype\tdefault\tabout")
	for _, p := range set.All() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", p.Name, p.Type, p.Default, p.Comment)
	}
	return table.Flush()
}
