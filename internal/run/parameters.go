package run

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/preset"
	"krigo/internal/repl"
	"krigo/internal/sessions"
	"krigo/interp/parameters"
)

// ControlValue returns a value that was given for a parameter as one for a control.
func ControlValue(v any) any {
	if text, ok := v.(parameters.Text); ok {
		return preset.Typed(text)
	}
	return v
}

// divide divides values into those of parameters, which set declares, and those of controls,
// which cells may make. If no cell makes controls, all are parameters'.
func divide(set *parameters.Set, values map[string]any, cells []cell.Cell) (own, controls map[string]any) {
	if !slices.ContainsFunc(cells, func(c cell.Cell) bool { return strings.Contains(c.Source, "widget") }) {
		return values, nil
	}
	own, controls = map[string]any{}, map[string]any{}
	for name, v := range values {
		if set != nil && set.Has(name) {
			own[name] = v
		} else {
			controls[name] = ControlValue(v)
		}
	}
	return own, controls
}

// assign returns the source of the cell that sets parameters, the index of the cell that
// declares them, and the values that are left for controls. source is "" if there is nothing to
// set. find reads the declared parameters.
func assign(path string, values map[string]any, cells []cell.Cell, find func() (int, *parameters.Set, error)) (at int, source string, controls map[string]any, err error) {
	if len(values) == 0 {
		return 0, "", nil, nil
	}
	at, set, err := find()
	own, controls := divide(set, values, cells)
	if len(own) == 0 {
		return 0, "", controls, nil
	}
	if err != nil {
		return 0, "", nil, err
	}
	if source, err = set.Source(own); err != nil {
		return 0, "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return at, source, controls, nil
}

// setParameters adds the cell that sets parameters to a notebook, in place of an earlier one,
// and returns the values that are left for controls.
func setParameters(path string, nb *nbformat.Notebook, values map[string]any) (controls map[string]any, err error) {
	at, source, controls, err := assign(path, values, execute.Cells(nb), func() (int, *parameters.Set, error) { return ofNotebook(path, nb) })
	if err != nil || source == "" {
		return controls, err
	}
	declares := nb.Cells[at]
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(parameters.InjectedTag) })
	injected := nb.Add(nbformat.Code, source)
	injected.Metadata["tags"] = []any{parameters.InjectedTag}
	nb.Cells = nb.Cells[:len(nb.Cells)-1]
	nb.Cells = slices.Insert(nb.Cells, slices.Index(nb.Cells, declares)+1, injected)
	return controls, nil
}

// NotebookParameters reads the parameters that a notebook declares in its cell tagged
// "parameters". path is its name in errors.
func NotebookParameters(path string, nb *nbformat.Notebook) (*parameters.Set, error) {
	_, set, err := ofNotebook(path, nb)
	return set, err
}

// ofNotebook finds the cell of parameters of a notebook and reads it.
func ofNotebook(path string, nb *nbformat.Notebook) (at int, set *parameters.Set, err error) {
	at = slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.Type == nbformat.Code && c.HasTag(parameters.Tag) })
	if at < 0 {
		return 0, nil, fmt.Errorf("%s has no code cell tagged %q, which declares what can be set; "+
			"add tags in Jupyter with View, Cell Toolbar, Tags, and in JupyterLab with the property inspector", path, parameters.Tag)
	}
	var before []string
	for _, c := range nb.Cells[:at] {
		if c.Type == nbformat.Code {
			before = append(before, c.Source)
		}
	}
	kept, err := nb.Modules()
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", path, err)
	}
	declares := nb.Cells[at]
	label := path + ":" + execute.Label(slices.Index(execute.Runnable(nb), declares)+1)
	set, err = parameters.Read(sessions.Unattended(filepath.Dir(path), kept, ""), before, cell.Cell{Label: label, Source: declares.Source})
	return at, set, showFaults(err)
}

// setParameters adds the cell that sets parameters to those of the script, and returns the
// values that are left for controls.
func (s *Script) setParameters(values map[string]any) (controls map[string]any, err error) {
	at, source, controls, err := assign(s.Name, values, repl.Cells(s.Cells), s.parameters)
	if err != nil || source == "" {
		return controls, err
	}
	injected := repl.ScriptCell{Cell: cell.Cell{Label: parameters.InjectedTag, Source: source}}
	s.Cells = slices.Insert(s.Cells, at+1, injected)
	return controls, nil
}

// parameters finds the cell of parameters of the script and reads it.
func (s *Script) parameters() (at int, set *parameters.Set, err error) {
	at = slices.IndexFunc(s.Cells, func(c repl.ScriptCell) bool { return slices.Contains(c.Tags, parameters.Tag) })
	if at < 0 {
		return 0, nil, fmt.Errorf("%s has no cell that declares what can be set, after a line // %%%% tags=[%q]", s.Name, parameters.Tag)
	}
	var before []string
	for _, c := range s.Cells[:at] {
		before = append(before, c.Source)
	}
	set, err = parameters.Read(sessions.Unattended(s.folder(), s.Modules, ""), before, s.Cells[at].Cell)
	return at, set, showFaults(err)
}

// showFaults returns the faults of a cell as an error with their lines.
func showFaults(err error) error {
	faults := parameters.Faults(nil)
	if !errors.As(err, &faults) {
		return err
	}
	e := &cell.Error{Name: "CompileError", Diagnostics: faults}
	return errors.New(strings.Join(e.Traceback(false), "\n"))
}

// ListParameters prints the parameters of notebooks.
func ListParameters(w io.Writer, paths []string) error {
	for i, path := range paths {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			return exit.Misuse(err)
		}
		set, err := NotebookParameters(path, nb)
		if err != nil {
			return exit.Misuse(err)
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
