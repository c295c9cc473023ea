package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFailedJobIsToldAndResumed: its first task fails, as its spec says.
func TestAFailedJobIsToldAndResumed(t *testing.T) {
	dir := t.TempDir()
	r := krigo(t, dir, "", "cluster", "selftest", "jobs", "--local", "1", "--jobs", "3", "--fail", "y is NaN")
	if want := "task 0 of 3 (selftest): y is NaN"; r.status != 1 || !strings.Contains(r.stderr, want) {
		t.Errorf("selftest: %+v, want status 1 and %q", r, want)
	}
	r = krigo(t, dir, "", "cluster", "status", "jobs")
	if want := "selftest: 0 of 3 done, 1 failed, 2 missing\n    task 0: y is NaN\n"; r.status != 0 || !strings.HasSuffix(r.stdout, want) {
		t.Errorf("status: %+v, want %q", r, want)
	}
	if r = krigo(t, dir, "", "cluster", "resume", "jobs"); r.status != 1 || !strings.Contains(r.stderr, "y is NaN") {
		t.Errorf("resume: %+v", r)
	}
}

func TestResumeRunsWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if r := krigo(t, dir, "", "cluster", "selftest", "jobs", "--local", "2", "--jobs", "3"); r.status != 0 || !strings.HasPrefix(r.stdout, "3 tasks in ") {
		t.Fatalf("selftest: %+v", r)
	}
	results, err := filepath.Glob(filepath.Join(dir, "jobs", "jobs", "0001-*", "*.out"))
	if err != nil || len(results) != 3 {
		t.Fatalf("the results are %v (%v)", results, err)
	}
	if err := os.Remove(results[1]); err != nil {
		t.Fatal(err)
	}
	if r := krigo(t, dir, "", "cluster", "resume", "jobs"); r.status != 0 || !strings.HasSuffix(r.stderr, "3 of 3 done, 0 run, 0 again: done\n") {
		t.Errorf("resume: %+v", r)
	}
	if r := krigo(t, dir, "", "cluster", "status", "jobs"); !strings.Contains(r.stdout, "3 of 3 done, 0 failed, 0 missing") {
		t.Errorf("status: %+v", r)
	}
}

func TestTemplatesOfAJob(t *testing.T) {
	dir := t.TempDir()
	if r := krigo(t, dir, "", "cluster", "selftest", "jobs", "--local", "2", "--jobs", "3", "--fail", "not yet"); r.status != 1 {
		t.Fatalf("selftest: %+v", r)
	}
	r := krigo(t, dir, "", "cluster", "template", "kubernetes", "jobs", "--parallel", "2")
	var job struct {
		Spec struct{ Completions, Parallelism int }
	}
	if err := json.Unmarshal([]byte(r.stdout), &job); err != nil || job.Spec.Completions != 3 || job.Spec.Parallelism != 2 {
		t.Errorf("kubernetes: %+v: %v", r, err)
	}
	if r := krigo(t, dir, "", "cluster", "template", "sge", "jobs"); r.status != 0 || !strings.Contains(r.stdout, "#$ -t 1-3\n") {
		t.Errorf("sge: %+v", r)
	}
	if r := krigo(t, dir, "", "cluster", "template", "pbs", "jobs"); r.status != 1 || !strings.Contains(r.stderr, "available: kubernetes and sge") {
		t.Errorf("pbs: %+v", r)
	}
}

// TestTheDoctorOfClustersNeedsNoSlurm: without it, tasks run on this machine; and the doctor leaves
// nothing behind.
func TestTheDoctorOfClustersNeedsNoSlurm(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	r := krigo(t, dir, "", "cluster", "doctor", "jobs")
	if r.status != 0 || !strings.Contains(r.stdout, "ok  processes   2 tasks done in ") || !strings.Contains(r.stdout, "--  Slurm       sbatch is not found") {
		t.Errorf("%+v", r)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "jobs")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestFoldersWithoutJobsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"status", "."}, {"resume", "."}, {"cancel", "."}, {"template", "sge", "."}} {
		if r := krigo(t, dir, "", append([]string{"cluster"}, args...)...); r.status != 1 || !strings.Contains(r.stderr, "is not a folder of jobs") {
			t.Errorf("%v: %+v", args, r)
		}
	}
}
