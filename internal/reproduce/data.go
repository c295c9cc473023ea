package reproduce

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"krigo/gplib/dataset"
	"krigo/gplib/dataset/fetch"
)

// uci reads a UCI set.
func (o Options) uci(name string) (*dataset.Benchmark, error) {
	folder, err := fetch.FolderOr(o.Data)
	if err != nil {
		return nil, err
	}
	set, err := dataset.UCI(filepath.Join(folder, "uci"), name)
	return set, o.missing(name, err)
}

// uciOrNone is uci; a set whose files are not there is nil, and reported.
func (o Options) uciOrNone(name string) (*dataset.Benchmark, error) {
	set, err := o.uci(name)
	if errors.Is(err, fs.ErrNotExist) {
		o.report("%s: skipped, %v", name, err)
		return nil, nil
	}
	return set, err
}

// table reads the table of a public set.
func (o Options) table(name string) (*dataset.Table, error) {
	folder, err := fetch.FolderOr(o.Data)
	if err != nil {
		return nil, err
	}
	table, err := dataset.Public(folder, name)
	return table, o.missing(name, err)
}

// missing adds to the error of a missing set how to obtain it.
func (o Options) missing(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	get := "krigo data get " + name
	if o.Data != "" {
		get += " --data " + o.Data
	}
	return fmt.Errorf("the data set %s is missing; `%s` downloads it (%w)", name, get, err)
}
