package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"krigo/kernel"
)

// Class has the server show its notebooks to visitors, each with cells, outputs, files
// and kernels of his own, and save nothing. The API of the Jupyter Server is off.
type Class struct {
	// Open lets in whoever asks: there is no token.
	Open bool
	// MaxKernels is how many kernels run at once, at least 1. Who wants one more waits.
	MaxKernels int
	// CellTime, where positive, is how long a cell, or what a control calls, may run
	// before it is interrupted.
	CellTime time.Duration
	// Idle, positive, is after how long without use a kernel ends.
	Idle time.Duration
}

// check tells what is wrong with the options.
func (o Class) check() error {
	switch {
	case o.MaxKernels < 1:
		return fmt.Errorf("server: Class.MaxKernels is %d, want 1 or more", o.MaxKernels)
	case o.CellTime < 0:
		return fmt.Errorf("server: Class.CellTime is %v, want 0 or more", o.CellTime)
	case o.Idle <= 0:
		return fmt.Errorf("server: Class.Idle is %v, want more than 0", o.Idle)
	}
	return nil
}

// class is what a server of visitors has beside.
type class struct {
	Class
	server   *Server
	copies   copies
	places   places
	visitors visitors
}

func newClass(s *Server, o Class) (*class, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "krigo-class-")
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	c := &class{Class: o, server: s, copies: copies{root: s.folder.root, dir: dir}, places: places{most: o.MaxKernels}}
	linked, err := c.copies.survey()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	for _, name := range linked {
		s.log.Warn("a large file is not copied for each visitor: take away the right to write to it, else their cells can change it", "file", name)
	}
	go c.sweepNowAndThen(s.ctx)
	return c, nil
}

// close ends all rooms and kernels, and removes what they wrote.
func (c *class) close() error {
	return errors.Join(c.visitors.close(), os.RemoveAll(c.copies.dir))
}

// kernel are the options of a visitor's kernel that works in a folder. The history
// across sessions would be everybody's.
func (c *class) kernel(dir string) kernel.Options {
	o := c.server.options.Kernel(dir)
	o.HistoryDir = ""
	if start := o.Start; c.CellTime > 0 {
		o.Start = func(ctx context.Context) (kernel.Engine, error) {
			e, err := start(ctx)
			if err != nil {
				return nil, err
			}
			return &limited{Engine: e, limit: c.CellTime}, nil
		}
	}
	return o
}

// routes name what answers to which address.
func (c *class) routes() map[string]handler {
	s := c.server
	return map[string]handler{
		"GET /{$}":                 c.greeting(s.getHome),
		"GET /tree":                c.greeting(s.getHome),
		"GET /tree/{path...}":      c.greeting(s.getHome),
		"GET /notebooks/{path...}": c.greeting(s.getPage),
		"/":                        c.refuseRest,
	}
}

// refuseRest answers what only a server has that saves.
func (c *class) refuseRest(_ http.ResponseWriter, r *http.Request) error {
	return refuse(http.StatusNotFound, "there is no %s %q: this server shows notebooks and saves nothing (krigo notebook --read-only), "+
		"the API of the Jupyter Server is off", r.Method, shortened(r.URL.Path))
}
