package gplib

import "fmt"

// Copies are left out where they are at least leastCopies of the rows and at most
// mostOthers as many repeated inputs have another observation.
const leastCopies, mostOthers = 0.02, 0.05

// WithoutCopies is d without the rows that are there already, inputs and
// observation, and a warning that says so. Where repeated inputs never show
// noise, they are the same record twice rather than a second measurement: the
// likelihood then prefers to interpolate them without noise, and folds hold what
// they test. Rows of other data stay. Learners do so, unless
// [Settings].KeepCopies.
func (d Data) WithoutCopies() (kept Data, warning string) {
	distinct := d.Distinct()
	copies, others := d.Len()-len(distinct), len(distinct)-len(d.Sites())
	if copies == 0 || float64(copies) < leastCopies*float64(d.Len()) || float64(others) > mostOthers*float64(copies) {
		return d, ""
	}
	return d.Subset(distinct), fmt.Sprintf("%d of %d rows are copies of others, observation included, and were left out: "+
		"they make the noise look smaller than it is (Settings.KeepCopies keeps them)", copies, d.Len())
}
