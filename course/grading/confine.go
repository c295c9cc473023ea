package grading

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"krigo/cell"
	"krigo/gplib/dataset/fetch"
	"krigo/internal/sessions"
	"krigo/interp"
)

// What a student's processes may have, besides memory and time: threads of all of them, and bytes in
// files. A fit on a cluster of this machine takes about fifty threads.
const (
	mostProcesses = 256
	mostDisk      = 256 << 20
)

// confine finds the strongest means by which students' code is kept from everything else. The note says
// what is not enforced, and is "" for nothing.
func (g *grader) confine(ctx context.Context) (note string, err error) {
	var refused []error
	for _, c := range []struct {
		interp.Confinement
		note string
	}{
		{interp.Confinement{Means: interp.ByNamespaces}, ""},
		{interp.Confinement{Means: interp.ByLandlock}, "the system grants no namespaces, so Landlock confines students' code: it reaches no other files and no network, but the memory and the files of all its processes together have no limit, and it can see which processes run"},
	} {
		g.means = c.Confinement
		err := g.tryMeans(ctx)
		if err == nil {
			return c.note, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		refused = append(refused, err)
	}
	if g.means = (interp.Confinement{}); g.options.Trust {
		return "students' code is not confined: it can read and write what you can, and reach the network", nil
	}
	return "", fmt.Errorf("the system cannot confine students' code, which could read and write your files, other students' work and the network: "+
		"grade in a container or a virtual machine of its own, and add --trust there (%w)", errors.Join(refused...))
}

// tryMeans starts a session that does nothing.
func (g *grader) tryMeans(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "krigo-grade-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := sessions.Start(context.WithoutCancel(ctx), g.session(dir, dir))
	if err != nil {
		return err
	}
	_, err = s.Eval(ctx, cell.Cell{Label: "grader", Source: "1"}, discard{})
	return errors.Join(err, s.Close())
}

// session returns the options of a student's session in a folder, of a copy that it may write.
func (g *grader) session(dir, writable string) interp.Options {
	o := interp.Options{
		Command: g.options.Command, Dir: dir, Env: slices.Concat(environment(dir), g.options.Env),
		Args: []string{"notebook"}, MemoryLimit: g.options.Memory, Confined: g.means,
		Symbols: sessions.Compiled(), Unattended: true, StopTimeout: 2 * time.Second,
	}
	o.Confined.Writable, o.Confined.Readable = writable, readable()
	o.Confined.Processes, o.Confined.Disk = mostProcesses, mostDisk
	return o
}

// readable lists what students' processes read besides the system: data that were fetched, and libraries
// that the environment names.
func readable() []string {
	var all []string
	if folder, err := fetch.Folder(); err == nil {
		all = append(all, folder)
	}
	all = append(all, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	all = append(all, os.Getenv("KRIGO_BLAS"))
	return slices.DeleteFunc(all, func(path string) bool { return !filepath.IsAbs(path) })
}
