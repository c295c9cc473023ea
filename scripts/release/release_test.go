package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

var (
	at      = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	program = []file{{"LICENSE", 0o644, []byte("terms")}, {"krigo", 0o755, []byte("program")}}
)

func TestTarredHoldsTheFiles(t *testing.T) {
	data, err := tarred("krigo-1", program, at)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for _, want := range program {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || h.Name != "krigo-1/"+want.name || h.Mode != int64(want.mode) || !h.ModTime.Equal(at) || !bytes.Equal(got, want.data) {
			t.Errorf("%+v with %q, %v", h, got, err)
		}
	}
	again, err := tarred("krigo-1", program, at)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("another archive of the same files differs, %v", err)
	}
}

func TestZippedHoldsTheFiles(t *testing.T) {
	data, err := zipped("krigo-1", program, at)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range program {
		f := z.File[i]
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || f.Name != "krigo-1/"+want.name || f.Mode() != want.mode || !f.Modified.Equal(at) || !bytes.Equal(got, want.data) {
			t.Errorf("%s %v %v with %q, %v", f.Name, f.Mode(), f.Modified, got, err)
		}
	}
}

func TestAModuleWithoutALicenceIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "AUTHORS"), []byte("somebody"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := licencesIn(dir, "example.org/m@v1.0.0"); err == nil || !strings.Contains(err.Error(), "example.org/m@v1.0.0") {
		t.Errorf("the error is %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "License.md"), []byte("terms"), 0o644); err != nil {
		t.Fatal(err)
	}
	if files, err := licencesIn(dir, "example.org/m@v1.0.0"); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestBillOfMaterialsListsTheModules(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.0",
		Main:      debug.Module{Path: "krigo"},
		Deps:      []*debug.Module{{Path: "example.org/m", Version: "v1.2.3"}},
	}
	data, err := billOfMaterials(info, at)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		BOMFormat  string      `json:"bomFormat"`
		Components []component `json:"components"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if list.BOMFormat != "CycloneDX" || len(list.Components) != 2 || list.Components[1].PURL != "pkg:golang/example.org/m@v1.2.3" {
		t.Errorf("%+v", list)
	}
}
