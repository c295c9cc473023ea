package install

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"krigo/install/internal/logo"
)

// The names that a kernelspec has by default.
const (
	DefaultName        = "krigo"
	DefaultDisplayName = "Go (krigo)"
)

// Options say what kernelspec to write, and where.
type Options struct {
	// Binary is the absolute path of krigo.
	Binary string
	// DataDir is the Jupyter data folder that gets kernels/NAME.
	DataDir string
	// Name and DisplayName are DefaultName and DefaultDisplayName if empty.
	Name, DisplayName string
	// Version is krigo's, kept in the kernelspec.
	Version string
	// Protocol is the version of Jupyter's messaging protocol that the kernel
	// keeps.
	Protocol string
}

// Install writes krigo's kernelspec: kernel.json, the three logos, and a style
// for the classic Notebook. One that krigo wrote before is replaced; one of
// another kernel is an error. Next to it, Install writes the extension of
// JupyterLab, which all kernels of krigo in the data folder share.
func Install(o Options) (Spec, error) {
	s, err := o.spec()
	if err != nil {
		return Spec{}, err
	}
	if err := free(s); err != nil {
		return Spec{}, err
	}
	files, err := specFiles(s.File)
	if err != nil {
		return Spec{}, err
	}
	if err := writeDir(s.Dir, files); err != nil {
		return Spec{}, fmt.Errorf("install kernel %s: %w", s.Name, err)
	}
	if err := installLab(o.DataDir, o.Version); err != nil {
		return Spec{}, fmt.Errorf("install the extension of JupyterLab: %w", err)
	}
	return s, nil
}

func (o Options) spec() (Spec, error) {
	if o.Name == "" {
		o.Name = DefaultName
	}
	if o.DisplayName == "" {
		o.DisplayName = DefaultDisplayName
	}
	name, err := CheckName(o.Name)
	if err != nil {
		return Spec{}, err
	}
	if !filepath.IsAbs(o.Binary) {
		return Spec{}, fmt.Errorf("the binary's path %q is not absolute", o.Binary)
	}
	return Spec{
		Name: name,
		Dir:  filepath.Join(o.DataDir, "kernels", name),
		File: kernelFile([]string{o.Binary}, o.DisplayName, o.Version, o.Protocol),
	}, nil
}

// free refuses to overwrite a folder that krigo did not write.
func free(s Spec) error {
	if _, err := os.Stat(s.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if old, err := ReadSpec(s.Dir); err == nil && old.Own() {
		return nil
	}
	return fmt.Errorf("%s exists and krigo did not write it; choose another --name, or remove it", s.Dir)
}

//go:embed kernel.css
var notebookStyle []byte

// specFiles returns the contents of a kernelspec's folder by name.
func specFiles(f File) (map[string][]byte, error) {
	kernel, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, fmt.Errorf("kernel.json: %w", err)
	}
	files, err := resources()
	if err != nil {
		return nil, err
	}
	files["kernel.json"] = append(kernel, '\n')
	return files, nil
}

// resources returns the files of a kernelspec except kernel.json, by name: the three logos, and the
// style for the classic Notebook.
func resources() (map[string][]byte, error) {
	files := map[string][]byte{"kernel.css": notebookStyle, "logo-svg.svg": logo.SVG()}
	for name, size := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		content, err := logo.PNG(size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = content
	}
	return files, nil
}

// PythonFiles returns the files that krigo's Python package installs below share/jupyter, by their
// paths with slashes: the kernelspec and the extension of JupyterLab. version is krigo's, protocol
// that of Jupyter's messages.
func PythonFiles(version, protocol string) (map[string][]byte, error) {
	return dataFiles(kernelFile(pythonCommand, DefaultDisplayName, version, protocol), version, byPip)
}

// SystemFiles returns those of a package for which binary is the absolute path of krigo.
func SystemFiles(binary, version, protocol string) (map[string][]byte, error) {
	return dataFiles(kernelFile([]string{binary}, DefaultDisplayName, version, protocol), version, bySystem)
}

// dataFiles returns the files of a Jupyter data folder by their paths.
func dataFiles(f File, version string, by provenance) (map[string][]byte, error) {
	spec, err := specFiles(f)
	if err != nil {
		return nil, err
	}
	extension, err := labExtension(version, by)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for name, content := range spec {
		all[path.Join("kernels", DefaultName, name)] = content
	}
	for name, content := range extension {
		all[path.Join("labextensions", "krigo", name)] = content
	}
	return all, nil
}

// kernelFile returns the content of the kernel.json by which a command starts the kernel.
func kernelFile(command []string, displayName, version, protocol string) File {
	return File{
		Argv:          append(slices.Clone(command), "kernel", "-f", "{connection_file}"),
		DisplayName:   displayName,
		Language:      "go",
		InterruptMode: "message",
		Protocol:      protocol,
		// JupyterLab asks those that say "debugger" for their variables.
		Metadata: map[string]any{mark: version, "debugger": true},
	}
}

// writeDir makes dir hold exactly the files, by their paths in it: they are written to a new folder
// next to it, which then takes its place.
func writeDir(dir string, files map[string][]byte) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(parent, ".krigo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	for name, content := range files {
		file := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

// Uninstall removes a kernelspec that krigo wrote, and with the last one of a Jupyter data folder
// the extension of JupyterLab that Install wrote there, and folders that are empty then. It returns
// what it removed, but for the empty folders.
func Uninstall(s Spec) ([]string, error) {
	if !s.Own() {
		return nil, fmt.Errorf("%s was not written by krigo and stays", s.Dir)
	}
	if s.OfPython() {
		return nil, fmt.Errorf("%s belongs to the Python package krigo: run pip uninstall krigo", s.Dir)
	}
	removed := []string{s.Dir}
	dataDir := filepath.Dir(filepath.Dir(s.Dir))
	if dir, ok := LabExtension(dataDir); ok && len(Find([]string{dataDir})) == 1 {
		removed = append(removed, dir)
	}
	for _, dir := range removed {
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("uninstall kernel %s: %w", s.Name, err)
		}
		_ = os.Remove(filepath.Dir(dir)) // fails unless it is empty
	}
	_ = os.Remove(dataDir)
	return removed, nil
}
