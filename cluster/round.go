package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

// A round is a submission: some tasks of a job, dealt to ranks. Rank r gets every
// Ranks-th task, beginning with the r-th.
type round struct {
	Number int   `json:"-"`
	Ranks  int   `json:"ranks"`
	Tasks  []int `json:"tasks"`
}

func roundName(number int) string      { return fmt.Sprintf("round-%04d", number) }
func beatName(number, rank int) string { return fmt.Sprintf("round-%04d.%05d", number, rank) }

// share returns the tasks of a rank, in order.
func (r round) share(rank int) []int {
	var tasks []int
	for i := rank; i < len(r.Tasks); i += r.Ranks {
		tasks = append(tasks, r.Tasks[i])
	}
	return tasks
}

// arguments returns the arguments of a process that is a rank of a round; rank is a
// number or the variable that holds it.
func (p place) arguments(r round, rank string, more ...string) []string {
	return append([]string{taskCommand, "--dir", p.dir, "--job", p.name, "--round", strconv.Itoa(r.Number), "--index", rank}, more...)
}

func (p place) writeRound(r round) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(p.file(roundName(r.Number)), raw, 0o600)
}

func (p place) readRound(number int) (round, error) {
	r := round{Number: number}
	path := p.file(roundName(number))
	raw, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, fmt.Errorf("cluster: %s: %w", path, err)
	}
	if r.Ranks < 1 {
		return r, fmt.Errorf("cluster: %s is for %d ranks", path, r.Ranks)
	}
	return r, nil
}

// pulse is the state that a rank writes to its own file while it works: the task it has
// begun last, the machine, and an increasing count. A rank whose pulse stops is presumed
// dead. The file is removed when the rank has finished its share.
type pulse struct {
	Index int    `json:"index"`
	Host  string `json:"host"`
	PID   int    `json:"pid"`
	Beats int    `json:"beats"`
}

const pulseEvery = time.Second

// heart writes a rank's pulse.
type heart struct {
	mu   sync.Mutex
	path string
	now  pulse
	stop chan struct{}
}

// newHeart starts the pulse; a rank without a round has neither file nor pulse.
func newHeart(path string) *heart {
	host, _ := os.Hostname()
	h := &heart{path: path, now: pulse{Index: -1, Host: host, PID: os.Getpid()}, stop: make(chan struct{})}
	if path != "" {
		go h.beat()
	}
	return h
}

func (h *heart) beat() {
	for tick := time.NewTicker(pulseEvery); ; {
		select {
		case <-h.stop:
			tick.Stop()
			return
		case <-tick.C:
			h.begin(-1)
		}
	}
}

// begin records that a task begins, or with -1 that the last one goes on. If the disk is
// full, it records nothing, and the task runs all the same.
func (h *heart) begin(index int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.path == "" {
		return
	}
	if index >= 0 {
		h.now.Index = index
	}
	h.now.Beats++
	if raw, err := json.Marshal(h.now); err == nil {
		_ = os.WriteFile(h.path, raw, 0o600)
	}
}

// end stops the pulse; the file stays if the share is unfinished.
func (h *heart) end(done bool) {
	close(h.stop)
	h.mu.Lock()
	defer h.mu.Unlock()
	if done && h.path != "" {
		_ = os.Remove(h.path)
	}
	h.path = ""
}

// readPulse returns the pulse of a rank; ok is false if there is none, or it is being
// written.
func (p place) readPulse(number, rank int) (now pulse, ok bool) {
	raw, err := os.ReadFile(p.file(beatName(number, rank)))
	if err != nil || json.Unmarshal(raw, &now) != nil {
		return now, false
	}
	return now, true
}
