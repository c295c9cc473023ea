package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Slurm runs tasks on the machines of a Slurm cluster, by its commands, which have to be
// in the PATH. One job ([Run]) is an array of batch jobs; a session ([Open]) has one
// allocation, in which each of its jobs is a step. In a program that runs inside an
// allocation, both use this.
type Slurm struct {
	// Partition and Account are Slurm's; "" selects Slurm's defaults.
	Partition, Account string
	// Tasks is the number of processes that run at the same time: 0 is 1, or all tasks of
	// the allocation in which the program runs.
	Tasks int
	// CPUs is the number of processors of each (GOMAXPROCS); 0 is 1.
	CPUs int
	// Memory of each process, such as "4G" or "500M"; without a unit it is in MB. "" is
	// Slurm's default.
	Memory string
	// Time is the limit of a job or an allocation in Slurm's format: "1:30:00" for hours,
	// "90" for minutes; "" is the partition's default.
	Time string
	// Extra are further options of sbatch and salloc: "--constraint=avx2".
	Extra []string
	// Observe receives the progress of a job about once a second; it may be nil.
	Observe func(Progress)
}

const slurmName = "slurm"

func (s Slurm) settings() settings {
	return settings{slurmName, options{
		Partition: s.Partition, Account: s.Account, Tasks: s.Tasks, CPUs: s.CPUs,
		Memory: s.Memory, Time: s.Time, Extra: s.Extra,
	}}
}

func (s Slurm) observer() func(Progress) { return s.Observe }

func (s Slurm) crew(of *Session, many bool) (crew, error) {
	inside := os.Getenv("SLURM_JOB_ID")
	if inside != "" {
		s.Tasks, s.CPUs = orVariable(s.Tasks, "SLURM_NTASKS"), orVariable(s.CPUs, "SLURM_CPUS_PER_TASK")
	}
	s.Tasks, s.CPUs = orOne(s.Tasks), orOne(s.CPUs)
	if _, err := s.request(of.dir); err != nil {
		return nil, err
	}
	switch {
	case inside != "":
		return newSteps(of, s, &allocation{id: inside}), nil
	case many:
		return newSteps(of, s, nil), nil
	}
	return &arrays{s: of, slurm: s}, nil
}

// orVariable returns n, or if that is 0 the number in an environment variable.
func orVariable(n int, name string) int {
	if n != 0 {
		return n
	}
	n, _ = strconv.Atoi(os.Getenv(name)) // without a number it is 0
	return n
}

func orOne(n int) int {
	if n == 0 {
		return 1
	}
	return n
}

// request returns the options that ask for the resources of each process.
func (s Slurm) request(dir string) ([]string, error) {
	if s.Tasks < 1 || s.CPUs < 1 {
		return nil, fmt.Errorf("cluster: Slurm has %d tasks of %d CPUs; want at least 1 of each", s.Tasks, s.CPUs)
	}
	args := []string{"--job-name=" + jobName(dir), fmt.Sprintf("--cpus-per-task=%d", s.CPUs)}
	for _, o := range []struct{ name, value string }{{"--partition", s.Partition}, {"--account", s.Account}, {"--time", s.Time}} {
		if o.value != "" {
			args = append(args, o.name+"="+o.value)
		}
	}
	if s.Memory != "" {
		kilobytes, err := readMemory(s.Memory)
		if err != nil {
			return nil, err
		}
		args = append(args, fmt.Sprintf("--mem-per-cpu=%dK", (kilobytes+int64(s.CPUs)-1)/int64(s.CPUs)))
	}
	return append(args, s.Extra...), nil
}

// jobName returns the name of all jobs that are submitted for a folder, by which they
// can be cancelled.
func jobName(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return fmt.Sprintf("krigo-%x", sum[:6])
}

var memory = regexp.MustCompile(`^([1-9][0-9]{0,8})([KMGT]?)$`)

// readMemory parses an amount of memory and returns KB.
func readMemory(text string) (int64, error) {
	m := memory.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf(`cluster: Slurm's memory is %q; want a number with K, M, G or T, such as "4G"`, text)
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0, err
	}
	return n * map[string]int64{"K": 1, "": 1 << 10, "M": 1 << 10, "G": 1 << 20, "T": 1 << 30}[m[2]], nil
}

// Slurm's errors that may pass, since its controller is restarting or busy, and those of
// srun that never will.
var (
	passing  = []string{"Unable to contact slurm controller", "Socket timed out", "temporarily unable", "Connection refused", "Zero Bytes were transmitted"}
	hopeless = []string{"More processors requested than permitted", "node configuration is not available", "Memory required by task is not available"}
)

