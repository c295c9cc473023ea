package cluster

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestTheStateOfAJobIsThatOfItsElements(t *testing.T) {
	for rows, want := range map[string]string{
		"":                                      "",
		"PENDING (Priority)\n":                  "pending (priority)",
		"PENDING (Resources)\nRUNNING (None)\n": "running",
		"COMPLETING (None)\n":                   "",
		"COMPLETING (None)\nCONFIGURING (None)": "configuring (none)",
	} {
		if state, gone := stateOf(rows); state != want || gone != (want == "") {
			t.Errorf("%q: %q, gone %v; want %q", rows, state, gone, want)
		}
	}
}

func TestSlurmIsAskedForWhatATaskNeeds(t *testing.T) {
	got, err := Slurm{
		Partition: "cpu", Account: "physics", Tasks: 64, CPUs: 3, Memory: "4G", Time: "1:30:00", Extra: []string{"--constraint=avx2"},
	}.request("/scratch/me")
	want := []string{
		"--job-name=" + jobName("/scratch/me"), "--cpus-per-task=3", "--partition=cpu", "--account=physics", "--time=1:30:00",
		"--mem-per-cpu=1398102K", "--constraint=avx2", // 4 GB in three parts, rounded up
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q (%v)\nwant %q", got, err, want)
	}
}

func TestMemoryIsReadInSlurmsUnits(t *testing.T) {
	for text, want := range map[string]int64{"3": 3 << 10, "5K": 5, "500M": 500 << 10, "4G": 4 << 20, "2T": 2 << 30, "0": -1, "4GB": -1, "": -1} {
		if got, err := readMemory(text); (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%q: %d KB (%v), want %d", text, got, err, want)
		}
	}
}

func TestWhatTheControllerComplainsOfMayPass(t *testing.T) {
	for text, want := range map[string]bool{
		"sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)": true,
		"sbatch: error: Batch job submission failed: Socket timed out on send/recv operation":              true,
		"sbatch: error: invalid partition specified: gpu":                                                  false,
	} {
		if got := complaint(errors.New(text)).err == nil; got != want {
			t.Errorf("%s: may pass: %v, want %v", text, got, want)
		}
	}
}

// TestQuotedTextIsOneWordOfTheShell: whatever is in it.
func TestQuotedTextIsOneWordOfTheShell(t *testing.T) {
	for _, text := range []string{"", "a b", `it's "$HOME" \ here`, "two\nlines"} {
		cmd := exec.CommandContext(t.Context(), "sh")
		cmd.Stdin = strings.NewReader("printf '%s|' " + quote(text))
		if got, err := cmd.Output(); err != nil || string(got) != text+"|" {
			t.Errorf("%q: %q (%v)", text, got, err)
		}
	}
}
