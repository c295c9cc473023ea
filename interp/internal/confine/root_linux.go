package confine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// newRoot gives this process another file system, in memory: a copy of the writable folder, the system
// read-only, and nothing else of the host.
func newRoot(l Limits) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("leave the host's mounts: %w", err)
	}
	source, err := os.Open(l.Writable)
	if err != nil {
		return err
	}
	defer source.Close()
	taken, err := sizeOf(l.Writable)
	if err != nil {
		return err
	}
	r := root(l.Writable) // over which it is mounted: the folder itself stays open
	options := fmt.Sprintf("mode=0755,size=%d,nr_inodes=%d", taken+l.Disk, 100_000)
	if err := unix.Mount("krigo", string(r), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount a file system in memory: %w", err)
	}
	if err := r.fill(l); err != nil {
		return err
	}
	if err := r.copyFolder(source, l); err != nil {
		return fmt.Errorf("copy %s: %w", l.Writable, err)
	}
	return r.enter()
}

// root is a folder that becomes the root of the file system.
type root string

func (r root) in(path string) string { return filepath.Join(string(r), path) }

// fill brings in what can be read, and places for what is written.
func (r root) fill(l Limits) error {
	for _, path := range append(append([]string{}, system...), l.Readable...) {
		if err := r.bring(path); err != nil {
			return fmt.Errorf("bring in %s: %w", path, err)
		}
	}
	for _, name := range devices {
		if err := r.bind(filepath.Join("/dev", name), unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	for _, dir := range []string{"tmp", "dev/shm"} {
		if err := os.MkdirAll(r.in(dir), 0o755); err != nil {
			return err
		}
		if err := os.Chmod(r.in(dir), 0o777|fs.ModeSticky); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(r.in("proc"), 0o555); err != nil {
		return err
	}
	// In some containers the system refuses it. Programs then have no /proc, which few need.
	_ = unix.Mount("proc", r.in("proc"), "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	return nil
}

// bring brings in a file, a folder or a link of the host where it is, read-only.
func (r root) bring(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil // not every system has it
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		if err != nil {
			return err
		}
		return os.Symlink(to, r.in(path))
	}
	if _, err := os.Lstat(r.in(path)); err == nil && !info.IsDir() {
		return nil // with a folder above it
	}
	return r.bind(path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// bind mounts a file or a folder of the host at its place, with attributes.
func (r root) bind(path string, attributes uint64) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	to := r.in(path)
	if err := place(to, info.IsDir()); err != nil {
		return err
	}
	if err := unix.Mount(path, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return unix.MountSetattr(unix.AT_FDCWD, to, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attributes})
}

// place makes an empty folder or file on which something is mounted.
func place(path string, folder bool) error {
	if folder {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

// copyFolder copies the writable folder, which is open, to its place in the root, for the user that the
// process becomes.
func (r root) copyFolder(source *os.File, l Limits) error {
	to := r.in(l.Writable)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(fmt.Sprintf("/proc/self/fd/%d", source.Fd()))); err != nil {
		return err
	}
	if !l.Nobody {
		return nil
	}
	return filepath.WalkDir(to, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, insider, insider)
	})
}

// enter makes the folder the root of this process, and takes the host's from it.
func (r root) enter() error {
	if err := os.Chdir(string(r)); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("leave the host's root: %w", err)
	}
	return os.Chdir("/")
}

// sizeOf returns the bytes of all files in a folder.
func sizeOf(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size() + int64(os.Getpagesize())
		}
		return err
	})
	return n, err
}
