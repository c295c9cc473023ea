package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// overlay lists files that the go command reads instead of those of the checkout (go help build, -overlay).
type overlay struct {
	folder  string            // has the files that are written
	replace map[string]string // files that are read, by the paths of those they replace; "" for none
	written int               // files
}

// writeOverlay writes the files of the overlay into a folder, and returns the path of its list. Without copies the
// overlay keeps the modules: go vet runs in the folders of packages, which those of copies do not have.
func writeOverlay(folder string, copies bool) (string, error) {
	o := &overlay{folder: folder, replace: map[string]string{}}
	err := errors.Join(o.leaveOutTables(), o.addStandardTables(), o.leaveOutInstances(), o.replaceTypes())
	if copies {
		err = errors.Join(err, o.replaceModules())
	}
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(folder, "overlay.json")
	return list, os.WriteFile(list, raw, 0o666)
}

// write replaces a file by a text.
func (o *overlay) write(name string, content []byte) error {
	to := filepath.Join(o.folder, fmt.Sprintf("%d-%s", o.written, filepath.Base(name)))
	o.written++
	o.replace[name] = to
	return os.WriteFile(to, content, 0o666)
}

// moduleFolder returns the folder of the sources of a module.
func moduleFolder(module string) (string, error) {
	return output("go", "list", "-m", "-f", "{{.Dir}}", module)
}
