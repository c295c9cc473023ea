package course

import (
	"encoding/json"
	"fmt"
	"math"
)

// mistake is a number that is typically answered, and what is wrong with it.
type mistake struct {
	value float64
	text  string
}

// orMistake returns a, which judges numbers, but for mistakes, of which it says what they are.
// They are met to one part in a thousand.
func orMistake(a Answer, mistakes ...mistake) Answer { return mistaken{a, mistakes} }

type mistaken struct {
	Answer
	mistakes []mistake
}

func (m mistaken) Judge(observed json.RawMessage, probe uint64) error {
	wrong := m.Answer.Judge(observed, probe)
	var x float64
	if wrong == nil || json.Unmarshal(observed, &x) != nil {
		return wrong
	}
	for _, known := range m.mistakes {
		if math.Abs(x-known.value) <= 1e-3*math.Abs(known.value) {
			return fmt.Errorf("%.4g is not it: %s", x, known.text)
		}
	}
	return wrong
}
