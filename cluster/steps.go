package cluster

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// steps is the crew of Slurm for a session: a submission is a step in an allocation.
type steps struct {
	s     *Session
	slurm Slurm

	room atomic.Int64 // how many ranks the allocation has room for

	mu  sync.Mutex // held while an allocation is waited for
	now *allocation
}

func newSteps(s *Session, slurm Slurm, inside *allocation) *steps {
	c := &steps{s: s, slurm: slurm, now: inside}
	c.room.Store(int64(slurm.Tasks))
	return c
}

func (c *steps) deal(waiting []int, _ int) (tasks []int, ranks int) {
	return waiting, min(len(waiting), int(c.room.Load()))
}

func (c *steps) submit(ctx context.Context, p place, r round) (*submission, error) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSubmission(r, cancel, "waiting for an allocation")
	go func() { s.finish(c.follow(ctx, s, p)) }()
	return s, nil
}

// follow runs a step and waits until it has ended.
func (c *steps) follow(ctx context.Context, s *submission, p place) report {
	in, err := c.allocation(ctx)
	if err != nil {
		return complaint(err)
	}
	s.say(report{state: "running"})
	first := in.steps.Add(1) == 1
	said := &tail{}
	cmd := exec.CommandContext(ctx, "srun", c.step(in, p, s.round)...)
	cmd.Env, cmd.Stdout, cmd.Stderr = shareOf(c.slurm.CPUs), said, said
	gentle(cmd)
	if err := cmd.Start(); err != nil {
		return report{err: complained("srun", err, "")}
	}
	err = cmd.Wait()
	return c.judge(ctx, in, first, err, said.String())
}

// judge decides what to do after a step: one that does not fit into a fresh allocation
// never will. An allocation that has lost a machine stays in use; one that Slurm has
// revoked, which salloc notices late or never, is given up.
func (c *steps) judge(ctx context.Context, in *allocation, first bool, err error, said string) report {
	switch tooSmall := hasOne(said, hopeless); {
	case err == nil || ctx.Err() != nil:
	case tooSmall && first:
		return report{err: fmt.Errorf("cluster: srun: %s", said)}
	case tooSmall:
		c.measure(ctx, in)
	default:
		if _, gone := queueState(ctx, in.id); gone {
			c.drop(in)
		}
	}
	return report{text: said}
}

// measure sets the ranks that an allocation still has room for.
func (c *steps) measure(ctx context.Context, in *allocation) {
	text, _ := ask(ctx, "", "squeue", "--noheader", "--jobs="+in.id, "--format=%C")
	n, _ := strconv.Atoi(text) // without an answer there is none
	if n /= c.slurm.CPUs; n < 1 {
		c.drop(in)
		return
	}
	c.room.Store(int64(n))
}

// drop gives up an allocation.
func (c *steps) drop(in *allocation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == in && in.release != nil {
		c.now = nil
		_ = in.release() // there may be none to give back
	}
}

// step returns the arguments of srun. The step goes on when a rank or a machine is lost,
// and shares its processors: with the program's own step, and with steps that are
// ending.
func (c *steps) step(in *allocation, p place, r round) []string {
	args := []string{
		"--jobid=" + in.id, "--ntasks=" + strconv.Itoa(r.Ranks), "--cpus-per-task=" + strconv.Itoa(c.slurm.CPUs),
		"--overlap", "--no-kill", "--kill-on-bad-exit=0", "--wait=0", "--mpi=none", "--input=none", c.s.file(c.s.program),
	}
	return append(args, p.arguments(r, "SLURM_PROCID")...)
}

// allocation returns the present allocation, or a new one if there is none or it was
// lost.
func (c *steps) allocation(ctx context.Context) (*allocation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil && !c.now.isLost() {
		return c.now, nil
	}
	args, err := c.slurm.request(c.s.dir)
	if err != nil {
		return nil, err
	}
	c.room.Store(int64(c.slurm.Tasks))
	c.now, err = allocate(ctx, append(args, "--ntasks="+strconv.Itoa(c.slurm.Tasks), "--no-kill", "--kill-command=KILL"))
	return c.now, err
}

func (c *steps) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil || c.now.release == nil { // none, or the one the program runs in
		return nil
	}
	return c.now.release()
}

// allocation is one that salloc obtained. salloc returns it when the command that it
// runs ends, and that ends with its standard input: when this process closes it or ends
// for any reason. (With salloc --no-shell the allocation of a killed program would stay
// until its time limit.)
type allocation struct {
	id      string
	lost    chan struct{} // closed when Slurm has revoked it; nil for the one the program runs in
	release func() error  // nil for that one
	steps   atomic.Int64  // the number of steps begun
}

// holder prints the number of the allocation and holds it.
const holder = "echo $SLURM_JOB_ID; exec cat"

// allocate waits for an allocation, or until ctx ends.
func allocate(ctx context.Context, args []string) (*allocation, error) {
	said := &tail{}
	cmd := exec.Command("salloc", append(args, "sh", "-c", holder)...)
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, complained("salloc", err, "")
	}
	stop := context.AfterFunc(ctx, func() { endGently(cmd.Process) })
	line, _ := bufio.NewReader(out).ReadString('\n')
	stop()
	a := &allocation{id: strings.TrimSpace(line), lost: make(chan struct{})}
	if a.id == "" {
		return nil, complained("salloc", cmd.Wait(), said.String())
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait() // how it has ended does not matter
		close(a.lost)
	}()
	a.release = func() error { return a.giveBack(in) }
	return a, nil
}

// endGently ends a process that may have ended: salloc leaves the queue at SIGTERM, if
// the controller answers.
func endGently(p *os.Process) {
	_ = p.Signal(syscall.SIGTERM)
	time.Sleep(killGrace)
	_ = p.Kill()
}

func (a *allocation) isLost() bool {
	select {
	case <-a.lost:
		return true
	default:
		return false
	}
}

// giveBack ends the command that holds the allocation.
func (a *allocation) giveBack(in io.Closer) error {
	if a.isLost() {
		return nil
	}
	_ = in.Close() // it may end just now
	select {
	case <-a.lost:
		return nil
	case <-time.After(killGrace):
	}
	if _, err := ask(context.Background(), "", "scancel", a.id); err != nil {
		return fmt.Errorf("cluster: give back allocation %s: %w", a.id, err)
	}
	return nil
}
