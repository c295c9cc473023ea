package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"krigo/gplib/dataset/fetch"
	"krigo/internal/exit"
)

// smallSets are made-up sets "a" and "b", and "gone", which the server lacks.
func smallSets(t *testing.T) fetch.Catalogue {
	t.Helper()
	content := map[string]string{"/a.csv": "1,2\n3,4\n", "/b.csv": "5,6\n", "/gone.csv": "7,8\n"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone.csv" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(content[r.URL.Path]))
	}))
	t.Cleanup(server.Close)
	var sets fetch.Catalogue
	for _, name := range []string{"a", "b", "gone"} {
		text := content["/"+name+".csv"]
		sum := sha256.Sum256([]byte(text))
		sets = append(sets, fetch.Set{
			Name: name, About: "letter " + name, Rows: 2, Columns: 2, Licence: "CC0", Source: "https://example.org/letters",
			Files: []fetch.File{{Path: "letters/" + name + ".csv", URL: server.URL + "/" + name + ".csv", Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}},
		})
	}
	return sets
}

// runData runs krigo data on the sets.
func runData(ctx context.Context, sets fetch.Catalogue, args ...string) (stdout, stderr string, err error) {
	var out, log bytes.Buffer
	c := dataCommand(sets)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetOut(&out)
	c.SetErr(&log)
	c.SetArgs(args)
	err = c.ExecuteContext(ctx)
	return out.String(), log.String(), err
}

func TestDataGetPrintsPathsAndSaysWhence(t *testing.T) {
	sets, dir := smallSets(t), t.TempDir()
	want := filepath.Join(dir, "letters", "b.csv") + "\n" + filepath.Join(dir, "letters", "a.csv") + "\n"
	stdout, stderr, err := runData(t.Context(), sets, "get", "b", "a", "--data", dir)
	if err != nil || stdout != want || !strings.Contains(stderr, "a: 8 B from https://example.org/letters (licence: CC0)\n") {
		t.Errorf("printed %q and %q, error %v, want %q", stdout, stderr, err, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "letters", "a.csv")); string(text) != "1,2\n3,4\n" {
		t.Errorf("a.csv is %q, %v", text, err)
	}
	stdout, stderr, err = runData(t.Context(), sets, "get", "b", "a", "--data", dir)
	if err != nil || stdout != want || stderr != "" {
		t.Errorf("again: printed %q and %q, error %v", stdout, stderr, err)
	}
}

func TestDataGetGoesOnAfterASetThatIsGone(t *testing.T) {
	sets, dir := smallSets(t), t.TempDir()
	sets[0], sets[2] = sets[2], sets[0]
	stdout, _, err := runData(t.Context(), sets, "get", "--all", "--data", dir)
	if err == nil || !strings.Contains(err.Error(), "fetch: gone: ") || !strings.Contains(err.Error(), "404") || strings.Count(stdout, "\n") != 2 {
		t.Errorf("printed %q, error %v", stdout, err)
	}
}

func TestDataGetStopsWithoutANetwork(t *testing.T) {
	sets := smallSets(t)
	server := httptest.NewServer(nil)
	server.Close()
	for i := range sets {
		sets[i].Files[0].URL = server.URL
	}
	_, _, err := runData(t.Context(), sets, "get", "--all", "--data", t.TempDir())
	if !errors.Is(err, fetch.ErrNoConnection) || strings.Count(err.Error(), "fetch: ") != 1 {
		t.Errorf("error %v, want that of the first set only", err)
	}
}

func TestDataGetEndsWithTheStatusOfAnInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(exit.Signal(syscall.SIGINT))
	_, _, err := runData(ctx, smallSets(t), "get", "a", "b", "--data", t.TempDir())
	if !errors.Is(err, context.Canceled) || exit.Status(ctx, err) != 130 || strings.Count(err.Error(), "fetch: ") != 1 {
		t.Errorf("status %d, error %v", exit.Status(ctx, err), err)
	}
}

