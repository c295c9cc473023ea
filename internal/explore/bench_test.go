package explore

import (
	"encoding/json"
	"testing"
)

// The posterior of a hundred points at two hundred inputs, as a page asks for it at each frame.
func BenchmarkAFrame(b *testing.B) {
	for _, likelihood := range []string{gaussian, "StudentT"} {
		b.Run(likelihood, func(b *testing.B) {
			question, err := json.Marshal(Question{Ask: "posterior", State: *with(b, waveState(b, 100), likelihood), From: -1, To: 11, Count: 200})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				Answer(question)
			}
		})
	}
}
