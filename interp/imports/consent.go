package imports

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/module"

	"krigo/modules"
)

// Download is a module that the user is asked about.
type Download struct {
	Path, Version string
	modules.Preview
}

// Answer is the answer to the question whether a module may be downloaded.
type Answer int

const (
	No       Answer = iota
	Yes             // this version of this module
	YesToAll        // this one and all others for which [World.Get] would ask in this session
)

// Ask asks the user whether a module may be downloaded. An error means that there is no answer.
type Ask func(ctx context.Context, d Download) (Answer, error)

// consent is what the user has agreed to in this session.
type consent struct {
	all bool
	to  map[module.Version]bool
}

// NotAgreed is the error for a module that the user has not agreed to download.
type NotAgreed struct {
	Module   module.Version
	Declined bool // the user has said no
}

func (e *NotAgreed) Error() string {
	if e.Declined {
		return fmt.Sprintf("%s was not downloaded, as you declined it", e.Module)
	}
	return fmt.Sprintf("%s: you have not agreed to download it", e.Module)
}

// admit returns an error for a module that go.sum does not list and that must not be downloaded.
func (w *World) admit(_ context.Context, m module.Version) error {
	switch c := &w.consent; {
	case c.all, c.to[m], module.MatchPrefixPatterns(w.options.Allowed, m.Path):
		return nil
	case !w.options.Asks:
		return fmt.Errorf("%s: %w, and %q does not allow it", m, modules.ErrUnlisted, w.options.Allowed)
	}
	return &NotAgreed{Module: m}
}

// agree asks the user about a module, whose download has failed with err. Otherwise it returns err.
func (w *World) agree(ctx context.Context, ask Ask, err error) error {
	missing, ok := errors.AsType[*NotAgreed](err)
	if !ok || ask == nil {
		return err
	}
	m := missing.Module
	answer, err := ask(ctx, Download{m.Path, m.Version, w.client.Preview(ctx, m)})
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", m, err)
	case answer == No:
		return &NotAgreed{Module: m, Declined: true}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.consent.all = answer == YesToAll
	if w.consent.to == nil {
		w.consent.to = map[module.Version]bool{}
	}
	w.consent.to[m] = true
	return nil
}
