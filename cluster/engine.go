package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Engine is where tasks run: [Local] or [Slurm].
type Engine interface {
	// settings returns the engine's entry in the manifest.
	settings() settings
	// observer may be nil.
	observer() func(Progress)
	// crew returns what runs the jobs of a session; many reports that there may be more
	// than one.
	crew(s *Session, many bool) (crew, error)
}

// Progress is the progress of a job.
type Progress struct {
	// Done of Tasks have results, including those from earlier runs.
	Done, Tasks int
	// Running is the number of processes that are known to work.
	Running int
	// Again counts the tasks that had to be submitted again.
	Again int
	// State says what is waited for: "running", "done", or the scheduler's words such
	// as "pending (Priority)".
	State string
}

// crew runs the tasks of a session's jobs.
type crew interface {
	// deal takes the first of the waiting tasks, to be submitted now on the returned
	// number of ranks, when underWay submissions are running already; it returns none if
	// the tasks have to wait.
	deal(waiting []int, underWay int) (tasks []int, ranks int)
	// submit begins a round.
	submit(ctx context.Context, p place, r round) (*submission, error)
	// close gives back what the crew holds.
	close() error
}

// submission is a round that has begun.
type submission struct {
	round  round
	cancel func()        // ends what runs of it, and does not wait for that
	ended  chan struct{} // closed when none of its processes runs any more
	pulses map[int]seen  // of its ranks

	mu  sync.Mutex
	now report
}

func newSubmission(r round, cancel func(), state string) *submission {
	return &submission{
		round: r, cancel: cancel, ended: make(chan struct{}), pulses: map[int]seen{}, now: report{state: state},
	}
}

// say stores the engine's report.
func (s *submission) say(now report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

func (s *submission) report() report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// finish records that no process of the submission runs any more, and the last output.
func (s *submission) finish(last report) {
	s.say(last)
	s.cancel()
	close(s.ended)
}

// rescued reports whether some of its ranks were given up.
func (s *submission) rescued() bool {
	for _, p := range s.pulses {
		if p.rescued {
			return true
		}
	}
	return false
}

// report is the engine's state of a submission.
type report struct {
	state string // while it is under way
	text  string // when it has ended: what its processes said last
	err   error  // and why another one would fail too
}

// seen is the last pulse of a rank, and the time when it changed.
type seen struct {
	pulse
	at      time.Time
	rescued bool // what was left of its share was queued again
}

// settings is an engine in the manifest.
type settings struct {
	Name    string  `json:"name"`
	Options options `json:"options"`
}

// options returns the options of all engines.
type options struct {
	Workers   int      `json:"workers,omitempty"`
	Partition string   `json:"partition,omitempty"`
	Account   string   `json:"account,omitempty"`
	Tasks     int      `json:"tasks,omitempty"`
	CPUs      int      `json:"cpus,omitempty"`
	Memory    string   `json:"memory,omitempty"`
	Time      string   `json:"time,omitempty"`
	Extra     []string `json:"extra,omitempty"`
}

// engine returns the engine that the settings describe.
func (s settings) engine(observe func(Progress)) (Engine, error) {
	o := s.Options
	switch s.Name {
	case localName:
		return Local{Workers: o.Workers, Observe: observe}, nil
	case slurmName:
		return Slurm{
			Partition: o.Partition, Account: o.Account, Tasks: o.Tasks, CPUs: o.CPUs,
			Memory: o.Memory, Time: o.Time, Extra: o.Extra, Observe: observe,
		}, nil
	}
	raw, err := json.Marshal(s)
	return nil, errors.Join(fmt.Errorf("cluster: the manifest names the engine %s, which this program does not know", raw), err)
}

// tail keeps the end of a process's output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if more := len(t.text) - tailSize; more > 0 {
		t.text = append(t.text[:0], t.text[more:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// killGrace is the time between SIGTERM and SIGKILL.
const killGrace = 5 * time.Second

// gentle makes the end of a command's context a SIGTERM, and a kill after killGrace.
func gentle(cmd *exec.Cmd) {
	cmd.WaitDelay = killGrace
	if runtime.GOOS != "windows" { // which has no such signal
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	}
}

// start starts a command. It retries with a new one if another thread of this process
// is starting a process as well and still has the fresh copy of the program open.
func start(command func() (*exec.Cmd, error)) (*exec.Cmd, error) {
	for try := 0; ; try++ {
		cmd, err := command()
		if err == nil {
			err = cmd.Start()
		}
		if !isBusy(err) || try == 100 {
			return cmd, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// shareOf returns the environment of a process that has that many processors to itself.
// The BLAS keeps the number of threads of other programs if last digits depend on it.
func shareOf(processors int) []string {
	return append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(max(1, processors)))
}

// processors returns the number of processors that this process may use.
func processors() int { return runtime.GOMAXPROCS(0) }

// commandLimit bounds the time that a scheduler's command may take to answer.
const commandLimit = time.Minute

// ask runs a scheduler's command and returns its output; the error contains its standard
// error.
func ask(ctx context.Context, stdin string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", complained(name, err, complaint.String())
	}
	return strings.TrimSpace(out.String()), nil
}

func complained(name string, err error, complaint string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("cluster: %s was not found; use a machine that has Slurm's commands in its PATH, or cluster.Local", name)
	}
	return fmt.Errorf("cluster: %s: %w: %s", name, err, strings.TrimSpace(complaint))
}
