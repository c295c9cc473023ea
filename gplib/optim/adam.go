package optim

import "math"

// adamStep holds the constants of one step of Adam: x moves by
// step·first/(root·√second + epsilon). moveLanes knows the order.
type adamStep struct {
	beta1, rest1, beta2, rest2, step, root, epsilon float64
}

func (a Adam) at(t int, rate float64) adamStep {
	correct1 := 1 - math.Pow(a.Beta1, float64(t))
	correct2 := 1 - math.Pow(a.Beta2, float64(t))
	return adamStep{
		beta1: a.Beta1, rest1: 1 - a.Beta1, beta2: a.Beta2, rest2: 1 - a.Beta2,
		step: rate / correct1, root: 1 / math.Sqrt(correct2), epsilon: a.Epsilon,
	}
}

// move updates the moments and x, four elements at a time where the processor
// can.
func (c *adamStep) move(x, grad, first, second []float64) {
	lanes := 0
	if hasLanes {
		lanes = len(grad) / 4 * 4
	}
	if lanes > 0 {
		moveLanes(lanes, &x[0], &grad[0], &first[0], &second[0], c)
	}
	c.moveEach(x[lanes:], grad[lanes:], first[lanes:], second[lanes:])
}

func (c *adamStep) moveEach(x, grad, first, second []float64) {
	x, first, second = x[:len(grad)], first[:len(grad)], second[:len(grad)]
	for j, g := range grad {
		m := c.beta1*first[j] + c.rest1*g
		v := c.beta2*second[j] + c.rest2*g*g
		first[j], second[j] = m, v
		x[j] -= c.step * m / (c.root*math.Sqrt(v) + c.epsilon)
	}
}
