// Package lessons is the list of the course's lessons, and the only home of their order: the site and
// krigo course list read it, and a test compares it with the notebooks and with docs/README.md.
package lessons

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Lesson is a lesson of the course.
type Lesson struct {
	// Name is that of its notebook, without .ipynb: the lesson's number, with which the IDs of its
	// exercises begin, and a few words.
	Name string
	// Title and Question are Markdown.
	Title, Question string
	// Minutes is about how long a student takes.
	Minutes int
	// Needs are the numbers of the lessons that come before it.
	Needs []string
	// Elective says that no other lesson needs it.
	Elective bool
}

// all are the lessons in their order.
var all = []Lesson{
	{Name: "00-go-for-python", Title: "Go in ten minutes", Question: "how do I read and write Go if I know Python?", Minutes: 10},
	{Name: "01-first-fit", Title: "A first fit", Question: "what does a Gaussian process learn from data, and what does it not know?", Minutes: 60},
	{
		Name: "02-covariance-functions", Title: "Covariance functions", Minutes: 60, Needs: []string{"01"},
		Question: "what do lengthscales mean, and which function says what I believe?",
	},
	{
		Name: "03-marginal-likelihood", Title: "The marginal likelihood", Minutes: 60, Needs: []string{"01", "02"},
		Question: "why does it not overfit, and when does it have two answers?",
	},
	{
		Name: "04-hyper-parameters", Title: "How a machine learns hyper-parameters", Minutes: 60, Needs: []string{"03"},
		Question: "how does a fit find the best hyper-parameters, and when does it miss them?",
	},
	{Name: "05-diagnosis", Title: "Diagnosis", Question: "how do I see that a model is wrong?", Minutes: 60, Needs: []string{"03"}},
	{
		Name: "06-cross-validation", Title: "Cross-validation", Minutes: 120, Needs: []string{"03"},
		Question: "when is predicting what was left out the better teacher, and how does ADMM do it?",
	},
	{
		Name: "07-four-methods", Title: "Four methods", Minutes: 60, Needs: []string{"02", "06"},
		Question: "which method wins on one data set at equal time?",
	},
	{
		Name: "08-grief", Title: "GRIEF", Minutes: 60, Needs: []string{"02", "03"}, Elective: true,
		Question: "how do eigenfunctions of a grid take in millions of rows?",
	},
	{
		Name: "09-cholqr", Title: "CholQR", Minutes: 60, Needs: []string{"01", "03"}, Elective: true,
		Question: "which points should stand for all, also where inputs are molecules?",
	},
	{
		Name: "10-stochastic-learning", Title: "Stochastic learning", Minutes: 60, Needs: []string{"02", "03"}, Elective: true,
		Question: "what bias do minibatches bring, and how is it removed?",
	},
	{
		Name: "11-your-own", Title: "Your own", Minutes: 60, Needs: []string{"02", "03"}, Elective: true,
		Question: "how do I add a covariance function or a learner?",
	},
	{
		Name: "12-classification", Title: "Classification", Minutes: 60, Needs: []string{"03", "05"}, Elective: true,
		Question: "how do labels become probabilities, and where is Laplace's approximation wrong?",
	},
	{
		Name: "13-outliers-and-counts", Title: "Outliers and counts", Minutes: 60, Needs: []string{"03", "05"}, Elective: true,
		Question: "what does one bad value do, and which likelihood suits counts?",
	},
	{
		Name: "14-bayesian-optimisation", Title: "Bayesian optimisation", Minutes: 60, Needs: []string{"01", "03"}, Elective: true,
		Question: "where do I look next, if each look is expensive?",
	},
	{
		Name: "15-failures", Title: "A gallery of failures", Minutes: 60, Needs: []string{"03", "05"}, Elective: true,
		Question: "what is the matter with these twelve fits, and what mends each?",
	},
}

// All returns the lessons in their order.
func All() []Lesson { return slices.Clone(all) }

// Of returns the lesson of a notebook's path, and whether it is one.
func Of(file string) (Lesson, bool) {
	name := strings.TrimSuffix(path.Base(file), ".ipynb")
	i := slices.IndexFunc(all, func(l Lesson) bool { return l.Name == name })
	if i < 0 {
		return Lesson{}, false
	}
	return all[i], true
}

// Number returns the two digits with which the lesson's name begins.
func (l Lesson) Number() string { return l.Name[:2] }

// Terms returns the lesson's duration and the lessons before it, such as "60 minutes, after 02 and 03".
func (l Lesson) Terms() string {
	terms := fmt.Sprintf("%d minutes", l.Minutes)
	if l.Elective {
		terms += ", elective"
	}
	if len(l.Needs) > 0 {
		terms += ", after " + strings.Join(l.Needs, " and ")
	}
	return terms
}
