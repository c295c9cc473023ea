package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"krigo/cluster"
	"krigo/cmd/krigo/internal/help"
	"krigo/internal/words"
)

func clusterCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Show, resume and cancel jobs on many machines",
		Long: `Cluster manages jobs of many tasks, which programs and cells start with the package
krigo/cluster, in processes of this machine or on a Slurm cluster. A job is a shared folder:
its files describe the tasks, and each task writes its result there. If a job is interrupted,
its results stay, and resume runs the tasks that have none.`,
		Args:        cobra.NoArgs,
		GroupID:     groupData,
		Annotations: help.SeeAlso("krigo doctor", "krigo run", "krigo reproduce", "krigo exit-status"),
		RunE:        func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(clusterDoctorCommand(), clusterStatusCommand(), clusterResumeCommand(), clusterCancelCommand(),
		clusterTemplateCommand(), clusterSelfTestCommand())
	return cmd
}

// slurmFlags adds the flags that set what Slurm is asked for.
func slurmFlags(cmd *cobra.Command) *cluster.Slurm {
	s := &cluster.Slurm{}
	f := cmd.Flags()
	f.StringVar(&s.Partition, "partition", "", "Slurm's `PARTITION`, if not the default")
	f.StringVar(&s.Account, "account", "", "Slurm's `ACCOUNT`, if not the default")
	f.StringVar(&s.Memory, "memory", "", "memory of a task, such as 4G")
	f.StringVar(&s.Time, "time", "", "time limit `TIME`, such as 90 for minutes or 1:30:00")
	return s
}

func clusterStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status DIR",
		Short: "Show the progress of the jobs in a folder",
		Long: `Status prints the jobs in a folder in order, and for each the numbers of tasks that are
done, have failed and are missing, with the errors of the failed ones.`,
		Example:           `  krigo cluster status /scratch/me/electric`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := cluster.Status(args[0])
			if err != nil {
				return err
			}
			printOverview(cmd.OutOrStdout(), o)
			return nil
		},
	}
}

// mostErrors are printed of a job: they are mostly the same.
const mostErrors = 5

func printOverview(w io.Writer, o cluster.Overview) {
	fmt.Fprintf(w, "%s by %s, since %s\n", words.Count(len(o.Jobs), "job"), o.Engine, o.Created.Local().Format(time.DateTime))
	for _, j := range o.Jobs {
		fmt.Fprintf(w, "%s  %s: %d of %d done, %d failed, %d missing\n", j.Name, j.Kind, j.Done, j.Tasks, j.Failed, j.Tasks-j.Done-j.Failed)
		for i, text := range j.Errors {
			if i == mostErrors {
				fmt.Fprintf(w, "    and %d more\n", len(j.Errors)-i)
				break
			}
			fmt.Fprintf(w, "    %s\n", text)
		}
	}
}

func clusterResumeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "resume DIR",
		Short: "Run the missing tasks of the jobs in a folder",
		Long: `Resume runs the tasks without results of all jobs in a folder, with the engine and the
program that ran them last; the folder has a copy of the program. When you run your program
again, it uses these results.`,
		Example:           `  krigo cluster resume /scratch/me/electric`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cluster.Resume(cmd.Context(), args[0], func(name string, p cluster.Progress) {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s  %s\n", name, progressLine(p))
			})
		},
	}
}

func progressLine(p cluster.Progress) string {
	return fmt.Sprintf("%d of %d done, %d run, %d again: %s", p.Done, p.Tasks, p.Running, p.Again, p.State)
}

func clusterCancelCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cancel DIR",
		Short: "Cancel the Slurm jobs of a folder",
		Long: `Cancel cancels the Slurm jobs that were submitted for a folder, even if the program that
submitted them has ended. Results stay.`,
		Example:           `  krigo cluster cancel /scratch/me/electric`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
		RunE:              func(cmd *cobra.Command, args []string) error { return cluster.Cancel(cmd.Context(), args[0]) },
	}
}

// clusterSelfTestCommand runs jobs that wait, for tests of engines and for trying one out.
func clusterSelfTestCommand() *cobra.Command {
	var spec cluster.SelfTest
	var passes, workers int
	cmd := &cobra.Command{
		Use:    "selftest DIR",
		Short:  "Run tasks that wait and give bytes",
		Args:   wantArgs(1, 1, "one folder"),
		Hidden: true,
	}
	slurm := slurmFlags(cmd)
	f := cmd.Flags()
	tasks := f.Int("jobs", 2, "tasks of a job")
	f.IntVar(&slurm.Tasks, "tasks", 2, "tasks at the same time")
	f.IntVar(&workers, "local", 0, "use `N` processes of this machine instead of Slurm")
	f.IntVar(&passes, "passes", 0, "jobs in one session")
	f.DurationVar(&spec.Wait, "wait", 0, "how long a task takes")
	f.IntVar(&spec.Bytes, "bytes", 8, "size of a result")
	f.StringVar(&spec.Fail, "fail", "", "the error of task 0")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		tell := func(p cluster.Progress) { fmt.Fprintln(cmd.ErrOrStderr(), progressLine(p)) }
		slurm.Observe = tell
		t := selfTests{engine: *slurm, dir: args[0], tasks: *tasks, spec: spec}
		if workers > 0 {
			t.engine = cluster.Local{Workers: workers, Observe: tell}
		}
		if passes > 0 {
			return t.runPasses(cmd, passes)
		}
		start := time.Now()
		err := cluster.Run(cmd.Context(), t.engine, t.dir, t.job(""), t.check)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "%s in %.2f s\n", words.Count(*tasks, "task"), time.Since(start).Seconds())
		}
		return err
	}
	return cmd
}

// selfTests are jobs of the kind that all programs know.
type selfTests struct {
	engine cluster.Engine
	dir    string
	tasks  int
	spec   cluster.SelfTest
}

func (t selfTests) job(note string) cluster.Job {
	t.spec.Note = note
	raw, err := json.Marshal(t.spec)
	if err != nil {
		panic(err) // it is numbers and strings
	}
	return cluster.Job{Kind: cluster.SelfTestKind, Spec: raw, Tasks: t.tasks}
}

// check wants the bytes of a task.
func (t selfTests) check(index int, out []byte) error {
	if string(out) != string(t.spec.Result(index)) {
		return fmt.Errorf("the result of task %d is wrong", index)
	}
	return nil
}

// runPasses prints how long passes take.
func (t selfTests) runPasses(cmd *cobra.Command, n int) error {
	first, mean, err := t.passes(cmd.Context(), n)
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "first pass %.2f s, then %.3f s a pass\n", first.Seconds(), mean.Seconds())
	}
	return err
}

// passes runs jobs in one session and returns how long the first took, which waits for
// an allocation, and the others on average.
func (t selfTests) passes(ctx context.Context, n int) (first, mean time.Duration, err error) {
	s, err := cluster.Open(t.engine, t.dir)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	start := time.Now()
	for i := range n {
		if err := s.Run(ctx, t.job(fmt.Sprint("pass ", i)), t.check); err != nil {
			return 0, 0, err
		}
		if i == 0 {
			first = time.Since(start)
		}
	}
	return first, (time.Since(start) - first) / time.Duration(max(1, n-1)), nil
}
