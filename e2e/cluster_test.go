package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// slurm is a cluster of two nodes on this machine, with its own daemons, keys and ports.
type slurm struct {
	dir string
	env []string
}

const bothNodes = "n1,n2"

// slurmConf is without systemd, cgroups and accounting. The nodes have more processors than
// the machine: their tasks wait.
const slurmConf = `ClusterName=krigo
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
SlurmctldPort=%[4]s
AuthType=auth/munge
AuthInfo=socket=%[3]s/munge.socket
CryptoType=crypto/munge
StateSaveLocation=%[3]s/state
SlurmdSpoolDir=%[3]s/spool.%%n
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/slurmd.%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=0
KillWait=5
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]s CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[6]s CPUs=2 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
`

// startSlurm starts a cluster, which ends with the test.
func startSlurm(t *testing.T) *slurm {
	t.Helper()
	needs(t, "sbatch", "slurmctld", "slurmd", "munged")
	dir, err := os.MkdirTemp("", "krigo-slurm-") // t.TempDir's names are too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	s := &slurm{dir: dir}
	s.env = append(krigo.env(), "SLURM_CONF="+s.path("slurm.conf"))
	key := make([]byte, 128)
	rand.Read(key)
	for name, content := range map[string][]byte{
		"munge.key": key, "cgroup.conf": nil,
		"slurm.conf": fmt.Appendf(nil, slurmConf, host, me.Username, dir, freePort(t), freePort(t), freePort(t)),
	} {
		if err := os.WriteFile(s.path(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"state", "spool.n1", "spool.n2"} {
		if err := os.Mkdir(s.path(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.daemon(t, "munged", "--foreground", "--force", "--key-file="+s.path("munge.key"), "--socket="+s.path("munge.socket"),
		"--pid-file="+s.path("munged.pid"), "--seed-file="+s.path("munged.seed"), "--log-file="+s.path("munged.log"))
	s.until(t, "munged listens", func() bool { _, err := os.Stat(s.path("munge.socket")); return err == nil })
	s.daemon(t, "slurmctld", "-D", "-f", s.path("slurm.conf"))
	for _, node := range []string{"n1", "n2"} {
		s.daemon(t, "slurmd", "-D", "-f", s.path("slurm.conf"), "-N", node)
	}
	s.untilIdle(t)
	return s
}

func (s *slurm) path(name string) string { return filepath.Join(s.dir, name) }

// daemon runs a program until the test ends; what it said is logged where that failed.
func (s *slurm) daemon(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	said := &buffer{}
	cmd := exec.Command(path, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		kill := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		kill.Stop()
		if t.Failed() {
			t.Logf("%s said:\n%s", name, said)
		}
	})
}

// buffer may be read while a process writes it.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// ask runs a command of Slurm.
func (s *slurm) ask(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *slurm) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	until(t, what, is)
}

// untilIdle waits until both nodes are idle.
func (s *slurm) untilIdle(t *testing.T) {
	t.Helper()
	s.until(t, "the nodes are idle", func() bool {
		cmd := exec.Command("sinfo", "--noheader", "--Node", "--format=%t")
		cmd.Env = s.env
		out, err := cmd.Output()
		return err == nil && string(out) == "idle\nidle\n"
	})
}

// set changes the state of nodes.
func (s *slurm) set(t *testing.T, nodes, state string) {
	t.Helper()
	s.ask(t, "scontrol", "update", "nodename="+nodes, "state="+state, "reason=test")
}

// selfTest is a run of krigo cluster selftest.
type selfTest struct {
	cmd    *exec.Cmd
	dir    string
	stdout *buffer
	stderr *buffer
}

func (s *slurm) selfTest(t *testing.T, dir string, args ...string) *selfTest {
	t.Helper()
	r := &selfTest{dir: dir, stdout: &buffer{}, stderr: &buffer{}}
	r.cmd = exec.Command(krigo.krigo, append([]string{"cluster", "selftest", dir}, args...)...)
	r.cmd.Env, r.cmd.Stdout, r.cmd.Stderr = s.env, r.stdout, r.stderr
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.cmd.Process.Kill() }) // it has ended but where the test failed
	return r
}

// wait waits for the end, and returns the status.
func (r *selfTest) wait(t *testing.T) int {
	t.Helper()
	err := waitFor(t, r.cmd)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return r.cmd.ProcessState.ExitCode()
}

// wantDone waits for an end without errors.
func (r *selfTest) wantDone(t *testing.T) {
	t.Helper()
	if status := r.wait(t); status != 0 {
		t.Errorf("status %d\n%s%s", status, r.stdout, r.stderr)
	}
}

// beating returns the reports of the ranks of a round, from their files.
func (r *selfTest) beating(t *testing.T, round int) (pids []int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(r.dir, "jobs", "*", fmt.Sprintf("round-%04d.*", round)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		var pulse struct{ PID int }
		if raw, err := os.ReadFile(name); err == nil && json.Unmarshal(raw, &pulse) == nil && pulse.PID > 0 {
			pids = append(pids, pulse.PID)
		}
	}
	return pids
}

// done counts results.
func (r *selfTest) done(t *testing.T) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(r.dir, "jobs", "*", "*.out"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// TestSlurm runs jobs by a Slurm of its own, and breaks what can break.
func TestSlurm(t *testing.T) {
	t.Parallel()
	s := startSlurm(t)
	t.Run("Doctor", func(t *testing.T) { testClusterDoctor(t, s) })
	t.Run("Passes", func(t *testing.T) { testPasses(t, s) })
	ways := []struct {
		name string
		args []string
	}{{"Array", nil}, {"Step", []string{"--passes", "1"}}}
	t.Run("KilledTask", func(t *testing.T) {
		for _, way := range ways {
			t.Run(way.name, func(t *testing.T) {
				testKilledTask(t, s, way.args)
			})
		}
	})
	for _, way := range ways {
		t.Run("LostNodes"+way.name, func(t *testing.T) { testLostNodes(t, s, way.args) })
		t.Run("Interrupt"+way.name, func(t *testing.T) { testInterrupt(t, s, way.args) })
	}
	t.Run("LostNode", func(t *testing.T) { testLostNode(t, s) })
	t.Run("InterruptInTheQueue", func(t *testing.T) { testInterruptInTheQueue(t, s) })
	t.Run("KilledProgram", func(t *testing.T) { testKilledProgram(t, s) })
	t.Run("FailedTask", func(t *testing.T) { testFailedTask(t, s) })
	t.Run("FullDisk", func(t *testing.T) { testFullDisk(t, s) })
}

func testClusterDoctor(t *testing.T, s *slurm) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, krigo.krigo, "cluster", "doctor", s.folder(t))
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if n := strings.Count(string(out), "2 tasks done"); err != nil || n != 3 {
		t.Errorf("%v, %d engines work\n%s", err, n, out)
	}
	t.Logf("\n%s", out)
}

