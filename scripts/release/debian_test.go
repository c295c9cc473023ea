package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo"
)

// packageOf packs a Debian package of this test as the program.
func packageOf(t *testing.T) string {
	t.Helper()
	archive := files{
		"krigo": {[]byte("program"), true}, "notebooks/01.ipynb": {data: []byte("{}")}, bomName: {data: []byte("{}")},
		"LICENSES/go/LICENSE": {data: []byte("Go's licence \xa9")},
	}
	data, err := packDebian(os.DirFS("../.."), archive, krigo.Version, "amd64", made)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "krigo.deb")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// dpkg reads a package, and finds in it what it installs.
func TestDpkgReadsThePackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is missing")
	}
	path, dir := packageOf(t), t.TempDir()
	for _, args := range [][]string{{"--raw-extract", path, dir}, {"--field", path, "Package", "Version", "Architecture"}} {
		out, err := exec.Command("dpkg-deb", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("dpkg-deb %q: %v\n%s", args, err, out)
		}
		if want := "Package: krigo\nVersion: " + krigo.Version + "\nArchitecture: amd64\n"; args[0] == "--field" && string(out) != want {
			t.Errorf("the fields are\n%s\nwant\n%s", out, want)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "usr/bin/krigo")); err != nil || info.Mode() != 0o755 {
		t.Errorf("the program: %v, %v", info, err)
	}
	check := exec.Command("md5sum", "--check", "--quiet", "DEBIAN/md5sums")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("md5sum: %v\n%s", err, out)
	}
	notices, err := exec.Command("gzip", "--decompress", "--stdout", filepath.Join(dir, "usr/share/doc/krigo/notices.gz")).Output()
	if want := "== go/LICENSE\n\nGo's licence ©\n"; err != nil || string(notices) != want {
		t.Errorf("the notices are %q, want %q, %v", notices, want, err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "DEBIAN/md5sums"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(sums)) {
		listed = append(listed, strings.Fields(line)[1])
	}
	var got []string
	for _, name := range tree(t, dir) {
		if rel, _ := filepath.Rel(dir, name); !strings.HasPrefix(rel, "DEBIAN") {
			got = append(got, rel)
		}
	}
	if !slices.Equal(got, listed) {
		t.Errorf("it holds %q, and lists %q", got, listed)
	}
}
