package grading_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/sessions"
	"krigo/interp"
)

// brokenFits is how many fits the gallery of failures has.
const brokenFits = 12

func galleryOfFailures(t *testing.T) *nbformat.Notebook {
	t.Helper()
	nb, err := nbformat.ReadFile(filepath.Join(notebooks, "15-failures.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// Each fit of the gallery is shown, then guessed, then revealed; its warnings come after the guess, and the revealed
// letter is that of one of the offered diagnoses.
func TestFailuresAreGuessedBeforeTheyAreRevealed(t *testing.T) {
	offered := regexp.MustCompile(`\(\w\)\s`)
	fit, stage, options := 0, "", ""
	for _, c := range galleryOfFailures(t).Cells {
		if c.Type == nbformat.Markdown {
			if _, after, ok := strings.Cut(c.Source, fmt.Sprintf("## Fit %d\n", fit+1)); ok || strings.HasSuffix(c.Source, fmt.Sprintf("## Fit %d", fit+1)) {
				fit, stage, options = fit+1, "looked for", after
			} else if m := offered.FindAllStringSubmatch(c.Source, -1); len(m) > 0 {
				options = c.Source
			}
			continue
		}
		steps := []struct{ stage, mark, next string }{
			{"looked for", fmt.Sprintf("look(fit%d, ", fit), "shown"},
			{"shown", fmt.Sprintf("guess%d := course.Guess(", fit), "guessed"},
			{"guessed", fmt.Sprintf("guess%d.Reveal(", fit), "revealed"},
		}
		if strings.Contains(c.Source, "display.Warnings(") && stage != "guessed" {
			t.Errorf("fit %d: the warnings are shown when it is %s", fit, stage)
		}
		for _, s := range steps {
			if !strings.Contains(c.Source, s.mark) {
				continue
			}
			if stage != s.stage {
				t.Errorf("fit %d: a cell has %s when the fit is %s, want %s", fit, s.mark, stage, s.stage)
			}
			stage = s.next
			_, rest, _ := strings.Cut(c.Source, s.mark+`"`)
			if letter, _, _ := strings.Cut(rest, `"`); s.next == "revealed" && !strings.Contains(options, "("+letter+")") {
				t.Errorf("fit %d reveals %q, which is not offered in %q", fit, letter, options)
			}
		}
	}
	if fit != brokenFits || stage != "revealed" {
		t.Errorf("there are %d fits and the last is %s, want %d, revealed", fit, stage, brokenFits)
	}
}

// On data that neither has seen, each broken fit has a worse score than its cure, for several draws of the data. The
// lesson itself computes the scores; only its seed is changed.
func TestFailuresAreWorseThanTheirCures(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a lesson for several seeds")
	}
	nb := galleryOfFailures(t)
	for seed := 1; seed <= 5; seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			for k, scores := range boardOf(t, nb, seed) {
				if broken, cured := scores[0], scores[1]; !(cured < broken) {
					t.Errorf("fit %d has the score %.4g, and its cure %.4g", k+1, broken, cured)
				}
			}
		})
	}
}

// boardOf runs the gallery with a seed and returns the scores of each broken fit and its cure.
func boardOf(t *testing.T, nb *nbformat.Notebook, seed int) (board [brokenFits][2]float64) {
	t.Helper()
	o := options(t)
	s, err := sessions.Start(t.Context(), interp.Options{Command: o.Command, Env: append(os.Environ(), o.Env...), Dir: notebooks, Unattended: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l, seeded := &lesson{T: t, session: s}, 0
	for i, c := range execute.Runnable(nb) {
		source := strings.Replace(c.Source, "seed := uint64(1)\n", fmt.Sprintf("seed := uint64(%d)\n", seed), 1)
		seeded += strings.Count(source, fmt.Sprintf("seed := uint64(%d)\n", seed))
		if _, err := l.run(execute.Label(i+1), source); err != nil {
			t.Fatalf("seed %d: %v in cell\n%s", seed, err, source)
		}
	}
	if seeded != 1 {
		t.Fatalf("%d cells set the seed, want 1", seeded)
	}
	for k := range board {
		for j := range 2 {
			text, err := l.run("score", fmt.Sprintf("board[%d][%d].(float64)", k, 4+j))
			score, notNumber := strconv.ParseFloat(text, 64)
			if err != nil || notNumber != nil {
				t.Fatalf("seed %d: the score of fit %d is %q (%v)", seed, k+1, text, err)
			}
			board[k][j] = score
		}
	}
	t.Logf("seed %d: %.3g", seed, board)
	return board
}