func testPasses(t *testing.T, s *slurm) {
	r := s.selfTest(t, s.folder(t), "--passes", "21")
	r.wantDone(t)
	t.Log(r.stdout)
}

// testKilledTask kills one of two tasks; it runs again while the other goes on.
func testKilledTask(t *testing.T, s *slurm, args []string) {
	r := s.selfTest(t, s.folder(t), append([]string{"--wait", "30s"}, args...)...)
	s.until(t, "two tasks run", func() bool { return len(r.beating(t, 1)) == 2 })
	if err := syscall.Kill(r.beating(t, 1)[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	s.until(t, "it runs again", func() bool { return len(r.beating(t, 2)) == 1 })
	t.Logf("it runs again %.1f s after the kill", time.Since(killed).Seconds())
	if r.done(t) != 0 {
		t.Error("the other task had to end first")
	}
	r.wantDone(t)
}

// testLostNodes takes the nodes away while tasks run, and gives them back.
func testLostNodes(t *testing.T, s *slurm, args []string) {
	r := s.selfTest(t, s.folder(t), append([]string{"--wait", "2s", "--jobs", "4"}, args...)...)
	s.until(t, "two tasks are done", func() bool { return r.done(t) >= 2 })
	s.set(t, bothNodes, "DOWN")
	time.Sleep(time.Second)
	s.set(t, bothNodes, "RESUME")
	back := time.Now()
	r.wantDone(t)
	t.Logf("all is done %.1f s after the nodes are back", time.Since(back).Seconds())
}

// testLostNode takes one node away from an allocation, which goes on with the other.
func testLostNode(t *testing.T, s *slurm) {
	s.untilIdle(t)
	r := s.selfTest(t, s.folder(t), "--wait", "1s", "--tasks", "4", "--jobs", "12", "--passes", "1")
	s.until(t, "four tasks are done", func() bool { return r.done(t) >= 4 })
	s.set(t, "n2", "DOWN")
	defer s.set(t, "n2", "RESUME")
	lost := time.Now()
	r.wantDone(t)
	t.Logf("all is done %.1f s after the loss", time.Since(lost).Seconds())
}

// testInterrupt interrupts a job, after which nothing runs, and resumes it.
func testInterrupt(t *testing.T, s *slurm, args []string) {
	dir := s.folder(t)
	r := s.selfTest(t, dir, append([]string{"--wait", "1s", "--jobs", "6"}, args...)...)
	s.until(t, "two tasks are done", func() bool { return r.done(t) >= 2 })
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := r.wait(t); status != 128+int(syscall.SIGINT) {
		t.Errorf("status %d, want 130\n%s", status, r.stderr)
	}
	s.untilNothingRuns(t)
	before := r.done(t)
	if before == 6 {
		t.Error("all was done before the interrupt")
	}
	cmd := exec.Command(krigo.krigo, "cluster", "resume", dir)
	cmd.Env = s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("resume: %v\n%s", err, out)
	}
	status := exec.Command(krigo.krigo, "cluster", "status", dir)
	status.Env = s.env
	if out, err := status.CombinedOutput(); err != nil || !strings.Contains(string(out), "6 of 6 done, 0 failed, 0 missing") {
		t.Errorf("status: %v\n%s", err, out)
	}
}

// testInterruptInTheQueue interrupts a session that waits for its allocation.
func testInterruptInTheQueue(t *testing.T, s *slurm) {
	s.set(t, bothNodes, "DRAIN")
	defer s.set(t, bothNodes, "RESUME")
	r := s.selfTest(t, s.folder(t), "--passes", "1")
	s.until(t, "the allocation is waited for", func() bool { return s.ask(t, "squeue", "--noheader", "--states=PENDING") != "" })
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := r.wait(t); status != 128+int(syscall.SIGINT) {
		t.Errorf("status %d, want 130\n%s", status, r.stderr)
	}
	s.untilNothingRuns(t)
}

// untilNothingRuns waits until no job is in the queue, not even as one that is completing:
// its processes may still write.
func (s *slurm) untilNothingRuns(t *testing.T) {
	t.Helper()
	s.until(t, "nothing runs", func() bool { return s.ask(t, "squeue", "--noheader") == "" })
}

// folder returns a folder for jobs, which is removed when nothing runs that could write there.
func (s *slurm) folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() { s.untilNothingRuns(t) })
	return dir
}

