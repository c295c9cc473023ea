package modules

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/mod/sumdb/dirhash"
	modzip "golang.org/x/mod/zip"

	"krigo/internal/filelock"
)

// escaped returns the path of a module as proxies and the cache write it.
func escaped(m module.Version) (path, version string, err error) {
	if path, err = module.EscapePath(m.Path); err != nil {
		return "", "", err
	}
	version, err = module.EscapeVersion(m.Version)
	return path, version, err
}

// file returns the place in the cache of a downloaded file of a module, and its name at a proxy.
func (c *Client) file(m module.Version, ext string) (place, name string, err error) {
	path, version, err := escaped(m)
	if err != nil {
		return "", "", err
	}
	name = path + "/@v/" + version + "." + ext
	return filepath.Join(c.config.Cache, "cache", "download", filepath.FromSlash(name)), name, nil
}

// goMod returns the go.mod file of a module, which is downloaded if the cache does not have it, and if
// valid accepts its content.
func (c *Client) goMod(ctx context.Context, m module.Version, valid func([]byte) error) ([]byte, error) {
	place, name, err := c.file(m, "mod")
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(place)
	if !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = valid(data)
		}
		return data, err
	}
	if data, err = c.bytes(ctx, m.Path, name); err != nil {
		return nil, err
	}
	if err := valid(data); err != nil {
		return nil, err
	}
	if err := write(place, func(file *os.File) error { _, err := file.Write(data); return err }); err != nil {
		return nil, err
	}
	return data, c.listed(ctx, m)
}

// isVersion reports whether a string is a complete version, as go.mod files have it.
func isVersion(v string) bool {
	return semver.IsValid(v) && module.CanonicalVersion(v) == v
}

// listed notes a version in the cache's list, so that the cache can serve as a proxy.
func (c *Client) listed(ctx context.Context, m module.Version) error {
	if module.IsPseudoVersion(m.Version) {
		return nil
	}
	place, _, err := c.file(m, "mod")
	if err != nil {
		return err
	}
	return edit(ctx, filepath.Join(filepath.Dir(place), "list"), func(old []byte) ([]byte, error) {
		versions := strings.Fields(string(old))
		if slices.Contains(versions, m.Version) {
			return old, nil
		}
		versions = append(versions, m.Version)
		semver.Sort(versions)
		return []byte(strings.Join(versions, "\n") + "\n"), nil
	})
}

// Dir returns the folder with the files of a module, which is downloaded if the cache does not have it.
// The sum of the module has to be that of sums.
func (c *Client) Dir(ctx context.Context, m module.Version, sums *Sums) (string, error) {
	path, version, err := escaped(m)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(c.config.Cache, filepath.FromSlash(path)+"@"+version)
	archive, name, err := c.file(m, "zip")
	if err != nil {
		return "", err
	}
	check := func(sum string) error { return c.check(ctx, sums, m, sum) }
	stem := strings.TrimSuffix(archive, "zip")
	if sum, whole := extracted(dir, stem); whole {
		return dir, check(sum)
	}
	unlock, err := lock(ctx, stem+"lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if sum, whole := extracted(dir, stem); whole { // meanwhile
		return dir, check(sum)
	}
	if err := c.archive(ctx, m, archive, name, check); err != nil {
		return "", err
	}
	return dir, extract(dir, m, archive, stem)
}

// has reports whether the cache has the files of a module, or their archive.
func (c *Client) has(m module.Version) bool {
	archive, _, err := c.file(m, "zip")
	if err != nil {
		return false
	}
	_, missing := os.Stat(archive)
	return missing == nil
}

// extracted returns the sum of an extracted module, and whether it is whole.
func extracted(dir, stem string) (sum string, whole bool) {
	if _, err := os.Stat(dir); err != nil {
		return "", false
	}
	if _, err := os.Stat(stem + "partial"); err == nil {
		return "", false
	}
	data, err := os.ReadFile(stem + "ziphash")
	return strings.TrimSpace(string(data)), err == nil
}

