package run

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"krigo/internal/destination"
	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat"
	"krigo/internal/repl/outdir"
	"krigo/internal/source"
)

// plan reads notebooks, sets their parameters and finds where their results go. What could not
// end well is refused here, before anything runs.
func plan(paths []string, o Options) ([]*job, error) {
	if o.Live {
		if _, err := explore.Module(); err != nil {
			return nil, fmt.Errorf("--live: %w", err)
		}
	}
	var jobs []*job
	var files []destination.File
	for _, path := range paths {
		j, err := newJob(path, o, len(paths) > 1)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, j)
		files = append(files, j.destinations()...)
	}
	if o.JUnit != "" {
		files = append(files, destination.File{Flag: "junit", Path: o.JUnit})
	}
	if err := destination.Check(files, paths); err != nil {
		return nil, err
	}
	return jobs, checkTag(o.Print, jobs)
}

// newJob reads a notebook, sets its parameters and finds where its results go; several reports
// whether it is one of several.
func newJob(path string, o Options, several bool) (*job, error) {
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := nb.CheckGo(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	modules, err := nb.Modules()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	controls, err := setParameters(path, nb, o.Values)
	if err != nil {
		return nil, err
	}
	j := &job{path: path, notebook: nb, controls: controls, modules: modules, allowed: o.Allowed}
	return j, j.place(o, several)
}

// place finds where the results go.
func (j *job) place(o Options, several bool) (err error) {
	if j.output, err = destination.For("output", o.Output, j.path, ".ipynb", several); err != nil {
		return err
	}
	if j.html, err = destination.For("html", o.HTML, j.path, ".html", several); err != nil {
		return err
	}
	j.slides, j.live, j.cells = o.Slides, o.Live, o.Cells
	if err := o.Cells.check(); err != nil {
		return err
	}
	if err := j.attach(o.CellFiles, o.Stderr); err != nil {
		return err
	}
	if j.outdir = o.Outdir; several && o.Outdir != "" {
		j.outdir = filepath.Join(o.Outdir, source.Stem(j.path))
	}
	return j.openOutdir()
}

// openOutdir opens the folder for what cells show, if there is to be one.
func (j *job) openOutdir() (err error) {
	if j.outdir == "" {
		return nil
	}
	if j.files, err = outdir.Open(j.outdir); err != nil {
		return fmt.Errorf("--outdir: %w", err)
	}
	return nil
}

func (j *job) destinations() []destination.File {
	var all []destination.File
	if j.output != "" {
		all = append(all, destination.File{Flag: "output", Path: j.output})
	}
	if j.html != "" {
		all = append(all, destination.File{Flag: "html", Path: j.html})
	}
	return all
}

// checkTag returns an error if no notebook has a cell to print.
func checkTag(tag string, jobs []*job) error {
	var tags []string
	for _, j := range jobs {
		tags = append(tags, j.notebook.Tags()...)
	}
	if tag == "" || tag == AllCells || slices.Contains(tags, tag) {
		return nil
	}
	slices.Sort(tags)
	return fmt.Errorf("--print %s: no cell has this tag; available: %s", tag, strings.Join(append(slices.Compact(tags), AllCells), ", "))
}
