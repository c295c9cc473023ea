package notebook

import (
	"maps"
	"time"

	"krigo/internal/nbformat"
)

// A change is saved after savePause without another, and after saveLatest in any case;
// a save that takes long is followed by a pause of savePace times that; one that failed
// is tried again after saveRetry.
const (
	savePause  = time.Second
	saveLatest = 2 * time.Second
	savePace   = 10
	saveRetry  = 5 * time.Second
)

// saving is what is known of the file.
type saving struct {
	dirty   bool
	writing bool
	changes int // counts changes
	writes  int // the count of changes in what is being written
	first   time.Time
	latest  time.Time // of the changes that are not saved
	notYet  time.Time // no save before
	savedAt time.Time
	fault   string // why the last save failed, "" where it did not
	outside string // what another program did to the file, "" for nothing
	wanted  bool   // a page asked for a save
}

// change notes that the document has changed.
func (s *state) change() {
	s.changes++
	s.latest = s.now
	if s.first.IsZero() {
		s.first = s.now
	}
	if !s.dirty {
		s.dirty = true
		s.tell(dirtyEvent{"dirty"})
	}
}

// saveTime is when the document is to be saved, zero for never.
func (s *state) saveTime() time.Time {
	if !s.dirty || s.readOnly || s.writing || s.outside != "" {
		return time.Time{}
	}
	due := s.latest.Add(savePause)
	if last := s.first.Add(saveLatest); last.Before(due) {
		due = last
	}
	if due.Before(s.notYet) {
		due = s.notYet
	}
	return due
}

func (s *state) saveIfDue() {
	if due := s.saveTime(); s.wanted && !s.writing || !due.IsZero() && !s.now.Before(due) {
		s.write(diskOrder{do: diskSave})
	}
}

// diskOrder is what the room is to do with the file.
type diskOrder struct {
	do string
	nb *nbformat.Notebook // what to write
	by visitor
}

// What is done with the file.
const (
	diskSave   = "save"   // unless another program has changed it
	diskKeep   = "keep"   // whatever another program did
	diskCopy   = "copy"   // under another name; then reload
	diskReload = "reload" // read it
	diskFollow = "follow" // read it; nothing of ours is lost
)

// write hands the document over to be written.
func (s *state) write(o diskOrder) {
	s.wanted = false
	switch o.do {
	case diskReload:
	case diskFollow:
		s.writing = true // what is changed by now must not be written over the file
	default:
		s.writing, s.writes = true, s.changes
		s.first = time.Time{}
		o.nb = s.notebook()
	}
	s.effects.disk = append(s.effects.disk, o)
}

// notebook is the document as a file has it.
func (s *state) notebook() *nbformat.Notebook {
	nb := s.header
	nb.Metadata, nb.Cells = cloned(s.header.Metadata), nil
	for _, c := range s.cells {
		file := c.file
		file.Outputs = c.outputFiles()
		nb.Cells = append(nb.Cells, &file)
	}
	nb.KeepWidgets(s.liveModels())
	return &nb
}

// outputFiles are the outputs as a file has them.
func (c *cell) outputFiles() (all []*nbformat.Output) {
	for _, o := range c.outputs {
		out := o.file
		if c.text != nil && c.text.has(&o.file) {
			out.Text = c.text.printed.Whole(&o.file)
		}
		if out.ViewedModel() != "" {
			out.Data = maps.Clone(out.Data) // of which KeepWidgets may take the view
		}
		all = append(all, &out)
	}
	return all
}

// written says how a save went, and how long it took.
type written struct {
	err  error
	took time.Duration
}

func (s *state) written(w written) {
	s.writing = false
	s.notYet = s.now.Add(savePace * w.took)
	if w.err != nil {
		s.notYet = s.now.Add(saveRetry)
		s.first = s.now
		s.fault = w.err.Error()
		s.tell(savedEvent{"saved", stamp(s.savedAt), s.fault})
		return
	}
	s.savedAt, s.outside, s.fault = s.now, "", ""
	if s.writes == s.changes {
		s.dirty = false
	}
	s.tell(savedEvent{"saved", stamp(s.savedAt), ""})
	if s.dirty {
		s.tell(dirtyEvent{"dirty"})
	}
}

// What another program did to the file.
const (
	outsideChanged = "changed"
	outsideDeleted = "deleted"
)

// found says that another program has changed or deleted the file, or "", that one
// which was gone is back as it was.
type found struct{ what string }

// found follows a file that another program has changed, where all of ours is saved;
// else somebody is to choose.
func (s *state) found(f found) {
	s.writing, s.wanted = false, false
	if f.what == outsideChanged && !s.dirty {
		s.write(diskOrder{do: diskFollow})
		return
	}
	if s.first.IsZero() {
		s.first = s.latest
	}
	s.setOutside(f.what)
}

func (s *state) setOutside(what string) {
	if s.outside != what {
		s.outside = what
		s.tell(outsideEvent{"outside", what})
	}
}

func (s *state) saveOrder(by visitor) {
	switch {
	case s.readOnly:
		s.say(by, "error", "This notebook is open for reading: nothing is saved.")
	case s.outside != "":
		s.tellOne(by, outsideEvent{"outside", s.outside})
	default:
		s.wanted = true
	}
}

// choose does what a page wants with a file that another program has changed.
func (s *state) choose(by visitor, o order) {
	switch o.Choose {
	case "keep":
		s.whenOutside(by, diskKeep)
	case "copy":
		s.whenOutside(by, diskCopy)
	case "reload":
		s.whenOutside(by, diskReload)
	default:
		s.refuse(by, o, "choose is %q; wanted reload, keep or copy", o.Choose)
	}
}

func (s *state) whenOutside(by visitor, do string) {
	switch {
	case s.readOnly && do == diskReload: // at any time: what the page has is not in the file
		s.write(diskOrder{do: do, by: by})
	case s.outside == "" || s.writing:
		s.say(by, "note", "That was decided already.")
	case s.readOnly:
		s.say(by, "error", "This notebook is open for reading: nothing is saved.")
	default:
		s.write(diskOrder{do: do, by: by})
	}
}

// loaded says what the file has now, and under which name our own version was kept.
// Nobody was asked where the file was followed.
type loaded struct {
	nb       *nbformat.Notebook
	copied   string
	followed bool
	err      error
}

func (s *state) loaded(by visitor, l loaded) {
	s.writing = false
	if l.followed && (l.err != nil || s.dirty) {
		s.wanted = false // which would be written over what was read
		s.setOutside(outsideChanged)
		return
	}
	if l.copied != "" {
		s.say(0, "note", "Your version is kept as "+l.copied+".")
	}
	if l.err != nil {
		s.say(by, "error", "The file could not be read: "+l.err.Error())
		return
	}
	s.flush()
	s.take(l.nb)
	s.outside, s.dirty, s.first = "", false, time.Time{}
	if s.watched() {
		s.tell(s.document())
	}
	if l.followed {
		s.say(0, "note", "Another program has changed the file: this is what it has now.")
	}
}
