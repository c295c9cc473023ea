package install

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
// another kernel is an error.
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
		File: kernelFile(o.Binary, o.DisplayName, o.Version, o.Protocol),
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
	return fmt.Errorf("%s is there and krigo did not write it; choose another --name, or remove it", s.Dir)
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

// kernelFile returns the content of the kernel.json by which a program starts the kernel.
func kernelFile(binary, displayName, version, protocol string) File {
	return File{
		Argv:          []string{binary, "kernel", "-f", "{connection_file}"},
		DisplayName:   displayName,
		Language:      "go",
		InterruptMode: "message",
		Protocol:      protocol,
		// JupyterLab asks those that say "debugger" for their variables.
		Metadata: map[string]any{mark: version, "debugger": true},
	}
}

// writeDir makes dir hold exactly the files: they are written to a new folder next to it, which
// then takes its place.
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
		if err := os.WriteFile(filepath.Join(fresh, name), content, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

// Uninstall removes a kernelspec that krigo wrote.
func Uninstall(s Spec) error {
	if !s.Own() {
		return fmt.Errorf("%s was not written by krigo and stays", s.Dir)
	}
	if err := os.RemoveAll(s.Dir); err != nil {
		return fmt.Errorf("uninstall kernel %s: %w", s.Name, err)
	}
	return nil
}
