package server

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// line is a test of slots: requests that wait or have one, by name.
type line struct {
	t     *testing.T
	slots *slots
	got   []string // in the order in which they had their turn
	told  map[string]string
	ends  map[string]func()
	gone  map[string]context.CancelFunc
}

func newLine(t *testing.T, most int) *line {
	return &line{t: t, slots: newSlots(most), told: map[string]string{}, ends: map[string]func(){}, gone: map[string]context.CancelFunc{}}
}

// ask asks for a slot under a name, within a bubble.
func (l *line) ask(name, visitor, address string) {
	ctx, cancel := context.WithCancel(l.t.Context())
	l.gone[name] = cancel
	go func() {
		release, err := l.slots.take(ctx, owner{visitor, address}, func(note string) { l.told[name] = note })
		if err == nil {
			l.got, l.ends[name] = append(l.got, name), release
		} else if !errors.Is(err, context.Canceled) {
			l.t.Error(err)
		}
	}()
	synctest.Wait()
}

func (l *line) end(name string) {
	l.ends[name]()
	synctest.Wait()
}

func (l *line) wants(names string) {
	l.t.Helper()
	if got := strings.Join(l.got, " "); got != names {
		l.t.Errorf("slots went to %q, want %q", got, names)
	}
}

// Visitors take turns, however many requests one has.
func TestSlotsGoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 16) // a visitor may have 2
		for i := range 16 {
			l.ask(string(rune('a'+i)), string(rune('a'+i)), "")
		}
		for _, name := range []string{"x1", "x2", "x3", "y1", "z1"} {
			l.ask(name, name[:1], "")
		}
		if !strings.Contains(l.told["z1"], "16 of 16 sessions are in use") || !strings.Contains(l.told["z1"], "after those of 4 other visitors") {
			t.Errorf("the last is told %q", l.told["z1"])
		}
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			l.end(name)
		}
		l.wants("a b c d e f g h i j k l m n o p x1 y1 z1 x2")
		if !strings.Contains(l.told["x3"], "Your other notebooks use 2") {
			t.Errorf("the third of one visitor is told %q", l.told["x3"])
		}
		if w := l.slots.wishes(); len(w) != 1 || !w[0].fits(owner{"x", "any"}) || w[0].fits(owner{"y", "any"}) {
			t.Errorf("the wishes are %+v", w)
		}
		l.end("x1")
		l.wants("a b c d e f g h i j k l m n o p x1 y1 z1 x2 x3")
	})
}

// One address, as many visitors as it pretends to be, leaves slots to others.
func TestSlotsOfAnAddressAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 8)
		for i := range 10 {
			l.ask("a"+string(rune('0'+i)), "a"+string(rune('0'+i)), "10.0.0.1")
		}
		l.ask("b", "b", "10.0.0.2")
		l.ask("c", "c", "") // unknown
		l.wants("a0 a1 a2 a3 a4 a5 b c")
		l.ask("d", "d", "10.0.0.2")
		l.end("a0") // for which the others of its address wait longer
		l.wants("a0 a1 a2 a3 a4 a5 b c d")
	})
}

// One that goes is passed over, also when its turn has just come.
func TestAWaitIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 1)
		l.ask("a", "a", "")
		l.ask("b", "b", "")
		l.ask("c", "c", "")
		l.gone["b"]()
		synctest.Wait()
		l.end("a")
		l.end("c")
		l.wants("a c")
		if l.slots.taken != 0 || len(l.slots.held) != 0 || len(l.slots.queue) != 0 {
			t.Errorf("at the end there is %+v", l.slots)
		}
	})
}

// A visitor is who has a cookie that this server signed; an address is that of the client.
func TestIdentities(t *testing.T) {
	direct, proxied := newIdentities(false), newIdentities(true)
	for _, c := range []struct {
		from      identities
		remote    string
		forwarded []string
		want      string
	}{
		{direct, "10.0.0.1:99", nil, "10.0.0.1"}, {direct, "10.0.0.1:99", []string{"1.2.3.4"}, "10.0.0.1"},
		{direct, "[2001:db8:1:2:3:4:5:6]:99", nil, "2001:db8:1:2::/64"}, {direct, "[::ffff:10.0.0.1]:99", nil, "10.0.0.1"}, {direct, "[fe80::1%eth0]:99", nil, "fe80::/64"},
		{proxied, "127.0.0.1:99", nil, ""}, {proxied, "127.0.0.1:99", []string{"6.6.6.6, 10.0.0.9"}, "10.0.0.9"}, {proxied, "127.0.0.1:99", []string{"6.6.6.6", "10.0.0.9"}, "10.0.0.9"},
		{proxied, "127.0.0.1:99", []string{"unknown"}, ""},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		r.Header["X-Forwarded-For"] = slices.Clone(c.forwarded)
		if got := c.from.address(r); got != c.want {
			t.Errorf("%s, forwarded for %q: %q, want %q", c.remote, c.forwarded, got, c.want)
		}
	}
	r := httptest.NewRequest("GET", "http://127.0.0.1:80/", nil)
	r.Header.Set("Cookie", visitorCookie(r)+"="+direct.sign("ONE"))
	if direct.of(r) != "ONE" || proxied.of(r) != "" {
		t.Errorf("the visitor is %q, and of another server %q", direct.of(r), proxied.of(r))
	}
}
