package server

import (
	"bytes"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"krigo/install"
	"krigo/kernel"
)

// kernelName is the name of the one kernel that is served.
const kernelName = install.DefaultName

// checkKernelName refuses kernels that are not served. An empty name is ours.
func checkKernelName(name string) error {
	if name == "" || name == kernelName {
		return nil
	}
	return refuse(http.StatusNotImplemented, "there is no kernel %q here; this server has %s", shortened(name), kernelName)
}

// resources are the kernelspec's files besides kernel.json.
var resources = sync.OnceValues(install.Resources)

// kernelspec is the kernelspec as the API tells it.
func (s *Server) kernelspec() (map[string]any, error) {
	files, err := resources()
	if err != nil {
		return nil, err
	}
	addresses := map[string]string{}
	for name := range files {
		addresses[strings.TrimSuffix(name, path.Ext(name))] = "/kernelspecs/" + kernelName + "/" + name
	}
	spec := install.KernelFile("krigo", install.DefaultDisplayName, s.options.Version, kernel.ProtocolVersion)
	return map[string]any{"name": kernelName, "resources": addresses, "spec": spec}, nil
}

func (s *Server) listKernelspecs(w http.ResponseWriter, _ *http.Request) error {
	spec, err := s.kernelspec()
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, map[string]any{"default": kernelName, "kernelspecs": map[string]any{kernelName: spec}})
}

func (s *Server) getKernelspec(w http.ResponseWriter, r *http.Request) error {
	if name := r.PathValue("name"); name != kernelName {
		return refuse(http.StatusNotFound, "there is no kernel %q", shortened(name))
	}
	spec, err := s.kernelspec()
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, spec)
}

// getResource serves a logo.
func (s *Server) getResource(w http.ResponseWriter, r *http.Request) error {
	files, err := resources()
	if err != nil {
		return err
	}
	content, ok := files[r.PathValue("file")]
	if r.PathValue("name") != kernelName || !ok {
		return refuse(http.StatusNotFound, "there is no %q", shortened(r.URL.Path))
	}
	w.Header().Set("Cache-Control", "max-age=3600")
	http.ServeContent(w, r, r.PathValue("file"), time.Time{}, bytes.NewReader(content))
	return nil
}
