package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlurmRunsCommands runs notebooks and an experiment by a Slurm of its own.
func TestSlurmRunsCommands(t *testing.T) {
	t.Parallel()
	s := startSlurm(t)
	t.Run("Notebooks", func(t *testing.T) { testSlurmNotebooks(t, s) })
	t.Run("Interrupt", func(t *testing.T) { testSlurmInterrupt(t, s) })
	t.Run("Experiment", func(t *testing.T) { testSlurmExperiment(t, s) })
}

// command runs krigo in a folder.
func (s *slurm) command(t *testing.T, dir string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), krigo.krigo, args...)
	var out, told bytes.Buffer
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = s.env, dir, &out, &told
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), told.String(), cmd.ProcessState.ExitCode()
}

// writeCells writes a notebook.
func writeCells(t *testing.T, path string, sources ...string) {
	t.Helper()
	cells := []any{}
	for _, source := range sources {
		cells = append(cells, map[string]any{"cell_type": "code", "metadata": map[string]any{}, "source": source, "outputs": []any{}, "execution_count": nil})
	}
	kernel := map[string]any{"name": "krigo", "display_name": "Go (krigo)", "language": "go"}
	raw, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 4, "metadata": map[string]any{"kernelspec": kernel}, "cells": cells})
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// testSlurmNotebooks has one that is killed and runs again, and one that fails.
func testSlurmNotebooks(t *testing.T, s *slurm) {
	dir := s.folder(t)
	writeCells(t, filepath.Join(dir, "killed.ipynb"), "if _, err := os.Stat(\"once\"); err != nil {\n\tmust(os.Create(\"once\"))\n"+
		"\tp, _ := os.FindProcess(os.Getppid())\n\tp.Kill()\n\ttime.Sleep(time.Minute)\n}", "6 * 7")
	writeCells(t, filepath.Join(dir, "bad.ipynb"), "panic(\"it is bad\")")
	stdout, stderr, status := s.command(t, dir, "run", "killed.ipynb", "bad.ipynb", "-o", "out",
		"--cluster", "slurm:main,tasks=2,time=10m", "--cluster-dir", "tasks")
	if status != 1 || !strings.Contains(stderr, "it is bad") || !strings.Contains(stderr, "run again") || !strings.Contains(stdout, "2 of 2") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "out", "killed.ipynb")); err != nil || !strings.Contains(string(raw), "42") {
		t.Errorf("it is written as %s (%v)", raw, err)
	}
	t.Logf("\n%s%s", stderr, stdout)
}

func testSlurmInterrupt(t *testing.T, s *slurm) {
	dir := s.folder(t)
	writeCells(t, filepath.Join(dir, "short.ipynb"), "1")
	writeCells(t, filepath.Join(dir, "long.ipynb"), "fmt.Println(\"before\")\nmust(os.Create(\"began\"))\nfor {}")
	cmd := exec.CommandContext(t.Context(), krigo.krigo, "run", "short.ipynb", "long.ipynb", "-o", "out", "--cluster", "slurm", "--cluster-dir", "tasks")
	var stdout, stderr buffer
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = s.env, dir, &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.until(t, "the long one has begun", func() bool {
		_, err := os.Stat(filepath.Join(dir, "began"))
		return err == nil && strings.Contains(stderr.String(), "short.ipynb: ok")
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	s.untilNothingRuns(t)
	if status := cmd.ProcessState.ExitCode(); status != 130 || !strings.Contains(stdout.String(), "ok") {
		t.Errorf("status %d, want 130\n%s%s", status, &stdout, &stderr)
	}
	s.until(t, "the interrupted notebook is written", func() bool {
		raw, err := os.ReadFile(filepath.Join(dir, "out", "long.ipynb"))
		return err == nil && strings.Contains(string(raw), "before") && strings.Contains(string(raw), "Interrupt")
	})
	t.Logf("\n%s%s", &stderr, &stdout)
}

func testSlurmExperiment(t *testing.T, s *slurm) {
	dir := s.folder(t)
	here, _, status := s.command(t, dir, "reproduce", "robust", "--quick")
	there, stderr, status2 := s.command(t, dir, "reproduce", "robust", "--quick", "--cluster", "slurm:main,cpus=2", "--cluster-dir", "tasks")
	if status != 0 || status2 != 0 || here != there {
		t.Errorf("status %d and %d, the claims are\n%s\nwant\n%s\n%s", status, status2, there, here, stderr)
	}
}
