package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionListsModules(t *testing.T) {
	plain := krigo(t, t.TempDir(), "", "version")
	if plain.status != 0 || !strings.HasPrefix(plain.stdout, "krigo "+version+" (") || strings.Count(plain.stdout, "\n") != 1 {
		t.Errorf("status %d, %q", plain.status, plain.stdout)
	}
	listed := krigo(t, t.TempDir(), "", "version", "--modules")
	if listed.status != 0 || !strings.HasPrefix(listed.stdout, plain.stdout) {
		t.Errorf("with --modules: status %d, %q", listed.status, listed.stdout)
	}
}

func TestCommit(t *testing.T) {
	built := func(settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	at := []string{"vcs.revision", "1bfdf49c0ffee", "vcs.time", "2026-11-22T16:40:00Z"}
	for want, info := range map[string]*debug.BuildInfo{
		"commit 1bfdf49 of 2026-11-22, ":              built(at...),
		"commit 1bfdf49 of 2026-11-22 with changes, ": built(append(at, "vcs.modified", "true")...),
		"": built(),
	} {
		if got := commit(info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := commit(nil); got != "" {
		t.Errorf("without information %q", got)
	}
}
