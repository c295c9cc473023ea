package main

import (
	"reflect"
	"strings"
	"testing"

	"krigo/cluster"
)

func TestEnginesAreRead(t *testing.T) {
	for _, c := range []struct {
		text          string
		tasks, atOnce int
		want          cluster.Engine
	}{
		{"local", 9, 0, cluster.Local{}},
		{"local", 9, 3, cluster.Local{Workers: 3}},
		{"local:4", 9, 3, cluster.Local{Workers: 4}},
		{"local:4", 2, 0, cluster.Local{Workers: 2}},
		{"slurm", 9, 0, cluster.Slurm{Tasks: 9}},
		{"slurm", 90, 0, cluster.Slurm{Tasks: 16}},
		{"slurm", 90, 30, cluster.Slurm{Tasks: 30}},
		{"slurm:cpu", 90, 30, cluster.Slurm{Partition: "cpu", Tasks: 30}},
		{"slurm:cpu,tasks=40", 90, 30, cluster.Slurm{Partition: "cpu", Tasks: 40}},
		{"slurm:tasks=4,cpus=2,memory=500M,time=90m,account=physics,--constraint=avx2,--qos=low", 9, 0, cluster.Slurm{
			Tasks: 4, CPUs: 2, Memory: "500M", Time: "90", Account: "physics", Extra: []string{"--constraint=avx2", "--qos=low"},
		}},
		{"slurm:partition=cpu,time=1:30:00", 1, 0, cluster.Slurm{Partition: "cpu", Tasks: 1, Time: "1:30:00"}},
		{"slurm:cpu,time=90s", 1, 0, cluster.Slurm{Partition: "cpu", Tasks: 1, Time: "2"}},
		{"slurm:cpu,time=2-12", 1, 0, cluster.Slurm{Partition: "cpu", Tasks: 1, Time: "2-12"}},
	} {
		t.Setenv("SLURM_JOB_ID", "")
		var e engineFlag
		if err := e.Set(c.text); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := e.cluster(c.tasks, c.atOnce, nil); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s for %d tasks, %d at once: %+v, want %+v", c.text, c.tasks, c.atOnce, got, c.want)
		}
	}
}

// In an allocation as many run at the same time as that has.
func TestAnAllocationTellsHowManyTasksRun(t *testing.T) {
	t.Setenv("SLURM_JOB_ID", "7")
	var e engineFlag
	if err := e.Set("slurm"); err != nil {
		t.Fatal(err)
	}
	if got := e.cluster(9, 0, nil).(cluster.Slurm); got.Tasks != 0 {
		t.Errorf("%d tasks, want 0: those of the allocation", got.Tasks)
	}
}

func TestEnginesThatAreNoneAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                   `no engine ""; want local:N, slurm or slurm:PARTITION`,
		"sge":                `no engine "sge"; want local:N, slurm`,
		"local:0":            `"0"; want the number of processes, such as local:4`,
		"local:":             `""; want the number`,
		"local:4,memory=4G":  `"4,memory=4G"; want the number`,
		"slurm:":             `the setting ""; want PARTITION`,
		"slurm:cpu,gpu":      `the setting "gpu"; want PARTITION first`,
		"slurm:cpu,nodes=4":  `the setting "nodes=4"`,
		"slurm:cpu,account=": `the setting "account="`,
		"slurm:tasks=many":   `tasks is "many"; want a number from 1 on`,
		"slurm:cpus=0":       `cpus is "0"; want a number from 1 on`,
		"slurm:memory=4GB":   `memory is "4GB"; want a number with K, M, G or T`,
		"slurm:time=soon":    `time is "soon"; want a time such as 1h`,
	} {
		var e engineFlag
		if err := e.Set(text); err == nil || !strings.Contains(err.Error(), want) || e.kind != "" {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
