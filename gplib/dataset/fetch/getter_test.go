//go:build !js

package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"krigo/internal/testwait"
)

// whole is the content of the made-up file: 100 kB in which no two places are
// alike, so that a piece at the wrong place is seen.
var whole = func() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 100_000; i++ {
		fmt.Fprintf(&b, "%d,%d\n", i, i*i)
	}
	return b.Bytes()
}()

// publisher serves one file and notes what is asked of it.
type publisher struct {
	*httptest.Server
	mu     sync.Mutex
	ranges []string // of the requests so far, "" for none
}

// publish starts a server whose answers serve gives; nil is the file as
// http.ServeContent gives it, with ranges.
func publish(t *testing.T, serve http.HandlerFunc) *publisher {
	t.Helper()
	if serve == nil {
		serve = func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(whole))
		}
	}
	p := &publisher{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.ranges = append(p.ranges, r.Header.Get("Range"))
		p.mu.Unlock()
		serve(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// set returns the made-up data set that the server has.
func (p *publisher) set() Set { return setAt(p.URL) }

func setAt(url string) Set {
	sum := sha256.Sum256(whole)
	return Set{
		Name: "squares", Source: "https://example.org/squares", Licence: "CC0",
		Files: []File{{Path: "toy/squares.csv", URL: url + "/squares.csv", Size: int64(len(whole)), SHA256: hex.EncodeToString(sum[:])}},
	}
}

// asked returns the ranges of the requests so far.
func (p *publisher) asked() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("%q", p.ranges)
}

// holds fails where the folder's file is not the whole one, or a part is left.
func holds(t *testing.T, dir string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(dir, "toy", "squares.csv"))
	if err != nil || !bytes.Equal(got, whole) {
		t.Errorf("%d bytes of %d, or others; error %v", len(got), len(whole), err)
	}
	if _, err := os.Stat(partOf(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the part: %v", err)
	}
}

func partOf(dir string) string { return filepath.Join(dir, "toy", "squares.csv"+partSuffix) }

// left writes what an earlier download has left.
func left(t *testing.T, dir string, content []byte) {
	t.Helper()
	place(t, partOf(dir), content)
}

func place(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestGetBringsASetOnceAndSaysWhence(t *testing.T) {
	p, dir := publish(t, nil), t.TempDir()
	var log strings.Builder
	g := Getter{Dir: filepath.Join(dir, "new", "folder"), Log: &log, pause: 1}
	for range 2 {
		if err := g.Get(t.Context(), p.set()); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, g.Dir)
	if got := p.asked(); got != `[""]` {
		t.Errorf("asked %s, want one request", got)
	}
	for _, want := range []string{"squares: 100 kB from https://example.org/squares (licence: CC0)\n", "toy/squares.csv: 100 kB of 100 kB\n"} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
}

func TestGetGoesOnWhereAPartEnds(t *testing.T) {
	for name, c := range map[string]struct {
		part []byte
		want string
	}{
		"a third":                 {whole[:30_000], `["bytes=30000-"]`},
		"nothing":                 {nil, `[""]`},
		"all":                     {whole, `[]`},
		"more than all":           {append(bytes.Clone(whole), "more"...), `[""]`},
		"a third of another file": {bytes.Repeat([]byte("x"), 30_000), `["bytes=30000-" ""]`},
		"all of another file":     {bytes.Repeat([]byte("x"), len(whole)), `[""]`},
	} {
		t.Run(name, func(t *testing.T) {
			p, dir := publish(t, nil), t.TempDir()
			left(t, dir, c.part)
			if err := (Getter{Dir: dir}).Get(t.Context(), p.set()); err != nil {
				t.Fatal(err)
			}
			holds(t, dir)
			if got := p.asked(); got != c.want {
				t.Errorf("asked %s, want %s", got, c.want)
			}
		})
	}
}

func TestGetStartsAgainWhereTheServerDoesNotGoOn(t *testing.T) {
	answers := map[string]struct {
		rest func(w http.ResponseWriter)
		want string
	}{
		"ranges ignored": {func(w http.ResponseWriter) { w.Write(whole) }, `["bytes=30000-"]`},
		"out of range": {func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		}, `["bytes=30000-" ""]`},
		"another place": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 20000-%d/%d", len(whole)-1, len(whole)))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(whole[20_000:])
		}, `["bytes=30000-" ""]`},
		"a file of another size": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Range", "bytes 30000-39999/40000")
			w.WriteHeader(http.StatusPartialContent)
			w.Write(whole[30_000:40_000])
		}, `["bytes=30000-" ""]`},
	}
	for name, c := range answers {
		t.Run(name, func(t *testing.T) {
			p := publish(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Range") == "" {
					w.Write(whole)
					return
				}
				c.rest(w)
			})
			dir := t.TempDir()
			left(t, dir, whole[:30_000])
			if err := (Getter{Dir: dir}).Get(t.Context(), p.set()); err != nil {
				t.Fatal(err)
			}
			holds(t, dir)
			if got := p.asked(); got != c.want {
				t.Errorf("asked %s, want %s", got, c.want)
			}
		})
	}
}

