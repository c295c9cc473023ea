package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/cell"
	"krigo/internal/about"
	"krigo/internal/exit"
	figures "krigo/internal/explore/page"
	"krigo/internal/nbformat"
	"krigo/internal/sessions"
	"krigo/internal/source"
	"krigo/interp"
	"krigo/kernel"
)

func kernelCommand() *cobra.Command {
	var f kernelFlags
	cmd := &cobra.Command{
		Use:   "kernel -f CONNECTION_FILE",
		Short: "Serve a Jupyter client, which starts this command itself",
		Long: `Kernel serves the Jupyter client that wrote CONNECTION_FILE. Jupyter starts it by the
file kernel.json of the kernelspec (krigo doctor shows its path); flags are
added to argv there. The log goes to standard error, which Jupyter's server shows.
Clients add arguments of their own; those that krigo does not know are logged and
ignored.`,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		GroupID:            groupRun,
		ValidArgsFunction:  cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runKernel(cmd.Context(), f, args, unknownFlags(cmd.Flags(), os.Args[1:]))
		},
	}
	cmd.Flags().StringVarP(&f.connection, "connection-file", "f", "", "the connection file that the client wrote")
	cmd.Flags().StringVar(&f.logLevel, "log-level", "warn", "what to log: debug, info, warn or error")
	cmd.Flags().IntVar(&f.outputLimit, "output-limit", outputLimit, "the megabytes of text that a cell may print before the rest is dropped; 0 means no limit")
	cmd.Flags().Uint64Var(&f.memoryLimit, "memory-limit", 0, "the megabytes that cells may allocate (default: four fifths of the machine's or the control group's)")
	cmd.Flags().BoolVar(&f.noHistory, "no-history", false, "keep this session's history in memory, and do not read that of others")
	if err := cmd.MarkFlagRequired("connection-file"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// unknownFlags returns the flags of a command line that are not in flags.
func unknownFlags(flags *pflag.FlagSet, commandLine []string) []string {
	var unknown []string
	for _, arg := range commandLine {
		if arg == "--" {
			break
		}
		long, isLong := strings.CutPrefix(arg, "--")
		long, _, _ = strings.Cut(long, "=")
		short, isShort := strings.CutPrefix(arg, "-")
		switch {
		case isLong && flags.Lookup(long) == nil,
			!isLong && isShort && short != "" && flags.ShorthandLookup(short[:1]) == nil:
			unknown = append(unknown, arg)
		}
	}
	return unknown
}

// outputLimit is the number of megabytes of text that a cell may print.
const outputLimit = 512

// kernelFlags are the flags of `krigo kernel`.
type kernelFlags struct {
	connection, logLevel string
	noHistory            bool
	outputLimit          int
	memoryLimit          uint64
}

// runKernel serves a client. It ignores further arguments, such as the files of `jupyter run`, and unknown
// flags, such as testbook's --Kernel.stop_on_error_timeout.
func runKernel(ctx context.Context, f kernelFlags, args, unknown []string) error {
	log, err := f.log()
	if err != nil {
		return err
	}
	if len(args) > 0 {
		log.Info("the client's arguments are ignored", "args", args)
	}
	for _, flag := range unknown {
		log.Warn("a flag that krigo kernel does not have is ignored", "flag", flag)
	}
	connection, err := kernel.ReadConnectionFile(f.connection, log)
	if err != nil {
		return err
	}
	// Interrupts come as messages. A terminal's Ctrl-C is for the client.
	signal.Ignore(os.Interrupt)
	err = kernel.Serve(ctx, connection, kernel.Options{
		Info: about.Kernel(version),
		Start: func(ctx context.Context) (kernel.Engine, error) {
			world := sessions.Attended("", keptByNotebook(os.Getenv(notebookVariable), log))
			return sessions.Start(ctx, interp.Options{Symbols: world, Log: log, Converses: true, MemoryLimit: f.memoryLimit << 20})
		},
		Log:         log,
		OutputLimit: f.outputLimit << 20,
		HistoryDir:  f.historyDir(log),
		Module:      figures.Embedded,
		ParentPID:   parentPID(),
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// notebookVariable is the variable in which Jupyter's server names the notebook that a kernel is for.
const notebookVariable = "JPY_SESSION_NAME"

// keptByNotebook returns the modules in the metadata of the notebook that a kernel is for, if that is known.
func keptByNotebook(path string, log *slog.Logger) cell.Modules {
	if !source.IsNotebook(path) {
		return cell.Modules{}
	}
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		log.Info("the notebook of the kernel was not read", "err", err)
		return cell.Modules{}
	}
	kept, err := nb.Modules()
	if err != nil {
		log.Warn("the modules of the notebook are not used", "path", path, "err", err)
	}
	return kept
}

// log returns the log, from the level on that is asked for.
func (f kernelFlags) log() (*slog.Logger, error) {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(f.logLevel)); err != nil {
		return nil, exit.Misusef("--log-level is %q, want debug, info, warn or error", f.logLevel)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: threshold})), nil
}

// historyDir returns the folder of the history across sessions, or empty for none.
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

// parentPID returns the client's process, as Jupyter passes it, or 0: its number, on
// Windows a handle.
func parentPID() int {
	pid, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID"))
	if err != nil {
		return 0
	}
	return pid
}
