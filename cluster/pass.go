package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// mostRuns bounds the number of times that a task is begun.
	mostRuns = 3
	// mostRounds bounds the number of submissions in which a task was not even begun.
	mostRounds = 8
	// silence is the time without a new pulse after which a rank's unfinished tasks are
	// queued again, although the scheduler reports nothing yet.
	silence = 5 * time.Second
	// Intervals at which results are looked for: short at first, then longer.
	shortestLook, longestLook = 20 * time.Millisecond, 500 * time.Millisecond
	// The pause after a submission that ran nothing, which doubles: a scheduler may be
	// busy, and a file server may show new files late.
	shortestPause, longestPause = time.Second, 16 * time.Second
	// observeEvery is the interval between calls of the observer.
	observeEvery = time.Second
)

// pass runs a job.
type pass struct {
	s    *Session
	p    place
	each func(index int, out []byte) error

	anyOrder bool // results are handed over as they come

	done    []bool
	results int    // how many are done
	handed  []bool // which were handed over
	next    int    // the first that was not
	runs    []int  // how often a task was begun and not finished
	rounds  []int  // how often it was submitted and not finished
	waiting []int  // tasks to submit, in order
	again   int    // how many were queued once more

	number   int // of the last round
	underWay []*submission
	notNow   time.Time // nothing is submitted before
	pause    time.Duration
	look     time.Duration
	wake     chan struct{} // a submission has ended
	told     time.Time     // when the observer was called
	felt     time.Time     // when pulses were
}

func newPass(s *Session, p place, each func(int, []byte) error) *pass {
	n := p.job.Tasks
	return &pass{
		s: s, p: p, each: each, done: make([]bool, n), handed: make([]bool, n), runs: make([]int, n), rounds: make([]int, n),
		pause: shortestPause, look: shortestLook, wake: make(chan struct{}, 1),
	}
}

func (r *pass) run(ctx context.Context) (err error) {
	if ctx == nil {
		return errors.New("cluster: ctx is nil; pass context.Background()")
	}
	unlock, err := r.p.lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := r.begin(); err != nil {
		return err
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	err = r.loop(inner)
	r.end()
	if r.anyOrder && ctx.Err() != nil {
		err = errors.Join(err, r.lastLook(context.WithoutCancel(ctx)))
	}
	if err != nil {
		return err
	}
	r.tell(time.Time{})
	return r.p.tidy(func(name string) bool { return isError(name) || isRound(name) || isPart(name) })
}

// begin finds the existing results of the job, and removes errors: their cause may be
// gone.
func (r *pass) begin() error {
	missing, err := r.p.missing()
	if err != nil {
		return err
	}
	for i := range r.done {
		r.done[i] = true
	}
	for _, i := range missing {
		r.done[i] = false
	}
	r.results, r.waiting = r.p.job.Tasks-len(missing), missing
	if r.number, err = r.p.lastRound(); err != nil {
		return err
	}
	return r.p.tidy(isError)
}

// loop runs until all results are handed over.
func (r *pass) loop(ctx context.Context) error {
	for {
		err := r.step(ctx)
		switch {
		case r.next == r.p.job.Tasks:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		}
		r.tell(time.Now())
		r.wait(ctx)
	}
}

// step handles what has changed since the last step.
func (r *pass) step(ctx context.Context) error {
	ended := r.takeEnded() // before the look, which therefore sees all that they wrote
	if err := r.lookAround(); err != nil {
		return err
	}
	if err := r.handOver(ctx); err != nil {
		return err
	}
	for _, s := range ended {
		if err := r.settle(s); err != nil {
			return err
		}
	}
	r.rescue(time.Now())
	return r.submit(ctx)
}

func (r *pass) wait(ctx context.Context) {
	timer := time.NewTimer(r.look)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-r.wake:
	case <-timer.C:
		r.look = min(2*r.look, longestLook)
	}
}

// takeEnded takes the submissions that have ended from those under way.
func (r *pass) takeEnded() (ended []*submission) {
	r.underWay = slices.DeleteFunc(r.underWay, func(s *submission) bool {
		select {
		case <-s.ended:
			ended = append(ended, s)
			return true
		default:
			return false
		}
	})
	return ended
}

