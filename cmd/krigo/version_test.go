package main

import (
	"bytes"
	"runtime/debug"
	"testing"
)

func TestVersionTellsCommitAndModules(t *testing.T) {
	build := &debug.BuildInfo{
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
		},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.0.0"},
			{Path: "example.org/b", Version: "v2.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v3.0.0"}},
		},
	}
	var out bytes.Buffer
	printCommit(&out, build)
	printModules(&out, build)
	const want = "commit abc of 2026-01-02T03:04:05Z, changed since\nexample.org/a v1.0.0\nexample.org/c v3.0.0\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	printCommit(&out, &debug.BuildInfo{})
	if out.Len() > 0 {
		t.Errorf("a build of no commit has %q", out.String())
	}
}
