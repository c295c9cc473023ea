package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func wanted() identity {
	return identity{kind: "squares", spec: sha256.Sum256([]byte("spec")), tasks: 8}
}

// writeTask writes the result of task 3 of wanted, changed by edit.
func writeTask(t *testing.T, edit func(raw []byte) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "00003.out")
	if err := writeResult(path, wanted(), 3, []byte("result")); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, edit(raw), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAResultIsReadAsItWasWritten(t *testing.T) {
	path := writeTask(t, func(raw []byte) []byte { return raw })
	got, err := readResult(path, wanted(), 3)
	if err != nil || string(got) != "result" {
		t.Errorf("%q, %v", got, err)
	}
	if there, err := hasResult(path, wanted(), 3); !there || err != nil {
		t.Errorf("it is there: %v, %v", there, err)
	}
}

// TestWrongResultsAreRefusedByName: before any byte of them is used.
func TestWrongResultsAreRefusedByName(t *testing.T) {
	at := func(offset int, value byte) func([]byte) []byte {
		return func(raw []byte) []byte {
			raw[offset] = value
			return raw
		}
	}
	for name, c := range map[string]struct {
		edit func([]byte) []byte
		why  string
	}{
		"empty":         {func([]byte) []byte { return nil }, "truncated"},
		"cut head":      {func(raw []byte) []byte { return raw[:20] }, "truncated"},
		"cut end":       {func(raw []byte) []byte { return raw[:len(raw)-1] }, "truncated"},
		"longer":        {func(raw []byte) []byte { return append(raw, 0) }, "truncated"},
		"foreign":       {func([]byte) []byte { return bytes.Repeat([]byte("foreign "), 30) }, "no result"},
		"old":           {at(8, 0), "version 0"},
		"other index":   {at(12, 4), "task 4"},
		"other count":   {at(16, 9), "9 tasks"},
		"other spec":    {at(24, 1), "spec differs"},
		"other kind":    {at(int(headSize), 'S'), `kind "Squares"`},
		"huge":          {func(raw []byte) []byte { binary.LittleEndian.PutUint64(raw[56:], 1<<63); return raw }, "truncated"},
		"another byte":  {at(int(headSize)+8, 'R'), "checksum"},
		"checksum only": {func(raw []byte) []byte { raw[len(raw)-1] ^= 1; return raw }, "checksum"},
	} {
		path := writeTask(t, c.edit)
		got, err := readResult(path, wanted(), 3)
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %q, error %v, want one of %s with %q", name, got, err, path, c.why)
		}
	}
}
