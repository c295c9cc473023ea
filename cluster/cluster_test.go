package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krigo/internal/testwait"
)

// TestMain lets the test's binary run tasks, and be a program that runs the job whose spec
// and folder it is given, with one task.
func TestMain(m *testing.M) {
	Main()
	if spec := os.Getenv("KRIGO_TEST_JOB"); spec != "" {
		job := Job{Kind: "troubled", Spec: []byte(spec), Tasks: 1}
		fmt.Println(Run(context.Background(), Local{}, os.Getenv("KRIGO_TEST_DIR"), job, nil))
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=10 "+os.Getenv("GORACE")) // a second else, for each process
	os.Exit(m.Run())
}

// troubled is the spec of the kind "troubled": a task notes each of its runs in the folder
// Notes, and its first runs fail as planned.
type troubled struct {
	Notes string
	// Kills maps a task to the times after which it kills its process in its first runs.
	Kills map[int][]time.Duration `json:",omitempty"`
	// Stop has a task wait for the end of its context in its first run.
	Stop int
	// Fail is the task that fails for good in runs below Until.
	Fail, Until int
	// Again is the task that fails in passing, once.
	Again int
	// Panic is the task that panics.
	Panic int
}

func newTroubled(t *testing.T) troubled {
	return troubled{Notes: t.TempDir(), Stop: -1, Fail: -1, Again: -1, Panic: -1}
}

func init() {
	Register("troubled", func(ctx context.Context, t Task) ([]byte, error) {
		var s troubled
		if err := json.Unmarshal(t.Spec, &s); err != nil {
			return nil, err
		}
		n, err := note(s.Notes, t.Index)
		if err != nil {
			return nil, err
		}
		return s.run(ctx, t, n)
	})
	RegisterFarm("root", func(_ context.Context, s string) (int, error) { return strconv.Atoi(s) })
}

// note adds a run of a task to the folder of notes, and returns the number of earlier
// runs.
func note(dir string, index int) (before int, err error) {
	runs, err := filepath.Glob(filepath.Join(dir, fmt.Sprintf("%d-*", index)))
	if err != nil {
		return 0, err
	}
	return len(runs), os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%d", index, len(runs))), nil, 0o600)
}

func (s troubled) run(ctx context.Context, t Task, before int) ([]byte, error) {
	if kills := s.Kills[t.Index]; before < len(kills) {
		time.AfterFunc(kills[before], func() {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
		})
		<-ctx.Done()
	}
	switch {
	case t.Index == s.Stop && before == 0:
		<-ctx.Done()
		return nil, errors.Join(ctx.Err(), os.WriteFile(filepath.Join(s.Notes, "stopped"), nil, 0o600))
	case t.Index == s.Fail && before < s.Until:
		if s.Stop >= 0 {
			if err := await(filepath.Join(s.Notes, fmt.Sprintf("%d-0", s.Stop))); err != nil { // has begun
				return nil, err
			}
		}
		return nil, errors.New("shard-7.csv:41: y is NaN")
	case t.Index == s.Again && before == 0:
		return nil, Again(errors.New("the file server is asleep"))
	case t.Index == s.Panic:
		panic("an index is out of range")
	}
	return answer(t.Index), nil
}

// answer returns the result of a troubled task: bytes that are specific to it.
func answer(index int) []byte {
	out := make([]byte, 1000+index)
	rand.NewChaCha8(sha256.Sum256([]byte{byte(index)})).Read(out)
	return out
}

func (s troubled) job(t *testing.T, tasks int) Job {
	t.Helper()
	spec, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return Job{Kind: "troubled", Spec: spec, Tasks: tasks}
}

// runs returns how often a task was run.
func (s troubled) runs(t *testing.T, index int) int {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(s.Notes, fmt.Sprintf("%d-*", index)))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// inOrder wants answers, one after the other, from the first on.
func inOrder(t *testing.T) (each func(int, []byte) error, count *int) {
	count = new(int)
	return func(index int, out []byte) error {
		if index != *count {
			t.Errorf("result %d is handed over, want %d", index, *count)
		}
		if !slices.Equal(out, answer(index)) {
			t.Errorf("result %d is not what the task gives", index)
		}
		*count++
		return nil
	}, count
}

func TestResultsAreThoseOfOneAfterTheOther(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		s := newTroubled(t)
		each, count := inOrder(t)
		if err := Run(t.Context(), Local{Workers: workers}, t.TempDir(), s.job(t, 20), each); err != nil {
			t.Fatal(err)
		}
		if *count != 20 {
			t.Errorf("%d workers: %d results, want 20", workers, *count)
		}
		for i := range 20 {
			if n := s.runs(t, i); n != 1 {
				t.Errorf("%d workers: task %d was run %d times", workers, i, n)
			}
		}
	}
}

