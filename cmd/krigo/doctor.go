package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/cmd/krigo/internal/help"
	"krigo/gplib/linalg"
	"krigo/install"
	"krigo/internal/sessions"
	"krigo/interp"
)

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check the installation, and say what to do about problems",
		Long: `Doctor checks the binary, the worker that runs cells (by running one), Jupyter, the
kernelspecs and, if git uses krigo, git's settings. For each problem it says what to do. The
status is 1 if something fails that krigo needs.`,
		Example:     "  krigo doctor",
		Args:        cobra.NoArgs,
		GroupID:     groupJupyter,
		Annotations: help.SeeAlso("krigo install"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return examine(cmd.Context(), cmd.OutOrStdout())
		},
	}
}

// verdict is the outcome of a check.
type verdict string

const (
	good    verdict = "ok"
	missing verdict = "--" // krigo works without
	failed  verdict = "!!"
)

// finding is the result of a check, with advice.
type finding struct {
	verdict verdict
	about   string
	text    string
	advice  string
}

func examine(ctx context.Context, out io.Writer) error {
	findings := []finding{aboutBinary(), aboutWorker(ctx), aboutBLAS(), aboutJupyter(ctx)}
	findings = append(findings, aboutKernelspecs(thisPlace())...)
	findings = append(findings, aboutGit(ctx)...)
	for _, f := range findings {
		printFinding(out, f)
	}
	return failures("doctor", findings)
}

func printFinding(out io.Writer, f finding) {
	fmt.Fprintf(out, "%s  %-11s %s\n", f.verdict, f.about, f.text)
	if f.advice != "" {
		fmt.Fprintf(out, "    %-11s -> %s\n", "", f.advice)
	}
}

// failures is the error of a command some of whose checks have failed.
func failures(command string, findings []finding) error {
	bad := 0
	for _, f := range findings {
		if f.verdict == failed {
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%s: %d of %d checks failed", command, bad, len(findings))
	}
	return nil
}

func aboutBinary() finding {
	f := finding{verdict: good, about: "krigo"}
	path, err := os.Executable()
	if err != nil {
		path = err.Error()
	}
	f.text = fmt.Sprintf("%s, %s %s/%s, %s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, path)
	if install.IsTemporary(path) {
		f.advice = "this binary is temporary; `krigo install` copies it to a permanent place"
	}
	return f
}

// aboutWorker runs a cell, as a notebook would.
func aboutWorker(ctx context.Context) finding {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	start := time.Now()
	text, err := onePlusOne(ctx)
	if err != nil {
		return finding{failed, "worker", err.Error(), "run `krigo repl` to see more; if it fails too, please report it with this output"}
	}
	if text != "2" {
		return finding{failed, "worker", fmt.Sprintf("1 + 1 gave %q", text), "please report this"}
	}
	return finding{verdict: good, about: "worker", text: fmt.Sprintf("runs 1 + 1, %d ms after its start", time.Since(start).Milliseconds())}
}

func onePlusOne(ctx context.Context) (text string, err error) {
	session, err := sessions.Start(ctx, interp.Options{Unattended: true})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	value, err := session.Eval(ctx, cell.Cell{Label: "doctor", Source: "1 + 1"}, newScreen())
	if err != nil {
		return "", err
	}
	if value == nil {
		return "", errors.New("1 + 1 gave no value")
	}
	text, _ = value.Data["text/plain"].(string)
	return text, nil
}

// aboutBLAS reports which linear algebra library is in use.
func aboutBLAS() finding {
	name, err := linalg.BLAS()
	f := finding{verdict: good, about: "BLAS", text: name}
	switch {
	case err != nil:
		f.verdict, f.advice = missing, err.Error()
	case name == "krigo (Go)":
		f.advice = "krigo has no linear algebra kernels for this processor; for faster fits install OpenBLAS, on Debian libopenblas0"
	}
	return f
}

// aboutJupyter asks the jupyter command for its versions.
func aboutJupyter(ctx context.Context) finding {
	f := finding{verdict: missing, about: "Jupyter"}
	path, err := exec.LookPath("jupyter")
	if err != nil {
		f.text = "not found; krigo run and krigo repl do not need it"
		f.advice = "for notebooks in a browser: sudo apt-get install jupyter-notebook, or pip install jupyterlab"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		f.text = fmt.Sprintf("%s does not answer: %v", path, err)
		f.advice = "try: jupyter --version"
		return f
	}
	f.verdict, f.text = good, path
	if versions := jupyterVersions(string(out)); versions != "" {
		f.text += " (" + versions + ")"
	}
	return f
}

// jupyterVersions picks the front ends from what `jupyter --version` prints.
func jupyterVersions(out string) string {
	var found []string
	for line := range strings.Lines(out) {
		name, number, ok := strings.Cut(line, ":")
		name, number = strings.TrimSpace(name), strings.TrimSpace(number)
		switch name {
		case "jupyter_client", "jupyterlab", "notebook", "nbconvert":
			if ok && number != "not installed" {
				found = append(found, name+" "+number)
			}
		}
	}
	return strings.Join(found, ", ")
}

// aboutKernelspecs reports whether the kernelspecs that krigo wrote start
// something.
func aboutKernelspecs(place install.Place) []finding {
	self, err := os.Executable()
	if err != nil {
		self = ""
	}
	own := install.PrefixDataDir(filepath.Dir(filepath.Dir(self))) // where pip puts it, also of an environment that is not active
	specs := install.Find(append(place.SearchPath(), own))
	if len(specs) == 0 {
		return []finding{{missing, "kernelspec", "none is installed; Jupyter cannot find krigo", "krigo install"}}
	}
	var findings []finding
	for _, s := range specs {
		findings = append(findings, aboutKernelspec(s, self))
	}
	return findings
}

func aboutKernelspec(s install.Spec, self string) finding {
	f := finding{verdict: good, about: "kernelspec", text: fmt.Sprintf("%s (%s) in %s", s.Name, s.DisplayName, s.Dir)}
	if s.OfPython() {
		f.text += ", of the Python package krigo"
		return f
	}
	again := fmt.Sprintf("krigo install --name %s, or krigo uninstall --name %s", s.Name, s.Name)
	_, missing := os.Stat(s.Binary())
	_, refused := exec.LookPath(s.Binary())
	switch {
	case missing != nil:
		f.verdict = failed
		f.text += fmt.Sprintf(" starts %s, which does not exist", s.Binary())
		f.advice = again
	case refused != nil:
		f.verdict = failed
		f.text += fmt.Sprintf(" starts %s, which cannot be executed", s.Binary())
		f.advice = again
	case !sameFile(s.Binary(), self):
		f.text += fmt.Sprintf(" starts another binary, %s", s.Binary())
		f.advice = "to use this one: krigo install --name " + s.Name
	}
	return f
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(filepath.Clean(a))
	y, errY := os.Stat(filepath.Clean(b))
	return errX == nil && errY == nil && os.SameFile(x, y)
}
