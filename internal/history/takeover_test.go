package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileInTheFoldersPlaceIsTakenOverOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	old := "{\"datetime\":\"2026-01-02T03:04:05Z\",\"block\":\"a\\nb\"}\n\nplain line\r\n{\"block\":\"\"}\n{\"block\":\"last\"}"
	if err := os.WriteFile(dir, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	l := open(t, dir)
	expect(t, "the tail", "1:1 a\nb, 1:2 plain line, 1:3 last")(l.Tail(9))
	if told := l.Notice(); !strings.Contains(told, "old file: 3") || !strings.Contains(told, dir+".old") {
		t.Errorf("told %q", told)
	}
	if kept, err := os.ReadFile(dir + ".old"); err != nil || string(kept) != old {
		t.Errorf("set aside is %q, %v", kept, err)
	}
	if told := open(t, dir).Notice(); told != "" {
		t.Errorf("told again: %q", told)
	}
}

func TestOfALongOldHistoryTheLatestCellsAreKept(t *testing.T) {
	got := latest([]string{"aaaa", "bbb", "cc"}, 5)
	if strings.Join(got, " ") != "bbb cc" {
		t.Errorf("kept %q", got)
	}
}
