package main

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// shell returns a side that answers as a program of the shell does.
func shell(t *testing.T, program string) side {
	t.Helper()
	path, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	return side{command: []string{path, "-c", program}}
}

// counting answers with 1 s, 2 s and so on.
const counting = `echo '{}'; i=0; while read line; do i=$((i+1)); echo "{\"seconds\":$i,\"value\":7}"; done`

// threeTurns is a form.
var threeTurns = form{min: 3, max: 3}

func TestPairTakesTurns(t *testing.T) {
	p := pair{name: "a", beside: "2 s", ours: shell(t, counting), theirs: seconds(2), limit: 1.2}
	rows, err := p.run(t.Context(), threeTurns)
	if err != nil {
		t.Fatal(err)
	}
	rows[0].Others = 0
	want := Row{Name: "a", Beside: "2 s", Unit: "s", Ours: 2, Theirs: 2, Ratio: 1, Low: 0.75, High: 1.25, Turns: 3, Limit: 1.2, Values: []float64{7}}
	if !reflect.DeepEqual(rows[0], want) {
		t.Errorf("got %+v, want %+v", rows[0], want)
	}
}

func TestPeerThatIsNotThereIsToldInTheRow(t *testing.T) {
	for _, program := range []string{`echo '{"error":"no peer"}'`, `echo no peer >&2; exit 1`} {
		p := pair{name: "a", ours: shell(t, counting), theirs: shell(t, program)}
		rows, err := p.run(t.Context(), threeTurns)
		if err != nil || !strings.Contains(rows[0].Missing, "no peer") {
			t.Errorf("%s: got %+v and the error %v", program, rows, err)
		}
	}
}

func TestDataThatAreNotHereAreToldInTheRow(t *testing.T) {
	p := pair{name: "a", ours: shell(t, `echo '{"error":"no network","absent":true}'`), theirs: seconds(1)}
	rows, err := p.run(t.Context(), threeTurns)
	if err != nil || rows[0].Missing != "no network" {
		t.Errorf("got %+v and the error %v", rows, err)
	}
}

func TestFaultOfKrigoIsAnError(t *testing.T) {
	for _, program := range []string{`echo '{"error":"broken"}'`, `echo '{}'; read line; echo '{"error":"broken"}'`, `echo '{}'; read line; echo broken >&2; exit 1`} {
		p := pair{name: "a", ours: shell(t, program), theirs: seconds(1)}
		rows, err := p.run(t.Context(), threeTurns)
		if err == nil || !strings.Contains(err.Error(), "broken") || !strings.Contains(rows[0].Missing, "broken") {
			t.Errorf("%s: got %+v and the error %v", program, rows, err)
		}
	}
}

func TestScriptsLinesAreRows(t *testing.T) {
	s := script{name: "kernel", beside: "ipykernel", limits: map[string]float64{"text": 0.5}}
	got, err := s.rows(strings.NewReader(`{"name": "text", "unit": "s", "ours": [1, 3], "theirs": [4, 4]}
{"name": "memory", "unit": "MB", "ours": [5], "theirs": []}
`))
	want := []Row{
		{Name: "kernel: text", Beside: "ipykernel", Unit: "s", Ours: 2, Theirs: 4, Ratio: 0.5, Low: 0.375, High: 0.625, Turns: 2, Limit: 0.5},
		{Name: "kernel: memory", Beside: "ipykernel", Unit: "MB", Ours: 5, Turns: 1, Missing: "no answer from the other"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v and the error %v, want %+v", got, err, want)
	}
	if _, err := s.rows(strings.NewReader("text 1 4\n")); err == nil {
		t.Error("a line that is no JSON gave no error")
	}
}

func TestScriptThatFailsIsToldInTheRow(t *testing.T) {
	failing := shell(t, "echo first >&2; echo no module >&2; exit 1")
	rows, err := script{name: "kernel", command: failing.command}.run(t.Context(), threeTurns)
	if err != nil || len(rows) != 1 || rows[0].Missing != "no module" {
		t.Errorf("got %+v and the error %v", rows, err)
	}
}
