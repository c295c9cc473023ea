//go:build !windows

package kernel

import "io/fs"

// permissions are a file's.
func permissions(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() }
