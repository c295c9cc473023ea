package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Session runs jobs one after the other, and keeps what is costly to begin, such as an
// allocation of Slurm. It is not safe for concurrent use.
type Session struct {
	dir     string
	program string // in dir
	engine  Engine
	crew    crew
	closed  bool
}

// Open begins a session whose files are below dir, a folder that all machines of the
// engine share; Open makes it for its owner alone if it does not exist. The caller must
// call Close.
func Open(engine Engine, dir string) (*Session, error) { return open(engine, dir, true) }

func open(engine Engine, dir string, many bool) (*Session, error) {
	if engine == nil {
		return nil, errors.New("cluster: the engine is nil; cluster.Local{} runs on this machine")
	}
	if !serves.Load() {
		return nil, errors.New("cluster: this program cannot run tasks: call cluster.Main() at the beginning of main (in tests, of TestMain)")
	}
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	name, err := copyProgram(dir)
	if err != nil {
		return nil, fmt.Errorf("cluster: copy this program to %s: %w", dir, err)
	}
	return openWith(engine, dir, name, many)
}

// openWith is open with a program that is in dir already.
func openWith(engine Engine, dir, program string, many bool) (*Session, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := writeManifest(dir, program, engine.settings(), ""); err != nil {
		return nil, err
	}
	s := &Session{dir: dir, program: program, engine: engine}
	s.crew, err = engine.crew(s, many)
	return s, err
}

// Close releases the session's resources; results stay, and no job can be run any more.
func (s *Session) Close() error {
	if s == nil || s.crew == nil || s.closed {
		return nil
	}
	s.closed = true
	return s.crew.close()
}

// Run runs the tasks of a job that have no result yet, and hands all results to each, in
// order of their index, one at a time, as soon as they are there; each may be nil. An
// error of each, or the end of ctx, ends the job: running tasks are cancelled, results
// stay, and the same Run resumes where this one stopped.
func (s *Session) Run(ctx context.Context, job Job, each func(index int, out []byte) error) error {
	p, err := s.place(job)
	if err != nil {
		return err
	}
	return s.run(ctx, p, each)
}

// place finds or makes the folder of a job that is to run.
func (s *Session) place(job Job) (place, error) {
	if s == nil || s.crew == nil || s.closed {
		return place{}, errors.New("cluster: the session is closed, or was never opened; open one with cluster.Open or cluster.Rows")
	}
	if err := job.check(); err != nil {
		return place{}, err
	}
	if err := writeManifest(s.dir, s.program, s.engine.settings(), job.Kind); err != nil {
		return place{}, err
	}
	job.program = programOf(job.Kind, s.program)
	return openPlace(s.dir, job)
}

// programOf returns the program that results of a kind belong to: "" unless the kind is
// the program's own.
func programOf(kind, program string) string {
	if k, err := lookUp(kind); err == nil && k.own {
		return program
	}
	return ""
}

// runWhole is Run of a job whose results become one: what whole returns when each has had
// them all replaces them in the folder. If that exists already, found gets it instead.
func (s *Session) runWhole(ctx context.Context, job Job, each func(index int, out []byte) error, whole func() ([]byte, error), found func([]byte) error) error {
	p, err := s.place(job)
	if err != nil {
		return err
	}
	out, err := readResult(p.file(wholeName), p.id, job.Tasks)
	if err == nil {
		return found(out)
	}
	if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := s.run(ctx, p, each); err != nil {
		return err
	}
	if out, err = whole(); err != nil {
		return err
	}
	if err := writeResult(p.file(wholeName), p.id, job.Tasks, out); err != nil {
		return err
	}
	return p.tidy(func(name string) bool { return strings.HasSuffix(name, ".out") && name != wholeName })
}

func (s *Session) run(ctx context.Context, p place, each func(index int, out []byte) error) error {
	if each == nil {
		each = func(int, []byte) error { return nil }
	}
	return newPass(s, p, each).run(ctx)
}

// Run runs one job, see [Session.Run].
func Run(ctx context.Context, engine Engine, dir string, job Job, each func(index int, out []byte) error) error {
	return once(engine, dir, func(s *Session) error { return s.Run(ctx, job, each) })
}

// once opens a session for one job.
func once(engine Engine, dir string, run func(s *Session) error) (err error) {
	s, err := open(engine, dir, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return run(s)
}

// runInAnyOrder is Run that hands over results in the order of arrival, and, if ctx is
// cancelled, all that have arrived before it returns ctx's error.
func runInAnyOrder(ctx context.Context, engine Engine, dir string, job Job, each func(index int, out []byte) error) error {
	return once(engine, dir, func(s *Session) error {
		p, err := s.place(job)
		if err != nil {
			return err
		}
		r := newPass(s, p, each)
		r.anyOrder = true
		return r.run(ctx)
	})
}

// file returns the path of a file in the session's folder.
func (s *Session) file(name string) string { return filepath.Join(s.dir, name) }
