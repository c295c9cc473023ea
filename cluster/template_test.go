package cluster

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// prepared returns a folder with a job of three tasks.
func prepared(t *testing.T, dir string) (name string, s troubled) {
	t.Helper()
	s = newTroubled(t)
	name, err := Prepare(dir, s.job(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	return name, s
}

// TestThePodsOfKubernetesDoTheTasks: the relevant fields of batch/v1 Job, and the
// command of the container, which is run here with the variable that Kubernetes sets.
func TestThePodsOfKubernetesDoTheTasks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), `a "b" c`)
	_, s := prepared(t, dir)
	raw, err := Template("kubernetes", dir, "", TemplateOptions{Parallel: 2})
	if err != nil {
		t.Fatal(err)
	}
	var job struct {
		APIVersion, Kind string
		Spec             struct {
			CompletionMode                                 string
			Completions, Parallelism, BackoffLimitPerIndex int
			PodFailurePolicy                               struct {
				Rules []struct {
					Action      string
					OnExitCodes struct{ Values []int }
				}
			}
			Template struct {
				Spec struct {
					RestartPolicy string
					Containers    []struct {
						Command      []string
						VolumeMounts []struct{ Name, MountPath string }
					}
					Volumes []struct{ Name string }
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &job); err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	pod := job.Spec.Template.Spec
	got := []any{
		job.APIVersion, job.Kind, job.Spec.CompletionMode, job.Spec.Completions, job.Spec.Parallelism, job.Spec.BackoffLimitPerIndex,
		job.Spec.PodFailurePolicy.Rules[0].Action, job.Spec.PodFailurePolicy.Rules[0].OnExitCodes.Values,
		pod.RestartPolicy, pod.Containers[0].VolumeMounts[0].MountPath, pod.Containers[0].VolumeMounts[0].Name == pod.Volumes[0].Name,
	}
	want := []any{"batch/v1", "Job", "Indexed", 3, 2, mostRuns - 1, "FailJob", []int{statusFinal}, "Never", dir, true}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, index := range []string{"0", "1", "2"} {
		cmd := exec.CommandContext(t.Context(), pod.Containers[0].Command[0], pod.Containers[0].Command[1:]...)
		cmd.Env = append(os.Environ(), "JOB_COMPLETION_INDEX="+index)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v: %s", cmd.Args, err, out)
		}
	}
	wantDone(t, dir, s)
}

// wantDone requires that each of the three tasks has run once.
func wantDone(t *testing.T, dir string, s troubled) {
	t.Helper()
	each, count := inOrder(t)
	if err := Run(t.Context(), Local{}, dir, s.job(t, 3), each); err != nil || *count != 3 {
		t.Errorf("%d results, error %v", *count, err)
	}
	for i := range 3 {
		if n := s.runs(t, i); n != 1 {
			t.Errorf("task %d was run %d times", i, n)
		}
	}
}

// TestTheScriptOfGridEngineDoesTheTasks: it runs as an element of an array does.
func TestTheScriptOfGridEngineDoesTheTasks(t *testing.T) {
	dir := t.TempDir()
	name, s := prepared(t, dir)
	raw, err := Template("sge", dir, name, TemplateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range []string{"#$ -t 1-3\n", "#$ -tc 3\n", "#$ -S /bin/sh\n"} {
		if !strings.Contains(string(raw), option) {
			t.Errorf("it has no %q:\n%s", option, raw)
		}
	}
	for _, id := range []string{"1", "2", "3"} {
		cmd := exec.CommandContext(t.Context(), "sh")
		cmd.Stdin, cmd.Env = strings.NewReader(string(raw)), append(os.Environ(), "SGE_TASK_ID="+id)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("task %s: %v: %s", id, err, out)
		}
	}
	wantDone(t, dir, s)
}

// TestTheScriptOfGridEngineRunsAgainOnceWhatMayPass: with status 99, which makes Grid
// Engine run it again.
func TestTheScriptOfGridEngineRunsAgainOnceWhatMayPass(t *testing.T) {
	dir := t.TempDir()
	name, _ := prepared(t, dir)
	raw, err := Template("sge", dir, name, TemplateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := readManifest(dir)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, m.Program), []byte("#!/bin/sh\nexit $STATUS\n"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status, restarted string
		want              int
	}{{"0", "0", 0}, {"1", "0", 1}, {"75", "0", 99}, {"75", "1", 75}} {
		cmd := exec.CommandContext(t.Context(), "sh")
		cmd.Stdin = strings.NewReader(string(raw))
		cmd.Env = append(os.Environ(), "SGE_TASK_ID=1", "STATUS="+c.status, "RESTARTED="+c.restarted)
		_ = cmd.Run() // the status shows it
		if got := cmd.ProcessState.ExitCode(); got != c.want {
			t.Errorf("status %s, restarted %s: the script ends with %d, want %d", c.status, c.restarted, got, c.want)
		}
	}
}

func TestTemplatesThatCannotBeAreRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b")
	name, _ := prepared(t, dir)
	for want, c := range map[string][3]string{
		`no template "pbs"`:    {"pbs", dir, name},
		`a b"`:                 {"sge", dir, name},
		"no job abc":           {"kubernetes", dir, "abc"},
		"not a folder of jobs": {"kubernetes", t.TempDir(), name},
	} {
		if _, err := Template(c[0], c[1], c[2], TemplateOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", c, err, want)
		}
	}
}
