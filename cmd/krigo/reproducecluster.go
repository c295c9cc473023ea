package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"krigo/cluster"
	"krigo/gplib/dataset/fetch"
	"krigo/internal/replace"
	"krigo/internal/reproduce"
)

// kindReproduce is the kind of some parts of an experiment.
const kindReproduce = "reproduce"

func init() { cluster.RegisterFarm(kindReproduce, measureParts) }

// sentParts are the parts that a task measures.
type sentParts struct {
	Experiment string
	Options    reproduce.Options // whose Sets are the parts; without Progress
	Run        string            // the run of the command, see farm.run
}

// measuredParts are the results of a task.
type measuredParts struct {
	Claims []byte // by gob: they may be infinite
	Text   string // its progress
	Error  string // why it has not measured all
}

// measureParts measures parts of an experiment. Their error is a result, with which the
// other parts go on.
func measureParts(ctx context.Context, s sentParts) (measuredParts, error) {
	e, err := experimentOf(s.Experiment)
	if err != nil {
		return measuredParts{}, err
	}
	countAsCells()
	var text bytes.Buffer
	s.Options.Progress = io.MultiWriter(&text, os.Stderr) // the scheduler keeps a log of it
	claims, failure := e.run(ctx, s.Options)
	if err := ctx.Err(); err != nil {
		return measuredParts{}, err
	}
	var packed bytes.Buffer
	if err := gob.NewEncoder(&packed).Encode(claims); err != nil {
		return measuredParts{}, err
	}
	m := measuredParts{Claims: packed.Bytes(), Text: text.String()}
	if failure != nil {
		m.Error = failure.Error()
	}
	return m, nil
}

func experimentOf(name string) (experiment, error) {
	i := slices.IndexFunc(experiments, func(e experiment) bool { return e.name == name })
	if i < 0 {
		return experiment{}, fmt.Errorf("reproduce: there is no experiment %q", name)
	}
	return experiments[i], nil
}

// runOn measures the parts of the experiment as tasks of an engine. It returns the claims
// of the complete ones in the order of the parts, also with an error.
func (e experiment) runOn(ctx context.Context, f *engineFlags, o reproduce.Options) (claims []reproduce.Claim, err error) {
	lists, err := reproduce.Divide(e.name, o)
	if err != nil {
		return nil, err
	}
	progress := o.Progress
	if o, err = sentOptions(o); err != nil {
		return nil, err
	}
	to, err := f.open(len(lists), 0, progress)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	run, complete, err := to.run(progress, e.name, o, lists)
	if err != nil {
		return nil, err
	}
	var specs []sentParts
	for _, parts := range lists {
		s := sentParts{e.name, o, run}
		s.Options.Sets = parts
		specs = append(specs, s)
	}
	measured := make([]measuredParts, len(specs))
	err = cluster.FarmEach(ctx, to.engine, to.dir, kindReproduce, specs, func(i int, m measuredParts) error {
		measured[i] = m
		_, err := io.WriteString(progress, m.Text)
		return err
	})
	if err == nil {
		err = complete()
	}
	claims, failures := joined(measured)
	return claims, errors.Join(append(failures, err)...)
}

// sentOptions are options that mean the same in every folder.
func sentOptions(o reproduce.Options) (_ reproduce.Options, err error) {
	o.Progress = nil
	if o.Data, err = fetch.FolderOr(o.Data); err != nil {
		return o, err
	}
	if o.Data, err = filepath.Abs(o.Data); err != nil {
		return o, err
	}
	if o.Out != "" {
		o.Out, err = filepath.Abs(o.Out)
	}
	return o, err
}

// joined returns the claims and errors of the parts that there are.
func joined(measured []measuredParts) (claims []reproduce.Claim, failures []error) {
	for _, m := range measured {
		if m.Error != "" {
			failures = append(failures, errors.New(m.Error))
		}
		if m.Claims == nil {
			continue
		}
		var more []reproduce.Claim
		if err := gob.NewDecoder(bytes.NewReader(m.Claims)).Decode(&more); err != nil {
			failures = append(failures, err)
		}
		claims = append(claims, more...)
	}
	return claims, failures
}

// run returns the name of a run of the command that what describes: a new one, or that of an
// unfinished one in the same folder and with the same program, which then resumes. complete ends
// it, so that the next run computes everything again.
func (f farm) run(w io.Writer, what ...any) (name string, complete func() error, err error) {
	raw, err := json.Marshal(what)
	if err != nil {
		return "", nil, err
	}
	stamp, err := programStamp()
	if err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(append(raw, stamp...))
	path := filepath.Join(f.dir, fmt.Sprintf("begun-%x", sum[:8]))
	complete = func() error { return os.Remove(path) }
	switch before, err := os.ReadFile(path); {
	case err == nil:
		fmt.Fprintf(w, "%s holds an incomplete run of this command: continuing it\n", f.dir)
		return string(before), complete, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", nil, err
	}
	name = rand.Text()
	return name, complete, replace.Bytes(path, []byte(name))
}

// programStamp distinguishes this program from a later one.
func programStamp() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano()), nil
}
