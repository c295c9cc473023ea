package course

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestExercisesShowNeitherHintsNorWhatTheRightAnswerIsTold(t *testing.T) {
	for _, e := range Exercises() {
		shown := fmt.Sprintf("%v %+v", e, []Exercise{e})
		if !strings.Contains(shown, e.Question) {
			t.Errorf("%s is shown as %q, without its question", e.ID, shown)
		}
		for _, secret := range append(e.Hints, e.Right) {
			if secret != "" && strings.Contains(shown, secret) {
				t.Errorf("%s shows %q", e.ID, secret)
			}
		}
	}
}

func TestAGuessIsAParagraphOfItsText(t *testing.T) {
	got := Guess("is 1 < 2", "yes & no").Reveal("yes").HTML()
	want := `<p role="status">is 1 &lt; 2: guessed yes &amp; no, it is yes</p>`
	if got != want {
		t.Errorf("HTML() = %s, want %s", got, want)
	}
}

func TestAGuessInWordsIsRightHoweverItIsWritten(t *testing.T) {
	for guess, want := range map[any]string{
		" CholQR ": "guessed  CholQR , it is CholQR: right",
		"Cholqr":   "guessed Cholqr, it is CholQR: right",
		"ADMM":     "guessed ADMM, it is CholQR",
		math.NaN(): "guessed NaN, it is CholQR",
	} {
		if got := Guess("who", guess).Reveal("CholQR").String(); got != "who: "+want {
			t.Errorf("guess %v: %q, want %q", guess, got, want)
		}
	}
	if got := Guess("how many", math.NaN()).Reveal(3).String(); strings.Contains(got, "off by") {
		t.Errorf("NaN is said to be off: %q", got)
	}
}
