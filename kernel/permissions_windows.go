package kernel

import "io/fs"

// permissions are those of a private file: the system's are lists, of which a mode
// tells nothing. Clients make their files private by them.
func permissions(fs.FileInfo) fs.FileMode { return 0o600 }
