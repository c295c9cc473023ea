package imports

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"golang.org/x/mod/module"

	"krigo/modules"
)

// CheckAllowed returns an error for a text that is not a list of patterns for [Options.Allowed]. "true" and "false" are
// none: they are the values of other flags.
func CheckAllowed(text string) error {
	for pattern := range strings.SplitSeq(text, ",") {
		_, err := path.Match(pattern, "")
		if err != nil || pattern == "" || pattern == "true" || pattern == "false" || strings.ContainsAny(pattern, " \t\n") {
			return fmt.Errorf("%q is not a pattern of module paths, such as github.com/samber/*; write commas without spaces between patterns", pattern)
		}
	}
	return nil
}

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

// consent has the modules whose download the user has agreed to in this session.
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

// admit returns an error for a module that must not be used. A go.sum file is the user's own list. The metadata of a
// notebook are its author's: a user who can be asked is asked.
func (w *World) admit(_ context.Context, m module.Version, where modules.Where) error {
	switch c := &w.consent; {
	case c.all, c.to[m], module.MatchPrefixPatterns(w.options.Allowed, m.Path):
		return nil
	case where.Listed && (w.set.HasFolder() || !w.options.Asks), where.Cached && w.options.Asks:
		return nil
	case !w.options.Asks:
		return fmt.Errorf("%s: %w, and %q does not allow it", m, modules.ErrUnlisted, w.options.Allowed)
	case w.quiet:
		return modules.ErrOffline
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
