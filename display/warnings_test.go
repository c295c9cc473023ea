package display

import (
	"strings"
	"testing"

	"krigo/display/internal/panel"
	"krigo/display/mime"
	"krigo/gplib"
)

// found returns a fit with a warning and a note.
func found() *gplib.Result {
	fit := conditioned("L-BFGS", sineModel(), sineData(12))
	fit.Report(
		gplib.Finding{Code: "input-irrelevant", Found: "input x8 does not matter", Do: "leave it out"},
		gplib.Finding{Code: "outliers", Found: "row 3 is <far>", Means: "the noise is 2 times too large", Do: "correct it"},
	)
	return fit
}

// Warnings come first, and notes look different, in the list and in the fit itself.
func TestWarningsAndNotesAreShownApart(t *testing.T) {
	fit := found()
	for name, v := range map[string]any{"the list": Warnings(fit), "the fit": fit} {
		bundle := mime.Of(v)
		page := bundle.Data["text/html"].(string)
		warning, note := strings.Index(page, panel.Caution), strings.Index(page, panel.Busy)
		if warning < 0 || note < warning || !strings.Contains(page, "Row 3 is &lt;far&gt;.<br>The noise is 2 times too large.<br>What to do: correct it.") {
			t.Errorf("%s: %s", name, page)
		}
		for _, kind := range []string{"text/markdown", "text/latex"} {
			if text, ok := bundle.Data[kind].(string); !ok || !strings.Contains(text, "outliers") || strings.Index(text, "Warning") > strings.Index(text, "Note") {
				t.Errorf("%s as %s: %v", name, kind, bundle.Data[kind])
			}
		}
	}
	want := `Warning, outliers
  Row 3 is <far>.
  The noise is 2 times too large.
  What to do: correct it.

Note, input-irrelevant
  Input x8 does not matter.
  What to do: leave it out.

docs/warnings.md explains each code.`
	if got := Warnings(fit).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAFitWithoutFindingsSaysSo(t *testing.T) {
	clean := conditioned("L-BFGS", sineModel(), sineData(12))
	for _, c := range []struct {
		fit  *gplib.Result
		want string
	}{{clean, "has no warnings and no notes."}, {nil, "There is no result."}} {
		for _, got := range []string{Warnings(c.fit).String(), Warnings(c.fit).HTML(), Warnings(c.fit).Markdown(), Warnings(c.fit).LaTeX()} {
			if !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		}
	}
}

// Names of parameters keep their small letters at the beginning of a sentence.
func TestSentencesKeepNames(t *testing.T) {
	for text, want := range map[string]string{
		"row 3 is far": "Row 3 is far.", "noise.variance = 1 lies at a bound": "noise.variance = 1 lies at a bound.",
		"lengthscale[a] = 2 lies low.": "lengthscale[a] = 2 lies low.", "": ".", "épée": "Épée.", "alpha = 2 is low": "alpha = 2 is low.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
