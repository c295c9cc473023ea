package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"krigo/internal/replace"
)

// manifest describes the content of a folder. It is rewritten when a job of another
// kind, program or engine begins.
type manifest struct {
	Version int       `json:"version"`
	Created time.Time `json:"created"`
	// Program is the file of the program that runs tasks, in the folder.
	Program string `json:"program"`
	// Engine is the engine of the last job.
	Engine settings `json:"engine"`
	Kinds  []string `json:"kinds"`
}

const manifestVersion = 1

func manifestPath(dir string) string { return filepath.Join(dir, "manifest.json") }

// makeFolder makes a folder for its owner alone, if there is none.
func makeFolder(dir string) error {
	if dir == "" {
		return errors.New("cluster: dir is empty; pass a folder that all machines share")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if open := info.Mode().Perm() & 0o022; open != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("cluster: others can write to %s (%v) and could run tasks as you; chmod 700 it, or use a new folder", dir, info.Mode().Perm())
	}
	if uid, foreign := foreignOwner(info); foreign {
		return fmt.Errorf("cluster: %s belongs to the user %d, who could run tasks as you; use a folder of your own", dir, uid)
	}
	return nil
}

// readManifest reads a folder's manifest.
func readManifest(dir string) (manifest, error) {
	raw, err := os.ReadFile(manifestPath(dir))
	if errors.Is(err, os.ErrNotExist) {
		return manifest{}, fmt.Errorf("cluster: %s is not a folder of jobs: %w", dir, err)
	}
	if err != nil {
		return manifest{}, err
	}
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("cluster: %s: %w; remove it; the program that runs the jobs will write it again", manifestPath(dir), err)
	}
	if m.Version != manifestVersion {
		return m, fmt.Errorf("cluster: %s has version %d, this program reads version %d; use another folder", manifestPath(dir), m.Version, manifestVersion)
	}
	return m, nil
}

// writeManifest notes that a program runs jobs by an engine in a folder; kind may be empty.
func writeManifest(dir, program string, engine settings, kind string) error {
	m, err := readManifest(dir)
	fresh := errors.Is(err, os.ErrNotExist)
	if err != nil && !fresh {
		return err
	}
	if fresh {
		m = manifest{Version: manifestVersion, Created: time.Now().UTC().Truncate(time.Second)}
	}
	before, _ := json.Marshal(m)
	m.Program, m.Engine = program, engine
	if kind != "" && !slices.Contains(m.Kinds, kind) {
		m.Kinds = append(m.Kinds, kind)
	}
	if now, _ := json.Marshal(m); !fresh && string(now) == string(before) {
		return nil
	}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return replace.Bytes(manifestPath(dir), append(raw, '\n'))
}

// self returns this program's file and the hash of its content.
var self = sync.OnceValues(func() (program, error) {
	path, err := os.Executable()
	if err != nil {
		return program{}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return program{}, err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return program{}, err
	}
	return program{path, hex.EncodeToString(sum.Sum(nil))}, nil
})

type program struct{ path, hash string }

// copyProgram copies this program into a folder, under its hash, unless it is there
// already, and returns the name.
func copyProgram(dir string) (name string, err error) {
	p, err := self()
	if err != nil {
		return "", err
	}
	name = "program-" + p.hash[:16] + filepath.Ext(p.path)
	to := filepath.Join(dir, name)
	if sameSize(p.path, to) {
		return name, nil
	}
	from, err := os.Open(p.path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	err = replace.File(to, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
	if err != nil {
		return "", err
	}
	return name, os.Chmod(to, 0o700)
}

// sameSize reports whether there is an executable copy of that size; copies are written
// whole or not at all.
func sameSize(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && x.Size() == y.Size() && (runtime.GOOS == "windows" || y.Mode()&0o100 != 0)
}
