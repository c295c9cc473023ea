package kernel

import "io/fs"

// permissions returns the mode of a private file: Windows has access control lists, which a mode
// does not show. Clients make their files private with them.
func permissions(fs.FileInfo) fs.FileMode { return 0o600 }
