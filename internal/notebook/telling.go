package notebook

// telling is an event on its way to pages. The messenger, a goroutine of the room's, encodes events
// in order and outside of the room's lock: only then are the views made that they have.
type telling struct {
	event any
	to    []*Visit
}

// deliver hands an event to the messenger.
func (r *Room) deliver(d directed) {
	var to []*Visit
	for id, v := range r.visits {
		if (d.only == 0 && id != d.excepted || d.only == id) && v.expect() {
			to = append(to, v)
		}
	}
	if len(to) > 0 {
		r.telling.push(telling{d.event, to})
	}
}

// tell encodes an event and gives it to its pages.
func (r *Room) tell(t telling) {
	raw := encode(t.event)
	for _, v := range t.to {
		v.push(raw)
	}
}
