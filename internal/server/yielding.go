package server

import (
	"slices"
	"time"
)

// A session makes room for one that waits when it was idle for yieldIdle. While somebody waits for
// longer than patience, it does so when it was idle for briefIdle: a slot is a running cell's.
const (
	yieldIdle = 30 * time.Second
	briefIdle = time.Second
	patience  = time.Second
)

// yielding returns the sessions that make room now, those idle longest first: one for each
// request that waits and has no other.
func (c *class) yielding(now time.Time) (list []visitorRoom) {
	wishes := c.running.wishes()
	if len(wishes) == 0 {
		return nil
	}
	idle := slices.DeleteFunc(c.visitors.rooms(), func(r visitorRoom) bool {
		u := r.Usage()
		return !u.Kernel || u.Busy
	})
	slices.SortFunc(idle, func(a, b visitorRoom) int { return a.Usage().Used.Compare(b.Usage().Used) })
	for _, w := range wishes {
		least := yieldIdle
		if now.Sub(w.since) >= patience {
			least = briefIdle
		}
		at := slices.IndexFunc(idle, func(r visitorRoom) bool { return w.fits(r.owner.owner) && now.Sub(r.Usage().Used) >= least })
		if at >= 0 {
			list = append(list, idle[at])
			idle = slices.Delete(idle, at, at+1)
		}
	}
	return list
}

// makeRoom has sessions yield to those that wait.
func (c *class) makeRoom(now time.Time) {
	err := concurrently(c.yielding(now), func(r visitorRoom) error {
		_, err := r.Yield()
		return err
	})
	if err != nil {
		c.room.Log.Warn("a session did not end cleanly", "err", err)
	}
}

// yieldInterval is the interval at which sessions are looked for that make room.
const yieldInterval = 250 * time.Millisecond

// makeRoomNowAndThen makes room until the server ends.
func (c *class) makeRoomNowAndThen() {
	tick := time.NewTicker(yieldInterval)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case now := <-tick.C:
			c.makeRoom(now)
		}
	}
}
