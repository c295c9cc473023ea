package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krigo/internal/exit"
	"krigo/interp"
	"krigo/kernel"
)

func kernelCommand() *cobra.Command {
	var f kernelFlags
	cmd := &cobra.Command{
		Use:   "kernel -f CONNECTION_FILE",
		Short: "Serve a Jupyter client, which starts this command itself",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runKernel(cmd.Context(), f)
		},
	}
	cmd.Flags().StringVarP(&f.connection, "connection-file", "f", "", "the connection file that the client wrote")
	cmd.Flags().StringVar(&f.logLevel, "log-level", "warn", "what to log: debug, info, warn or error")
	cmd.Flags().StringVar(&f.logFile, "log-file", "", "the file that the log is appended to; stderr where not given")
	cmd.Flags().IntVar(&f.outputLimit, "output-limit", outputLimit, "the megabytes of text that a cell may print before the rest is dropped; 0 is no limit")
	cmd.Flags().Uint64Var(&f.memoryLimit, "memory-limit", 0, "the megabytes that cells may allocate (default: four fifths of the machine's or the control group's)")
	cmd.Flags().DurationVar(&f.stopTimeout, "stop-timeout", 5*time.Second, "how long an interrupted cell may take to stop before a second interrupt ends its process")
	cmd.Flags().BoolVar(&f.noHistory, "no-history", false, "keep this session's history in memory, and read no other's")
	if err := cmd.MarkFlagRequired("connection-file"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// outputLimit is how many megabytes of text a cell may print.
const outputLimit = 512

// kernelFlags are the flags of `krigo kernel`.
type kernelFlags struct {
	connection, logLevel, logFile string
	noHistory                     bool
	outputLimit                   int
	memoryLimit                   uint64
	stopTimeout                   time.Duration
}

func runKernel(ctx context.Context, f kernelFlags) error {
	log, closeLog, err := f.log()
	if err != nil {
		return err
	}
	defer closeLog()
	connection, err := kernel.ReadConnectionFile(f.connection, log)
	if err != nil {
		return err
	}
	// Interrupts come as messages. A terminal's Ctrl-C is for the client.
	signal.Ignore(os.Interrupt)
	err = kernel.Serve(ctx, connection, kernel.Options{
		Info: kernelInfo(),
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return startSession(ctx, interp.Options{Log: log, Converses: true, MemoryLimit: f.memoryLimit << 20, StopTimeout: f.stopTimeout})
		},
		Log:         log,
		OutputLimit: f.outputLimit << 20,
		HistoryDir:  f.historyDir(log),
		ParentPID:   parentPID(),
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// log opens the log, and returns with it what closes it.
func (f kernelFlags) log() (*slog.Logger, func(), error) {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(f.logLevel)); err != nil {
		return nil, nil, exit.Misusef("--log-level is %q, wanted debug, info, warn or error", f.logLevel)
	}
	options := &slog.HandlerOptions{Level: threshold}
	if f.logFile == "" {
		return slog.New(slog.NewTextHandler(os.Stderr, options)), func() {}, nil
	}
	file, err := os.OpenFile(f.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, exit.Misusef("--log-file: %w", err)
	}
	return slog.New(slog.NewTextHandler(file, options)), func() { file.Close() }, nil
}

// historyDir is the folder of the history across sessions, or empty for none.
func (f kernelFlags) historyDir(log *slog.Logger) string {
	if f.noHistory {
		return ""
	}
	dir, err := historyDir()
	if err != nil {
		log.Warn("only this session's history is kept", "err", err)
	}
	return dir
}

// parentPID is the client's process, as Jupyter tells it, or 0: its number, on
// Windows a handle.
func parentPID() int {
	pid, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID"))
	if err != nil {
		return 0
	}
	return pid
}

func kernelInfo() kernel.Info {
	return kernel.Info{
		Implementation:        "krigo",
		ImplementationVersion: version,
		Language: kernel.LanguageInfo{
			Name:           "go",
			Version:        strings.TrimPrefix(runtime.Version(), "go"),
			MimeType:       "text/x-go",
			FileExtension:  ".go",
			PygmentsLexer:  "go",
			CodeMirrorMode: "go",
		},
		Banner: "krigo " + version + ": Gaussian processes in Go. gplib and display are there without an import; %help says more.",
		HelpLinks: []kernel.HelpLink{
			{Text: "The Go language", URL: "https://go.dev/ref/spec"},
			{Text: "The Go standard library", URL: "https://pkg.go.dev/std"},
			{Text: "Gonum", URL: "https://pkg.go.dev/gonum.org/v1/gonum"},
			{Text: "Gaussian Processes for Machine Learning", URL: "https://gaussianprocess.org/gpml/"},
		},
	}
}
