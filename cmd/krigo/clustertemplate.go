package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krigo/cluster"
)

func clusterTemplateCommand() *cobra.Command {
	var o cluster.TemplateOptions
	var job string
	cmd := &cobra.Command{
		Use:   "template SCHEDULER DIR",
		Short: "Write a manifest or script that runs a prepared job on Kubernetes or Grid Engine",
		Long: `Template prints an Indexed Job for kubectl (kubernetes) or a script for qsub (sge). It runs
the tasks of a job that cluster.Prepare has written to DIR, or that is unfinished there. All
machines need DIR at the same path. The program that wants the results finds them there.

Nobody has run these templates yet: they follow the documentation, and tests run only the
commands in them. Slurm needs no template.`,
		Example: `  krigo cluster template kubernetes /shared/electric --claim scratch > job.json
  krigo cluster template sge /shared/electric --parallel 64 > job.sh`,
		Args:      wantArgs(2, 2, "kubernetes or sge, and a folder"),
		ValidArgs: cluster.Templates,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := cluster.Template(args[0], args[1], job, o)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s", text)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&job, "job", "", "the `JOB`, as krigo cluster status names it (default: the first with missing results)")
	f.IntVar(&o.Parallel, "parallel", 8, "at most `N` tasks at the same time")
	f.StringVar(&o.Image, "image", "", "the container `IMAGE` (default: debian:stable-slim)")
	f.StringVar(&o.Claim, "claim", "", "the PersistentVolumeClaim `NAME` of the folder (default: krigo)")
	f.StringVar(&o.Memory, "memory", "", "memory of a task in Kubernetes (default: 4Gi)")
	return cmd
}
