package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"krigo/internal/replace"
)

// Job is a number of tasks of a kind.
type Job struct {
	// Kind is a registered kind.
	Kind string
	// Spec is data that the kind understands, the same for all tasks.
	Spec []byte
	// Tasks is the number of tasks, at least one.
	Tasks int

	program string // of a kind of the program, its copy
}

// mostTasks bounds jobs: each task is a file.
const mostTasks = 1_000_000

func (j Job) check() error {
	if j.Tasks < 1 || j.Tasks > mostTasks {
		return fmt.Errorf("cluster: a job of %d tasks; want 1 to %d", j.Tasks, mostTasks)
	}
	_, err := lookUp(j.Kind)
	return err
}

// hash returns the hash of kind, spec and number of tasks, and of a program: it identifies the
// results.
func (j Job) hash() string {
	sum := sha256.Sum256(j.Spec)
	all := sha256.Sum256(fmt.Appendf(nil, "%q %d %x%s", j.Kind, j.Tasks, sum, j.program))
	return hex.EncodeToString(all[:8])
}

// place is the folder of a job.
type place struct {
	dir  string // of all jobs
	name string // of this one
	job  Job
	id   identity
}

func newPlace(dir, name string, job Job) place {
	return place{dir, name, job, identity{job.Kind, sha256.Sum256(job.Spec), job.Tasks}}
}

func (p place) file(name string) string { return filepath.Join(p.dir, "jobs", p.name, name) }

// wholeName is the file into which the results of a job were combined, see
// [Session.runWhole].
const wholeName = "whole.out"

func outName(index int) string { return fmt.Sprintf("%05d.out", index) }
func errName(index int) string { return fmt.Sprintf("%05d.err", index) }

// described is the file that describes a job, next to its spec.
type described struct {
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	Tasks   int    `json:"tasks"`
	Spec    string `json:"spec"` // its hash
	Program string `json:"program,omitempty"`
}

// openPlace finds the folder of a job, or makes it.
func openPlace(dir string, job Job) (place, error) {
	names, err := jobNames(dir)
	if err != nil {
		return place{}, err
	}
	hash := job.hash()
	for _, name := range names {
		if strings.HasSuffix(name, "-"+hash) {
			return sameJob(dir, name, job)
		}
	}
	p := newPlace(dir, fmt.Sprintf("%04d-%s", lastNumber(names)+1, hash), job)
	return p, p.make()
}

// sameJob returns the place of a job that was begun before.
func sameJob(dir, name string, job Job) (place, error) {
	p, err := readPlace(dir, name)
	if errors.Is(err, os.ErrNotExist) { // it was stopped while it made the folder
		p = newPlace(dir, name, job)
		return p, p.make()
	}
	if err == nil && (p.job.Kind != job.Kind || p.job.Tasks != job.Tasks || p.job.program != job.program || !bytes.Equal(p.job.Spec, job.Spec)) {
		err = fmt.Errorf("cluster: %s belongs to another job; use another folder", p.file(""))
	}
	return p, err
}

// make makes the folder. The description of the job is written last.
func (p place) make() error {
	if err := os.MkdirAll(p.file(""), 0o700); err != nil {
		return err
	}
	if err := replace.Bytes(p.file("spec"), p.job.Spec); err != nil {
		return err
	}
	raw, err := json.Marshal(described{resultVersion, p.job.Kind, p.job.Tasks, hex.EncodeToString(p.id.spec[:]), p.job.program})
	if err != nil {
		return err
	}
	return replace.Bytes(p.file("job.json"), append(raw, '\n'))
}

// readPlace reads the job of a folder.
func readPlace(dir, name string) (place, error) {
	path := filepath.Join(dir, "jobs", name, "job.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		return place{}, err
	}
	var d described
	if err := json.Unmarshal(raw, &d); err != nil {
		return place{}, fmt.Errorf("cluster: %s: %w; remove %s", path, err, filepath.Dir(path))
	}
	if d.Version != resultVersion {
		return place{}, fmt.Errorf("cluster: %s has version %d, this program reads version %d; use another folder", path, d.Version, resultVersion)
	}
	spec, err := os.ReadFile(filepath.Join(dir, "jobs", name, "spec"))
	if err != nil {
		return place{}, err
	}
	p := newPlace(dir, name, Job{d.Kind, spec, d.Tasks, d.Program})
	if hex.EncodeToString(p.id.spec[:]) != d.Spec {
		return place{}, fmt.Errorf("cluster: %s: its checksum is wrong; remove %s", p.file("spec"), p.file(""))
	}
	return p, nil
}

// findPlace returns the place of a job by the name of its folder, or by the hash in it.
func findPlace(dir, name string) (place, error) {
	if strings.Contains(name, "-") { // directory listings are not read, which a file server may serve a minute late
		return readPlace(dir, name)
	}
	names, err := jobNames(dir)
	if err != nil {
		return place{}, err
	}
	for _, n := range names {
		if strings.HasSuffix(n, "-"+name) {
			return readPlace(dir, n)
		}
	}
	return place{}, fmt.Errorf("cluster: %s has no job %s", dir, name)
}

// jobNames returns the folders of jobs, in the order in which they were made.
func jobNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "jobs"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if numberOf(e.Name()) > 0 {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return numberOf(a) - numberOf(b) })
	return names, nil
}

func lastNumber(names []string) int {
	if len(names) == 0 {
		return 0
	}
	return numberOf(names[len(names)-1])
}

// numberOf returns the number before the hash in a folder's name; 0 if there is none.
func numberOf(name string) int {
	before, _, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(before)
	if err != nil {
		return 0
	}
	return n
}

// names returns the existing files.
func (p place) names() (map[string]bool, error) {
	entries, err := os.ReadDir(p.file(""))
	if err != nil {
		return nil, err
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names, nil
}

// missing returns the tasks without a result. A file that is not a result of its task is
// an error.
func (p place) missing() ([]int, error) {
	names, err := p.names()
	if err != nil {
		return nil, err
	}
	if names[wholeName] {
		_, err := hasResult(p.file(wholeName), p.id, p.job.Tasks)
		return nil, err
	}
	var missing []int
	for i := range p.job.Tasks {
		there := false
		if names[outName(i)] {
			if there, err = hasResult(p.file(outName(i)), p.id, i); err != nil {
				return nil, err
			}
		}
		if !there {
			missing = append(missing, i)
		}
	}
	return missing, nil
}

// tidy removes the files that remove selects by name.
func (p place) tidy(remove func(name string) bool) error {
	names, err := p.names()
	if err != nil {
		return err
	}
	for name := range names {
		if !remove(name) {
			continue
		}
		if err := os.Remove(p.file(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Files that a job leaves behind besides results: of failed tasks, of rounds, and of
// processes that were killed while they wrote.
func isError(name string) bool { return strings.HasSuffix(name, ".err") }
func isRound(name string) bool { return strings.HasPrefix(name, "round-") }
func isPart(name string) bool  { return strings.HasPrefix(name, ".krigo-") }
