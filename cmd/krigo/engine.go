package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/cluster"
	"krigo/internal/exit"
)

// engineFlags are those by which a command's work is run as tasks of an engine.
type engineFlags struct {
	engine engineFlag
	dir    string
}

func (f *engineFlags) add(flags *pflag.FlagSet) {
	flags.Var(&f.engine, "cluster", "run as tasks on `ENGINE`, such as local:4 or slurm:cpu,tasks=16,memory=4G")
	flags.StringVar(&f.dir, "cluster-dir", "", "the `DIR` of the tasks' files, which all machines share; slurm needs it")
}

// aboutEngines is a paragraph of help about the flags.
const aboutEngines = `ENGINE is local:N, N processes of this machine, or slurm:SETTINGS, processes of a Slurm
cluster. SETTINGS are separated by commas, and all are optional: PARTITION, tasks=N at the
same time (by default at most 16), for each of them cpus=N (1), memory=4G and time=1h,
account=NAME, and options of sbatch such as --constraint=avx2. --cluster-dir is a folder
that all machines share; it holds a copy of krigo and the results of tasks, and you can
remove it when nothing runs.`

// completeEngines adds what a shell completes of the flags.
func completeEngines(c *cobra.Command) {
	completeFlag(c, "cluster", cobra.FixedCompletions([]string{"local:", "slurm", "slurm:"}, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	completeFlag(c, "cluster-dir", folders)
}

// wanted reports whether tasks are asked for, and refuses what makes no sense.
func (f *engineFlags) wanted() (bool, error) {
	switch {
	case f.engine.kind == "" && f.dir != "":
		return false, exit.Misusef("--cluster-dir %s: want --cluster ENGINE too, such as slurm", f.dir)
	case f.engine.kind == engineSlurm && f.dir == "":
		return false, exit.Misusef("--cluster %s: want --cluster-dir DIR, a folder that this and all machines of the cluster share", f.engine.text)
	}
	return f.engine.kind != "", nil
}

// farm runs tasks and holds their files.
type farm struct {
	engine cluster.Engine
	dir    string
	close  func() error // removes a folder that was for this command only
}

// open makes the folder of a number of tasks. If the flag does not set how many run at a time,
// atOnce does, and for 0 the engine. Progress goes to w.
func (f *engineFlags) open(tasks, atOnce int, w io.Writer) (farm, error) {
	tell := tellProgress(w)
	if f.dir != "" {
		dir, err := filepath.Abs(f.dir)
		return farm{f.engine.cluster(tasks, atOnce, tell), dir, func() error { return nil }}, err
	}
	dir, err := os.MkdirTemp("", "krigo-tasks-")
	return farm{f.engine.cluster(tasks, atOnce, tell), dir, func() error { return os.RemoveAll(dir) }}, err
}

// tellProgress writes a line where something has changed.
func tellProgress(w io.Writer) func(cluster.Progress) {
	var last string
	return func(p cluster.Progress) {
		line := fmt.Sprintf("%d of %d tasks done", p.Done, p.Tasks)
		if p.Again > 0 {
			line += fmt.Sprintf(", %d run again", p.Again)
		}
		if p.Done < p.Tasks {
			line += ": " + p.State
		}
		if line != last {
			fmt.Fprintln(w, line)
		}
		last = line
	}
}

const (
	engineLocal = "local"
	engineSlurm = "slurm"
)

// engineFlag is an engine as a flag names it: NAME, or NAME:SETTING,SETTING...
type engineFlag struct {
	text, kind string
	workers    int // of this machine
	slurm      cluster.Slurm
}

// defaultTasks is the number of tasks that run at the same time on a cluster by default.
const defaultTasks = 16

// cluster returns the engine for a number of tasks; atOnce of them run at the same time unless the
// flag sets another number.
func (e *engineFlag) cluster(tasks, atOnce int, tell func(cluster.Progress)) cluster.Engine {
	if e.kind == engineLocal {
		workers := e.workers
		if workers == 0 {
			workers = atOnce
		}
		return cluster.Local{Workers: min(workers, tasks), Observe: tell}
	}
	s := e.slurm
	s.Observe = tell
	if s.Tasks == 0 {
		s.Tasks = atOnce
	}
	if s.Tasks == 0 && os.Getenv("SLURM_JOB_ID") == "" { // in an allocation they are as many as that has
		s.Tasks = min(tasks, defaultTasks)
	}
	return s
}

func (e *engineFlag) String() string { return e.text }
func (*engineFlag) Type() string     { return "engine" }

// Set reads the flag.
func (e *engineFlag) Set(text string) error {
	name, rest, more := strings.Cut(text, ":")
	read := engineFlag{text: text, kind: name}
	var err error
	switch name {
	case engineLocal:
		err = read.setWorkers(rest, more)
	case engineSlurm:
		err = read.setSlurm(rest, more)
	default:
		return fmt.Errorf("there is no engine %q; want local:N, slurm or slurm:PARTITION", name)
	}
	if err == nil {
		*e = read
	}
	return err
}

func (e *engineFlag) setWorkers(text string, more bool) (err error) {
	if !more {
		return nil
	}
	if e.workers, err = readCount(text); err != nil {
		return fmt.Errorf("local has the setting %q; want the number of processes, such as local:4", text)
	}
	return nil
}

// slurmSettings are those that have names.
var slurmSettings = map[string]func(s *cluster.Slurm, value string) error{
	"partition": func(s *cluster.Slurm, v string) error { s.Partition = v; return nil },
	"account":   func(s *cluster.Slurm, v string) error { s.Account = v; return nil },
	"tasks":     func(s *cluster.Slurm, v string) (err error) { s.Tasks, err = readCount(v); return err },
	"cpus":      func(s *cluster.Slurm, v string) (err error) { s.CPUs, err = readCount(v); return err },
	"memory":    func(s *cluster.Slurm, v string) (err error) { s.Memory, err = readMemory(v); return err },
	"time":      func(s *cluster.Slurm, v string) (err error) { s.Time, err = readSlurmTime(v); return err },
}

func (e *engineFlag) setSlurm(text string, more bool) error {
	if !more {
		return nil
	}
	for i, setting := range strings.Split(text, ",") {
		if strings.HasPrefix(setting, "--") {
			e.slurm.Extra = append(e.slurm.Extra, setting)
			continue
		}
		name, value, named := strings.Cut(setting, "=")
		if !named && i == 0 && name != "" {
			e.slurm.Partition = name
			continue
		}
		set := slurmSettings[name]
		if set == nil || value == "" {
			return fmt.Errorf("slurm has the setting %q; want PARTITION first, and then any of tasks=N, cpus=N, memory=4G, time=1h, account=NAME and --OPTION of sbatch", setting)
		}
		if err := set(&e.slurm, value); err != nil {
			return fmt.Errorf("%s is %q; %w", name, value, err)
		}
	}
	return nil
}

func readCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, errors.New("want a number from 1 on")
	}
	return n, nil
}

var slurmMemory = regexp.MustCompile(`^[1-9][0-9]{0,8}[KMGT]?$`)

func readMemory(text string) (string, error) {
	if !slurmMemory.MatchString(text) {
		return "", errors.New("want a number with K, M, G or T, such as 4G")
	}
	return text, nil
}

// slurmTime are the times that Slurm reads: minutes, minutes:seconds, hours:minutes:seconds
// and days-hours with minutes and seconds or without.
var slurmTime = regexp.MustCompile(`^([0-9]+(:[0-9]+){0,2}|[0-9]+-[0-9]+(:[0-9]+){0,2})$`)

// readSlurmTime returns a time as Slurm writes it: 90m is 90 minutes.
func readSlurmTime(text string) (string, error) {
	if slurmTime.MatchString(text) {
		return text, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return "", errors.New("want a time such as 1h, 90m or 1:30:00")
	}
	minutes := (d + time.Minute - 1) / time.Minute
	return strconv.Itoa(int(minutes)), nil
}