// testKilledProgram kills the program that has an allocation, which is given back.
func testKilledProgram(t *testing.T, s *slurm) {
	r := s.selfTest(t, s.folder(t), "--wait", "1m", "--passes", "1")
	s.until(t, "two tasks run", func() bool { return len(r.beating(t, 1)) == 2 })
	if err := r.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = r.cmd.Wait() // it was killed
	s.untilNothingRuns(t)
}

func testFailedTask(t *testing.T, s *slurm) {
	r := s.selfTest(t, s.folder(t), "--fail", "shard-7.csv:41: y is NaN", "--wait", "1s", "--passes", "1")
	if status := r.wait(t); status != 1 || !strings.Contains(r.stderr.String(), "task 0 of 2 (selftest): shard-7.csv:41: y is NaN") {
		t.Errorf("status %d\n%s", status, r.stderr)
	}
	s.untilNothingRuns(t)
}

// testFullDisk runs a job whose results the disk cannot hold, and again when it is larger.
func testFullDisk(t *testing.T, s *slurm) {
	if os.Getuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	info, err := os.Stat(krigo.krigo)
	if err != nil {
		t.Fatal(err)
	}
	dir, size := s.folder(t), info.Size()+2<<20
	if out, err := mount(dir, size, "mode=0700").CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "--lazy", dir).Run() })
	args := []string{"--passes", "1", "--bytes", "4000000"}
	r := s.selfTest(t, dir, args...)
	if status := r.wait(t); status != 1 || !regexp.MustCompile(`task \d of 2 .*no space left on device`).MatchString(strings.ReplaceAll(r.stderr.String(), "\n", " ")) {
		t.Errorf("status %d\n%s", status, r.stderr)
	}
	if out, err := mount(dir, size+16<<20, "remount").CombinedOutput(); err != nil {
		t.Fatalf("mount: %v: %s", err, out)
	}
	s.selfTest(t, dir, args...).wantDone(t)
}

// mount mounts a disk of a size in bytes.
func mount(dir string, size int64, options string) *exec.Cmd {
	return exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d,%s", size, options), "tmpfs", dir)
}
