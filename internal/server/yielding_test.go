package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"krigo/internal/notebook"
	"krigo/internal/server/pagetest"
	"krigo/internal/testwait"
)

// makesRoom lets time pass, and has sessions yield.
func (s served) makesRoom(after time.Duration) { s.class().makeRoom(time.Now().Add(after)) }

func (s served) roomOf(visitor string) *notebook.Room {
	return s.class().visitors.at(visitor).at(lesson)
}

// A session that is idle makes room for a visitor who waits, says so, and repeats its runs when it
// comes back.
func TestAnIdleSessionMakesRoom(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 1})
	one, two := s.pageOf("ONE", lesson), s.pageOf("TWO", lesson)
	one.Run("a", "write made.txt\nshow first")
	one.Until("status", `"ok"`)
	testwait.Until(t, "the session to be idle", func() bool { return !s.roomOf("ONE").Usage().Busy })
	if s.makesRoom(time.Hour); !s.roomOf("ONE").Usage().Kernel {
		t.Error("it makes room while nobody waits")
	}
	two.Run("a", "show second")
	two.Until("kernel", "You are next")
	if s.makesRoom(0); !s.roomOf("ONE").Usage().Kernel {
		t.Error("it makes room at once")
	}
	s.makesRoom(yieldIdle)
	one.Until("doc", "made room for others who waited")
	two.Until("out", "second")
	two.Until("status", `"ok"`)
	one.Do(`{"op":"insert","id":"b","after":"a","type":"code","source":"read made.txt"}`)
	one.Do(`{"op":"run","ids":["b"]}`)
	one.Until("kernel", "You are next")
	testwait.Until(t, "the session to be idle", func() bool { return !s.roomOf("TWO").Usage().Busy })
	s.makesRoom(yieldIdle)
	one.Until("told", "first repeats the run that went well")
	one.Until("out", "read: written")
}

// 60 visitors share 8 slots, three of them with cells that do not end: all others run theirs, twice.
func TestSixtyVisitorsShareEightSlots(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 8})
	var pages []pagetest.Page
	for i := range 60 {
		pages = append(pages, s.pageOf(fmt.Sprint("VISITOR", i), lesson))
	}
	for _, p := range pages[:3] {
		p.Run("a", "block")
		p.Until("status", "running")
	}
	for round := range 2 {
		for i, p := range pages[3:] {
			p.Run("a", fmt.Sprintf("show %d of %d", round, i))
		}
		stop := make(chan struct{})
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
					s.makesRoom(yieldIdle)
				}
			}
		}()
		for i, p := range pages[3:] {
			p.Until("out", fmt.Sprintf("%d of %d", round, i))
		}
		close(stop)
	}
	for _, p := range pages[:3] {
		p.Do(`{"op":"interrupt"}`)
	}
	slots := s.class().running
	slots.mu.Lock()
	defer slots.mu.Unlock()
	if slots.taken > 8 {
		t.Errorf("%d slots are taken", slots.taken)
	}
}

// A visitor has so many notebooks open, where a new one replaces one without a page.
func TestAVisitorHasSoManyNotebooks(t *testing.T) {
	s := serveClass(t, Class{})
	name := func(i int) string { return fmt.Sprintf("n%d.ipynb", i) }
	for i := range visitorRooms + 2 {
		s.write(name(i), s.read(lesson))
	}
	var pages []pagetest.Page
	for i := range visitorRooms {
		pages = append(pages, s.pageOf("ONE", name(i)))
		pages[i].Until("doc", "")
	}
	if told := s.pageOf("ONE", name(visitorRooms)).Until("refused", ""); !strings.Contains(told, "20 notebooks of yours are open here") {
		t.Errorf("the page is told %s", told)
	}
	s.pageOf("TWO", name(visitorRooms)).Until("doc", "")
	pages[0].Leave()
	v := s.class().visitors.at("ONE")
	testwait.Until(t, "the page to leave", func() bool { return v.at(name(0)).Usage().Pages == 0 })
	s.pageOf("ONE", name(visitorRooms)).Until("doc", "")
	if v.at(name(0)) != nil || len(v.all()) != visitorRooms {
		t.Errorf("the visitor has %d notebooks", len(v.all()))
	}
}
