package gplib

import "fmt"

// Check tells which option no learner can use, or nil.
func (s Settings) Check() error {
	switch {
	case s.MaxIter < 0:
		return fmt.Errorf("gplib: Settings.MaxIter is %d; it must not be negative", s.MaxIter)
	case s.Restarts < 0:
		return fmt.Errorf("gplib: Settings.Restarts is %d; it must not be negative", s.Restarts)
	case s.Runtime < 0:
		return fmt.Errorf("gplib: Settings.Runtime is %v; it must not be negative", s.Runtime)
	case !(s.Tol >= 0):
		return fmt.Errorf("gplib: Settings.Tol is %v; it must not be negative", s.Tol)
	}
	return nil
}