// TestNothingIsLostWhereProcessesAreKilled: each task is killed at most twice, so that
// it stays within its three runs.
func TestNothingIsLostWhereProcessesAreKilled(t *testing.T) {
	kills, tasks := 50, 40
	if testing.Short() {
		kills, tasks = 10, 8
	}
	s := newTroubled(t)
	s.Kills = map[int][]time.Duration{}
	for random := rand.New(rand.NewPCG(1, 2)); kills > 0; {
		if i := random.IntN(tasks); len(s.Kills[i]) < mostRuns-1 {
			s.Kills[i] = append(s.Kills[i], time.Duration(random.IntN(5000))*time.Microsecond)
			kills--
		}
	}
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{Workers: 3}, t.TempDir(), s.job(t, tasks), each); err != nil {
		t.Fatal(err)
	}
	if *count != tasks {
		t.Errorf("%d results, want %d", *count, tasks)
	}
	for i := range tasks {
		if n, want := s.runs(t, i), 1+len(s.Kills[i]); n != want {
			t.Errorf("task %d was run %d times, want %d", i, n, want)
		}
	}
}

func TestATaskThatDiesEachTimeEndsTheJob(t *testing.T) {
	s := newTroubled(t)
	s.Kills = map[int][]time.Duration{2: {0, 0, 0, 0}}
	err := Run(t.Context(), Local{Workers: 1}, t.TempDir(), s.job(t, 4), nil)
	if err == nil || !strings.Contains(err.Error(), "task 2 of 4 (troubled) was started 3 times") || !strings.Contains(err.Error(), "killed") {
		t.Errorf("the error is %v", err)
	}
	if n := s.runs(t, 2); n != 3 {
		t.Errorf("it was run %d times, want 3", n)
	}
}

func TestAnErrorOfATaskEndsTheJobWithItsText(t *testing.T) {
	s := newTroubled(t)
	s.Fail, s.Until = 1, 1
	s.Stop = 2 // runs at the same time and is cancelled: the failing task waits for its begin
	dir := t.TempDir()
	err := Run(t.Context(), Local{Workers: 3}, dir, s.job(t, 3), nil)
	if err == nil || !strings.Contains(err.Error(), "task 1 of 3 (troubled): shard-7.csv:41: y is NaN") {
		t.Errorf("the error is %v", err)
	}
	if n := s.runs(t, 1); n != 1 {
		t.Errorf("the task was run %d times, want once", n)
	}
	o, err := Status(dir)
	if err != nil || len(o.Jobs) != 1 || o.Jobs[0].Failed != 1 || !strings.Contains(o.Jobs[0].Errors[0], "task 1: shard-7.csv:41") {
		t.Errorf("the status is %+v (%v)", o, err)
	}
	each, count := inOrder(t) // what was wrong is mended
	if err := Run(t.Context(), Local{Workers: 3}, dir, s.job(t, 3), each); err != nil || *count != 3 {
		t.Errorf("%d results, error %v", *count, err)
	}
}

