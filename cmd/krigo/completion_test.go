package main

import (
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// completed returns the completions that a shell gets for a line of arguments, with the last one
// being typed: without their descriptions.
func completed(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	r := krigo(t, dir, "", append([]string{"__complete"}, args...)...)
	if r.status != 0 {
		t.Fatalf("%v: %+v", args, r)
	}
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	var found []string
	for _, l := range lines {
		name, _, _ := strings.Cut(l, "\t")
		found = append(found, name)
	}
	return found
}

func TestEveryCommandWithArgumentsCompletesThem(t *testing.T) {
	for _, c := range visibleCommands() {
		takes := c.Runnable() && (c.ValidateArgs([]string{"a"}) == nil || c.ValidateArgs([]string{"a", "b"}) == nil)
		if takes && c.ValidArgsFunction == nil && c.ValidArgs == nil {
			t.Errorf("%s takes arguments: set its ValidArgsFunction, such as files(\"ipynb\") or folders (completion.go)", c.CommandPath())
		}
	}
}

func TestCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("starts krigo many times")
	}
	dir := t.TempDir()
	nb := nbformat.New()
	nb.Add(nbformat.Code, "1").Metadata = map[string]any{"tags": []any{"scores", "slow"}}
	nb.Add(nbformat.Code, "folds, rate := 5, 0.1").Metadata = map[string]any{"tags": []any{"parameters"}}
	if err := nbformat.WriteFile(dir+"/a.ipynb", nb); err != nil {
		t.Fatal(err)
	}
	// The last line holds what the shell is to do: 0 is to complete files, 4 is not
	// to, 8 those with the extensions, 16 folders.
	for _, c := range []struct{ args, want string }{
		{"run|", "ipynb go :8"},
		{"diff|", "ipynb :8"},
		{"strip|", "ipynb :8"},
		{"run|a.ipynb|--print|", "all scores slow parameters :4"},
		{"run|--print|", "all :4"},
		{"run|a.ipynb|--outp", "--output :4"},
		{"run|a.ipynb|-o|", "ipynb :8"},
		{"run|a.ipynb|-p|", "folds= rate= :6"},
		{"run|a.ipynb|-p|folds=", ":6"},
		{"run|a.ipynb|--outdir|", ":16"},
		{"run|a.ipynb|", "ipynb :8"},
		{"run|a.go|", ":0"},
		{"run|a.ipynb|--omit|", "text/html"},
		{"install|--git=", "strip diff :4"},
		{"repl|--graphics|", "auto kitty iterm2 none :4"},
		{"convert|--to|", "go ipynb md html :4"},
		{"new|--template|", "fit compare methods kernel lesson blank :4"},
		{"help|", "environment"},
		{"help|data|", "get list path :4"},
		{"data|get|", "autompg"},
		{"course|new|", ":16"},
		{"reproduce|cholqr|--methods|", "cholqr"},
		{"reproduce|grief|--parts|fig1,", "fig1,fig2"},
		{"reproduce|admm|--parts|", "agreement"},
		{"reproduce|exact|--cluster|", "local: slurm slurm: :6"},
		{"run|a.ipynb|--cluster|", "local: slurm slurm: :6"},
		{"run|a.ipynb|--cluster-dir|", ":16"},
		{"stri", "strip :4"},
	} {
		got := strings.Join(completed(t, dir, strings.Split(c.args, "|")...), " ")
		whole := strings.HasPrefix(c.want, ":") || strings.Contains(c.want, " :")
		if whole && got != c.want || !whole && !strings.Contains(strings.ToLower(got), c.want) {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
	}
}

// Experiments report the names that they know before they do anything.
func TestExperimentsTellTheirParts(t *testing.T) {
	for _, e := range experiments {
		c := e.command()
		for _, flag := range []string{"sets", "parts", "methods"} {
			if c.Flags().Lookup(flag) == nil {
				continue
			}
			complete, ok := c.GetFlagCompletionFunc(flag)
			if !ok {
				t.Fatalf("%s: --%s completes nothing", e.name, flag)
			}
			if names, _ := complete(c, nil, ""); len(names) == 0 {
				t.Errorf("%s: --%s has no names", e.name, flag)
			}
		}
	}
}
