package interp

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/internal/words"
	"krigo/interp/emit"
	"krigo/interp/static"
)

// fast runs %fast.
func fast(_ context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	all := s.static.Functions()
	if len(in.args) == 0 {
		return fastList(all), nil
	}
	name, err := wantOne("fast", "function", in.args)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(f static.Function) bool { return f.Name == name }); i >= 0 {
		return fastReport(all[i], all), nil
	}
	methods := slices.DeleteFunc(slices.Clone(all), func(f static.Function) bool { return !strings.HasPrefix(f.Name, name+".") })
	if len(methods) > 0 {
		return fastList(methods), nil
	}
	return nil, s.noFunction(name, all)
}

// noFunction returns the error for a name that is not a function of a cell.
func (s *Session) noFunction(name string, all []static.Function) error {
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	info, known := s.static.Inspect(name, len(name), 0)
	switch near := words.Nearest(name, names); {
	case info.Symbol != "":
		return commandError("%%fast: %s has no methods", name)
	case info.Expr != "":
		return commandError("%%fast: %s is a variable; functions are declared with func", name)
	case known:
		return commandError("%%fast: %s is not a function of a cell; functions of packages are compiled Go", name)
	case near != "":
		return commandError("%%fast: no function is named %s; did you mean %s?", name, near)
	}
	return commandError("%%fast: no function is named %s; %%fast lists those of the session", name)
}

// fastList reports how each function runs, one function a line.
func fastList(all []static.Function) *cell.Bundle {
	if len(all) == 0 {
		b := plainBundle("no functions")
		return &b
	}
	var plain, rows strings.Builder
	table := tabwriter.NewWriter(&plain, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "function\tcompiled, or what keeps it out")
	for _, f := range all {
		fmt.Fprintf(table, "%s\t%s\n", f.Name, inShort(f))
		fmt.Fprintf(&rows, "<tr><td style=\"text-align:left\"><code>%s</code></td><td style=\"text-align:left\">%s</td></tr>\n", html.EscapeString(f.Name), html.EscapeString(inShort(f)))
	}
	table.Flush()
	return &cell.Bundle{Data: map[string]any{
		"text/plain": strings.TrimRight(plain.String(), "\n"),
		"text/html":  "<table>\n" + rows.String() + "</table>",
	}}
}

// inShort describes in a line how a function runs.
func inShort(f static.Function) string {
	obstacles := f.Obstacles()
	if len(obstacles) == 0 {
		return f.Runs()
	}
	text := place(obstacles[0]) + ": " + obstacles[0].Message
	if f.Runs() != "interpreted" {
		text = f.Runs() + "; " + text
	}
	lines := map[string]bool{}
	for _, o := range obstacles {
		lines[place(o)] = true
	}
	if more := len(lines) - 1; more > 0 {
		text += " (and " + words.Count(more, "more line") + ")"
	}
	return text
}

// place returns the place of an obstacle, as errors name it.
func place(o emit.Obstacle) string { return cell.Diagnostic{Cell: o.Cell, Line: o.Line}.Place() }

// finding is a report's text about a function, and the lines that keep it from being
// compiled.
type finding struct {
	title string
	lines []cell.Diagnostic
}

// fastReport reports what keeps a function, and the interpreted functions that it calls, from
// being compiled.
func fastReport(f static.Function, all []static.Function) *cell.Bundle {
	var found []finding
	told := map[string]bool{f.Name: true}
	for queue := []static.Function{f}; len(queue) > 0; queue = queue[1:] {
		found = append(found, findings(queue[0], all)...)
		for _, o := range queue[0].Obstacles() {
			i := slices.IndexFunc(all, func(g static.Function) bool { return g.Name == o.Calls })
			if i >= 0 && !told[o.Calls] && !all[i].Compiled() {
				told[o.Calls] = true
				queue = append(queue, all[i])
			}
		}
	}
	return rendered(found)
}

