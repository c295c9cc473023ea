package mime

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krigo/cell"
)

// counted returns a live display of a number that grows by one at each call.
func counted() (count func()) {
	n := 0
	l := NewLive(func(ended bool) cell.Bundle {
		return cell.Bundle{Data: map[string]any{TypePlain: fmt.Sprintf("%d %v", n, ended)}}
	})
	return func() { l.Change(func() { n++ }) }
}

func TestALiveDisplayIsOneOutputThatChangesAtMostFourTimesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		count := counted()
		for range 1000 {
			count()
			time.Sleep(5 * time.Millisecond)
		}
		Flush()
		synctest.Wait()
		if n := len(r.shows); n < 10 || n > 5*4+2 {
			t.Errorf("%d updates in 5 s", n)
		}
		for i, s := range r.shows {
			if s.id != r.shows[0].id || s.id == "" || s.update != (i > 0) {
				t.Errorf("output %d: id %q, update %v", i, s.id, s.update)
			}
			if ended := strings.HasSuffix(s.Plain(), "true"); ended != (i == len(r.shows)-1) {
				t.Errorf("output %d says %q", i, s.Plain())
			}
		}
		if last := r.shows[len(r.shows)-1].Plain(); last != "1000 true" {
			t.Errorf("the last output says %q", last)
		}
	})
}

func TestALiveDisplayShowsTheLastChangeThoughItCameTooFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		count := counted()
		for range 3 {
			count()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := len(r.shows); n != 2 || r.shows[1].Plain() != "3 false" {
			t.Errorf("%d updates: %v", n, r.shows)
		}
		Flush()
		Flush()
		if n := len(r.shows); n != 3 {
			t.Errorf("%d updates after Flush, want 3", n)
		}
	})
}

func TestALiveDisplayBeginsAgainAfterFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := record(t)
		count := counted()
		count()
		Flush()
		time.Sleep(time.Second)
		count()
		Flush()
		synctest.Wait()
		last := r.shows[len(r.shows)-1]
		if len(r.shows) != 4 || last.Plain() != "2 true" || last.id != r.shows[0].id {
			t.Errorf("got %d outputs, last %+v", len(r.shows), last)
		}
	})
}
