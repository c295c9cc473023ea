// Command krigo is a Jupyter kernel, a notebook and script runner and a
// terminal session for Gaussian processes in Go.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"krigo/gplib/dataset/fetch"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := rootCommand().ExecuteContext(ctx); err != nil {
		if text := err.Error(); text != "" {
			fmt.Fprintln(os.Stderr, "krigo:", text)
		}
		os.Exit(exitStatus(err))
	}
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "krigo",
		Short:         "Gaussian processes in Go: a Jupyter kernel, a runner and a library",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		kernelCommand(),
		installCommand(),
		uninstallCommand(),
		runCommand(),
		replCommand(),
		dataCommand(fetch.Public()),
		reproduceCommand(),
		doctorCommand(),
		versionCommand(),
		workerCommand(),
	)
	return root
}
