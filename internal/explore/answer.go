package explore

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Question is a question of a page about a figure.
type Question struct {
	// Ask names the question: "posterior", "landscape", "fit", "choose" or "likelihood".
	Ask string `json:"ask"`
	// State is the state of the figure.
	State State `json:"state"`

	// From and To are the ends of the inputs at which a posterior is asked, Count their number; Samples
	// is the number of functions drawn from it, by the generator that Seed sets, and Gradient asks for
	// the gradient, too.
	From     float64 `json:"from"`
	To       float64 `json:"to"`
	Count    int     `json:"count"`
	Samples  int     `json:"samples"`
	Seed     uint64  `json:"seed"`
	Gradient bool    `json:"gradient"`

	// Points are the values of the landscape's parameters at which it is asked.
	Points [][]float64 `json:"points"`

	// Steps bounds the steps of a fit.
	Steps int `json:"steps"`

	// Kind is the chosen covariance function, of [Kinds], and Likelihood the chosen one of [Likelihoods].
	Kind       string `json:"kind"`
	Likelihood string `json:"likelihood"`
	// Start is the figure's first state, whose noise Gaussian noise is, or nil.
	Start *State `json:"start,omitempty"`
}

// Answer returns the answer to a [Question] in JSON, as JSON: a [Posterior], a [Landscape], a [Path] or a
// [State]; or an object with the text "error".
func Answer(question []byte) []byte {
	var q Question
	err := json.Unmarshal(question, &q)
	var answer any
	if err == nil {
		answer, err = q.answer()
	}
	var raw []byte
	if err == nil {
		raw, err = json.Marshal(answer)
	}
	if err != nil {
		raw, _ = json.Marshal(map[string]string{"error": err.Error()}) // a text has a JSON form
	}
	return raw
}

func (q *Question) answer() (any, error) {
	switch q.Ask {
	case "posterior":
		return q.State.Posterior(q)
	case "landscape":
		return q.State.Landscape(q.Points)
	case "fit":
		return q.State.Fit(q.Steps)
	case "choose":
		return q.State.Choose(q.Kind)
	case "likelihood":
		return q.State.ChooseLikelihood(q.Likelihood, q.Start)
	}
	return nil, fmt.Errorf("explore: the question is %q; ask for posterior, landscape, fit, choose or likelihood", q.Ask)
}

// Numbers are numbers whose JSON has null for those that are not finite.
type Numbers []float64

// MarshalJSON returns the JSON form.
func (n Numbers) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 20*len(n)+2), '[')
	for i, v := range n {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
		}
	}
	return append(text, ']'), nil
}

// UnmarshalJSON reads the JSON form; null is NaN.
func (n *Numbers) UnmarshalJSON(text []byte) error {
	var finite []*float64
	if err := json.Unmarshal(text, &finite); err != nil {
		return err
	}
	*n = make(Numbers, len(finite))
	for i, v := range finite {
		(*n)[i] = math.NaN()
		if v != nil {
			(*n)[i] = *v
		}
	}
	return nil
}
