package reproduce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// part is a part of an experiment, which Options.Sets may choose by its name.
// Quick runs leave out what differs in size only.
type part struct {
	name  string
	run   func(context.Context, Options) ([]Claim, error)
	quick bool
}

// runParts runs the parts that the options choose, in their order. It returns
// the claims that are complete, also with an error.
func runParts(ctx context.Context, o Options, parts []part) ([]Claim, error) {
	if err := checkParts(parts, o.Sets); err != nil {
		return nil, err
	}
	var claims []Claim
	for _, p := range parts {
		if o.Sets == nil && o.Quick && !p.quick || o.Sets != nil && !slices.Contains(o.Sets, p.name) {
			continue
		}
		began := time.Now()
		more, err := p.run(ctx, o)
		claims = append(claims, more...)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return claims, fmt.Errorf("%s: %w", p.name, err)
		}
		o.report("%s: %v", p.name, time.Since(began).Round(time.Second))
	}
	return claims, nil
}

func checkParts(parts []part, names []string) error {
	var known []string
	for _, p := range parts {
		known = append(known, p.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no part %q; there are %v", name, known)
		}
	}
	return nil
}
