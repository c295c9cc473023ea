//go:build !js

package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/internal/words"
	"krigo/interp/imports"
	"krigo/interp/static"
	"krigo/modules"
)

// get runs %get.
func get(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	w, ok := s.options.Symbols.(*imports.World)
	if !ok {
		return nil, commandError("%%get: this session has no modules")
	}
	wanted := slices.DeleteFunc(slices.Clone(in.args), func(arg string) bool { return arg == "-u" })
	upgrade := len(wanted) < len(in.args)
	if len(in.args) == 0 {
		return required(ctx, w)
	}
	if err := checkWanted(wanted); err != nil {
		return nil, err
	}
	var got []imports.Got
	var err error
	if upgrade && len(wanted) == 0 {
		got, err = w.Upgrade(ctx, askFor(out))
	} else {
		got, err = w.Get(ctx, askFor(out), versioned(wanted, upgrade)...)
	}
	if err != nil {
		return nil, getError(ctx, err)
	}
	for _, g := range got {
		out.Stream("stdout", describeGot(g)+"\n")
		if g.Retracted != nil {
			s.outlet.tell("note: " + g.Retracted.Error())
		}
		if len(g.NeedC) > 0 {
			s.outlet.tell("note: files that need C are left out, as without cgo: " + strings.Join(g.NeedC, ", "))
		}
		for _, note := range g.Compiled {
			s.outlet.tell("note: " + note)
		}
		if g.Unusable != nil {
			s.outlet.tell("note: " + g.Unusable.Error())
		}
	}
	return nil, nil
}

// askFor asks the user of an output whether a module may be downloaded, until the answer is clear.
func askFor(out cell.Output) imports.Ask {
	return func(ctx context.Context, d imports.Download) (imports.Answer, error) {
		prompt := describeDownload(d) + " Download it? yes, no, or all for this and further modules: "
		for {
			text, err := out.Input(ctx, prompt, false)
			if err != nil {
				return imports.No, err
			}
			switch strings.ToLower(strings.TrimSpace(text)) {
			case "y", "yes":
				return imports.Yes, nil
			case "a", "all":
				return imports.YesToAll, nil
			case "n", "no":
				return imports.No, nil
			}
			prompt = "Answer yes, no or all: "
		}
	}
}

// describeDownload describes a module with its size and licence.
func describeDownload(d imports.Download) string {
	size, licence := "of unknown size", "licence not recognised"
	if d.Size > 0 {
		size = words.Bytes(d.Size)
	}
	if d.Licence != "" {
		licence = "licence " + d.Licence
	}
	return fmt.Sprintf("%s %s is not in go.sum (%s, %s).", d.Path, d.Version, size, licence)
}

// checkWanted refuses arguments of %get that name no module.
func checkWanted(wanted []string) error {
	for _, arg := range wanted {
		if path, _, _ := strings.Cut(arg, "@"); strings.HasPrefix(arg, "-") || path == "" {
			return commandError("%%get: %q is not a module; write a path, as in %%get github.com/samber/lo@v1.53.0, or -u", arg)
		}
	}
	return nil
}

// versioned asks for the newest versions of modules for which the user has named none.
func versioned(wanted []string, upgrade bool) []string {
	all := slices.Clone(wanted)
	for i, arg := range all {
		if upgrade && !strings.Contains(arg, "@") {
			all[i] += "@upgrade"
		}
	}
	return all
}

// getError is the error of %get with what to do about it.
func getError(ctx context.Context, err error) *cell.Error {
	if ctx.Err() != nil {
		return interrupted()
	}
	if used, ok := errors.AsType[*modules.InUse](err); ok {
		return commandError("%%get: %v: cells have imported its packages; run %%reset before", used)
	}
	if errors.Is(err, modules.ErrUnlisted) {
		return commandError("%%get: %v: this session uses only modules that the go.sum file next to the notebook or script, "+
			"or the notebook's metadata, list; krigo run --get downloads others", err)
	}
	if errors.Is(err, cell.ErrNoInput) {
		return commandError("%%get: %v: nobody can be asked whether to download it; "+
			"allow modules by the environment variable KRIGO_MODULES, such as github.com/samber/*", err)
	}
	return commandError("%%get: %v", err)
}

func describeGot(g imports.Got) string {
	switch {
	case g.New == "":
		return g.Path + " " + g.Old + " is no longer required"
	case g.Old != "" && g.Old != g.New:
		return fmt.Sprintf("%s %s instead of %s, %s", g.Path, g.New, g.Old, words.Bytes(g.Size))
	}
	return fmt.Sprintf("%s %s, %s", g.Path, g.New, words.Bytes(g.Size))
}

// required lists the modules of a session.
func required(ctx context.Context, w *imports.World) (*cell.Bundle, error) {
	list, err := w.Required(ctx)
	if err != nil {
		return nil, commandError("%%get: %v", err)
	}
	b := plainBundle("no modules")
	if len(list) > 0 {
		var text strings.Builder
		table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "module\tversion")
		for _, m := range list {
			line := m.Path + "\t" + m.Version.Version
			if m.Replace != (modules.Module{}.Replace) {
				line += "\treplaced by " + m.Replace.String()
			}
			fmt.Fprintln(table, line)
		}
		table.Flush()
		b = plainBundle(strings.TrimRight(text.String(), "\n"))
	}
	return &b, nil
}

// vetGet requires modules that go.sum lists. Of packages of others nothing is known.
func vetGet(v *vet, in invocation) error {
	wanted := slices.DeleteFunc(slices.Clone(in.args), func(arg string) bool { return arg == "-u" })
	if err := checkWanted(wanted); err != nil {
		return err
	}
	if w, ok := v.world.(*imports.World); ok && len(wanted) > 0 {
		_, err := w.Get(context.Background(), nil, wanted...)
		if err == nil {
			return nil
		}
	}
	v.unfetched = append(v.unfetched, wanted...)
	v.Blind()
	return nil
}

// forgetModules forgets which packages of modules a session uses.
func forgetModules(w static.World) {
	if w, ok := w.(*imports.World); ok {
		w.Forget()
	}
}

// withoutModules returns a session's world without its modules.
func withoutModules(w static.World) static.World {
	if w, ok := w.(*imports.World); ok {
		return w.World
	}
	return w
}
