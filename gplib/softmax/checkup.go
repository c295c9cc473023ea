package softmax

import (
	"fmt"
	"math"
	"strings"

	"krigo/gplib"
	"krigo/internal/words"
)

// checkup returns the findings about the labels and the posterior.
func (p *Posterior) checkup() (gplib.Findings, error) {
	counts, names := make([]int, len(p.Classes())), p.Classes()
	for _, y := range p.data.Y {
		counts[int(y)]++
	}
	found := unseen(counts, names)
	if len(found.Of("nothing-to-learn")) > 0 {
		return found, nil
	}
	found = append(found, rare(counts, names)...)
	fitted, err := p.Classify(p.data.X)
	if err != nil {
		return nil, err
	}
	found = append(found, p.separable(fitted)...)
	left, err := p.LeaveOneOut()
	if err != nil {
		return nil, err
	}
	return append(found, p.judged(left, counts)...), nil
}

// unseen reports classes without rows.
func unseen(counts []int, names []string) gplib.Findings {
	var without, with []string
	for c, n := range counts {
		if n == 0 {
			without = append(without, names[c])
		} else {
			with = append(with, names[c])
		}
	}
	switch {
	case len(with) == 1:
		return gplib.Findings{{
			Code: "nothing-to-learn", Found: fmt.Sprintf("all rows are of the class %q", with[0]),
			Means: "one class has no boundary: the probabilities say how strong the prior is, and nothing of the other classes",
			Do:    "add rows of the other classes, or look whether the target is the right column",
		}}
	case len(without) > 0:
		return gplib.Findings{{
			Code: "classes-unseen", Found: fmt.Sprintf("no row is of the classes %q", without),
			Means: "the probability of such a class is that of the prior, lowered where other classes are",
			Do:    "leave it out of lik.Categorical, or add rows of it",
		}}
	}
	return nil
}

// rare reports classes with few rows.
func rare(counts []int, names []string) gplib.Findings {
	const most = 0.2 // of the rows that the class would have if all had the same number
	total := 0
	for _, n := range counts {
		total += n
	}
	var few []string
	for c, n := range counts {
		if n == 1 || n > 0 && float64(n*len(counts)) < most*float64(total) {
			few = append(few, fmt.Sprintf("%d of %q", n, names[c]))
		}
	}
	if few == nil {
		return nil
	}
	return gplib.Findings{{
		Code: "classes-rare", Found: fmt.Sprintf("of %d rows only %s", total, strings.Join(few, ", ")),
		Means: "little is known of where such a class is, and accuracy says little of it",
		Do:    "judge by metric.ClassLogLoss and by display.ClassConfusion, class by class",
	}}
}

// separable warns where all rows have the answer of their own class and latent values are so large that nothing but the
// prior bounds them.
func (p *Posterior) separable(fitted Prediction) gplib.Findings {
	const far = 10 // prior standard deviations
	prior, answers, sum := make([]float64, p.data.Len()), fitted.Answers(), 0.0
	p.model.Cov.Diag(prior, p.data.X)
	for i, v := range prior {
		sum += v / float64(len(prior))
		if answers[i] != p.data.Y[i] {
			return nil
		}
	}
	sd := math.Sqrt(sum)
	if sd < far {
		return nil
	}
	return gplib.Findings{{
		Code:  "classes-separable",
		Found: fmt.Sprintf("the model separates the classes of all %d rows, and its latent values have the prior standard deviation %s", len(prior), words.Number(sd, 3)),
		Means: "larger values hardly lower the likelihood, so that probabilities near 0 and 1 are more certain than the data show",
		Do:    "give the variance a prior (Model.WithPrior), or an upper bound (Model.Bound)",
	}}
}

// judged warns of predictions of rows left out that hardly improve on the shares of the classes.
func (p *Posterior) judged(left Prediction, counts []int) gplib.Findings {
	const poor, least = 0.9, 10
	n := p.data.Len()
	if n < least {
		return nil
	}
	loss, ofShares := 0.0, 0.0
	for i, y := range p.data.Y {
		loss -= math.Log(left.Prob.At(i, int(y))) / float64(n)
		ofShares -= math.Log(float64(counts[int(y)])/float64(n)) / float64(n)
	}
	if loss < poor*ofShares {
		return nil
	}
	return gplib.Findings{{
		Code: "no-better-than-mean",
		Found: fmt.Sprintf("predictions of rows left out one by one are hardly better than the shares of the classes (log loss %s, %s of the shares)",
			words.Number(loss, 3), words.Number(ofShares, 3)),
		Means: "the model takes the classes for chance, because nothing can be learned from the inputs or because the fit ended at a poor optimum",
		Do:    "try further starts (Settings.Restarts), or another covariance function",
	}}
}
