package mime

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"krigo/cell"
)

// picture draws itself in three ways.
type picture struct{ err error }

func (p picture) MIMEBundle() map[string]any {
	return map[string]any{TypePlain: "drawn well", TypePNG: []byte("\x89PNG")}
}

func (p picture) Draft(mimetype string) cell.Bundle {
	if p.err != nil {
		return Failed(p.err)
	}
	return cell.Bundle{Data: map[string]any{TypePlain: "draft as " + mimetype}}
}

// handle has handler run as that of a message, and with it the tasks that it has
// requested so far.
func handle(t *testing.T, r *recorder, handler func()) {
	t.Helper()
	c := OpenComm("x", nil)
	c.OnMessage(func(map[string]any) { handler() })
	if err := ReceiveComm(cell.CommMessage{Kind: "msg", ID: c.ID()}); err != nil {
		t.Fatal(err)
	}
}

// wake runs the tasks that were requested.
func wake(t *testing.T, r *recorder) {
	t.Helper()
	r.mu.Lock()
	comms := r.comms
	r.comms = nil
	r.mu.Unlock()
	for _, m := range comms {
		if m.Kind == "wake" {
			if err := ReceiveComm(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func shownTexts(r *recorder) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []string
	for _, s := range r.shows {
		all = append(all, s.Plain())
	}
	return all
}

// A handler's redraws are drafts, and 300 ms after the last one it is drawn well.
func TestHandlersRedrawFastAndThenWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		h := NewHandle(picture{})
		for range 3 {
			handle(t, r, func() { h.Update(picture{}) })
			time.Sleep(settleAfter / 2)
			wake(t, r)
		}
		time.Sleep(settleAfter)
		wake(t, r)
		time.Sleep(10 * settleAfter)
		wake(t, r)
		want := []string{"drawn well", "draft as image/png", "draft as image/png", "draft as image/png", "drawn well"}
		if got := shownTexts(r); !slices.Equal(got, want) {
			t.Errorf("there is %q, want %q", got, want)
		}
		h.Update(picture{}) // by a cell
		if got := shownTexts(r); got[len(got)-1] != "drawn well" {
			t.Errorf("a cell's change is a %s", got[len(got)-1])
		}
	})
}

func TestAFrontEndMayPreferSVG(t *testing.T) {
	r := record(t)
	t.Cleanup(func() { TakeNote(cell.FrontTarget, nil) })
	open := cell.CommMessage{Kind: "open", ID: "front", Target: cell.FrontTarget, Data: map[string]any{"redraw": TypeSVG}}
	if err := ReceiveComm(open); err != nil || !RunsBeside(open) {
		t.Fatalf("the front end's word is not taken, or not at once: %v", err)
	}
	if got := r.comms[len(r.comms)-1]; got.Kind != "note" || got.Target != cell.FrontTarget || got.Data["redraw"] != TypeSVG {
		t.Errorf("the session is told %v", got)
	}
	h := NewHandle(picture{})
	handle(t, r, func() { h.Update(picture{}) })
	if got := shownTexts(r)[1]; got != "draft as image/svg+xml" {
		t.Errorf("the redraw is a %s", got)
	}
}

func TestADraftThatFailsIsTold(t *testing.T) {
	r := record(t)
	h := NewHandle(picture{})
	handle(t, r, func() { h.Update(picture{errors.New("no ink")}) })
	if got := shownTexts(r)[1]; got != "no ink" {
		t.Errorf("the redraw is %q", got)
	}
}

func TestAnnounceTargetsTellsOfAll(t *testing.T) {
	HandleCommBeside("standing", nil)
	r := record(t)
	AnnounceTargets()
	if !slices.ContainsFunc(r.comms, func(m cell.CommMessage) bool { return m.Kind == "target" && m.Target == "standing" }) {
		t.Errorf("the output hears of %v", r.comms)
	}
}