func TestDataGetReplacesOnlyByForce(t *testing.T) {
	sets, dir := smallSets(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "letters"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "letters/a.csv", "mine")
	if _, _, err := runData(t.Context(), sets, "get", "a", "--data", dir); !errors.Is(err, fetch.ErrDifferent) || !strings.HasSuffix(err.Error(), "have it replaced with --force") {
		t.Errorf("error %v", err)
	}
	if stdout, _, err := runData(t.Context(), sets, "get", "a", "--force", "--data", dir); err != nil || stdout == "" {
		t.Errorf("--force printed %q, error %v", stdout, err)
	}
}

func TestDataGetRefusesBeforeItDownloads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	for want, args := range map[string][]string{
		`there is no data set "gon"; did you mean "gone"?`: {"a", "gon"},
		`want names or --all, got ["a"] and --all`:         {"a", "--all"},
		"want names, or --all":                             {},
	} {
		_, _, err := runData(t.Context(), smallSets(t), append([]string{"get", "--data", dir}, args...)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was made")
	}
}

func TestDataListTellsWhatIsHere(t *testing.T) {
	sets, dir := smallSets(t), t.TempDir()
	if _, _, err := runData(t.Context(), sets, "get", "a", "--data", dir); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "letters/b.csv", "mine")
	write(t, dir, "letters/gone.csv.part", "m")
	stdout, _, err := runData(t.Context(), sets, "list", "--data", dir)
	want := "name  rows  columns  size  licence  here     about\n" +
		"a     2     2        8 B   CC0      yes      letter a\n" +
		"b     2     2        4 B   CC0      differs  letter b\n" +
		"gone  2     2        4 B   CC0      part     letter gone\n"
	if err != nil || stdout != want {
		t.Errorf("error %v, printed\n%s, want\n%s", err, stdout, want)
	}
	stdout, _, err = runData(t.Context(), sets, "list", "--json", "--data", dir)
	var list []struct {
		Name, Here string
		Bytes      int64
		Files      []struct{ Path, URL, SHA256 string }
	}
	if err := errors.Join(err, json.Unmarshal([]byte(stdout), &list)); err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	if a := list[0]; a.Name != "a" || a.Here != "yes" || a.Bytes != 8 || a.Files[0].SHA256 != sets[0].Files[0].SHA256 || a.Files[0].Path != "letters/a.csv" || a.Files[0].URL != sets[0].Files[0].URL {
		t.Errorf("%+v", a)
	}
}

func TestDataPathIsTheFlagsElseTheVariablesElseTheUsers(t *testing.T) {
	t.Setenv("HOME", "/home/u")
	t.Setenv("XDG_DATA_HOME", "/x")
	t.Setenv(fetch.FolderVariable, "")
	if stdout, _, err := runData(t.Context(), nil, "path"); err != nil || !strings.HasSuffix(filepath.ToSlash(stdout), "/krigo/data\n") {
		t.Errorf("printed %q, error %v", stdout, err)
	}
	t.Setenv(fetch.FolderVariable, "/v")
	if stdout, _, err := runData(t.Context(), nil, "path"); err != nil || stdout != "/v\n" {
		t.Errorf("with the variable: printed %q, error %v", stdout, err)
	}
	if stdout, _, err := runData(t.Context(), nil, "path", "--data", "/f"); err != nil || stdout != "/f\n" {
		t.Errorf("with the flag: printed %q, error %v", stdout, err)
	}
}

// The whole binary has the public sets, and its home is empty.
func TestReproduceNamesTheCommandThatBringsAMissingSet(t *testing.T) {
	dir := t.TempDir()
	r := krigo(t, dir, "", "reproduce", "exact", "--quick")
	if r.status != 1 || !strings.Contains(r.stderr, "`krigo data get yacht` downloads it") || !strings.Contains(r.stderr, filepath.Join("krigo", "data", "uci", "yacht")) {
		t.Errorf("status %d, stderr %s", r.status, r.stderr)
	}
	r = krigo(t, dir, "", "reproduce", "exact", "--quick", "--data", "here")
	if r.status != 1 || !strings.Contains(r.stderr, "`krigo data get yacht --data here` downloads it") {
		t.Errorf("--data: status %d, stderr %s", r.status, r.stderr)
	}
	if r = krigo(t, dir, "", "data", "list"); r.status != 0 || !strings.Contains(r.stdout, "\nautompg ") || strings.Contains(r.stdout, " yes ") {
		t.Errorf("list: status %d, stdout %s", r.status, r.stdout)
	}
}
