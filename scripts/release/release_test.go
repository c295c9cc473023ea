package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"krigo"
	"krigo/course"
)

var (
	made   = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
	sample = files{"b/z.txt": {data: []byte("z")}, "krigo": {[]byte("program"), true}, "a": {data: []byte("a")}}
)

// entry is an archive's record of a file.
type entry struct {
	name, data string
	mode       fs.FileMode
	time       time.Time
}

var wanted = []entry{
	{"k-1/a", "a", 0o644, made}, {"k-1/b/z.txt", "z", 0o644, made}, {"k-1/krigo", "program", 0o755, made},
}

func TestTarHoldsTheFilesInOrder(t *testing.T) {
	data, err := packTar("k-1", sample, made)
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var got []entry
	for archive := tar.NewReader(zipped); ; {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry{head.Name, string(content), fs.FileMode(head.Mode), head.ModTime.UTC()})
	}
	if !slices.Equal(got, wanted) {
		t.Errorf("got %v, want %v", got, wanted)
	}
}

func TestZipHoldsTheFilesInOrder(t *testing.T) {
	data, err := packZip("k-1", sample, made)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var got []entry
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry{f.Name, string(content), f.Mode(), f.Modified.UTC()})
	}
	if !slices.Equal(got, wanted) {
		t.Errorf("got %v, want %v", got, wanted)
	}
}

func TestPackingAgainGivesTheSameBytes(t *testing.T) {
	for name, pack := range map[string]func(string, files, time.Time) ([]byte, error){"tar": packTar, "zip": packZip} {
		first, err := pack("k-1", sample, made)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := pack("k-1", maps.Clone(sample), made); err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: other bytes, %v", name, err)
		}
	}
}

func TestLicencesAreFoundWhereverTheyAre(t *testing.T) {
	source := fstest.MapFS{}
	for _, name := range []string{
		"LICENSE", "LICENSE-SIL", "licence.txt", "NOTICE.md", "internal/x/COPYING", "THIRD_PARTY_LICENSES/Sun", // are
		"licenser.go", "noticeable.txt", "testdata/LICENSE", "README.md", // are none
	} {
		source[name] = &fstest.MapFile{Data: []byte(name)}
	}
	all := files{}
	if err := addLicencesOf(all, "example.org/m", source, true); err != nil {
		t.Fatal(err)
	}
	want := []string{"LICENSE", "LICENSE-SIL", "NOTICE.md", "THIRD_PARTY_LICENSES/Sun", "internal/x/COPYING", "licence.txt"}
	for i := range want {
		want[i] = "LICENSES/example.org/m/" + want[i]
	}
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAModuleWithoutALicenceIsAnError(t *testing.T) {
	err := addLicencesOf(files{}, "example.org/m", fstest.MapFS{"main.go": {}}, true)
	if err == nil || !strings.Contains(err.Error(), "example.org/m") {
		t.Errorf("the error is %v", err)
	}
}

func TestABillNamesAllThatIsBuiltIn(t *testing.T) {
	b := binary{info: &debug.BuildInfo{GoVersion: "go1.26.1", Settings: []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}, {Key: "vcs.revision", Value: "abc"}}}}
	text, err := billOf(b, []*debug.Module{{Path: "example.org/m", Version: "v1.2.3+x", Sum: "h1:sum"}}, commit{"1.0", made}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	var got bill
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Metadata.Timestamp != "2026-01-02T03:04:06Z" || got.Metadata.Component.Version != "1.0" {
		t.Errorf("it is of %+v", got.Metadata)
	}
	if len(got.Components) != 2 || got.Components[0].PURL != "pkg:golang/std@1.26.1" || got.Components[1].PURL != "pkg:golang/example.org/m@v1.2.3%2Bx" {
		t.Errorf("it names %+v", got.Components)
	}
	if d := got.Dependencies; len(d) != 1 || !slices.Equal(d[0].DependsOn, []string{got.Components[0].Ref, got.Components[1].Ref}) {
		t.Errorf("the dependencies are %+v", d)
	}
}

