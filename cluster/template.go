package cluster

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"json": asJSON, "quote": quote}).ParseFS(templateFiles, "templates/*.tmpl"))

// Templates are the schedulers that [Template] knows.
var Templates = []string{"kubernetes", "sge"}

// TemplateOptions are the inputs of a template besides the job.
type TemplateOptions struct {
	// Parallel is the largest number of tasks that run at the same time; 0 is 8.
	Parallel int
	// Image is the container image for Kubernetes: any Linux; "" is debian:stable-slim.
	Image string
	// Claim is the PersistentVolumeClaim that holds the folder; empty is krigo.
	Claim string
	// Memory of each task in Kubernetes; empty is 4Gi.
	Memory string
}

// Prepare writes a job to dir and runs nothing: for schedulers that krigo does not
// support. They run, for each index from 0 to Tasks - 1,
//
//	DIR/PROGRAM task --dir DIR --job JOB --index N
//
// on machines where dir has the same path, see [Main]. Afterwards [Run] with the same job
// hands over the results and computes only what is missing. It returns the name of the
// job.
func Prepare(dir string, job Job) (name string, err error) {
	s, err := open(Local{}, dir, false)
	if err != nil {
		return "", err
	}
	p, err := s.place(job)
	return p.name, err
}

// Template returns the input for another scheduler that runs a job of dir: "kubernetes"
// gives an Indexed Job in JSON, for kubectl create -f; "sge" a script for qsub. job is its
// hash or the name of its folder; "" is the first job with missing results. No template
// has been run yet.
func Template(scheduler, dir, job string, o TemplateOptions) ([]byte, error) {
	name := map[string]string{"kubernetes": "kubernetes.json.tmpl", "sge": "sge.sh.tmpl"}[scheduler]
	if name == "" {
		return nil, fmt.Errorf("cluster: there is no template %q; available: %s", scheduler, strings.Join(Templates, " and "))
	}
	values, err := o.values(dir, job)
	if err != nil {
		return nil, err
	}
	if scheduler == "sge" && !plain.MatchString(values.Dir) {
		return nil, fmt.Errorf("cluster: the folder %q has characters that Grid Engine's options cannot have; use only letters, digits and ._-/", values.Dir)
	}
	var out bytes.Buffer
	err = templates.ExecuteTemplate(&out, name, values)
	return out.Bytes(), err
}

var plain = regexp.MustCompile(`^[\w./-]+$`)

// templateValues are the values that templates use.
type templateValues struct {
	TemplateOptions
	Name, Dir, Job, Program string
	Tasks                   int
	User, Group             int
}

// values fills in the options that are left empty.
func (o TemplateOptions) values(dir, job string) (v templateValues, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return v, err
	}
	m, err := readManifest(dir)
	if err != nil {
		return v, err
	}
	p, err := unfinished(dir, job)
	if err != nil {
		return v, err
	}
	if o.Parallel < 0 {
		return v, fmt.Errorf("cluster: %d tasks at the same time; want 1 or more", o.Parallel)
	}
	if o.Parallel == 0 {
		o.Parallel = 8
	}
	o.Parallel = min(o.Parallel, p.job.Tasks)
	o.Image, o.Claim, o.Memory = orText(o.Image, "debian:stable-slim"), orText(o.Claim, "krigo"), orText(o.Memory, "4Gi")
	return templateValues{
		TemplateOptions: o, Name: "krigo-" + p.name, Dir: dir, Job: p.name, Program: filepath.Join(dir, cmp.Or(p.job.program, m.Program)),
		Tasks: p.job.Tasks, User: os.Getuid(), Group: os.Getgid(),
	}, nil
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// unfinished returns a job, or if it is "" the first with missing results.
func unfinished(dir, job string) (place, error) {
	if job != "" {
		return findPlace(dir, job)
	}
	names, err := jobNames(dir)
	if err != nil {
		return place{}, err
	}
	for _, name := range names {
		p, err := readPlace(dir, name)
		if err != nil {
			return p, err
		}
		if missing, err := p.missing(); err != nil || len(missing) > 0 {
			return p, err
		}
	}
	return place{}, fmt.Errorf("cluster: no job in %s has missing results; name one with --job", dir)
}

func asJSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	return string(raw), err
}