func TestGetDeletesWrongContentAndNamesBothSums(t *testing.T) {
	wrong := bytes.Repeat([]byte("x"), len(whole))
	p, dir := publish(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(wrong) }), t.TempDir()
	set := p.set()
	err := Getter{Dir: dir}.Get(t.Context(), set)
	got := sha256.Sum256(wrong)
	if !errors.Is(err, ErrSum) || !strings.Contains(err.Error(), hex.EncodeToString(got[:])) ||
		!strings.Contains(err.Error(), set.Files[0].SHA256) || !strings.Contains(err.Error(), set.Files[0].URL) {
		t.Errorf("error %v", err)
	}
	if state, err := set.State(dir); state != Absent || err != nil {
		t.Errorf("state %q, %v", state, err)
	}
}

func TestGetTakesNoMoreThanTheFile(t *testing.T) {
	p := publish(t, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush() // so that no length is sent
		for r.Context().Err() == nil {
			if _, err := w.Write(whole); err != nil {
				return
			}
		}
	})
	if err := (Getter{Dir: t.TempDir()}).Get(t.Context(), p.set()); !errors.Is(err, ErrSum) {
		t.Errorf("error %v", err)
	}
}

func TestGetSaysWhatAServerAnswers(t *testing.T) {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for want, answer := range map[string]http.HandlerFunc{
		"404 Not Found: it is no longer published there": status(404),
		"503 Service Unavailable: try again later":       status(503),
		"403 Forbidden":               status(403),
		"sends 5 bytes, the file has": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "login") },
	} {
		p, dir := publish(t, answer), t.TempDir()
		left(t, dir, whole[:30_000])
		err := Getter{Dir: dir}.Get(t.Context(), p.set())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "squares: "+p.URL) {
			t.Errorf("%v, want %q", err, want)
		}
		if part, err := os.ReadFile(partOf(dir)); !bytes.Equal(part, whole[:30_000]) {
			t.Errorf("%s: of the part %d bytes are left, %v", want, len(part), err)
		}
	}
}

func TestGetLeavesNoEmptyPart(t *testing.T) {
	p, dir := publish(t, http.NotFound), t.TempDir()
	if err := (Getter{Dir: dir}).Get(t.Context(), p.set()); err == nil {
		t.Error("no error")
	}
	if state, err := p.set().State(dir); state != Absent || err != nil {
		t.Errorf("state %q, %v", state, err)
	}
}

// halfway sends the first half of the file and then nothing.
func halfway(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(whole)))
	w.Write(whole[:50_000])
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// resumed has a server that has the whole file go on with what dir has.
func resumed(t *testing.T, dir string) {
	t.Helper()
	info, err := os.Stat(partOf(dir))
	if err != nil || info.Size() < 1 || info.Size() > 50_000 {
		t.Fatalf("the part: %v, %v", info, err)
	}
	p := publish(t, nil)
	if state, err := p.set().State(dir); state != Partial || err != nil {
		t.Errorf("state %q, %v", state, err)
	}
	if err := (Getter{Dir: dir}).Get(t.Context(), p.set()); err != nil {
		t.Fatal(err)
	}
	holds(t, dir)
	if got, want := p.asked(), fmt.Sprintf(`["bytes=%d-"]`, info.Size()); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

// writer calls a function for what is written.
type writer func(line string)

func (w writer) Write(p []byte) (int, error) { w(string(p)); return len(p), nil }

func TestGetEndsWithTheContextAndGoesOnLater(t *testing.T) {
	p, dir := publish(t, halfway), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := Getter{Dir: dir, pause: 1, Log: writer(func(line string) {
		if strings.HasPrefix(line, "toy/") { // a piece has come
			cancel()
		}
	})}
	if err := g.Get(ctx, p.set()); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "is kept") {
		t.Errorf("error %v", err)
	}
	resumed(t, dir)
}

