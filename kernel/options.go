package kernel

import (
	"context"
	"log/slog"
)

// Options configure a kernel.
type Options struct {
	// Info describes the kernel to its clients.
	Info Info
	// Start starts the engine. It is called once, while clients are served
	// already; its context ends with the kernel.
	Start func(context.Context) (Engine, error)
	// Log receives what an operator may want to know; discarded where nil.
	Log *slog.Logger
	// HistoryDir is the folder that keeps the history across sessions; where
	// empty, this session's is kept in memory.
	HistoryDir string
	// OutputLimit is the number of bytes of text that a cell may print before the rest is dropped
	// with a note; 0 means no limit.
	OutputLimit int
	// Module returns the WebAssembly module of figures as an object in JSON, which has the module and
	// its worker; nil where the kernel has none.
	Module func() ([]byte, error)
	// ParentPID is the process that must outlive the kernel, or 0: when it
	// is the kernel's parent and goes, the kernel ends. On Windows it is an
	// inherited handle of that process.
	ParentPID int
}
