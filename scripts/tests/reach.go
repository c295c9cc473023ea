package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
)

// frontEnd is a program that tests of package e2e run with krigo.
type frontEnd struct {
	tool     string
	packages []string // of Python, whose versions count
	test     string   // its test in e2e, or a part of one that is named after its function
}

var frontEnds = []frontEnd{
	{"JupyterLab: lessons", []string{"jupyterlab"}, "TestJupyterLab/labRunsLessons"},
	{"JupyterLab: sliders, frames", []string{"jupyterlab_widgets"}, "TestJupyterLab/labMovesControls"},
	{"JupyterLab: live fits", nil, "TestJupyterLab/labShowsFits"},
	{"JupyterLab: editor", nil, "TestJupyterLab/labHelpsToWrite"},
	{"JupyterLab: gofmt, tabs", nil, "TestJupyterLab/labFormatsGo"},
	{"JupyterLab: kernel menu", nil, "TestJupyterLab/labInterruptsAndRestarts"},
	{"JupyterLab: input", nil, "TestJupyterLab/labAsks"},
	{"JupyterLab: figures to explore", nil, "TestJupyterLab/labExploresFigures"},
	{"JupyterLab: saved figures", nil, "TestJupyterLab/labKeepsFigures"},
	{"JupyterLab: dark theme", nil, "TestJupyterLab/labIsDark"},
	{"JupyterLab: failed cells", nil, "TestJupyterLab/labShowsWhatDidNotRun"},
	{"Notebook", []string{"notebook"}, "TestJupyterLab/notebook7RunsALesson"},
	{"JupyterHub", []string{"jupyterhub"}, "TestJupyterHub"},
	{"Voilà", []string{"voila"}, "TestVoila"},
	{"jupyter_kernel_test", []string{"jupyter_kernel_test", "jupyter_client"}, "TestKernelConformance"},
	{"nbclient", []string{"nbclient"}, "TestNotebooksRun"},
	{"jupyter execute", nil, "TestJupyterExecute"},
	{"jupyter run", nil, "TestJupyterRun"},
	{"jupyter console", []string{"jupyter-console"}, "TestConsoleRunsPipedCell"},
	{"nbconvert", []string{"nbconvert"}, "TestNbconvertExecutesToHTML"},
	{"papermill", []string{"papermill"}, "TestPapermill"},
	{"papermill -p", nil, "TestPapermillParameters"},
	{"testbook", []string{"testbook"}, "TestTestbook"},
	{"jupytext", []string{"jupytext"}, "TestJupytextRoundTrips"},
	{"nbgrader", []string{"nbgrader"}, "TestNbgrader"},
	{"nbdime", []string{"nbdime"}, "TestNbdime"},
	{"classic notebook", []string{"python-classic notebook"}, "TestClassicNotebook"},
}

// reach prints a Markdown table of the front ends and tools that the last run of stage e2e drove.
func reach([]string) error {
	results, err := recorded("e2e")
	if err != nil {
		return err
	}
	if len(results) == 0 {
		return errors.New("there are no results of e2e in " + folder + "; run make test first")
	}
	ended := map[string]string{}
	for _, r := range results {
		ended[r.Test] = r.Action
	}
	fmt.Print("# Front ends and tools\n\n`make reach` writes this table from the last `make test`, whose stage e2e drives each tool with\n" +
		"krigo's kernel; the pages are looked at in Chromium.\n\n")
	fmt.Println("| tool | version | result | what is tried |\n| --- | --- | --- | --- |")
	for _, f := range frontEnds {
		versions, err := f.versions()
		if err != nil {
			return err
		}
		purpose, err := purposeOf("e2e", path.Base(f.test))
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s | %s | %s |\n", f.tool, strings.Join(versions, ", "), verdict(ended[f.test]), purpose)
	}
	return nil
}

// verdict says how a test with that action ended.
func verdict(action string) string {
	words := map[string]string{"pass": "works", "fail": "**fails**", "skip": "not tried"}
	return cmp.Or(words[action], "not tried")
}

// versions returns the pinned versions of the packages of a front end, with a name before each but a single one.
func (f frontEnd) versions() ([]string, error) {
	var found []string
	for _, name := range f.packages {
		file := "python"
		if environment, rest, ok := strings.Cut(name, " "); ok {
			file, name = environment, rest
		}
		version, err := pinned("scripts/"+file+".txt", name)
		if err != nil {
			return nil, err
		}
		if len(f.packages) > 1 {
			version = name + " " + version
		}
		found = append(found, version)
	}
	return found, nil
}

// pinned returns the version of a package in a list of requirements.
func pinned(file, name string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if version, ok := strings.CutPrefix(lines.Text(), name+"=="); ok {
			return version, nil
		}
	}
	return "", fmt.Errorf("%s has no %s", file, name)
}
