package cov

// Columns evaluates columns of the Gram matrix of some points, one at a time and in any
// order. Work that depends on the points alone is done once, and a column allocates
// nothing, for functions of this package and inputs that are not [Indexed]: those are
// looked up where [Memo] keeps them. It must not be used concurrently.
type Columns struct {
	k    Func
	x    Inputs
	rows evaluator // nil where each column has its own
}

// NewColumns prepares the columns of the Gram matrix of x, which k accepts.
func NewColumns(k Func, x Inputs) *Columns {
	c := &Columns{k: k, x: x}
	if _, ok := x.(*Indexed); !ok {
		c.rows = rowsOf(k, x, x)
	}
	return c
}

// Column writes k(x_i, x_j) for all i into dst, of length x.Len().
func (c *Columns) Column(dst []float64, j int) {
	n, rows := c.x.Len(), c.rows
	checkLen("Column: dst", len(dst), n)
	if rows == nil {
		rows, j = rowsOf(c.k, c.x.Subset([]int{j}), c.x), 0
	}
	for lo := 0; lo < n; lo += chunk {
		hi := min(lo+chunk, n)
		rows.value(dst[lo:hi], j, lo, hi)
	}
}