// archive downloads the archive of a module if it is not in the cache, and checks its sum.
func (c *Client) archive(ctx context.Context, m module.Version, place, name string, check func(sum string) error) error {
	if _, err := os.Stat(place); err == nil {
		return c.sum(m, place, place, check)
	}
	return c.download(ctx, m.Path, name, modzip.MaxZipFile, func(r io.Reader) error {
		return write(place, func(file *os.File) error {
			if _, err := io.Copy(file, r); err != nil {
				return err
			}
			return c.sum(m, file.Name(), place, check)
		})
	})
}

// sum checks an archive and its sum, which it writes next to the place of the archive.
func (c *Client) sum(m module.Version, archive, place string, check func(sum string) error) error {
	if err := checkArchive(m, archive); err != nil {
		return err
	}
	sum, err := dirhash.HashZip(archive, dirhash.Hash1)
	if err != nil {
		return damaged(m, err)
	}
	if err := check(sum); err != nil {
		return err
	}
	return write(place+"hash", func(file *os.File) error { _, err := file.WriteString(sum); return err })
}

// checkArchive checks the names and the sizes in an archive.
func checkArchive(m module.Version, file string) error {
	found, err := modzip.CheckZip(m, file)
	if err == nil {
		err = found.Err()
	}
	if err != nil {
		return damaged(m, err)
	}
	return nil
}

func damaged(m module.Version, err error) error {
	return fmt.Errorf("the archive of %s is damaged: %w", m, err)
}

// extract unpacks an archive as the go command does: while a file with the extension partial exists, the
// folder is not whole.
func extract(dir string, m module.Version, archive, stem string) error {
	partial := stem + "partial"
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	if err := removeAll(dir); err != nil {
		return err
	}
	if err := os.WriteFile(partial, nil, 0o666); err != nil {
		return err
	}
	if err := modzip.Unzip(dir, m, archive); err != nil {
		return errors.Join(damaged(m, err), removeAll(dir), os.Remove(partial))
	}
	if err := os.Remove(partial); err != nil {
		return err
	}
	return protect(dir)
}

// protect makes the folders of a module read-only, against accidents.
func protect(dir string) error {
	return chmodFolders(dir, func(mode fs.FileMode) fs.FileMode { return mode &^ 0o222 })
}

// removeAll removes a folder of the cache, which may be read-only.
func removeAll(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := chmodFolders(dir, func(mode fs.FileMode) fs.FileMode { return mode | 0o200 }); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// chmodFolders changes the permissions of a folder and of those in it.
func chmodFolders(dir string, change func(fs.FileMode) fs.FileMode) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(path, change(info.Mode().Perm()))
	})
}

// write makes a file whole or not at all. Unlike package replace it does not wait for the disk: what the
// cache loses with the power it downloads again, and there may be a hundred small files.
func write(place string, content func(*os.File) error) error {
	if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
		return err
	}
	name := fmt.Sprintf("%s.%08x.tmp", place, rand.Uint32())
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = errors.Join(content(file), file.Close()); err == nil {
		err = os.Rename(name, place)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// lock waits for the lock of a file, which the go command respects, too.
func lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := take(ctx, file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { file.Close() }, nil
}

// take waits for the lock of an open file.
func take(ctx context.Context, file *os.File) error {
	const pause = 10 * time.Millisecond
	for filelock.Taken(file) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("another process has locked %s: %w", file.Name(), context.Cause(ctx))
		case <-time.After(pause):
		}
	}
	return nil
}

// edit changes the content of a file that other processes change, too. It is empty at first.
func edit(ctx context.Context, name string, change func([]byte) ([]byte, error)) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := take(ctx, file); err != nil {
		return err
	}
	old, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	content, err := change(old)
	if err != nil || string(content) == string(old) {
		return err
	}
	if _, err := file.WriteAt(content, 0); err != nil {
		return err
	}
	return file.Truncate(int64(len(content)))
}