// lookAround finds new results, and errors that are final.
func (r *pass) lookAround() error {
	if r.results == r.p.job.Tasks {
		return nil
	}
	names, err := r.p.names()
	if err != nil {
		return err
	}
	for i, done := range r.done {
		switch {
		case done:
		case names[outName(i)]:
			if err := r.found(i); err != nil {
				return err
			}
		case names[errName(i)]:
			return r.p.failure(i)
		}
	}
	return nil
}

func (r *pass) found(index int) error {
	there, err := hasResult(r.p.file(outName(index)), r.p.id, index)
	if there && err == nil {
		r.done[index] = true
		r.results++
		r.pause = shortestPause
	}
	return err
}

// failure returns the error of a task that is final.
func (p place) failure(index int) error {
	raw, err := os.ReadFile(p.file(errName(index)))
	if err != nil {
		return err
	}
	return fmt.Errorf("cluster: task %d of %d (%s): %s", index, p.job.Tasks, p.job.Kind, strings.TrimSpace(string(raw)))
}

// handOver hands over the next results in order, or, if any order will do, all
// available ones.
func (r *pass) handOver(ctx context.Context) error {
	for i := r.next; i < r.p.job.Tasks && (r.done[i] || r.anyOrder); i++ {
		if !r.done[i] || r.handed[i] {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		out, err := readResult(r.p.file(outName(i)), r.p.id, i)
		if err != nil {
			return err
		}
		if err := r.each(i, out); err != nil {
			return err
		}
		r.handed[i] = true
	}
	for r.next < r.p.job.Tasks && r.handed[r.next] {
		r.next++
	}
	return nil
}

// lastLook hands over the results that arrived while a cancelled job ended.
func (r *pass) lastLook(ctx context.Context) error {
	_ = r.lookAround() // another failed task changes nothing
	return r.handOver(ctx)
}

// settle queues the tasks that an ended submission left undone.
func (r *pass) settle(s *submission) error {
	left := r.loose(s.round.Tasks)
	if len(left) == 0 {
		return nil
	}
	last := s.report()
	if last.err != nil {
		return last.err
	}
	begun := r.begun(s)
	for _, i := range left {
		r.rounds[i]++
		if begun[i] {
			r.runs[i]++
		}
		if r.runs[i] >= mostRuns || r.rounds[i] >= mostRounds {
			return r.giveUp(i, last.text)
		}
	}
	if len(begun) == 0 {
		r.notNow = time.Now().Add(r.pause)
		r.pause = min(2*r.pause, longestPause)
	}
	r.queue(left)
	return nil
}

// begun returns the tasks at which ranks of a submission have ended, without those that
// were counted when the rank was given up.
func (r *pass) begun(s *submission) map[int]bool {
	begun := map[int]bool{}
	for rank := range s.round.Ranks {
		if last, ok := r.p.readPulse(s.round.Number, rank); ok && last.Index >= 0 && !s.pulses[rank].rescued {
			begun[last.Index] = true
		}
	}
	return begun
}

func (r *pass) giveUp(index int, said string) error {
	if said == "" {
		said = "nothing (it was killed, or the disk is full)"
	}
	return fmt.Errorf("cluster: task %d of %d (%s) was started %d times and ended without a result; its process printed: %s",
		index, r.p.job.Tasks, r.p.job.Kind, r.runs[index], said)
}

// rescue queues the unfinished tasks of ranks without a new pulse.
func (r *pass) rescue(now time.Time) {
	if now.Sub(r.felt) < pulseEvery {
		return
	}
	r.felt = now
	for _, s := range r.underWay {
		for rank := range s.round.Ranks {
			beat, ok := r.p.readPulse(s.round.Number, rank)
			last := s.pulses[rank]
			switch {
			case ok && beat != last.pulse:
				s.pulses[rank] = seen{beat, now, last.rescued}
			case ok && !last.rescued && now.Sub(last.at) > silence:
				last.rescued = true
				s.pulses[rank] = last
				r.rescueShare(s.round.share(rank), beat.Index)
			}
		}
	}
}

// rescueShare queues the share of a rank, without tasks that have had all their runs.
func (r *pass) rescueShare(share []int, begun int) {
	if begun >= 0 {
		r.runs[begun]++
	}
	r.queue(slices.DeleteFunc(r.loose(share), func(i int) bool { return r.runs[i] >= mostRuns }))
}

// left returns the tasks without a result.
func (r *pass) left(tasks []int) []int {
	return slices.DeleteFunc(slices.Clone(tasks), func(i int) bool { return r.done[i] })
}

// loose returns the tasks without a result that no submission under way will compute.
func (r *pass) loose(tasks []int) []int {
	busy := map[int]bool{}
	for _, s := range r.underWay {
		for rank := range s.round.Ranks {
			if !s.pulses[rank].rescued {
				add(busy, s.round.share(rank))
			}
		}
	}
	add(busy, r.waiting)
	return slices.DeleteFunc(r.left(tasks), func(i int) bool { return busy[i] })
}

func add(set map[int]bool, tasks []int) {
	for _, i := range tasks {
		set[i] = true
	}
}

func (r *pass) queue(tasks []int) {
	r.again += len(tasks)
	r.waiting = append(slices.Clone(r.waiting), tasks...)
	slices.Sort(r.waiting)
}

// submit begins the waiting tasks, up to the number that the engine accepts now.
func (r *pass) submit(ctx context.Context) error {
	r.waiting = r.left(r.waiting)
	for len(r.waiting) > 0 && time.Now().After(r.notNow) {
		tasks, ranks := r.s.crew.deal(r.waiting, r.trusted())
		if len(tasks) == 0 {
			return nil
		}
		r.waiting = r.waiting[len(tasks):]
		if err := r.submitRound(ctx, tasks, ranks); err != nil {
			return err
		}
	}
	return nil
}

// trusted returns the number of submissions that are not given up.
func (r *pass) trusted() (n int) {
	for _, s := range r.underWay {
		if !s.rescued() {
			n++
		}
	}
	return n
}

func (r *pass) submitRound(ctx context.Context, tasks []int, ranks int) error {
	r.number++
	next := round{Number: r.number, Ranks: ranks, Tasks: tasks}
	if err := r.p.writeRound(next); err != nil {
		return err
	}
	s, err := r.s.crew.submit(ctx, r.p, next)
	if err != nil {
		return err
	}
	r.underWay = append(r.underWay, s)
	go func() {
		<-s.ended
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}()
	return nil
}

// end cancels what is under way, and waits for its end, except for silent ranks, whose
// end may be far.
func (r *pass) end() {
	for _, s := range r.underWay {
		s.cancel()
	}
	for _, s := range r.underWay {
		if !s.rescued() {
			<-s.ended
		}
	}
}

// tell calls the observer if a second has passed; with the zero time in any case.
func (r *pass) tell(now time.Time) {
	observe := r.s.engine.observer()
	if observe == nil || !now.IsZero() && now.Sub(r.told) < observeEvery {
		return
	}
	r.told = now
	p := Progress{Done: r.results, Tasks: r.p.job.Tasks, Again: r.again, State: "done"}
	if r.results < p.Tasks {
		p.Running, p.State = r.running()
	}
	observe(p)
}

// running returns the number of ranks at work, and the engine's report on the
// submissions.
func (r *pass) running() (ranks int, state string) {
	var states []string
	for _, s := range r.underWay {
		for _, p := range s.pulses {
			if !p.rescued {
				ranks++
			}
		}
		states = append(states, s.report().state)
	}
	if len(states) == 0 {
		return 0, "waiting to submit again"
	}
	slices.Sort(states)
	return ranks, strings.Join(slices.Compact(states), ", ")
}

// lastRound returns the number of the last round that has files; 0 means none.
func (p place) lastRound() (last int, err error) {
	names, err := p.names()
	for name := range names {
		if number, found := strings.CutPrefix(name, "round-"); found {
			if n, err := strconv.Atoi(number); err == nil {
				last = max(last, n)
			}
		}
	}
	return last, err
}