// findings returns the findings of one function, its instances and its literals.
func findings(f static.Function, all []static.Function) []finding {
	if len(f.Bodies) == 0 {
		return []finding{{title: f.Name + " is generic and not called yet: each of its instances is compiled or interpreted by itself"}}
	}
	var found []finding
	add := func(name string, b emit.Function) {
		if b.Compiled {
			found = append(found, finding{title: name + " is compiled"})
			return
		}
		next := finding{title: name + " is interpreted:"}
		for _, o := range b.Obstacles {
			next.lines = append(next.lines, diagnosed(o, f, all))
		}
		found = append(found, next)
	}
	for _, b := range f.Bodies {
		add(userName(f, b), b)
	}
	for _, b := range f.Literals {
		if len(b.Obstacles) > 0 {
			add(fmt.Sprintf("the function literal in %s, %s:%d,", f.Name, b.Cell, b.Line), b)
		}
	}
	return found
}

// userName returns the users' name of a function's body, which may be an instance: "Map[int]",
// "Tree[int].Add".
func userName(f static.Function, b emit.Function) string {
	if !strings.Contains(b.User, "[") {
		return f.Name
	}
	recv, method, ok := strings.Cut(b.User, ").")
	if !ok {
		return b.User
	}
	return strings.TrimLeft(recv, "(*") + "." + method
}

// diagnosed returns an obstacle with its source and what to do about it.
func diagnosed(o emit.Obstacle, f static.Function, all []static.Function) cell.Diagnostic {
	d := cell.Diagnostic{Cell: o.Cell, Line: o.Line, Message: o.Message, Hint: o.Advice, Source: strings.TrimSpace(lineOf(f.Source, o.Line))}
	i := slices.IndexFunc(all, func(g static.Function) bool { return g.Name == o.Calls })
	switch {
	case i < 0:
	case all[i].Compiled():
		d.Hint = o.Calls + " is compiled by now: declare " + f.Name + " again"
	case !keptOut(all[i], all, map[string]bool{}):
		d.Hint = "nothing keeps " + o.Calls + " out any more: declare it again, in one cell with " + f.Name
	}
	return d
}

// keptOut reports whether anything but earlier versions of other functions keeps a function out. Seen holds those
// already examined.
func keptOut(f static.Function, all []static.Function, seen map[string]bool) bool {
	seen[f.Name] = true
	for _, o := range f.Obstacles() {
		if o.Calls == "" {
			return true
		}
		i := slices.IndexFunc(all, func(g static.Function) bool { return g.Name == o.Calls })
		if i >= 0 && !seen[o.Calls] && !all[i].Compiled() && keptOut(all[i], all, seen) {
			return true
		}
	}
	return false
}

// rendered writes findings as text and HTML.
func rendered(found []finding) *cell.Bundle {
	var plain, page []string
	for _, f := range found {
		text := []string{f.title}
		page = append(page, "<p>"+html.EscapeString(f.title)+"</p>")
		for i, d := range f.lines {
			if i > 0 && d.Line == f.lines[i-1].Line {
				d.Source = ""
			}
			text, page = append(text, d.Lines()...), append(page, markedUp(d))
		}
		plain = append(plain, strings.Join(text, "\n"))
	}
	return &cell.Bundle{Data: map[string]any{"text/plain": strings.Join(plain, "\n\n"), "text/html": strings.Join(page, "\n")}}
}

// markedUp returns an obstacle in HTML.
func markedUp(d cell.Diagnostic) string {
	text := "<p><strong>" + html.EscapeString(d.Place()) + "</strong>: " + html.EscapeString(d.Message)
	if d.Source != "" {
		text += "<br>\n<code>" + html.EscapeString(d.Source) + "</code>"
	}
	if d.Hint != "" {
		text += "<br>\nhint: " + html.EscapeString(d.Hint)
	}
	return text + "</p>"
}