func TestAPanicIsAnErrorOfItsTask(t *testing.T) {
	s := newTroubled(t)
	s.Panic = 0
	err := Run(t.Context(), Local{}, t.TempDir(), s.job(t, 1), nil)
	if err == nil || !strings.Contains(err.Error(), "panic: an index is out of range") || !strings.Contains(err.Error(), "cluster_test.go") {
		t.Errorf("the error is %v", err)
	}
}

func TestWhatMayPassIsRunAgain(t *testing.T) {
	s := newTroubled(t)
	s.Again = 1
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{Workers: 2}, t.TempDir(), s.job(t, 3), each); err != nil || *count != 3 {
		t.Errorf("%d results, error %v", *count, err)
	}
	if n := s.runs(t, 1); n != 2 {
		t.Errorf("the task was run %d times, want 2", n)
	}
}

// TestAJobThatWasInterruptedRunsOnlyWhatIsMissing: the last task waits for the
// interrupt, which comes when that task has begun.
func TestAJobThatWasInterruptedRunsOnlyWhatIsMissing(t *testing.T) {
	s := newTroubled(t)
	s.Stop = 4
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	go func() {
		if err := await(filepath.Join(s.Notes, "4-0")); err != nil {
			cancel(err)
		}
		cancel(enough)
	}()
	if err := Run(ctx, Local{Workers: 1}, dir, s.job(t, 5), nil); !errors.Is(err, enough) {
		t.Fatalf("the error is %v", err)
	}
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{Workers: 2}, dir, s.job(t, 5), each); err != nil || *count != 5 {
		t.Fatalf("%d results, error %v", *count, err)
	}
	for i := range 4 {
		if n := s.runs(t, i); n != 1 {
			t.Errorf("task %d was run %d times, want once", i, n)
		}
	}
	if jobs, err := jobNames(dir); len(jobs) != 1 {
		t.Errorf("the folders of jobs are %v (%v)", jobs, err)
	}
}

// TestAJobIsRunByOneProgramAtATime: the second program, also one that would resume the job, gets an
// error that names the owner, and the first goes on.
func TestAJobIsRunByOneProgramAtATime(t *testing.T) {
	s := newTroubled(t)
	s.Stop = 1
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := make(chan error, 1)
	go func() { first <- Run(ctx, Local{Workers: 2}, dir, s.job(t, 2), nil) }()
	mustAwait(t, filepath.Join(s.Notes, "1-0"))
	want := fmt.Sprintf("process %d on ", os.Getpid())
	if err := Run(t.Context(), Local{Workers: 1}, dir, s.job(t, 2), nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %q in it", err, want)
	}
	if err := Resume(t.Context(), dir, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("resumed, the error is %v, want %q in it", err, want)
	}
	cancel()
	if err := testwait.Receive(t, "the end of the first job", first); !errors.Is(err, context.Canceled) {
		t.Errorf("the first one's error is %v", err)
	}
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{Workers: 1}, dir, s.job(t, 2), each); err != nil || *count != 2 {
		t.Errorf("then %d results, error %v", *count, err)
	}
}

// await waits for a file.
func await(path string) error {
	for end := time.Now().Add(testwait.Limit); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
	}
	return fmt.Errorf("waited %v for the file %s", testwait.Limit, path)
}

// mustAwait waits for a file.
func mustAwait(t *testing.T, path string) {
	t.Helper()
	if err := await(path); err != nil {
		t.Fatal(err)
	}
}

// TestTasksEndWithTheProgramThatIsKilled: no program would use their results.
func TestTasksEndWithTheProgramThatIsKilled(t *testing.T) {
	s := newTroubled(t)
	s.Stop = 0
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "KRIGO_TEST_JOB="+string(s.job(t, 1).Spec), "KRIGO_TEST_DIR="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	mustAwait(t, filepath.Join(s.Notes, "0-0"))
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	mustAwait(t, filepath.Join(s.Notes, "stopped"))
}

