// Command krigo is a Jupyter kernel, a notebook and script runner and a
// terminal session for Gaussian processes in Go.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"krigo/cluster"
	"krigo/gplib/dataset/fetch"
	"krigo/gplib/linalg"
	"krigo/internal/exit"
	"krigo/internal/textwidth"
)

func main() {
	if cluster.IsTask() {
		linalg.Register() // so that they count as workers do
	}
	cluster.Main() // which returns in other processes
	ctx, stop := exit.WithSignals(context.Background())
	defer stop()
	root := rootCommand()
	completeBehindNotebooks(root, os.Args[1:])
	if err := obey(ctx, root); err != nil {
		if text := err.Error(); text != "" {
			fmt.Fprintln(os.Stderr, "krigo:", textwidth.VisibleText(text))
		}
		os.Exit(exit.Status(ctx, err))
	}
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "krigo",
		Short:         "Gaussian processes in Go: a Jupyter kernel, a runner and a library",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.Version = version
	root.SetVersionTemplate(versionLine())
	sets := fetch.Public()
	root.AddCommand(
		notebookCommand(),
		kernelCommand(),
		installCommand(),
		uninstallCommand(),
		runCommand(),
		convertCommand(),
		newCommand(),
		replCommand(),
		fmtCommand(),
		vetCommand(),
		diffCommand(),
		stripCommand(),
		dataCommand(sets),
		reproduceCommand(),
		courseCommand(),
		clusterCommand(),
		doctorCommand(),
		debugCommand(),
		versionCommand(),
		workerCommand(),
	)
	addCompletion(root)
	addHelp(root)
	return root
}
