package interp

import (
	"context"

	"krigo/cell"
)

// reactive runs %reactive.
func reactive(_ context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantOnOff(in); err != nil {
		return nil, err
	}
	if !s.options.OwnsPage {
		return withoutPage(in)
	}
	if len(in.args) > 0 {
		s.following.ask(in.args[0] == "on")
	}
	b := plainBundle("Reactive running is off: cells that become stale are marked, and run when you run them.")
	if s.Reactive() {
		b = plainBundle("Reactive running is on: when a cell has run, those that it made stale run after it.")
	}
	return &b, nil
}

// withoutPage refuses a command that needs a page, for a front end that sends one cell
// after the other.
func withoutPage(in invocation) (*cell.Bundle, error) {
	if len(in.args) > 0 && in.args[0] == "on" {
		return nil, commandError("%%reactive: this front end sends a cell when it should run, and does not report which others are on the " +
			"page. So none can run automatically; run those below again, as with Run All Below")
	}
	b := plainBundle("Reactive running is off: this front end does not report which cells are on the page.")
	return &b, nil
}

// wantOnOff refuses other arguments than on and off.
func wantOnOff(in invocation) error {
	if len(in.args) > 1 || len(in.args) == 1 && in.args[0] != "on" && in.args[0] != "off" {
		return commandError("%%reactive takes on, off, or no argument to show the setting, not %q", in.line)
	}
	return nil
}

func vetReactive(_ *vet, in invocation) error { return wantOnOff(in) }