// TestResumeNeedsNoProgram: missing tasks run with the program that the manifest names.
func TestResumeNeedsNoProgram(t *testing.T) {
	s := newTroubled(t)
	s.Fail, s.Until = 1, 1
	dir := t.TempDir()
	if err := Run(t.Context(), Local{Workers: 1}, dir, s.job(t, 3), nil); err == nil {
		t.Fatal("it does not fail")
	}
	last := Progress{}
	if err := Resume(t.Context(), dir, func(_ string, p Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	if want := (Progress{Done: 3, Tasks: 3, State: "done"}); last != want {
		t.Errorf("the last progress is %+v, want %+v", last, want)
	}
	if o, err := Status(dir); err != nil || o.Jobs[0].Done != 3 || o.Jobs[0].Failed != 0 {
		t.Errorf("the status is %+v (%v)", o, err)
	}
}

func TestJobsOfASessionHaveFoldersInTheirOrder(t *testing.T) {
	dir := t.TempDir()
	session, err := Open(Local{Workers: 2}, dir)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 3 {
		job := newTroubled(t).job(t, 2+i)
		job.program = session.program
		want = append(want, fmt.Sprintf("%04d-%s", i+1, job.hash()))
		if err := session.Run(t.Context(), job, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if got, err := jobNames(dir); !slices.Equal(got, want) {
		t.Errorf("they are %v (%v), want %v", got, err, want)
	}
}

// firstJob returns the folder of the first job.
func firstJob(t *testing.T, dir string) string {
	t.Helper()
	names, err := jobNames(dir)
	if err != nil || len(names) == 0 {
		t.Fatalf("%d jobs (%v)", len(names), err)
	}
	return names[0]
}

// TestAFolderIsForItsOwnerAlone, and one that others may write is refused.
func TestAFolderIsForItsOwnerAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	job := newTroubled(t).job(t, 1)
	if err := Run(t.Context(), Local{}, dir, job, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "jobs"), filepath.Join(dir, "jobs", firstJob(t, dir))} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s has %v (%v), want 0700", path, info.Mode().Perm(), err)
		}
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, 1, -1); err != nil {
			t.Fatal(err)
		}
		if err := Run(t.Context(), Local{}, dir, job, nil); err == nil || !strings.Contains(err.Error(), "belongs to the user 1") {
			t.Errorf("the error is %v", err)
		}
		if err := os.Chown(dir, 0, -1); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o770); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), Local{}, dir, job, nil); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v", err)
	}
}

