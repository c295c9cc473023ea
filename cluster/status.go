package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Overview describes a folder of jobs.
type Overview struct {
	Created time.Time
	// Engine is the engine of the last job: "local" or "slurm".
	Engine string
	// Jobs are in the order in which they were made.
	Jobs []JobStatus
}

// JobStatus is the progress of a job.
type JobStatus struct {
	// Name is the name of the job's folder, which ends with its hash.
	Name, Kind string
	// Done of Tasks have a result; Failed have an error that is final. The others are
	// missing.
	Done, Failed, Tasks int
	// Errors are the errors of failed tasks, with their index.
	Errors []string
}

// Status reads the folder of jobs dir. It fails if a file is truncated, belongs to another
// job, or is of another version; checksums of results are verified when they are read.
func Status(dir string) (Overview, error) {
	m, err := readManifest(dir)
	if err != nil {
		return Overview{}, err
	}
	o := Overview{Created: m.Created, Engine: m.Engine.Name}
	names, err := jobNames(dir)
	if err != nil {
		return o, err
	}
	for _, name := range names {
		p, err := readPlace(dir, name)
		if errors.Is(err, os.ErrNotExist) {
			continue // its folder is being made
		}
		if err != nil {
			return o, err
		}
		job, err := p.status()
		if err != nil {
			return o, err
		}
		o.Jobs = append(o.Jobs, job)
	}
	return o, nil
}

func (p place) status() (JobStatus, error) {
	missing, err := p.missing()
	if err != nil {
		return JobStatus{}, err
	}
	s := JobStatus{Name: p.name, Kind: p.job.Kind, Tasks: p.job.Tasks, Done: p.job.Tasks - len(missing)}
	for _, i := range missing {
		raw, err := os.ReadFile(p.file(errName(i)))
		if err != nil {
			continue
		}
		s.Failed++
		s.Errors = append(s.Errors, fmt.Sprintf("task %d: %s", i, strings.TrimSpace(string(raw))))
	}
	return s, nil
}

// Resume runs the tasks of all jobs in dir that have no result, with the engine and the
// program that ran them last (dir has its copy). The results stay there for that program.
// Resume writes no predictions: their files may be those of a later posterior by now.
// observe may be nil.
func Resume(ctx context.Context, dir string, observe func(name string, p Progress)) error {
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	names, err := jobNames(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := m.resume(ctx, dir, name, observe); err != nil {
			return err
		}
	}
	return nil
}

// resume runs the missing tasks of a job.
func (m manifest) resume(ctx context.Context, dir, name string, observe func(string, Progress)) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	p, err := readPlace(dir, name)
	if errors.Is(err, os.ErrNotExist) {
		return nil // its program has to make it
	}
	if err != nil {
		return err
	}
	if missing, err := p.missing(); err != nil || len(missing) == 0 || p.job.Kind == kindPredict {
		return err
	}
	tell := func(Progress) {}
	if observe != nil {
		tell = func(p Progress) { observe(name, p) }
	}
	engine, err := m.Engine.engine(tell)
	if err != nil {
		return err
	}
	s, err := openWith(engine, dir, cmp.Or(p.job.program, m.Program), false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.run(ctx, p, nil)
}

// Cancel cancels Slurm's jobs of the folder dir, also for a program that has ended or
// runs elsewhere; results stay. Tasks on this machine end with their program.
func Cancel(ctx context.Context, dir string) error {
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	if m.Engine.Name != slurmName {
		return fmt.Errorf("cluster: the jobs in %s run on this machine: end the program that runs them", dir)
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	_, err = ask(ctx, "", "scancel", "--name="+jobName(dir))
	return err
}
