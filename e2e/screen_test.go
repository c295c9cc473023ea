package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// A terminal without graphics, as tmux is, names the file of a figure.
func TestReplNamesTheFileOfAFigure(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 200, 24, "TMPDIR="+t.TempDir())
	term.enters(`display.Histogram([]float64{1, 2, 3, 4})`)
	screen := term.until("figure-1.png")
	term.untilEnd("krigo>")
	path := regexp.MustCompile(`/.*figure-1\.png`).FindString(screen)
	raw, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(raw), "\x89PNG") {
		t.Errorf("%q holds %.10q, %v, in\n%s", path, raw, err, screen)
	}
}

func TestReplFitsTablesIntoTheTerminal(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 60, 24)
	term.enters(`header := []string{"name", "first", "second", "third", "fourth", "fifth", "sixth"}`)
	term.untilEnd("krigo>")
	term.enters(`display.Table(header, [][]any{{"something", 1.2345678, 2.3456789, 3.4567891, 4.5678912, 5.678912, 6.789123}}).Digits(8)`)
	term.untilEnd(
		"name           first     second      third     fourth",
		"─────────  ─────────  ─────────  ─────────  ─────────",
		"something  1.2345678  2.3456789  3.4567891  4.5678912",
		"2 more columns: fifth, sixth", "krigo>")
	term.resize(100, 24)
	term.enters("header")
	term.until("[name first")
	term.enters(`display.Table(header, nil)`)
	term.untilEnd("name  first  second  third  fourth  fifth  sixth", "────  ─────  ──────  ─────  ──────  ─────  ─────", "krigo>")
}

// What a loop prints is above its line, which is one at the end.
func TestReplKeepsALiveLineBelowWhatIsPrinted(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 50, 24)
	term.enters(`for i := range display.Progress(4) { fmt.Println("step", i); time.Sleep(300 * time.Millisecond) }`)
	screen := term.until("done: 4 of 4")
	term.untilEnd("krigo>")
	lines := strings.Split(screen, "\n")
	for len(lines) > 0 && lines[0] != "step 0" {
		lines = lines[1:]
	}
	if len(lines) < 5 || strings.Join(lines[:4], " ") != "step 0 step 1 step 2 step 3" || !strings.Contains(lines[4], "done: 4 of 4") {
		t.Errorf("the terminal shows\n%s", screen)
	}
}

// An interrupt leaves one line of a loop, and the session.
func TestReplEndsTheLineOfAnInterruptedLoop(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	term.enters(`for range display.Progress(10000) { time.Sleep(10 * time.Millisecond) }`)
	term.until("running: ")
	term.keys("C-c")
	term.until("Interrupt")
	screen := term.untilEnd("krigo>")
	if strings.Count(screen, "of 10000") != 1 || strings.Contains(screen, "running: ") {
		t.Errorf("the terminal shows\n%s", screen)
	}
	term.enters("1 + 1")
	term.untilEnd("2", "krigo>")
}
