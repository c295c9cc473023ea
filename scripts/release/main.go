// Command release makes dist/: for each platform an archive of the program, the
// course, the licences of all that is in it and a list of that (SBOM), and
// SHA256SUMS of the archives. Two runs on one commit with one Go give the same
// bytes.
//
//	go run ./scripts/release [-out dist] [linux/amd64 ...]
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// platforms are those that have an archive where none are named.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// carried are the files and folders of the repository that an archive holds.
var carried = []string{"LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "notebooks", "docs/first-fit.png"}

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("out", "dist", "the folder to write to")
	flag.Parse()
	chosen := flag.Args()
	if len(chosen) == 0 {
		chosen = platforms
	}
	if err := release(*out, chosen); err != nil {
		log.Fatal(err)
	}
}

// release writes the archives of the platforms and their sums.
func release(out string, chosen []string) error {
	at, err := commitTime()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, p := range chosen {
		name, data, err := archiveOf(p, at)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		log.Printf("%s: %.1f MB", name, float64(len(data))/1e6)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// archiveOf builds the program for a platform and packs what belongs to it.
func archiveOf(platform string, at time.Time) (name string, data []byte, err error) {
	goos, goarch, ok := strings.Cut(platform, "/")
	if !ok {
		return "", nil, fmt.Errorf("want a platform such as linux/amd64")
	}
	program, binary, err := build(goos, goarch)
	if err != nil {
		return "", nil, err
	}
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return "", nil, err
	}
	licences, err := licencesOf(info)
	if err != nil {
		return "", nil, err
	}
	list, err := billOfMaterials(info, at)
	if err != nil {
		return "", nil, err
	}
	files := append(licences, file{program, 0o755, binary}, file{"sbom.cdx.json", 0o644, list})
	course, err := carriedFiles()
	if err != nil {
		return "", nil, err
	}
	files = append(files, course...)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	base := fmt.Sprintf("krigo-%s-%s-%s", released(info), goos, goarch)
	if goos == "windows" {
		data, err = zipped(base, files, at)
		return base + ".zip", data, err
	}
	data, err = tarred(base, files, at)
	return base + ".tar.gz", data, err
}

// build compiles the program, stripped and without paths of this machine.
func build(goos, goarch string) (name string, binary []byte, err error) {
	dir, err := os.MkdirTemp("", "krigo-release-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(dir)
	name = "krigo"
	if goos == "windows" {
		name += ".exe"
	}
	path := filepath.Join(dir, name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w", "-o", path, "./cmd/krigo")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", nil, fmt.Errorf("go build: %w", err)
	}
	binary, err = os.ReadFile(path)
	return name, binary, err
}

// released is the version that the archives are called by: the tag of the
// commit, or else the commit.
func released(info *buildinfo.BuildInfo) string {
	if tag, err := output("git", "describe", "--tags", "--exact-match"); err == nil {
		return tag
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 7 {
			return s.Value[:7]
		}
	}
	return "unknown"
}

// commitTime is the time that all files in the archives bear.
func commitTime() (time.Time, error) {
	text, err := output("git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func output(name string, args ...string) (string, error) {
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

// carriedFiles reads what the archives hold of the repository.
func carriedFiles() ([]file, error) {
	tracked, err := output("git", append([]string{"ls-files", "--"}, carried...)...)
	if err != nil {
		return nil, err
	}
	var files []file
	for name := range strings.Lines(tracked) {
		name = strings.TrimSpace(name)
		data, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, fs.FileMode(0o644), data})
	}
	return files, nil
}
