package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/interp/parameters"
	"krigo/nbformat"
	"krigo/nbformat/execute"
	"krigo/repl"
)

// parameterValues are the values of parameters by name that the flags give.
func (f *runFlags) parameterValues() (map[string]any, error) {
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

// setParameters adds the cell that sets parameters to a notebook, in the place of an
// earlier one.
func setParameters(path string, nb *nbformat.Notebook, values map[string]any) error {
	if len(values) == 0 {
		return nil
	}
	at, set, err := notebookParameters(path, nb)
	if err != nil {
		return err
	}
	source, err := set.Source(values)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	declares := nb.Cells[at]
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(parameters.InjectedTag) })
	injected := nb.Add(nbformat.Code, source)
	injected.Metadata["tags"] = []any{parameters.InjectedTag}
	nb.Cells = nb.Cells[:len(nb.Cells)-1]
	nb.Cells = slices.Insert(nb.Cells, slices.Index(nb.Cells, declares)+1, injected)
	return nil
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

// setScriptParameters adds the cell that sets parameters to those of a script.
func setScriptParameters(path string, cells []repl.ScriptCell, values map[string]any) ([]repl.ScriptCell, error) {
	if len(values) == 0 {
		return cells, nil
	}
	at, set, err := scriptParameters(path, cells)
	if err != nil {
		return nil, err
	}
	source, err := set.Source(values)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	injected := repl.ScriptCell{Cell: cell.Cell{Label: parameters.InjectedTag, Source: source}}
	return slices.Insert(cells, at+1, injected), nil
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
