//go:build !js

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"krigo/internal/words"
)

// Getter downloads sets. Its zero value puts them into [Folder] and logs
// nothing.
type Getter struct {
	// Dir is the data folder; "" is [Folder]'s. It is created if missing.
	Dir string
	// Force replaces existing files with another content; otherwise they are an
	// error.
	Force bool
	// Log receives lines: a set's source and licence when its download begins, and
	// a file's progress every two seconds. nil is none.
	Log io.Writer
	// Stall is the longest time that a server may send nothing; 0 is 30 seconds.
	Stall time.Duration
	// Client makes the requests; nil is [http.DefaultClient], which uses
	// HTTPS_PROXY.
	Client *http.Client

	// pause is the time between lines of progress; 0 is two seconds.
	pause time.Duration
}

const (
	defaultStall = 30 * time.Second
	defaultPause = 2 * time.Second
)

// Get downloads the set unless the data folder holds it already; then it makes
// no request. When ctx ends, a connection breaks or a server goes silent, the
// received bytes are kept, and the next call continues there. Errors name the
// set, the address or file, and what to do.
func (g Getter) Get(ctx context.Context, s Set) error {
	g, err := g.withDefaults()
	if err != nil {
		return err
	}
	if err := g.get(ctx, s); err != nil {
		return fmt.Errorf("fetch: %s: %w", s.Name, err)
	}
	return nil
}

// get is Get with all fields set.
func (g Getter) get(ctx context.Context, s Set) error {
	if wanted, err := g.wanted(s); err != nil || len(wanted) == 0 {
		return err
	}
	end, err := g.turn(ctx)
	if err != nil {
		return err
	}
	return errors.Join(g.download(ctx, s), end())
}

// download downloads the missing files, in the caller's turn.
func (g Getter) download(ctx context.Context, s Set) error {
	wanted, err := g.wanted(s)
	if err != nil || len(wanted) == 0 {
		return err
	}
	g.say("%s: %s from %s (licence: %s)", s.Name, words.Bytes(Set{Files: wanted}.Size()), s.Source, s.Licence)
	for _, f := range wanted {
		d := download{Getter: g, File: f, path: f.in(g.Dir)}
		if err := d.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (g Getter) withDefaults() (Getter, error) {
	dir, err := FolderOr(g.Dir)
	if err != nil {
		return g, err
	}
	g.Dir = dir
	if g.Stall == 0 {
		g.Stall = defaultStall
	}
	if g.pause == 0 {
		g.pause = defaultPause
	}
	if g.Client == nil {
		g.Client = http.DefaultClient
	}
	return g, nil
}

// wanted returns the files of a set that the folder lacks.
func (g Getter) wanted(s Set) ([]File, error) {
	var wanted []File
	for _, f := range s.Files {
		state, err := f.state(g.Dir)
		if err != nil {
			return nil, elsewhere(err)
		}
		if state == Different && !g.Force {
			return nil, fmt.Errorf("%s %w: move it away, or have it replaced", f.in(g.Dir), ErrDifferent)
		}
		if state != Present {
			wanted = append(wanted, f)
		}
	}
	return wanted, nil
}

// say writes a line to the log, if any.
func (g Getter) say(format string, values ...any) {
	if g.Log != nil {
		fmt.Fprintf(g.Log, format+"\n", values...)
	}
}
