// Command release builds krigo for all platforms and packs it: an archive and wheels for
// each, with the licences of all that is built in and a bill of materials, a source
// distribution for pip, the course's solutions, and SHA256SUMS. All is a function of the commit, the Go version and the
// versions of modules: builds elsewhere give the same bytes.
//
//	go run ./scripts/release -out dist linux/amd64 windows/amd64
//	go run ./scripts/release -out dist -sdist
//	go run ./scripts/release -out dist -wheel linux_x86_64
//
// It runs in the root of a checkout without changes. With -wheel it makes one wheel for this
// machine, also of a checkout with changes or of a source distribution.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"krigo"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("out", "dist", "the `folder` for what is made")
	source := flag.Bool("sdist", false, "only make the source distribution")
	wheel := flag.String("wheel", "", "only make a wheel for this machine, which Python calls `PLATFORM`")
	static := flag.Bool("static", false, "with -wheel, link without the system's C library, for musl")
	url := flag.String("url", "", "also write the recipes of conda and Homebrew, for a source distribution below `URL`")
	flag.Parse()
	var err error
	switch {
	case *wheel != "":
		err = wheelHere(*out, wheelKind{*wheel, *static})
	case *source:
		err = sourceOnly(*out)
	default:
		err = release(*out, *url, flag.Args())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func sourceOnly(out string) error {
	c, err := head()
	if err != nil {
		return err
	}
	return writeSource(out, c)
}

// commit is the commit of a release.
type commit struct {
	version string // of the archives' names
	time    time.Time
}

func release(out, url string, platforms []string) error {
	if len(platforms) == 0 {
		return fmt.Errorf("want platforms, such as linux/amd64")
	}
	c, err := head()
	if err != nil {
		return err
	}
	if err := measured(c.version, os.DirFS(".")); err != nil {
		return err
	}
	if err := clearFolder(out); err != nil {
		return err
	}
	if err := writeSource(out, c); err != nil {
		return err
	}
	if err := writeSolutions(out, c); err != nil {
		return err
	}
	for _, p := range platforms {
		if err := releaseFor(out, c, p); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	if url != "" {
		if err := writeRecipes(out, os.DirFS("."), url, c.version); err != nil {
			return err
		}
	}
	return writeSums(out)
}

// clearFolder removes what an earlier release left in a folder.
func clearFolder(out string) error {
	earlier, err := filepath.Glob(filepath.Join(out, "krigo*"))
	if err != nil {
		return err
	}
	for _, file := range append(earlier, filepath.Join(out, "recipe.yaml"), filepath.Join(out, "SHA256SUMS")) {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// head returns the commit that is checked out. A tag of a version must match this
// source; without one the archives are named by the commit too.
func head() (commit, error) {
	changes, err := output("git", "status", "--porcelain")
	if err != nil {
		return commit{}, err
	}
	if changes != "" {
		return commit{}, fmt.Errorf("a release is made from a commit: commit or stash these first\n%s", changes)
	}
	text, err := output("git", "log", "-1", "--format=%h %cI", "--abbrev=12")
	if err != nil {
		return commit{}, err
	}
	id, date, _ := strings.Cut(text, " ")
	made, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return commit{}, fmt.Errorf("the commit's time: %w", err)
	}
	tags, err := output("git", "tag", "--points-at", "HEAD", "v*")
	if err != nil {
		return commit{}, err
	}
	version, err := named(strings.Fields(tags), id)
	return commit{version, made.UTC()}, err
}

// named returns the version of a commit with tags.
func named(tags []string, id string) (string, error) {
	switch {
	case len(tags) == 0:
		return krigo.Version + "-" + id, nil
	case !slices.Contains(tags, "v"+krigo.Version):
		return "", fmt.Errorf("the commit has the tag %s and its source the version %s: change one (version.go)", tags[0], krigo.Version)
	}
	return krigo.Version, nil
}

// measured refuses a release whose speed is not in the benchmark's history. A commit
// that is not tagged needs none.
func measured(version string, root fs.FS) error {
	if version != krigo.Version {
		return nil
	}
	file := "bench/history/" + version + ".json"
	if _, err := fs.Stat(root, file); err != nil {
		return fmt.Errorf("the speed of this release is not kept: run go run ./bench -release on a quiet machine, and commit %s before the tag", file)
	}
	return nil
}

// releaseFor builds for one platform, such as linux/amd64, and writes its archive and wheels.
func releaseFor(out string, c commit, platform string) error {
	goos, goarch, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("want a platform such as linux/amd64")
	}
	program, texts, err := buildCommit(c, goos, goarch)
	if err != nil {
		return err
	}
	if err := writeArchive(out, program, texts, c, goos, goarch); err != nil {
		return err
	}
	for _, kind := range wheels[platform] {
		if kind.static {
			if program, texts, err = buildCommit(c, goos, goarch, staticTag); err != nil {
				return err
			}
		}
		if err := writeWheel(out, program, texts, c, kind); err != nil {
			return err
		}
	}
	return nil
}

// buildCommit builds the program of a commit, and returns what legal does of it.
func buildCommit(c commit, goos, goarch string, tags ...string) (binary, files, error) {
	program, err := build(goos, goarch, tags...)
	if err != nil {
		return binary{}, nil, err
	}
	if err := ofACommit(program.info); err != nil {
		return binary{}, nil, err
	}
	texts, err := legal(program, c, goos)
	return program, texts, err
}

// writeArchive writes a program's archive, a copy of its bill of materials, and for Linux the same as
// a Debian package.
func writeArchive(out string, program binary, texts files, c commit, goos, goarch string) error {
	all, err := contents(program, texts)
	if err != nil {
		return err
	}
	name := strings.Join([]string{"krigo", c.version, goos, goarch}, "-")
	pack, extension := packTar, ".tar.gz"
	if goos == "windows" {
		pack, extension = packZip, ".zip"
	}
	data, err := pack(name, all, c.time)
	if err != nil {
		return err
	}
	if err := write(out, name+extension, data); err != nil {
		return err
	}
	if err := write(out, name+bomExtension, texts[bomName].data); err != nil || goos != "linux" {
		return err
	}
	data, err = packDebian(os.DirFS("."), all, c.version, goarch, c.time)
	if err != nil {
		return err
	}
	return write(out, "krigo_"+debianVersion(c.version)+"_"+goarch+".deb", data)
}

// write writes a file of the release into a folder, which is made where it is missing, and prints its size.
func write(out, name string, data []byte) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB\n", name, float64(len(data))/1e6)
	return os.WriteFile(filepath.Join(out, name), data, 0o644)
}

// writeSums writes the SHA-256 sums of a folder's files as sha256sum does.
func writeSums(dir string) error {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// output returns the output of a command, without surrounding space.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