// TestADamagedResultIsRefusedByName: it ends the job before anything runs.
func TestADamagedResultIsRefusedByName(t *testing.T) {
	s, dir := newTroubled(t), t.TempDir()
	job := s.job(t, 3)
	if err := Run(t.Context(), Local{}, dir, job, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "jobs", firstJob(t, dir), "00001.out")
	raw, err := os.ReadFile(path)
	if err == nil {
		raw[len(raw)/2]++ // only the checksum shows it
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = Run(t.Context(), Local{}, dir, job, func(int, []byte) error { seen++; return nil })
	if err == nil || !strings.Contains(err.Error(), path) || seen != 1 {
		t.Errorf("%d results, error %v", seen, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{}, dir, job, each); err != nil || *count != 3 {
		t.Errorf("%d results, error %v", *count, err)
	}
}

func TestAManifestOfAnotherVersionIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(manifestPath(dir), []byte(`{"version": 2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Run(t.Context(), Local{}, dir, newTroubled(t).job(t, 1), nil)
	if err == nil || !strings.Contains(err.Error(), manifestPath(dir)+" has version 2") {
		t.Errorf("the error is %v", err)
	}
}

func TestWhatCannotBeRunIsRefused(t *testing.T) {
	ok := newTroubled(t).job(t, 1)
	for want, c := range map[string]struct {
		engine Engine
		dir    string
		job    Job
	}{
		"engine is nil":        {nil, t.TempDir(), ok},
		"dir is empty":         {Local{}, "", ok},
		"-1 workers":           {Local{Workers: -1}, t.TempDir(), ok},
		"a job of 0 tasks":     {Local{}, t.TempDir(), Job{Kind: ok.Kind}},
		"did you mean trouble": {Local{}, t.TempDir(), Job{Kind: "trubled", Tasks: 1}},
		`memory is "4 GB"`:     {Slurm{Memory: "4 GB"}, t.TempDir(), ok},
		"-2 tasks":             {Slurm{Tasks: -2}, t.TempDir(), ok},
	} {
		if err := Run(t.Context(), c.engine, c.dir, c.job, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// TestAProgramWithoutMainIsRefused: its copies would start copies.
func TestAProgramWithoutMainIsRefused(t *testing.T) {
	serves.Store(false)
	defer serves.Store(true)
	err := Run(t.Context(), Local{}, t.TempDir(), newTroubled(t).job(t, 1), nil)
	if err == nil || !strings.Contains(err.Error(), "call cluster.Main()") {
		t.Errorf("the error is %v", err)
	}
}

// TestWhatIsRegisteredBehindMainIsRefused: no process of a task gets there.
func TestWhatIsRegisteredBehindMainIsRefused(t *testing.T) {
	for name, register := range map[string]func(){
		`Register: "late"`:            func() { Register("late", func(context.Context, Task) ([]byte, error) { return nil, nil }) },
		`RegisterType: "cluster.Job"`: func() { RegisterType(Job{}) },
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, name+" comes after cluster.Main") {
					t.Errorf("%s: it ends with %s", name, text)
				}
			}()
			register()
		}()
	}
	if _, err := lookUp("late"); err == nil {
		t.Error("the kind is known")
	}
}

func TestFarmGivesWhatTheFunctionGives(t *testing.T) {
	specs := []string{"3", "1", "4", "1", "5"}
	got, err := Farm[string, int](t.Context(), Local{Workers: 2}, t.TempDir(), "root", specs)
	if want := []int{3, 1, 4, 1, 5}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
	_, err = Farm[string, int](t.Context(), Local{Workers: 2}, t.TempDir(), "root", []string{"1", "two"})
	if err == nil || !strings.Contains(err.Error(), `task 1 of 2 (root): strconv.Atoi: parsing "two"`) {
		t.Errorf("the error is %v", err)
	}
}

func TestTheIndexIsTheOneThatTheSchedulerTells(t *testing.T) {
	for _, c := range []struct {
		argument string
		env      map[string]string
		want     int
	}{
		{"7", map[string]string{"SLURM_PROCID": "3"}, 7},
		{"", map[string]string{"SLURM_PROCID": "3"}, 3},
		{"", map[string]string{"SLURM_PROCID": "0", "SLURM_ARRAY_TASK_ID": "5"}, 5},
		{"SLURM_PROCID", map[string]string{"SLURM_PROCID": "2", "SLURM_ARRAY_TASK_ID": "5"}, 2},
		{"", map[string]string{"JOB_COMPLETION_INDEX": "4"}, 4},
		{"", map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "6"}, 6},
		{"", map[string]string{"SGE_TASK_ID": "1"}, 0},
		{"", map[string]string{"SGE_TASK_ID": "undefined"}, -1},
		{"HOME", map[string]string{"HOME": "1"}, -1},
		{"", nil, -1},
	} {
		got, err := readIndex(c.argument, func(name string) string { return c.env[name] })
		if (err != nil) != (c.want < 0) || err == nil && got != c.want {
			t.Errorf("--index %q with %v: %d, %v; want %d", c.argument, c.env, got, err, c.want)
		}
	}
}

func TestARoundDealsItsTasksToItsRanks(t *testing.T) {
	r := round{Ranks: 3, Tasks: []int{1, 2, 5, 8, 9, 11, 12}}
	for rank, want := range [][]int{{1, 8, 12}, {2, 9}, {5, 11}, nil} {
		if got := r.share(rank); rank < 3 && !slices.Equal(got, want) {
			t.Errorf("rank %d has %v, want %v", rank, got, want)
		}
	}
}
