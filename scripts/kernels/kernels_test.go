package main

import (
	"strings"
	"testing"
)

func TestASetIsJudgedByWhatIsInUse(t *testing.T) {
	mine, library := own("AVX2", "auto", "cpu.avx512f=off"), openBLAS("Zen")
	for _, c := range []struct {
		set           set
		name, problem string
		want          outcome
	}{
		{mine, "krigo (AVX2)", "", outcome{}},
		{mine, "krigo (AVX-512)", "", outcome{failed: "krigo (AVX-512) is in use, not krigo (AVX2)"}},
		{mine, "", "exit status 2", outcome{failed: "exit status 2"}},
		{library, "libopenblas.so.0 (Zen)", "", outcome{}},
		{library, "libopenblas.so.0 (Haswell)", "", outcome{skipped: "libopenblas.so.0 (Haswell) is in use, not libopenblas.so.0 (Zen)"}},
		{library, "", "no such file", outcome{skipped: "no such file"}},
	} {
		if got := c.set.judge(c.name, c.problem); got != c.want {
			t.Errorf("%s with %q and %q: %+v, want %+v", c.set.name, c.name, c.problem, got, c.want)
		}
	}
}

func TestASetThatTheProcessorCannotRunSaysWhatItNeeds(t *testing.T) {
	if got := lacking([]feature{{"A", true}, {"B", false}, {"C", false}}); got != "it needs B, C" {
		t.Errorf("%q", got)
	}
	if got := lacking([]feature{{"A", true}}); got != "" {
		t.Errorf("%q", got)
	}
	s := own("X", "auto", "", feature{"X", false})
	if got := s.run([]string{"no tests"}); got.skipped == "" || got.failed != "" || !strings.Contains(got.String(), "needs X") {
		t.Errorf("%+v", got)
	}
}
