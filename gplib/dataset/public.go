package dataset

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"krigo/gplib/dataset/fetch"
)

// Fetch returns the table of a public data set by its name, such as "autompg",
// "co2" or "thrombin"; [fetch.Public] lists them. If the data folder
// ([fetch.Folder]) lacks the set, it is downloaded there, and reported on
// standard error with its source and licence. Of UCI sets the last column is
// the observation, and [UCI] with the folder "" reads them with their folds.
// The error says what to do about an unknown name, a missing network, and a
// file that is not the set's.
func Fetch(name string) (*Table, error) { return FetchContext(context.Background(), name) }

// FetchContext is [Fetch] until ctx ends. Bytes received by then are kept, and
// the next call continues from there.
func FetchContext(ctx context.Context, name string) (*Table, error) {
	set, err := fetch.Public().Find(name)
	if err != nil {
		return nil, err
	}
	if err := (fetch.Getter{Log: os.Stderr}).Get(ctx, set); err != nil {
		return nil, err
	}
	return Public("", name)
}

// Public reads the table of a public data set from the data folder dir; "" is
// [fetch.Folder]'s. It downloads nothing and takes the file as it is, which may
// be newer than the one that [Fetch] brings. The columns of "co2" have the names
// Date, Decimal Date, Average, Deseasonalised, Days, SD and Uncertainty, since
// its file names fewer than it has; months without an average have a negative
// one.
func Public(dir, name string) (*Table, error) {
	set, err := fetch.Public().Find(name)
	if err != nil {
		return nil, err
	}
	folder, err := fetch.FolderOr(dir)
	if err != nil {
		return nil, err
	}
	path := set.Table(folder)
	if set.Header == "" {
		table, err := ReadCSV(path)
		return table, absent(dir, name, err)
	}
	var table *Table
	err = withFile(path, func(r io.Reader) error {
		r, err := withHeader(set.Header, r)
		if err != nil {
			return fmt.Errorf("dataset: %s: %w", path, err)
		}
		table, err = ParseCSV(path, r)
		return err
	})
	return table, absent(dir, name, err)
}

// withHeader returns r with another first line.
func withHeader(header string, r io.Reader) (io.Reader, error) {
	rest := bufio.NewReader(r)
	if _, err := rest.ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return io.MultiReader(strings.NewReader(header+"\n"), rest), nil
}

// absent adds to the error of a missing set how to get it, unless the caller
// has named the folder, dir.
func absent(dir, name string, err error) error {
	if dir != "" || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, unknown := fetch.Public().Find(name); unknown != nil {
		return errors.Join(err, unknown)
	}
	return fmt.Errorf("%w: dataset.Fetch(%q) downloads it", err, name)
}
