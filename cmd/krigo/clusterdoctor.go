package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krigo/cluster"
)

func clusterDoctorCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor [DIR]",
		Short: "Check whether jobs can run here, and say what to do if they cannot",
		Long: `Doctor runs two tasks on this machine and, if it finds Slurm's commands, two as a job and
two in an allocation. Their results come back through files in a folder below DIR, by default
your home folder; the folder is removed at the end. Doctor waits for --wait (two minutes) in
Slurm's queue; --time is for clusters that require a time limit for each job. The status is 1
if something that jobs need fails.`,
		Example: `  krigo cluster doctor
  krigo cluster doctor /scratch/me --partition cpu --account physics`,
		Args:              wantArgs(0, 1, "one folder or none"),
		ValidArgsFunction: folders,
	}
	slurm := slurmFlags(cmd)
	limit := cmd.Flags().Duration("wait", 2*time.Minute, "give up after `TIME` in Slurm's queue")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return examineCluster(cmd.Context(), cmd.OutOrStdout(), strings.Join(args, ""), *slurm, *limit)
	}
	return cmd
}

// examineCluster prints the findings about jobs.
func examineCluster(ctx context.Context, out io.Writer, dir string, slurm cluster.Slurm, limit time.Duration) (err error) {
	dir, err = doctorsFolder(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	findings := []finding{aboutLocal(ctx, filepath.Join(dir, "local"))}
	printFinding(out, findings[0])
	found := aboutSlurm(ctx)
	printFinding(out, found)
	findings = append(findings, found)
	if found.verdict == good {
		slurm.Tasks = 2
		for _, about := range []func(context.Context, string, cluster.Slurm) finding{aboutArray, aboutSteps} {
			limited, cancel := context.WithTimeout(ctx, limit)
			f := about(limited, dir, slurm)
			cancel()
			printFinding(out, f)
			findings = append(findings, f)
		}
	}
	return failures("cluster doctor", findings)
}

// doctorsFolder makes a folder below dir, or below the home folder.
func doctorsFolder(dir string) (string, error) {
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("cluster doctor: %w; name a folder", err)
		}
		dir = home
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, "krigo-doctor-")
}

// aboutLocal runs two tasks in processes of this machine.
func aboutLocal(ctx context.Context, dir string) finding {
	t := selfTests{cluster.Local{Workers: 2}, dir, 2, cluster.SelfTest{Bytes: 1 << 20}}
	start := time.Now()
	if err := cluster.Run(ctx, t.engine, dir, t.job(""), t.check); err != nil {
		return finding{failed, "processes", err.Error(), "name a folder that has space and whose file system runs programs (if not, mount shows noexec)"}
	}
	return finding{verdict: good, about: "processes", text: fmt.Sprintf("2 tasks done in %.2f s", time.Since(start).Seconds())}
}

// aboutSlurm looks for Slurm's commands and its partitions.
func aboutSlurm(ctx context.Context) finding {
	f := finding{verdict: missing, about: "Slurm"}
	for _, name := range []string{"sbatch", "salloc", "srun", "squeue", "scancel", "sinfo"} {
		if _, err := exec.LookPath(name); err != nil {
			f.text = name + " is not found"
			f.advice = "cluster.Local needs none of them; for Slurm run krigo on a login node, or load its module"
			return f
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	version, _ := exec.CommandContext(ctx, "sbatch", "--version").Output() // sinfo reports what is wrong
	sinfo := exec.CommandContext(ctx, "sinfo", "--noheader", "--format=%P %a, %D nodes, limit %l")
	out, err := sinfo.CombinedOutput()
	if text := strings.TrimSpace(string(out)); err != nil || text == "" {
		f.verdict = failed
		f.text = fmt.Sprintf("%s: sinfo lists no partition: %s", strings.TrimSpace(string(version)), text)
		f.advice = "try sinfo; the controller does not answer, or SLURM_CONF belongs to another cluster"
		return f
	}
	f.verdict = good
	f.text = strings.TrimSpace(string(version)) + ": " + strings.Join(strings.Split(strings.TrimSpace(string(out)), "\n"), "; ")
	return f
}

// aboutArray runs two tasks as a batch job.
func aboutArray(ctx context.Context, dir string, slurm cluster.Slurm) finding {
	last := cluster.Progress{}
	slurm.Observe = func(p cluster.Progress) { last = p }
	t := selfTests{slurm, filepath.Join(dir, "array"), 2, cluster.SelfTest{Bytes: 1 << 20}}
	start := time.Now()
	if err := cluster.Run(ctx, t.engine, t.dir, t.job(""), t.check); err != nil {
		return finding{failed, "sbatch", err.Error(), slurmAdvice(err, last)}
	}
	return finding{verdict: good, about: "sbatch", text: fmt.Sprintf("2 tasks done in %.2f s; the folder is shared", time.Since(start).Seconds())}
}

// aboutSteps runs jobs in an allocation.
func aboutSteps(ctx context.Context, dir string, slurm cluster.Slurm) finding {
	last := cluster.Progress{}
	slurm.Observe = func(p cluster.Progress) { last = p }
	t := selfTests{slurm, filepath.Join(dir, "steps"), 2, cluster.SelfTest{Bytes: 8}}
	first, mean, err := t.passes(ctx, 5)
	if err != nil {
		return finding{failed, "srun", err.Error(), slurmAdvice(err, last)}
	}
	return finding{verdict: good, about: "srun", text: fmt.Sprintf("2 tasks done in %.2f s, then in %.2f s a pass", first.Seconds(), mean.Seconds())}
}

// slurmAdvice says what to do about a job that has not run.
func slurmAdvice(err error, last cluster.Progress) string {
	text := err.Error()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("it was %q; krigo cluster doctor --wait 30m waits longer, and squeue --me shows why it waits", last.State)
	case strings.Contains(text, "ccount"):
		return "add --account; sacctmgr show associations user=$USER lists yours"
	case strings.Contains(text, "artition"):
		return "add --partition; sinfo lists them"
	case strings.Contains(text, "emory"):
		return "add --memory; scontrol show partition shows the maximum"
	case strings.Contains(text, "without a result"):
		return "the folder may not be shared with the nodes: name one that is, such as on a scratch file system"
	}
	return "try the command by hand, with sbatch --wrap hostname"
}
