package main

import (
	"encoding/json"
	"os"
	"slices"
)

// Report is the result of one run of the benchmark, as bench/history keeps it.
type Report struct {
	Facts Facts `json:"facts"`
	Rows  []Row `json:"rows"`
}

// Row is one measurement: krigo against something else, in turns.
type Row struct {
	Name string `json:"name"`
	// Beside names what krigo is compared with.
	Beside string `json:"beside"`
	// Unit is s or MB; less of either is better.
	Unit string `json:"unit"`
	// Ours and Theirs are medians over the turns.
	Ours   float64 `json:"ours,omitempty"`
	Theirs float64 `json:"theirs,omitempty"`
	// Ratio is the median over turns of ours/theirs; Low and High are the quartiles.
	Ratio float64 `json:"ratio,omitempty"`
	Low   float64 `json:"low,omitempty"`
	High  float64 `json:"high,omitempty"`
	Turns int     `json:"turns,omitempty"`
	// Limit is the largest acceptable ratio; 0 means no limit.
	Limit float64 `json:"limit,omitempty"`
	// Others is the number of processors that other programs kept busy meanwhile; 0 if the
	// system does not report it.
	Others float64 `json:"others"`
	// Values are the results of both sides, krigo's first.
	Values []float64 `json:"values,omitempty"`
	// Missing says why there is no ratio.
	Missing string `json:"missing,omitempty"`
}

// measure computes the figures from those of each turn. Without theirs the row has no
// ratio.
func (r *Row) measure(ours, theirs []float64) {
	r.Turns = len(ours)
	r.Ours = quantile(ours, 0.5)
	if len(theirs) != len(ours) {
		r.Missing = "no answer from the other"
		return
	}
	r.Theirs = quantile(theirs, 0.5)
	ratios := make([]float64, len(ours))
	for i := range ours {
		ratios[i] = ours[i] / theirs[i]
	}
	r.Low, r.Ratio, r.High = quantile(ratios, 0.25), quantile(ratios, 0.5), quantile(ratios, 0.75)
}

// holds reports whether the ratio is within the limit, if there are both.
func (r Row) holds() string {
	switch {
	case r.Missing != "" || r.Limit == 0:
		return "–"
	case r.Ratio <= r.Limit:
		return "yes"
	}
	return "no"
}

// quantile interpolates linearly between the order statistics of at least one value.
func quantile(values []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := p * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[j]-sorted[i])
}

func readReport(path string) (Report, error) {
	var r Report
	text, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

func (r Report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
