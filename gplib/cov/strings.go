package cov

// Strings are inputs that are strings, one a point, such as sequences or the
// values of one categorical variable.
type Strings []string

// Len returns the number of strings.
func (s Strings) Len() int { return len(s) }

// Subset returns the strings at the given positions, in that order.
func (s Strings) Subset(index []int) Inputs {
	sub := make(Strings, len(index))
	for j, i := range index {
		sub[j] = s[i]
	}
	return sub
}

// Categories are inputs of several categorical variables: row i holds the
// values of point i, and all rows have one length.
type Categories [][]string

// Len returns the number of points.
func (c Categories) Len() int { return len(c) }

// Subset returns the points at the given positions, in that order.
func (c Categories) Subset(index []int) Inputs {
	sub := make(Categories, len(index))
	for j, i := range index {
		sub[j] = c[i]
	}
	return sub
}
