package modules_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/tools/txtar"

	"krigo/modules"
	"krigo/modules/modulestest"
)

const mit = "Copyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person\nobtaining a copy of this software\n"

// The size and the licence come from a folder, from a server that sends ranges of bytes, and the size alone from one
// that does not.
func TestPreviewOfAModule(t *testing.T) {
	m := module.Version{Path: "example.com/big", Version: "v1.0.0"}
	files := []txtar.File{{Name: "LICENSE.md", Data: []byte(mit)}, {Name: "go.mod", Data: []byte("module example.com/big\n")}}
	for _, name := range strings.Fields("a b c d e f g h") { // names as long as a range
		files = append(files, txtar.File{Name: strings.Repeat(name, 9000) + ".go", Data: []byte("package big\n")})
	}
	archive := modulestest.Archive(t, m, files)
	dir := t.TempDir()
	modulestest.Put(t, filepath.Join(dir, "example.com", "big", "@v", "v1.0.0.zip"), archive)
	whole := http.FileServer(http.Dir(dir))
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		whole.ServeHTTP(w, r)
	}))
	defer plain.Close()
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Range", "bytes 0-0/9000000000000000000")
		w.WriteHeader(http.StatusPartialContent)
	}))
	defer endless.Close()
	direct := httptest.NewServer(whole)
	defer direct.Close()
	want := modules.Preview{Size: int64(len(archive)), Licence: "MIT"}
	for proxy, want := range map[string]modules.Preview{
		modulestest.URL(dir): want,
		direct.URL:           want,
		plain.URL:            {Size: want.Size},
		endless.URL:          {},
		"off":                {},
	} {
		if got := newClient(t, config(t, proxy)).Preview(ctx(t), m); got != want {
			t.Errorf("%s: the preview is %+v, want %+v", proxy, got, want)
		}
	}
	if got := newClient(t, config(t, direct.URL)).Preview(ctx(t), module.Version{Path: "example.com/none", Version: "v1.0.0"}); got != (modules.Preview{}) {
		t.Errorf("the preview of a module that the proxy does not have is %+v", got)
	}
}

func TestLicencesAreRecognised(t *testing.T) {
	for name, want := range map[string]string{
		"MIT":                                               "MIT",
		"Apache License\n  Version 2.0":                     "Apache-2.0",
		"Mozilla Public License Version 2.0\n":              "MPL-2.0",
		"GNU GENERAL PUBLIC LICENSE\n   Version 3":          "GPL-3.0",
		"Redistribution and use in source and binary forms": "BSD-2-Clause",
		"Redistribution and use in source and binary forms\nNeither the name of its contributors": "BSD-3-Clause",
		"All rights reserved.": "",
	} {
		text := name
		if name == "MIT" {
			text = mit
		}
		m := module.Version{Path: "example.com/l", Version: "v1.0.0"}
		dir := t.TempDir()
		archive := modulestest.Archive(t, m, []txtar.File{{Name: "LICENSE", Data: []byte(text)}})
		modulestest.Put(t, filepath.Join(dir, "example.com", "l", "@v", "v1.0.0.zip"), archive)
		if got := newClient(t, config(t, modulestest.URL(dir))).Preview(ctx(t), m).Licence; got != want {
			t.Errorf("the licence of %q is %q, want %q", text, got, want)
		}
	}
}
