// Package userdir finds the folders in which krigo keeps its user's data.
package userdir

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Place determines the folders of a user's data: the operating system as runtime.GOOS names it, the
// environment, and the home folder, "" if it is not known.
type Place struct {
	GOOS   string
	Getenv func(string) string
	Home   string
}

// Here returns the machine and user that the process runs for.
func Here() Place {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return Place{GOOS: runtime.GOOS, Getenv: os.Getenv, Home: home}
}

// Own is krigo's folder in [Place.Data]. Its lasting binary, the history of
// sessions and the data sets that it has fetched lie in it.
func (p Place) Own() (string, error) {
	base, err := p.Data()
	if err != nil {
		return "", err
	}
	return filepath.Join(base, "krigo"), nil
}

// Data returns the platform's folder for applications' data of the user. The error
// names the variable that is not set.
func (p Place) Data() (string, error) {
	switch p.GOOS {
	case "windows":
		if dir := p.Getenv("APPDATA"); dir != "" {
			return dir, nil
		}
		return "", errors.New("%APPDATA% is not set")
	case "darwin":
		return filepath.Join(p.Home, "Library", "Application Support"), p.homeError()
	}
	if dir := p.Getenv("XDG_DATA_HOME"); dir != "" {
		return dir, nil
	}
	return filepath.Join(p.Home, ".local", "share"), p.homeError()
}

func (p Place) homeError() error {
	if p.Home == "" {
		return errors.New("the home folder is unknown: set HOME")
	}
	return nil
}
