// Package modules finds the source of Go modules without a Go toolchain. It reads requirements
// (go.mod), selects versions as the go command does (minimal version selection with graph pruning,
// The Go Modules Reference, "Minimal version selection"), downloads from module proxies, checks sums
// (go.sum and the checksum database), and keeps everything in the layout of GOMODCACHE under the locks
// of the go command, so that both share one cache.
//
// A [Client] downloads and caches modules. A [Set] has the requirements of one session, script or
// notebook. Fetching a module runs none of its code.
package modules
