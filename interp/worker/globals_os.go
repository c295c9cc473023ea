//go:build !js

package worker

import (
	"expvar"
	"flag"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
)

// clearGlobals empties what packages that a worker links, and the cells have not imported, have registered: handlers
// of net/http/pprof and expvar, and the flag of testing/quick.
func clearGlobals() {
	http.DefaultServeMux = http.NewServeMux()
	registered = map[string]bool{}
	flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	flag.CommandLine.Usage = func() { flag.Usage() }
}

// registered are the packages whose handlers are registered.
var registered map[string]bool

// register adds the handlers that the initialisation of packages adds, which panics where cells have others for their
// patterns.
func register(packages []string) (err error) {
	for _, path := range packages {
		if registered[path] {
			continue
		}
		registered[path] = true
		if err := handle(path); err != nil {
			return err
		}
	}
	return nil
}

func handle(path string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("package %s cannot be initialised: %v", path, r)
		}
	}()
	switch path {
	case "expvar":
		http.Handle("GET /debug/vars", expvar.Handler())
	case "net/http/pprof":
		http.HandleFunc("GET /debug/pprof/", pprof.Index)
		http.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		http.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		http.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		http.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return nil
}
