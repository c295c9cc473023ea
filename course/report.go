package course

import (
	"hash/fnv"
	"os"

	"krigo/display/mime"
	"krigo/internal/class/report"
)

// tell reports an answer or a guess to the server of a class, in a session of one.
func tell(r report.Report) {
	if os.Getenv(report.Variable) != "1" {
		return
	}
	if data, err := r.Data(); err == nil { // numbers are finite
		mime.OpenComm(report.Target, data).Close(nil)
	}
}

// tellAnswer reports how an answer was judged. Answers with equal observations count as one try.
func tellAnswer(v *Verdict, observed []byte) {
	h := fnv.New32a()
	_, _ = h.Write(observed) // which never fails
	tell(report.Report{Answer: &report.Answer{Exercise: v.ID, Given: v.Answered, Right: v.Right, Hash: h.Sum32(), Hints: hintsSeen(v)}})
}

// hintsSeen returns the number of hints that the session has shown for an exercise.
func hintsSeen(v *Verdict) int {
	given.Lock()
	defer given.Unlock()
	return min(len(given.wrong[v.ID]), v.Hints)
}

// tellGuess reports a guess that was compared with the truth.
func tellGuess(g *Guessed) {
	if g.missing() == "" && g.truth != nil {
		tell(report.Report{Guess: &report.Guess{Question: beginning(g.Question), Guess: valueOf(g.guess), Truth: valueOf(g.truth)}})
	}
}

// valueOf returns a guess or the truth for a report: a finite number, else its text.
func valueOf(x any) report.Value {
	if number, ok := as[float64](x); ok {
		if v, finite := report.Number(number); finite {
			return v
		}
	}
	return report.Value{Text: beginning(inWords(x))}
}

// beginning returns a text of at most a kilobyte.
func beginning(text string) string { return text[:min(len(text), 1<<10)] }