func TestNamesOfReleases(t *testing.T) {
	if got, err := named(nil, "abc"); err != nil || got != krigo.Version+"-abc" {
		t.Errorf("without a tag: %q, %v", got, err)
	}
	if got, err := named([]string{"v0.0.0-other", "v" + krigo.Version}, "abc"); err != nil || got != krigo.Version {
		t.Errorf("with its tag: %q, %v", got, err)
	}
	if _, err := named([]string{"v9.9.9"}, "abc"); err == nil {
		t.Error("with another tag: no error")
	}
}

func TestAnEditedCheckoutIsNotReleased(t *testing.T) {
	for modified, sound := range map[string]bool{"false": true, "true": false, "": false} {
		err := ofACommit(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: modified}}})
		if (err == nil) != sound {
			t.Errorf("modified is %q: %v", modified, err)
		}
	}
}

func TestReleaseNeedsItsBenchmark(t *testing.T) {
	kept := fstest.MapFS{"bench/history/" + krigo.Version + ".json": {}}
	for _, c := range []struct {
		version string
		root    fs.FS
		refused bool
	}{
		{krigo.Version, kept, false},
		{krigo.Version, fstest.MapFS{}, true},
		{krigo.Version + "-0123456789ab", fstest.MapFS{}, false},
	} {
		if err := measured(c.version, c.root); (err != nil) != c.refused {
			t.Errorf("measured(%s) = %v, want refused: %v", c.version, err, c.refused)
		}
	}
}

// A program built with the overlay carries a notebook without its outputs, and other files as they are.
func TestTheOverlayLeavesOutputsOut(t *testing.T) {
	const notebook = `{"cells":[{"cell_type":"code","execution_count":%s,"metadata":{},"outputs":[%s],"source":"1 + 1"}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	module := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":               "module program\n",
		"notebooks/a/b.ipynb":  fmt.Sprintf(notebook, "3", `{"output_type":"stream","name":"stdout","text":"2"}`),
		"notebooks/none.ipynb": fmt.Sprintf(notebook, "null", ""),
		"notebooks/c.txt":      "text",
		"main.go": `package main

import (
	"embed"
	"os"
)

//go:embed notebooks
var files embed.FS

func main() {
	for _, name := range []string{"a/b.ipynb", "none.ipynb", "c.txt"} {
		raw, err := files.ReadFile("notebooks/" + name)
		if err != nil {
			panic(err)
		}
		os.Stdout.Write(append(raw, '\n'))
	}
}
`,
	} {
		file := filepath.Join(module, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := withoutOutputs(t.TempDir(), filepath.Join(module, "notebooks"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-overlay="+overlay, ".")
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	got, err := cmd.CombinedOutput()
	without := fmt.Sprintf(notebook, "null", "")
	if want := without + "\n" + without + "\ntext\n"; err != nil || string(got) != want {
		t.Errorf("the program carries\n%s(%v), want\n%s", got, err, want)
	}
}

// The folder of a release is made where it is missing, and files of an earlier release are removed.
func TestAReleaseIsWrittenIntoAnyFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a", "b")
	if err := errors.Join(clearFolder(out), write(out, "krigo-1.tar.gz", []byte("old")), write(out, "notes", []byte("kept")), clearFolder(out)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(out, "*"))
	if want := filepath.Join(out, "notes"); err != nil || !slices.Equal(left, []string{want}) {
		t.Errorf("left: %q, %v, want %q", left, err, want)
	}
}

// The solutions are apart from what students get, one for each exercise.
func TestSolutionsAreAFileOfTheirOwn(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	if err := writeSolutions(dir, commit{"1.2.3", time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(dir, "krigo-1.2.3-solutions.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	has := map[string]bool{}
	for _, f := range archive.File {
		has[path.Base(f.Name)] = true
	}
	for _, e := range course.Exercises() {
		if !has[e.ID+".cell"] {
			t.Errorf("there is no solution of %s", e.ID)
		}
	}
}
