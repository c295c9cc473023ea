package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"krigo"
	"krigo/install"
	"krigo/kernel"
)

// A wheelKind is a kind of wheel for a platform. Wheels are zip files by the Python packaging
// specifications, "Binary distribution format".
type wheelKind struct {
	tag    string // the platform by Python's names
	static bool   // whether the program is linked without the system's C library
}

// wheels are the kinds of wheels by platform. A program that loads the system's BLAS is linked
// with glibc, so that musl gets another, without it. Go's own requirements are Linux 3.2 and
// macOS 12.
var wheels = map[string][]wheelKind{
	"linux/amd64":   {{"manylinux2014_x86_64", false}, {"musllinux_1_1_x86_64", true}},
	"linux/arm64":   {{"manylinux2014_aarch64", false}, {"musllinux_1_1_aarch64", true}},
	"darwin/amd64":  {{"macosx_12_0_x86_64", false}},
	"darwin/arm64":  {{"macosx_12_0_arm64", false}},
	"windows/amd64": {{"win_amd64", false}},
}

// largestWheel is the number of bytes that docs/install.md promises a wheel to have at most.
const largestWheel = 33_000_000

// wheelName returns the file name of a wheel.
func wheelName(version string, kind wheelKind) string {
	return fmt.Sprintf("krigo-%s-%s.whl", pythonVersion(version), kind.compatibility())
}

// compatibility returns the tag of a wheel: any Python 3, and one platform.
func (k wheelKind) compatibility() string { return "py3-none-" + k.tag }

// pythonVersion returns a version as Python writes it (PEP 440): a commit after a version is a
// development version before it.
func pythonVersion(version string) string {
	if id, ok := strings.CutPrefix(version, krigo.Version+"-"); ok {
		return krigo.Version + ".dev0+" + id
	}
	return version
}

// packWheel writes the wheel of a program. The repository's root has the Python files, and
// legal are the licences and the bill of materials, as in an archive.
func packWheel(root fs.FS, b binary, legal files, version string, kind wheelKind, made time.Time) ([]byte, error) {
	all, err := wheelFiles(root, b, legal, version)
	if err != nil {
		return nil, err
	}
	info := distInfo(version)
	all[info+"WHEEL"] = file{data: fmt.Appendf(nil, "Wheel-Version: 1.0\nGenerator: krigo\nRoot-Is-Purelib: false\nTag: %s\n", kind.compatibility())}
	all[info+"RECORD"] = file{data: record(all, info+"RECORD")}
	return packZip("", all, made)
}

// distInfo returns the folder of a wheel's metadata, with a slash.
func distInfo(version string) string { return "krigo-" + pythonVersion(version) + ".dist-info/" }

// wheelFiles returns the files of a wheel that are the same for all kinds.
func wheelFiles(root fs.FS, b binary, legal files, version string) (files, error) {
	all := files{}
	modules, err := fs.Glob(root, "install/python/krigo_kernel/*.py")
	if err != nil {
		return nil, err
	}
	info := distInfo(version)
	places := map[string]string{"course/handout/nbgrader.py": "krigo_kernel/nbgrader.py", "install/python/entry_points.txt": info + "entry_points.txt"}
	for _, name := range modules {
		places[name] = strings.TrimPrefix(name, "install/python/")
	}
	for name, place := range places {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		all[place] = file{data: data}
	}

	data := "krigo-" + pythonVersion(version) + ".data/"
	all[data+"scripts/"+b.name] = file{b.data, true}
	jupyter, err := install.PythonFiles(krigo.Version, kernel.ProtocolVersion)
	if err != nil {
		return nil, err
	}
	for name, content := range jupyter {
		all[data+"data/share/jupyter/"+name] = file{data: content}
	}

	var licences []string
	for _, name := range slices.Sorted(maps.Keys(legal)) {
		if name == bomName {
			all[info+"sboms/"+name] = legal[name]
			continue
		}
		licences = append(licences, name)
		all[info+"licenses/"+name] = legal[name]
	}
	metadata, err := pythonMetadata(root, version, licences)
	all[info+"METADATA"] = file{data: metadata}
	return all, err
}

// pythonMetadata returns the metadata of a wheel or source distribution with licence files.
func pythonMetadata(root fs.FS, version string, licences []string) ([]byte, error) {
	text, err := fs.ReadFile(root, "install/python/METADATA")
	if err != nil {
		return nil, err
	}
	const name = "\nName: krigo\n"
	before, after, ok := strings.Cut(string(text), name)
	if !ok {
		return nil, fmt.Errorf("install/python/METADATA has no line %q", strings.TrimSpace(name))
	}
	ours := name + "Version: " + pythonVersion(version) + "\n"
	for _, licence := range licences {
		ours += "License-File: " + licence + "\n"
	}
	return []byte(before + ours + after), nil
}

// record returns the list of a wheel's files with their sums and sizes, and its own name.
func record(all files, own string) []byte {
	var lines bytes.Buffer
	list := csv.NewWriter(&lines) // whose errors would be those of the buffer, which has none
	for _, name := range slices.Sorted(maps.Keys(all)) {
		sum := sha256.Sum256(all[name].data)
		list.Write([]string{name, "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), strconv.Itoa(len(all[name].data))})
	}
	list.Write([]string{own, "", ""})
	list.Flush()
	return lines.Bytes()
}

// writeWheel writes a wheel into a folder.
func writeWheel(out string, b binary, legal files, c commit, kind wheelKind) error {
	data, err := packWheel(os.DirFS("."), b, legal, c.version, kind, c.time)
	if err != nil {
		return err
	}
	if len(data) > largestWheel {
		return fmt.Errorf("the wheel %s has %d bytes, and is to have %d at most", kind.tag, len(data), largestWheel)
	}
	return write(out, wheelName(c.version, kind), data)
}
