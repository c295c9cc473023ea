package explore

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// nodeScript answers the questions of a file by a module: the arguments are wasm_exec.js, the module and
// the file.
const nodeScript = `
const fs = require("fs");
require(process.argv[2]);
const go = new Go();
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => {
  go.run(instance);
  const answers = JSON.parse(fs.readFileSync(process.argv[4])).map((q) => {
    return JSON.parse(krigoAnswer(JSON.stringify(q)));
  });
  fs.writeFileSync(1, JSON.stringify(answers));
  process.exit(0);
});`

// The module and the kernel give the same numbers: for each covariance function of the menu the
// posterior, samples, terms, gradient, landscape and the way of a fit.
func TestTheModuleAnswersAsTheKernelDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the module for WebAssembly")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	var questions []Question
	var names []string
	for _, k := range Kinds {
		chosen, err := waveState(t, 40).Choose(k.Name)
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions,
			Question{Ask: "choose", State: *waveState(t, 40), Kind: k.Name},
			Question{Ask: "posterior", State: *chosen, From: -1, To: 11, Count: 50, Samples: 2, Seed: 3, Gradient: true},
			Question{Ask: "landscape", State: *chosen, Points: chosen.grid()[:40]},
			Question{Ask: "fit", State: *chosen, Steps: 4},
		)
		for _, ask := range []string{"choose", "posterior", "landscape", "fit"} {
			names = append(names, k.Name+" "+ask)
		}
	}
	for _, l := range Likelihoods {
		chosen, err := labelState(t).ChooseLikelihood(l.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions,
			Question{Ask: "likelihood", State: *labelState(t), Likelihood: l.Name},
			Question{Ask: "posterior", State: *chosen, From: -1, To: 9, Count: 50, Gradient: true},
			Question{Ask: "landscape", State: *chosen, Points: chosen.grid()[:40]},
		)
		names = append(names, l.Name+" likelihood", l.Name+" posterior", l.Name+" landscape")
	}
	for i, got := range answersOfModule(t, node, questions) {
		raw, err := json.Marshal(questions[i])
		if err != nil {
			t.Fatal(err)
		}
		var want any
		if err := json.Unmarshal(Answer(raw), &want); err != nil {
			t.Fatal(err)
		}
		if reason := same(want, got, ""); reason != "" {
			t.Errorf("%s: %s", names[i], reason)
		}
	}
}

// answersOfModule builds the module and asks it.
func answersOfModule(t *testing.T, node string, questions []Question) []any {
	t.Helper()
	dir := t.TempDir()
	run := func(env []string, name string, args ...string) []byte {
		t.Helper()
		command := exec.CommandContext(t.Context(), name, args...)
		command.Env = append(os.Environ(), env...)
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return out
	}
	wasm := filepath.Join(dir, "module.wasm")
	run([]string{"GOOS=js", "GOARCH=wasm"}, "go", "build", "-o", wasm, "./module")
	support := filepath.Join(strings.TrimSpace(string(run(nil, "go", "env", "GOROOT"))), "lib", "wasm", "wasm_exec.js")
	file, script := filepath.Join(dir, "questions.json"), filepath.Join(dir, "ask.cjs")
	raw, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{file: raw, script: []byte(nodeScript)} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var answers []any
	if err := json.Unmarshal(run(nil, node, script, support, wasm, file), &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers
}

// same returns where two values of JSON differ: numbers by more than 1e-9 of their size, or of 1. Samples are a
// root of a covariance matrix that is nearly singular, so they are known up to the root of its rounding errors,
// which are largest for Linear.
func same(want, got any, at string) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok || len(object) != len(want) {
			return at + ": other keys"
		}
		for key, v := range want {
			if reason := same(v, object[key], at+"."+key); reason != "" {
				return reason
			}
		}
		return ""
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return at + ": another length"
		}
		for i, v := range want {
			if reason := same(v, list[i], at+"[]"); reason != "" {
				return reason
			}
		}
		return ""
	case float64:
		tolerance := 1e-9
		if strings.HasPrefix(at, ".samples") {
			tolerance = 1e-3
		}
		if v, ok := got.(float64); ok && math.Abs(v-want) <= tolerance*math.Max(1, math.Abs(want)) {
			return ""
		}
	default:
		if want == got {
			return ""
		}
	}
	raw, _ := json.Marshal([]any{want, got})
	return at + ": the kernel and the module give " + string(raw)
}