func TestGetEndsWhereAServerGoesSilent(t *testing.T) {
	for name, serve := range map[string]http.HandlerFunc{
		"at once":  func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"half way": halfway,
	} {
		p := publish(t, serve)
		err := Getter{Dir: t.TempDir(), Stall: 100 * time.Millisecond}.Get(t.Context(), p.set())
		if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "for 100ms") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGetKeepsWhatABrokenConnectionBrought(t *testing.T) {
	for name, length := range map[string]bool{"length told": true, "length not told": false} {
		p := publish(t, func(w http.ResponseWriter, _ *http.Request) {
			if length {
				w.Header().Set("Content-Length", fmt.Sprint(len(whole)))
			}
			w.Write(whole[:50_000])
		})
		dir := t.TempDir()
		err := Getter{Dir: dir}.Get(t.Context(), p.set())
		if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "after 50 kB of 100 kB") {
			t.Errorf("%s: %v", name, err)
		}
		resumed(t, dir)
	}
}

// TestMain lets the test's binary be a process that downloads, to be killed.
func TestMain(m *testing.M) {
	if url := os.Getenv("FETCH_TEST_URL"); url != "" {
		fmt.Println(Getter{Dir: os.Getenv("FETCH_TEST_DIR")}.Get(context.Background(), setAt(url)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestAKilledProcessLeavesAPart(t *testing.T) {
	p, dir := publish(t, halfway), t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "FETCH_TEST_URL="+p.URL, "FETCH_TEST_DIR="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	testwait.Until(t, "the part of a file", func() bool {
		info, err := os.Stat(partOf(dir))
		return err == nil && info.Size() > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended well")
	}
	resumed(t, dir)
}

func TestGetSaysThatThereIsNoConnection(t *testing.T) {
	p := publish(t, nil)
	set := p.set()
	p.Close()
	err := Getter{Dir: t.TempDir()}.Get(t.Context(), set)
	if !errors.Is(err, ErrNoConnection) || !strings.Contains(err.Error(), "is there a network?") {
		t.Errorf("error %v", err)
	}
}

func TestGetNamesAFolderThatTakesNoFiles(t *testing.T) {
	p := publish(t, nil)
	file := filepath.Join(t.TempDir(), "file")
	place(t, file, nil)
	folders := map[string]string{"a file in the way": file}
	if os.Geteuid() > 0 { // root may write everywhere, Windows has no such id
		locked := t.TempDir()
		if err := os.Chmod(locked, 0o500); err != nil {
			t.Fatal(err)
		}
		folders["no permission"] = locked
	}
	for name, dir := range folders {
		err := Getter{Dir: dir}.Get(t.Context(), p.set())
		if err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), FolderVariable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := p.asked(); got != `[]` {
		t.Errorf("asked %s", got)
	}
}

func TestGetNamesADiskThatIsFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is of Linux")
	}
	p, dir := publish(t, nil), t.TempDir()
	if err := os.MkdirAll(filepath.Dir(partOf(dir)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", partOf(dir)); err != nil {
		t.Fatal(err)
	}
	err := Getter{Dir: dir}.Get(t.Context(), p.set())
	if err == nil || !strings.Contains(err.Error(), "no space left") || !strings.Contains(err.Error(), FolderVariable) {
		t.Errorf("error %v", err)
	}
}

func TestGetReplacesAnotherContentOnlyByForce(t *testing.T) {
	p, dir := publish(t, nil), t.TempDir()
	path := filepath.Join(dir, "toy", "squares.csv")
	place(t, path, []byte("mine"))
	if state, err := p.set().State(dir); state != Different || err != nil {
		t.Errorf("state %q, %v", state, err)
	}
	err := Getter{Dir: dir}.Get(t.Context(), p.set())
	if mine, _ := os.ReadFile(path); !errors.Is(err, ErrDifferent) || !strings.Contains(err.Error(), path) || string(mine) != "mine" {
		t.Errorf("error %v, the file is now %q", err, mine)
	}
	if err := (Getter{Dir: dir, Force: true}).Get(t.Context(), p.set()); err != nil {
		t.Fatal(err)
	}
	holds(t, dir)
}

// Two notebooks may ask for the same set at once.
func TestGetsAtOnceTakeTurns(t *testing.T) {
	p, dir := publish(t, nil), t.TempDir()
	left(t, dir, whole[:10_000])
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := (Getter{Dir: dir}).Get(t.Context(), p.set()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	holds(t, dir)
	if got := p.asked(); got != `["bytes=10000-"]` {
		t.Errorf("asked %s, want one request", got)
	}
}

func TestGetWaitsForItsTurnNoLongerThanTheContext(t *testing.T) {
	p, dir := publish(t, nil), t.TempDir()
	end, err := Getter{Dir: dir}.turn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := Getter{Dir: dir, Log: writer(func(line string) {
		if strings.Contains(line, "another download into "+dir) {
			cancel()
		}
	})}
	if err := g.Get(ctx, p.set()); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "waiting for another download") {
		t.Errorf("error %v", err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	if err := g.Get(t.Context(), p.set()); err != nil {
		t.Error(err)
	}
}