func hasOne(text string, of []string) bool {
	return slices.ContainsFunc(of, func(part string) bool { return strings.Contains(text, part) })
}

// complaint describes a command that failed.
func complaint(err error) report {
	if hasOne(err.Error(), passing) || errors.Is(err, context.DeadlineExceeded) {
		return report{text: err.Error()}
	}
	return report{err: err}
}

// arrays is the crew of Slurm for one job: a submission is an array of batch jobs.
type arrays struct {
	s     *Session
	slurm Slurm
}

const (
	// elementsEach is the number of array elements per process that runs at the same time,
	// so that tasks of different length end together. Each element has several tasks,
	// since starting an element takes longer than starting a task.
	elementsEach = 4
	// mostElements is Slurm's default limit (MaxArraySize).
	mostElements = 1000
	// queueEvery is the interval between queries of the queue.
	queueEvery = 2 * time.Second
)

func (c *arrays) deal(waiting []int, _ int) (tasks []int, ranks int) {
	return waiting, min(len(waiting), elementsEach*c.slurm.Tasks, mostElements)
}

func (c *arrays) submit(ctx context.Context, p place, r round) (*submission, error) {
	args, err := c.slurm.request(p.dir)
	if err != nil {
		return nil, err
	}
	args = append(args, "--parsable", "--no-requeue", "--nodes=1", "--ntasks=1",
		fmt.Sprintf("--array=0-%d%%%d", r.Ranks-1, c.slurm.Tasks), "--output="+p.file(logName(r.Number, "%a")))
	ctx, cancel := context.WithCancel(ctx)
	s := newSubmission(r, cancel, "submitting")
	go func() { s.finish(c.follow(ctx, s, p, args)) }()
	return s, nil
}

func logName(round int, element string) string {
	return roundName(round) + "-" + element + ".log"
}

// follow submits an array and waits until it has ended.
func (c *arrays) follow(ctx context.Context, s *submission, p place, args []string) report {
	// What an interrupt would leave in the queue has to be known, to be cancelled.
	id, err := ask(context.WithoutCancel(ctx), c.script(p, s.round), "sbatch", args...)
	if err != nil {
		return complaint(err)
	}
	id, _, _ = strings.Cut(id, ";") // followed by the name of the cluster
	for {
		select {
		case <-ctx.Done():
			_, err := ask(context.WithoutCancel(ctx), "", "scancel", id)
			return report{err: err}
		case <-time.After(queueEvery):
		}
		state, gone := queueState(ctx, id)
		if gone {
			return report{text: p.lastLog(s.round)}
		}
		s.say(report{state: state})
	}
}

// script returns a batch job, an element of an array.
func (c *arrays) script(p place, r round) string {
	words := append([]string{c.s.file(c.s.program)}, p.arguments(r, "SLURM_ARRAY_TASK_ID")...)
	for i, w := range words {
		words[i] = quote(w)
	}
	return fmt.Sprintf("#!/bin/sh\nexport GOMAXPROCS=%d\nexec %s\n", c.slurm.CPUs, strings.Join(words, " "))
}

// quote makes a text one word of the shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// queueState returns the queue's state of a job; gone if the queue does not have it any
// more.
func queueState(ctx context.Context, id string) (state string, gone bool) {
	rows, err := ask(ctx, "", "squeue", "--noheader", "--jobs="+id, "--format=%T (%r)")
	switch {
	case err != nil && strings.Contains(err.Error(), "Invalid job id"):
		return "", true
	case err != nil:
		return err.Error(), false
	}
	return stateOf(rows)
}

// stateOf returns the state of a job whose elements have these rows: running if one of
// them is. An element that is completing runs nothing any more; on a lost machine it
// stays so for long.
func stateOf(rows string) (state string, gone bool) {
	for row := range strings.Lines(rows) {
		row = strings.ToLower(strings.TrimSpace(row))
		if strings.HasPrefix(row, "running") {
			return "running", false
		}
		if row != "" && !strings.HasPrefix(row, "completing") {
			state = row
		}
	}
	return state, state == ""
}

// lastLog returns the end of the last non-empty log.
func (p place) lastLog(r round) string {
	for rank := r.Ranks - 1; rank >= 0; rank-- {
		raw, err := os.ReadFile(p.file(logName(r.Number, strconv.Itoa(rank))))
		if err != nil || len(strings.TrimSpace(string(raw))) == 0 {
			continue
		}
		t := tail{}
		t.Write(raw)
		return t.String()
	}
	return ""
}

func (c *arrays) close() error { return nil }
