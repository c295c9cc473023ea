//go:build !unix

package cluster

// isBusy tells that a file cannot be executed while it is open for writing, of which
// other systems have no word.
func isBusy(error) bool { return false }
