package server

import (
	"net/http"
	"time"

	board "krigo/internal/class"
	"krigo/internal/notebook"
)

// What the teacher's page shows comes from here: the server knows whose room reports something, and
// notes it in the row of that visitor.

// onBoard returns the owner as the teacher's board knows it.
func (o owner) onBoard() board.Visitor { return board.Visitor{ID: o.visitor, Address: o.address} }

// followed returns what notes the progress in a visitor's room.
func (c *class) followed(o owner, name string) func(notebook.Progress) {
	return func(p notebook.Progress) {
		if p.Report != nil {
			c.board.Report(o.onBoard(), name, p.Report, time.Now())
			return
		}
		run := board.Run{Cell: p.Cell, Cells: p.Cells, Section: p.Section, Failed: p.Failed}
		c.board.Ran(o.onBoard(), name, run, time.Now())
	}
}

// present notes on the board who is there, and when each visitor was active.
func (c *class) present() {
	now, active := map[string]board.Presence{}, map[string]time.Time{}
	for _, r := range c.visitors.rooms() {
		id, u := r.owner.owner.visitor, r.Usage()
		p := now[id]
		now[id] = board.Presence{Here: p.Here || u.Pages > 0, Busy: p.Busy || u.Busy, Waiting: p.Waiting || u.Waiting}
		if u.Used.After(active[id]) {
			active[id] = u.Used
		}
	}
	c.board.See(now, active)
}

// postName keeps the name that a visitor wants the teacher to see.
func (c *class) postName(w http.ResponseWriter, r *http.Request) error {
	id := c.known.of(r)
	if id == "" {
		return refuse(http.StatusForbidden, "visitors are known by a cookie, which this browser does not send: allow cookies for this page, and reload it")
	}
	form, err := readForm(w, r)
	if err != nil {
		return err
	}
	c.board.Rename(owner{id, c.known.address(r)}.onBoard(), form.Get("name"), time.Now())
	http.Redirect(w, r, c.cookies.base.of("/"), http.StatusSeeOther)
	return nil
}
