package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"krigo/interp"
	"krigo/kernel"
)

func kernelCommand() *cobra.Command {
	var file, level string
	cmd := &cobra.Command{
		Use:   "kernel -f CONNECTION_FILE",
		Short: "Serve a Jupyter client, which starts this command itself",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runKernel(cmd.Context(), file, level)
		},
	}
	cmd.Flags().StringVarP(&file, "connection-file", "f", "", "the connection file that the client wrote")
	cmd.Flags().StringVar(&level, "log-level", "warn", "what to log to stderr: debug, info, warn or error")
	if err := cmd.MarkFlagRequired("connection-file"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

func runKernel(ctx context.Context, file, level string) error {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(level)); err != nil {
		return fmt.Errorf("--log-level is %q, wanted debug, info, warn or error", level)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: threshold}))
	connection, err := kernel.ReadConnectionFile(file)
	if err != nil {
		return err
	}
	// Interrupts come as messages. A terminal's Ctrl-C is for the client.
	signal.Ignore(os.Interrupt)
	err = kernel.Serve(ctx, connection, kernel.Options{
		Info: kernelInfo(),
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return interp.Start(ctx, interp.Options{Log: log})
		},
		Log:       log,
		ParentPID: parentPID(),
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// parentPID is the client's process, as Jupyter tells it, or 0.
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
