package cluster

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"krigo/internal/replace"
)

// Exit statuses of a process that runs tasks.
const (
	statusDone  = 0
	statusFinal = 1  // the task's message is in its file NNNNN.err
	statusAgain = 75 // EX_TEMPFAIL of sysexits.h
)

// taskCommand is the first argument of a process that runs tasks.
const taskCommand = "task"

// serves reports that this program can run tasks: without that, its copies would run all
// of it.
var serves atomic.Bool

// Main lets copies of the program run tasks. Call it at the beginning of main, and of
// TestMain: a process that was started to run tasks, with the arguments
//
//	task --dir DIR --job JOB [--index N]
//
// runs them and ends here, with status 0, 1 for an error that is final, or 75 for what may
// succeed when it runs again. JOB is the hash of a job or the name of its folder. The
// index is a number, the name of a variable of the environment, or else the scheduler's
// variable: SLURM_ARRAY_TASK_ID, SLURM_PROCID, JOB_COMPLETION_INDEX,
// AWS_BATCH_JOB_ARRAY_INDEX, or SGE_TASK_ID, which counts from 1. SIGTERM cancels the
// task's context. For all other processes Main does nothing.
func Main() {
	serves.Store(true)
	if IsTask() {
		os.Exit(work(os.Args[2:]))
	}
}

// IsTask reports whether this process was started to run tasks, which [Main] will do: for
// setup that only these processes need first, such as linalg.Register.
func IsTask() bool { return len(os.Args) > 1 && os.Args[1] == taskCommand }

// orders are the arguments of a process that runs tasks.
type orders struct {
	dir, job, index string
	round           int  // whose rank the index is; 0 for a single task
	tied            bool // to its parent: it ends when its standard input does
}

func readOrders(args []string) (orders, error) {
	var o orders
	flags := flag.NewFlagSet(taskCommand, flag.ContinueOnError)
	flags.StringVar(&o.dir, "dir", "", "the `folder` of the jobs")
	flags.StringVar(&o.job, "job", "", "the `job`: its hash or the name of its folder")
	flags.StringVar(&o.index, "index", "", "the task: a `number`, or the variable that holds it")
	flags.IntVar(&o.round, "round", 0, "the index is that of a rank in round `N`")
	flags.BoolVar(&o.tied, "tied", false, "end when standard input ends")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.dir == "" || o.job == "" || flags.NArg() > 0 {
		flags.Usage()
		return o, errors.New("task: want --dir and --job, and nothing else")
	}
	return o, nil
}

// work runs the tasks that the arguments name, and returns the exit status.
func work(args []string) int {
	stdout := os.Stdout
	os.Stdout = os.Stderr // output of tasks is not a result
	defer func() { os.Stdout = stdout }()
	o, err := readOrders(args)
	if errors.Is(err, flag.ErrHelp) {
		return statusDone
	}
	if err != nil {
		return tell(final{err})
	}
	return tell(o.obey())
}

// tell reports the failure, and returns its exit status.
func tell(err error) int {
	var f final
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &f):
		fmt.Fprintln(os.Stderr, "krigo:", err)
		return statusFinal
	default:
		fmt.Fprintln(os.Stderr, "krigo:", err)
		return statusAgain
	}
}

// final is an error that another run would meet again.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

func (o orders) obey() error {
	ctx, stop := o.context()
	defer stop()
	p, err := findPlace(o.dir, o.job)
	if err != nil {
		return err
	}
	n, err := readIndex(o.index, os.Getenv)
	if err != nil {
		return final{err}
	}
	if o.round == 0 {
		return p.do(ctx, []int{n}, newHeart(""))
	}
	r, err := p.readRound(o.round)
	if err != nil {
		return err
	}
	return p.do(ctx, r.share(n), newHeart(p.file(beatName(o.round, n))))
}

// orphanGrace is the time that a task has to check its context after its parent is gone.
const orphanGrace = 30 * time.Second

// context returns a context that ends with SIGTERM, and with the standard input if that
// ties the process to its parent. An interrupt of the terminal is for the parent.
func (o orders) context() (context.Context, context.CancelFunc) {
	signal.Ignore(os.Interrupt)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	if !o.tied {
		return ctx, stop
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
		time.Sleep(orphanGrace)
		os.Exit(statusAgain)
	}()
	return ctx, func() { cancel(); stop() }
}

// do runs tasks one after the other, except those with a result.
func (p place) do(ctx context.Context, indices []int, h *heart) (err error) {
	defer func() { h.end(err == nil) }()
	for _, i := range indices {
		if i < 0 || i >= p.job.Tasks {
			return final{fmt.Errorf("cluster: task %d of a job of %d", i, p.job.Tasks)}
		}
		if there, err := hasResult(p.file(outName(i)), p.id, i); there && err == nil {
			continue
		}
		h.begin(i)
		if err := p.doOne(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// doOne runs a task and writes its result, or its final error.
func (p place) doOne(ctx context.Context, index int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	out, err := p.compute(ctx, index)
	if err == nil {
		return writeResult(p.file(outName(index)), p.id, index, out)
	}
	if mayPass(err) || ctx.Err() != nil {
		return err
	}
	return final{errors.Join(err, replace.Bytes(p.file(errName(index)), []byte(err.Error()+"\n")))}
}

// compute calls the kind's function; its panic is an error.
func (p place) compute(ctx context.Context, index int) (out []byte, err error) {
	kind, err := lookUp(p.job.Kind)
	if err != nil {
		return nil, err
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return kind.run(ctx, Task{Dir: p.dir, Kind: p.job.Kind, Spec: p.job.Spec, Index: index, Tasks: p.job.Tasks})
}

// indexVariables are the environment variables in which schedulers pass a process its
// index; the first that is set counts.
var indexVariables = []struct {
	name  string
	first int
}{
	{"SLURM_ARRAY_TASK_ID", 0},
	{"SLURM_PROCID", 0},
	{"JOB_COMPLETION_INDEX", 0},
	{"AWS_BATCH_JOB_ARRAY_INDEX", 0},
	{"SGE_TASK_ID", 1},
}

// readIndex returns the index in an argument, or in the environment.
func readIndex(argument string, env func(string) string) (int, error) {
	if n, err := strconv.Atoi(argument); err == nil {
		return n, nil
	}
	var names []string
	for _, v := range indexVariables {
		names = append(names, v.name)
		if argument != "" && argument != v.name {
			continue
		}
		if n, err := strconv.Atoi(env(v.name)); err == nil { // Grid Engine's may be "undefined"
			return n - v.first, nil
		}
	}
	if argument != "" {
		return 0, fmt.Errorf("task: --index %s is neither a number nor a variable that holds one", argument)
	}
	return 0, fmt.Errorf("task: --index is missing, and none of %s is set", strings.Join(names, ", "))
}
