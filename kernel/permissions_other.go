//go:build !windows

package kernel

import "io/fs"

// permissions returns the permissions of a file.
func permissions(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() }
