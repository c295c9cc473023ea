package install

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Spec is a kernelspec: the folder's name and what its kernel.json says.
type Spec struct {
	Name string
	Dir  string
	File
}

// File is the content of kernel.json.
type File struct {
	Argv          []string       `json:"argv"`
	DisplayName   string         `json:"display_name"`
	Language      string         `json:"language"`
	InterruptMode string         `json:"interrupt_mode,omitempty"`
	Protocol      string         `json:"kernel_protocol_version,omitempty"`
	Metadata      map[string]any `json:"metadata,omitempty"`
}

// mark is the metadata that identifies a kernelspec that krigo wrote; its value is
// the version.
const mark = "krigo"

// Own reports whether krigo wrote the kernelspec.
func (s Spec) Own() bool {
	_, ok := s.Metadata[mark]
	return ok
}

// pythonCommand starts krigo in the Python environment that a wheel was installed into.
var pythonCommand = []string{"python", "-m", "krigo_kernel"}

// OfPython reports whether the kernelspec belongs to krigo's Python package, which pip installs
// and removes.
func (s Spec) OfPython() bool {
	return len(s.Argv) > len(pythonCommand) && slices.Equal(s.Argv[:len(pythonCommand)], pythonCommand)
}

// Binary returns the program that the kernelspec starts, or "".
func (s Spec) Binary() string {
	if len(s.Argv) == 0 {
		return ""
	}
	return s.Argv[0]
}

// namePattern matches the names of kernels that jupyter_client accepts.
var namePattern = regexp.MustCompile(`^[a-z0-9._-]+$`)

// CheckName returns the name of a kernelspec in lower case, as Jupyter installs
// it, or an error that names the characters it may hold.
func CheckName(name string) (string, error) {
	name = strings.ToLower(name)
	if !namePattern.MatchString(name) || strings.Trim(name, ".") == "" {
		return "", fmt.Errorf("kernel name %q: it may hold only ASCII letters, digits, - (hyphen), . (period) and _ (underscore)", name)
	}
	return name, nil
}

// ReadSpec reads the kernelspec in a folder.
func ReadSpec(dir string) (Spec, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return Spec{}, err
	}
	s := Spec{Name: filepath.Base(dir), Dir: dir}
	if err := json.Unmarshal(raw, &s.File); err != nil {
		return Spec{}, fmt.Errorf("%s: %w", filepath.Join(dir, "kernel.json"), err)
	}
	return s, nil
}

// Find lists the kernelspecs that krigo wrote into Jupyter data folders, in
// the order of the folders and then of their names. Folders and files that
// cannot be read are passed over.
func Find(dataDirs []string) []Spec {
	var found []Spec
	for i, dataDir := range dataDirs {
		if slices.Contains(dataDirs[:i], dataDir) {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(dataDir, "kernels"))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if s, err := ReadSpec(filepath.Join(dataDir, "kernels", e.Name())); err == nil && s.Own() {
				found = append(found, s)
			}
		}
	}
	return found
}
