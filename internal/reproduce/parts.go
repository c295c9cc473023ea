package reproduce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// part is a part of an experiment, which Options.Sets may choose by its name.
type part struct {
	name  string
	run   func(context.Context, Options) ([]Claim, error)
	quick quickness
}

// in reports whether the options choose the part.
func (p part) in(o Options) bool {
	if o.Sets != nil {
		return slices.Contains(o.Sets, p.name)
	}
	return !o.Quick || p.quick != skipped
}

// quickness is the reduced form of a part in a quick run.
type quickness int

const (
	// skipped parts differ from others in size only.
	skipped quickness = iota
	// onlyShown are figures of fewer folds, seeds or starts than the claims are about,
	// which are not judged.
	onlyShown
	// withVerdict are claims that a quick run can judge.
	withVerdict
)

// quickly returns a quick run's use of a part that is in it or left out.
func quickly(in bool, use quickness) quickness {
	if in {
		return use
	}
	return skipped
}

// runParts runs the parts that the options choose, in their order. It returns
// the claims that are complete, also with an error.
func runParts(ctx context.Context, o Options, parts []part) ([]Claim, error) {
	if err := checkParts(parts, o.Sets); err != nil {
		return nil, err
	}
	var claims []Claim
	for _, p := range parts {
		if !p.in(o) {
			continue
		}
		began := time.Now()
		more, err := p.run(ctx, o)
		if o.Quick && p.quick != withVerdict {
			more = unjudged(more)
		}
		claims = append(claims, more...)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return claims, fmt.Errorf("%s: %w", p.name, err)
		}
		o.report("%s: %v", p.name, time.Since(began).Round(time.Second))
	}
	return claims, nil
}

// unjudged returns the figures of claims.
func unjudged(claims []Claim) []Claim {
	claims = slices.Clone(claims)
	for i := range claims {
		claims[i].Wanted, claims[i].Holds = "", false
	}
	return claims
}

func checkParts(parts []part, names []string) error {
	var known []string
	for _, p := range parts {
		known = append(known, p.name)
	}
	return checkNames("part", names, known)
}

// UnknownError reports an option that names an unknown part, method or set.
type UnknownError struct {
	What, Name string
	Known      []string
}

// Error says what there is.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no %s %q; available: %q", e.What, e.Name, e.Known)
}

// checkNames refuses a name that is not known.
func checkNames(what string, names, known []string) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return &UnknownError{what, name, known}
		}
	}
	return nil
}
