package main

import (
	"github.com/spf13/cobra"

	"krigo/gplib/linalg"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
)

// workerCommand runs cells for a session. Sessions start it; people do not.
func workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Run cells for a session, over inherited pipes",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(*cobra.Command, []string) error {
			linalg.Register() // before the cells' own use of gonum
			return worker.Main(tables.Exports)
		},
	}
}
